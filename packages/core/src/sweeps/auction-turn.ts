import type { QuoteEntry } from '#model/command.ts';
import type { Sweep } from '#model/sweep.ts';
import { assert, price, quantity, type Side } from '#values/index.ts';

/* Text of a sweep's row that stands in line to begin an auction, or to end one. */

export type Quotes = Readonly<Record<Side, readonly QuoteEntry[]>>;

/** With the market maker's quotes that an auction had when it was over. */
export function turnText(quotes: Quotes = { buy: [], sell: [] }): string {
  return JSON.stringify({ isInTurn: true, quotes: quotesText(quotes) });
}

/** Whether a sweep has not begun: others of its book go before it. */
export function isInTurn({ name, place }: Pick<Sweep, 'name' | 'place'>): boolean {
  return (name === 'auctionStart' || name === 'uncrossing') && JSON.parse(place).isInTurn === true;
}

export function quotesInTurn({ place }: Pick<Sweep, 'place'>): Quotes {
  return quotesIn(JSON.parse(place).quotes);
}

type QuoteText = readonly [price: string, quantity: string, priority: number];
export type QuotesText = Readonly<Record<Side, readonly QuoteText[]>>;

export function quotesText({ buy, sell }: Quotes): QuotesText {
  const of = (entries: readonly QuoteEntry[]): QuoteText[] =>
    entries.map((one) => [String(one.price), String(one.quantity), one.priority]);
  return { buy: of(buy), sell: of(sell) };
}

export function quotesIn({ buy, sell }: QuotesText): Quotes {
  const of = (entries: readonly QuoteText[]): QuoteEntry[] =>
    entries.map(([level, size, priority]) => {
      const entry = { price: price(BigInt(level)), quantity: quantity(BigInt(size)), priority };
      assert(
        entry.price > 0n && entry.quantity > 0n,
        'Condition: a quote in a row has a price and a quantity',
      );
      return entry;
    });
  return { buy: of(buy), sell: of(sell) };
}
