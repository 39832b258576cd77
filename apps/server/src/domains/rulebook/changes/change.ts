import { DAY_MS } from '@tarazu/core/values';
import type { FormDocument } from '@tarazu/protocol';
import { changesBetween, type WireChange } from '#domains/rulebook/diff.ts';
import { readDocument } from '#platform/forms/read-document.ts';
import { dayFromText, dayOf, dayStartMs, dayText } from '#platform/time/days.ts';
import { type Reply, refuse, reply } from '#ports.ts';
import type { RuleFamily } from '#rules/family.ts';
import { RULE_FAMILIES } from '#rules/list.ts';
import { beginsAtMs, type Rulebook } from '#rules/rulebook.ts';

/** A change is published at least so long before it holds (rules 2.19 and the promise of the rulebook). */
const AHEAD_MS = DAY_MS;
const AHEAD_DAYS_MAX = 731;

/** The first day from which a change that is published now may hold. */
export function firstDayOf(nowMs: number): string {
  const day = dayOf(nowMs + AHEAD_MS, 'IST');
  return dayText(dayStartMs(day, 'IST') >= nowMs + AHEAD_MS ? day : day + 1);
}

export const lastDayOf = (nowMs: number): string => dayText(dayOf(nowMs, 'IST') + AHEAD_DAYS_MAX);

export const familyOf = (name: string): RuleFamily | undefined =>
  RULE_FAMILIES.find((family) => family.name === name);

export interface ChangeAsked {
  readonly rule: string;
  readonly effectiveFrom: string;
  /** JSON of values and tables. */
  readonly document: string;
  readonly nowMs: number;
}

export interface Change {
  readonly family: RuleFamily;
  readonly version: string;
  readonly effectiveFrom: string;
  /** Version that holds on that day without the change. */
  readonly base: string | undefined;
  readonly document: FormDocument;
  readonly changes: readonly WireChange[];
}

/** A change of a rule that may be published now: in time, of the rule's form, and not what holds anyway. */
export function readChange(rulebook: Rulebook, asked: ChangeAsked): Reply<Change> {
  const { rule, effectiveFrom, nowMs } = asked;
  const family = familyOf(rule);
  if (family === undefined) return refuse('NOT_FOUND', { field: 'rule' });
  const invalid = (field: string, problem: string) =>
    refuse('INVALID_INPUT', { field, detail: { problem: `${field}: ${problem}` } });
  if (!isDay(effectiveFrom)) return invalid('effectiveFrom', 'must be a day such as 2026-11-23');
  if (effectiveFrom > lastDayOf(nowMs)) return invalid('effectiveFrom', 'must be within two years');
  if (effectiveFrom < firstDayOf(nowMs)) return refuse('RULE_TOO_SOON', { field: 'effectiveFrom' });
  const reading = readDocument(family.form, asked.document);
  if (!reading.ok)
    return refuse('INVALID_INPUT', { field: 'document', detail: { problem: reading.problem } });
  const { document } = reading;
  const problem = family.problem?.(document);
  if (problem !== undefined) return refuse('INVALID_INPUT', { field: 'document', detail: { problem } });
  if (isTaken(rulebook, family, effectiveFrom)) return refuse('RULE_DAY_TAKEN', { field: 'effectiveFrom' });
  const before = rulebook.inForce(family, beginsAtMs(effectiveFrom));
  const changes = changesBetween(family.form, before?.document, document);
  if (changes.length === 0) return refuse('RULE_UNCHANGED', { field: 'document' });
  const version = `${family.prefix}-${effectiveFrom}`;
  return reply({ family, version, effectiveFrom, base: before?.version, document, changes });
}

export const isTaken = (rulebook: Rulebook, family: RuleFamily, day: string): boolean =>
  rulebook
    .versions(family)
    .some((one) => one.effectiveFrom === day || one.version === `${family.prefix}-${day}`);

function isDay(text: string): boolean {
  const atMs = Date.parse(`${text}T00:00:00Z`);
  if (text.startsWith('0000') || Number.isNaN(atMs)) return false;
  return new Date(atMs).toISOString().startsWith(text) && dayText(dayFromText(text)) === text;
}
