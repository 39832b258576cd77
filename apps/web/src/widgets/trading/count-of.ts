/** How many orders live: in a book, and for a trigger or a session. */
export interface LiveCounts {
  readonly open: number;
  readonly waiting: number;
}

/** The number of orders that a list shows: one that also shows what ended, or fills, has no number. */
export function countOf(live: LiveCounts, tab: string): number {
  if (tab === 'live') return live.open + live.waiting;
  return tab === 'open' || tab === 'waiting' ? live[tab] : 0;
}
