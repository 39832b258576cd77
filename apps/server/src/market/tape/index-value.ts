import { type Price, price } from '@tarazu/core/values';
import { wholeOf } from '#market/quoting/quoting.ts';
import type { IndexDefinition, MarketSource } from '#market/source.ts';
import type { InstrumentQuote } from '#market/tape/quotes.ts';

/**
 * The value of an index: the sum of its members' last prices by their units; where the recording does not
 * tell its members, its recorded value. Undefined while it is not computed.
 */
export function indexValue(
  { id, members, priceScale }: IndexDefinition,
  from: { readonly source: MarketSource; readonly quotes: ReadonlyMap<string, InstrumentQuote> },
  nowMs: number,
): Price | undefined {
  if (!from.source.sessionState(id, nowMs).isOpen) return undefined;
  const worthOf = ({ instrumentId, units }: IndexDefinition['members'][number]): number => {
    const quote = from.quotes.get(instrumentId);
    return quote ? units * wholeOf(quote.price, quote.listing.priceScale) : 0;
  };
  const level =
    members.length === 0
      ? from.source.fairValue(id, nowMs).price
      : members.reduce((sum, member) => sum + worthOf(member), 0);
  return price(BigInt(Math.round(level * 10 ** priceScale)));
}
