import { IDENTITY } from '#words/identity.ts';
import { MARKET } from '#words/market.ts';
import { MONEY } from '#words/money.ts';
import { PEOPLE } from '#words/people.ts';
import { PORTFOLIO } from '#words/portfolio.ts';
import { PROOF } from '#words/proof.ts';
import { RULEBOOK } from '#words/rulebook.ts';
import { SCORE } from '#words/score.ts';
import { SECURITY } from '#words/security.ts';
import { SERVICE } from '#words/service.ts';
import { TRADING } from '#words/trading.ts';
import type { Vocabulary, Words } from '#words/words.ts';

export { OBJECT_WORDS } from '#words/components.ts';
export { REFUSAL_DETAILS } from '#words/refusal-details.ts';
export type { Words } from '#words/words.ts';

/**
 * Meaning of each field of the calls and of the stream; one
 * with another meaning names its place (`NoteTotals.charges`).
 */
const WORDS: Vocabulary = {
  ...PROOF,
  ...IDENTITY,
  ...PEOPLE,
  ...SECURITY,
  ...MARKET,
  ...TRADING,
  ...MONEY,
  ...PORTFOLIO,
  ...RULEBOOK,
  ...SCORE,
  ...SERVICE,
};

/** The words of a field: of its place where that has its own, else of its name. */
export function wordsOfField(owner: string, name: string): Words | undefined {
  const place = `${owner}.${name}`;
  if (Object.hasOwn(WORDS, place)) return WORDS[place];
  return Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
}
/** Entries that no field uses are words about nothing: for the test. */
export const WORD_PLACES: readonly string[] = Object.keys(WORDS);
