import { countryOf } from '@tarazu/core/countries';
import {
  documentNumberVerdict,
  isBirthDate,
  isDay,
  isNumberSecret,
  maskedNumber,
  plainNumber,
  taxNumberVerdict,
} from '@tarazu/core/identity';
import { type CheckedInputOf, type OPERATIONS, PHOTO_SIDES } from '@tarazu/protocol';
import { type LoginIdentity, lockIdentity, setIdentityStatus } from '#domains/account/index.ts';
import { type CaseField, caseField } from '#domains/identity/service/case-field.ts';
import {
  AUTOMATIC_MS_MAX,
  dayAround,
  dayOf,
  type IdentityParts,
  MANUAL_MS_MAX,
  TRIES_A_DAY,
} from '#domains/identity/service/parts.ts';
import { draftPhotos } from '#domains/identity/service/photos.ts';
import { sealFacts } from '#domains/identity/service/sealed-facts.ts';
import { countCases, insertCase, listCases } from '#domains/identity/store.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';
import { type RefusalReply, type Reply, refuse, reply, type Session } from '#ports.ts';

type Input = CheckedInputOf<(typeof OPERATIONS)['userUpdate']>;

/** Documents whose format is right; whether they are true is for whoever looks at them. */
interface Documents {
  readonly country: LoginIdentity['country'];
  readonly documentType: NonNullable<Input['documentType']>;
  readonly fullName: string;
  readonly documentNumber: string;
  readonly taxNumber: string | undefined;
  readonly birthDate: string;
  readonly expiresOn: string | undefined;
  readonly place: string | undefined;
}

type Checked =
  | { readonly ok: true; readonly documents: Documents }
  | { readonly ok: false; readonly refusal: RefusalReply };

/** A submission of documents, with the newest photo of each side. It is one try of the day. */
export async function submitDocuments(
  parts: IdentityParts,
  session: Session,
  { input, nowMs }: { readonly input: Input; readonly nowMs: number },
): Promise<Reply<{ readonly case: CaseField }>> {
  const { loginId } = session;
  if (session.guest) return refuse('REGISTRATION_NEEDED');
  return await inTransaction(parts.pool, async (on): Promise<Reply<{ readonly case: CaseField }>> => {
    const login = await lockIdentity(on, loginId);
    if (login.status === 'pending') return refuse('IDENTITY_UNDER_REVIEW');
    const checked = checkDocuments(input, { country: login.country, today: dayOf(nowMs) });
    if (!checked.ok) return checked;
    const left = await triesLeft(on, loginId, nowMs);
    if (left === 0)
      return refuse('IDENTITY_TRIES', {
        detail: { limit: String(TRIES_A_DAY) },
        retryAfterMs: dayAround(nowMs).untilMs - nowMs,
      });
    return await write({ parts, on, loginId, nowMs }, checked.documents);
  });
}

export async function triesLeft(on: Queryable, loginId: number, nowMs: number): Promise<number> {
  return Math.max(0, TRIES_A_DAY - (await countCases(on, loginId, dayAround(nowMs).fromMs)));
}

interface Writing {
  readonly parts: IdentityParts;
  readonly on: Queryable;
  readonly loginId: number;
  readonly nowMs: number;
}

async function write(
  { parts, on, loginId, nowMs }: Writing,
  documents: Documents,
): Promise<Reply<{ readonly case: CaseField }>> {
  const cases = await listCases(on, loginId, 20);
  const photos = await draftPhotos(on, { loginId, cases, nowMs });
  const [front, reverse, selfie] = PHOTO_SIDES.map((side) => photos.get(side)?.pictureId);
  if (front === undefined || reverse === undefined || selfie === undefined)
    return refuse('PHOTO_MISSING', { field: PHOTO_SIDES.find((side) => !photos.has(side)) ?? 'front' });
  const { keys, isSandbox } = parts;
  const { country, documentType, documentNumber, taxNumber, ...told } = documents;
  const isNumberKept = !isNumberSecret({ country, type: documentType });
  const caseId = randomId();
  const row = await insertCase(on, {
    caseId,
    loginId,
    country,
    documentType,
    stage: isSandbox ? 'automatic' : 'manual',
    sealed: sealFacts(keys, caseId, { ...told, taxNumber, ...(isNumberKept && { documentNumber }) }),
    numberMasked: maskedNumber(documentNumber),
    numberHash: keys.hashOf(`${country} ${documentType}`, documentNumber),
    taxNumberMasked: taxNumber === undefined ? null : maskedNumber(taxNumber),
    taxNumberHash: taxNumber === undefined ? null : keys.hashOf(`${country} tax`, taxNumber),
    photoIds: { front, reverse, selfie },
    submittedAtMs: nowMs,
    expiresOn: documents.expiresOn ?? null,
    dueAtMs: nowMs + (isSandbox ? AUTOMATIC_MS_MAX : MANUAL_MS_MAX),
  });
  await setIdentityStatus(on, loginId, 'pending');
  return reply({ case: caseField(parts, row, { nowMs, isNewest: true }) });
}

const wrong = (field: keyof Input, problem: string): Checked => ({
  ok: false,
  refusal: { key: 'INVALID_INPUT', field, detail: { problem: `${field}: ${problem}` } },
});

function checkDocuments(
  input: Input,
  { country: own, today }: { readonly country: LoginIdentity['country']; readonly today: string },
): Checked {
  const { country = own, documentType, documentNumber, birthDate, expiresOn } = input;
  const fullName = input.fullName?.trim().replace(/\s+/g, ' ') ?? '';
  if (documentType === undefined) return wrong('documentType', 'is missing');
  if (fullName === '') return wrong('fullName', 'is missing');
  if (documentNumber === undefined) return wrong('documentNumber', 'is missing');
  if (documentNumberVerdict({ country, type: documentType }, documentNumber) === 'wrong')
    return { ok: false, refusal: { key: 'DOCUMENT_NUMBER', field: 'documentNumber' } };
  const tax = checkTaxNumber(country, input.taxNumber);
  if (tax !== undefined) return { ok: false, refusal: tax };
  if (birthDate === undefined) return wrong('birthDate', 'is missing');
  if (!isBirthDate(birthDate, today))
    return wrong('birthDate', 'must be a day on which a person may be born');
  if (documentType !== 'idCard' && expiresOn === undefined) return wrong('expiresOn', 'is missing');
  if (expiresOn !== undefined && !isDay(expiresOn))
    return wrong('expiresOn', 'must be a day of the calendar');
  const taxNumber = input.taxNumber === undefined ? undefined : plainNumber(input.taxNumber);
  const place = input.place?.trim();
  const number = plainNumber(documentNumber);
  const documents = { country, documentType, fullName, birthDate, expiresOn, place, taxNumber };
  return { ok: true, documents: { ...documents, documentNumber: number } };
}

function checkTaxNumber(
  country: LoginIdentity['country'],
  taxNumber: string | undefined,
): RefusalReply | undefined {
  const name = countryOf(country).taxNumber?.name;
  const field = 'taxNumber';
  if (name === undefined)
    return taxNumber === undefined
      ? undefined
      : { key: 'INVALID_INPUT', field, detail: { problem: `${field}: is not asked for in this country` } };
  if (taxNumber !== undefined && taxNumberVerdict(country, taxNumber) !== 'wrong') return undefined;
  return { key: 'TAX_NUMBER', field, detail: { taxNumber: name } };
}
