/*
 * The fields that may stand behind the `?` of the market and trading pages. The router keeps what stood in an
 * address wherever a field is left out, so each is named, also when it is undefined.
 */
type Search = Record<string, unknown>;

function oneOf<const Word extends string>(value: unknown, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === value);
}

function instrumentIdOf(search: Search): string {
  const { instrumentId } = search;
  return typeof instrumentId === 'string' && /^[A-Z0-9_]{3,12}:[A-Z0-9&-]{1,20}$/.test(instrumentId)
    ? instrumentId
    : '';
}

/** A page of one instrument; empty where the address names none. */
export function instrumentSearch(search: Search): { instrumentId: string } {
  return { instrumentId: instrumentIdOf(search) };
}

/** A page with tabs. */
export function tabSearch<const Tab extends string>(
  tabs: readonly Tab[],
): (search: Search) => { tab?: Tab | undefined } {
  return (search) => ({ tab: oneOf(search['tab'], tabs) });
}

/** A page whose tabs only its own code knows: it shows its first for a word that is none of them. */
export function anyTabSearch({ tab }: Search): { tab?: string | undefined } {
  return { tab: typeof tab === 'string' && /^[a-zA-Z]{1,20}$/.test(tab) ? tab : undefined };
}

/** The tabs of an order page. */
export const ORDER_TABS = ['ticket', 'open', 'waiting', 'history', 'fills'] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

export interface TicketSearch {
  tab?: OrderTab | undefined;
  side?: 'buy' | 'sell' | undefined;
  instrumentId?: string | undefined;
  /** An own order that is opened over its list. */
  order?: string | undefined;
}

/** An order page: which instrument, which side, which of its tabs, and which order. */
export function ticketSearch(search: Search): TicketSearch {
  const instrumentId = instrumentIdOf(search);
  // The router reads an id of digits as a number.
  const order = typeof search['order'] === 'number' ? String(search['order']) : search['order'];
  return {
    ...tabSearch(ORDER_TABS)(search),
    side: oneOf(search['side'], ['buy', 'sell']),
    instrumentId: instrumentId === '' ? undefined : instrumentId,
    order: typeof order === 'string' && /^[\w-]{1,64}$/.test(order) ? order : undefined,
  };
}
