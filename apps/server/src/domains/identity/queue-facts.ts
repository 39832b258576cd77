import { ageOn } from '@tarazu/core/identity';
import type { IdentityKeys } from '#domains/identity/keys.ts';
import { countTries, type NamedCase } from '#domains/identity/queue-store.ts';
import { BY_RULES } from '#domains/identity/service/case-field.ts';
import { reasonsByRules } from '#domains/identity/service/decide.ts';
import { dayOf, type IdentityParts } from '#domains/identity/service/parts.ts';
import { factsOf, type SealedFacts } from '#domains/identity/service/sealed-facts.ts';
import type { QueueFact } from '#domains/staff/index.ts';
import type { Queryable } from '#platform/database/pool.ts';

/* Facts of a case as staff see them: numbers masked always, the others once somebody has decided. */

const MASKED_FACTS = ['fullName', 'birthDate', 'place', 'documentNumber', 'taxNumber'] as const;
type Masked = (typeof MASKED_FACTS)[number];

/** First letters alone: enough to see that two cases are about the same name. */
const maskedName = (name: string): string =>
  name
    .split(' ')
    .map((word) => `${[...word][0] ?? ''}…`)
    .join(' ');

const MASKED: Readonly<Record<Exclude<Masked, 'documentNumber' | 'taxNumber'>, (whole: string) => string>> = {
  fullName: maskedName,
  birthDate: (day) => `${day.slice(0, 4)}-XX-XX`,
  place: () => '…',
};

const text = (name: string, value: string): QueueFact => ({ name, value, kind: 'text' });
const codes = (name: string, values: readonly string[]): QueueFact => ({
  name,
  value: values.join(','),
  kind: 'codes',
});
const instantFact = (name: string, at: Date): QueueFact => ({
  name,
  value: String(at.getTime()),
  kind: 'instant',
});

export async function caseFacts(
  parts: IdentityParts,
  row: NamedCase,
  on: Queryable,
): Promise<readonly QueueFact[]> {
  const sealed = factsOf(parts.keys, row);
  const isWaiting = row.state === 'pending';
  const rules = isWaiting ? await reasonsByRules(parts, row, on) : undefined;
  return [
    text('customer', row.userId),
    instantFact('submittedAt', row.submitted_at),
    ...(isWaiting ? [instantFact('dueAt', row.due_at)] : []),
    codes('country', [row.country]),
    codes('documentType', [row.document_type]),
    ...sealedFacts(row, sealed, dayOf(parts.clock.nowMs())),
    text('tries', String(await countTries(on, row.login_id))),
    ...(rules === undefined ? [] : [codes('foundByRules', rules.length === 0 ? ['none'] : rules)]),
    ...decisionFacts(row),
  ];
}

function sealedFacts(row: NamedCase, sealed: SealedFacts | undefined, today: string): QueueFact[] {
  if (sealed === undefined) return [text('documentNumber', row.number_masked)];
  const { fullName, birthDate, expiresOn, place, documentNumber, taxNumber } = sealed;
  const shown = (name: keyof typeof MASKED, whole: string): QueueFact =>
    row.state === 'pending' ? text(name, whole) : { name, value: MASKED[name](whole), kind: 'masked' };
  const number = (name: Masked, masked: string, whole: string | undefined): QueueFact => ({
    ...{ name, value: masked, kind: whole === undefined ? 'text' : 'masked' },
  });
  return [
    shown('fullName', fullName),
    shown('birthDate', birthDate),
    text('age', String(ageOn(birthDate, today))),
    ...(expiresOn === undefined ? [] : [text('expiresOn', expiresOn)]),
    ...(place === undefined ? [] : [shown('place', place)]),
    number('documentNumber', row.number_masked, documentNumber),
    ...(row.tax_number_masked === null ? [] : [number('taxNumber', row.tax_number_masked, taxNumber)]),
  ];
}

function decisionFacts(row: NamedCase): QueueFact[] {
  const isOver = row.state !== 'pending';
  const by = (isOver ? row.decided_by : row.first_decided_by) ?? undefined;
  if (by === undefined) return [];
  return [
    by === BY_RULES ? codes('decidedBy', [BY_RULES]) : text('decidedBy', by),
    ...(row.reasons.length === 0 ? [] : [codes('reasons', row.reasons)]),
  ];
}

/** One fact in whole; undefined for what is kept nowhere, as the number of an Aadhaar card. */
export function wholeFact(keys: IdentityKeys, row: NamedCase, fact: string): string | undefined {
  const name = MASKED_FACTS.find((one) => one === fact);
  return name && factsOf(keys, row)?.[name];
}
