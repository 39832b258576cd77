import type { RefusalMessages } from '#messages/message.ts';

export const identity = {
  KYC_REQUIRED: { msg: 'Please complete KYC first', fix: 'Verify your identity, then try again.' },
  DOCUMENT_NUMBER: {
    msg: 'This is not a number of that document.',
    fix: 'Copy the number as it stands on the document.',
  },
  TAX_NUMBER: {
    msg: 'The {taxNumber} format is incorrect.',
    fix: 'Enter your own {taxNumber} as it stands on the card.',
  },
  PHOTO_MISSING: { msg: 'A photo is missing.', fix: 'Add the front, the reverse and a selfie.' },
  PHOTO_TYPE: { msg: 'This file is not a photo we can read.', fix: 'Send a JPEG, PNG or WebP photo.' },
  PHOTO_BYTES: { msg: 'The photo is too large.', fix: 'Send a photo of at most {limit}.' },
  PHOTO_PIXELS: { msg: 'The photo has too many pixels.', fix: 'Send a photo of at most {limit} megapixels.' },
  PHOTO_BROKEN: { msg: 'The photo is damaged or cut off.', fix: 'Take the photo again.' },
  PHOTOS_TODAY: {
    msg: 'You have sent {limit} photos today.',
    fix: 'Send the photos you have, or go on tomorrow.',
  },
  IDENTITY_UNDER_REVIEW: {
    msg: 'Your documents are under review.',
    fix: 'Wait for the result. You need not send anything.',
  },
  IDENTITY_TRIES: {
    msg: 'identity verification failed, fill in again',
    fix: 'You have used {limit} tries today. Try again tomorrow.',
  },
  APPEAL_NOT_OPEN: {
    msg: 'There is no decision to appeal against.',
    fix: 'You may appeal once, within 7 days of a failed verification.',
  },
  SCORE_APPEAL_NOT_OPEN: {
    msg: 'You cannot appeal yet.',
    fix: 'A new appeal is possible 7 days after the last.',
  },
  IDENTITY_NUMBER_TAKEN: {
    msg: 'Another login is verified with this document.',
    fix: 'Refuse it with that reason, or look at the other login.',
  },
} satisfies Partial<RefusalMessages>;
