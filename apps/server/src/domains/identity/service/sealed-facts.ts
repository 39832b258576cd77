import * as z from 'zod/mini';
import type { IdentityKeys } from '#domains/identity/keys.ts';
import type { CaseRow } from '#domains/identity/store.ts';

/** Facts of a case that are kept under the key of documents. */
const sealedFacts = z.object({
  fullName: z.string(),
  birthDate: z.string(),
  expiresOn: z.optional(z.string()),
  place: z.optional(z.string()),
  /** Absent of an Aadhaar card, whose number is kept nowhere. */
  documentNumber: z.optional(z.string()),
  taxNumber: z.optional(z.string()),
});

export type SealedFacts = z.output<typeof sealedFacts>;

export function sealFacts(keys: IdentityKeys, caseId: string, facts: SealedFacts): Buffer {
  return keys.seal(caseId, JSON.stringify(facts));
}

/** Undefined where the key of documents was lost. */
export function factsOf(
  keys: IdentityKeys,
  { case_id: caseId, sealed }: Pick<CaseRow, 'case_id' | 'sealed'>,
): SealedFacts | undefined {
  const text = sealed === null ? undefined : keys.unseal(caseId, sealed);
  return text === undefined ? undefined : sealedFacts.parse(JSON.parse(text));
}
