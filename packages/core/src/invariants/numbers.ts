/**
 * Sentences that must always hold, by the numbers under which checks
 * say that they do not.
 */
export const INVARIANTS = {
  1: 'debits equal credits, and each balance is what its postings make of it',
  2: 'no customer has less than nothing',
  3: 'what is held is exactly what orders, margins and applications need',
  4: 'rows are the sum of what happened: orders of fills, whole or none where they say so, positions of lots',
  5: 'the money of a fill moves once, at its worth, and charges are those that are due',
  6: 'what was answered is in the journal, once, under a lease that held',
  7: 'the same client id has one effect, and a refusal has none',
  8: 'the journal leads to the same rows, outcomes and state',
  9: 'nothing leaves before it is durable',
  11: 'demo and real never meet',
  12: 'books stand by price and time, and hold what is left of open orders',
  13: 'an order that waits is activated by what reaches its trigger, and by nothing else',
  14: 'the end of a session ends the orders of its day',
  15: 'a secret is the one whose hash was published, and a basket is placed whole',
  16: 'auctions fill as their records say, and what a bracket has bought is for sale',
  17: 'a sweep that has not reached an order has ended it all the same',
  18: 'a family trades with nobody of its own, and what it moves stays in it to the unit',
  19: 'what is open within the day has its margin behind it, and the house ledger pays for no loss while there is money',
  20: 'a corporate action gives each holder once what they had when it began, and nobody trades meanwhile',
  21: 'who comes first is served first, the market maker included',
  22: 'both sides judge by the newest mark, as it was said and when it was made',
  23: 'a correction moves its amount once, between the account and the ledger account that it names',
  28: 'nothing opens past a limit or freeze of its owner, a looser limit holds a day later, each knows its use',
} as const;

export type InvariantNumber = keyof typeof INVARIANTS;

/** Whether a text of violations says so of this invariant. */
export function isAbout(violations: string, number: InvariantNumber): boolean {
  return new RegExp(`(?:^|[:;] )${number}: `).test(violations);
}
