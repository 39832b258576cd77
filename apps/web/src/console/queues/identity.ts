import type { QueueTexts } from './queue-texts.ts';

const DOCUMENTS = {
  idCard: 'identityIdCard',
  drivingLicense: 'identityDrivingLicense',
  passport: 'identityPassport',
} as const;
const REASONS = {
  DUPLICATE_ID: 'identityDuplicate',
  UNDERAGE: 'identityUnderage',
  EXPIRED: 'identityExpired',
  NAME_MISMATCH: 'identityName',
  BLUR: 'identityBlur',
  UNREADABLE: 'identityUnreadable',
  LIVENESS: 'identityLiveness',
} as const;

export const identityTexts: QueueTexts = {
  title: 'identity',
  titles: DOCUMENTS,
  acts: { pass: 'identityPass', refuse: 'identityRefuse' },
  reasons: REASONS,
  states: {
    automatic: 'identityAutomatic',
    manual: 'identityManual',
    appeal: 'identityAppeal',
    succ: 'identitySucc',
    fail: 'identityFail',
  },
  facts: {
    customer: 'factCustomer',
    submittedAt: 'factSubmittedAt',
    dueAt: 'factDueAt',
    country: 'factCountry',
    documentType: 'factDocumentType',
    fullName: 'factFullName',
    birthDate: 'factBirthDate',
    age: 'factAge',
    expiresOn: 'factExpiresOn',
    place: 'factPlace',
    documentNumber: 'factDocumentNumber',
    taxNumber: 'factTaxNumber',
    tries: 'factTries',
    foundByRules: 'factFoundByRules',
    decidedBy: 'factDecidedBy',
    reasons: 'factReasons',
  },
  values: {
    ...DOCUMENTS,
    ...REASONS,
    rules: 'identityRules',
    none: 'identityNothing',
    IN: 'countryIN',
    BD: 'countryBD',
    BR: 'countryBR',
  },
  pictures: { front: 'identityFront', reverse: 'identityReverse', selfie: 'identitySelfie' },
  revealReasons: {
    comparison: 'identityComparison',
    issuer: 'identityIssuer',
    authority: 'identityAuthority',
  },
};
