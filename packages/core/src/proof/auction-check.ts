import { type AuctionEntry, pairsOf, uncrossingOf } from '#matching/uncross.ts';
import { recordHash } from '#model/auction-record.ts';
import { auctionEndMs, commitmentOf, decidingSeed } from '#model/session-end.ts';
import { ruleVerdict } from '#proof/end-check.ts';
import type { FillOpening } from '#proof/fill-opening.ts';
import { AGREES, differs, open, type Verdict } from '#proof/verdict.ts';
import { assert, price, quantity } from '#values/index.ts';

/** A line of an auction's record, with its place in it. */
interface Line extends AuctionEntry {
  readonly isMarketMaker: boolean;
  readonly place: number;
}

/** Reads the lines of an auction's record. */
export function linesOf(text: string): Line[] {
  return text.split(';').map((one, place) => {
    const [side, at = '', size = '', priority = '', kind] = one.split(',');
    assert(side === 'buy' || side === 'sell', 'Condition: a line of an auction names its side');
    const entry = { side, price: price(BigInt(at)), quantity: quantity(BigInt(size)) } as const;
    return {
      ...entry,
      priority: Number(priority),
      isMarket: kind === 'market',
      isMarketMaker: kind === 'house',
      place,
    };
  });
}

/**
 * All that trades in an auction does so at one price: where
 * no record of it is disclosed, that alone can be looked at.
 */
function priceAlone({ fills, index }: FillOpening): Verdict {
  const own = fills.find((fill) => fill.index === index);
  const other = fills.find((fill) => fill.price !== own?.price);
  if (own === undefined) return differs(`fill ${index} is not among them`);
  return other === undefined ? AGREES : differs(`fill ${other.index}: ${other.price} ≠ ${own.price}`);
}

/** The price and the fills of the auction, from what it had. */
export function uncrossingVerdict(opening: FillOpening): Verdict {
  const { auction, fills } = opening;
  if (auction === undefined) return priceAlone(opening);
  const terms = {
    referencePrice: price(BigInt(auction.referencePrice)),
    tickSize: price(BigInt(auction.tickSize)),
  };
  const lines = linesOf(auction.lines);
  const found = uncrossingOf(lines, terms);
  if (found === undefined) return differs('nothing of it meets');
  const derived = pairsOf(lines, found).filter(({ buy, sell }) => !(buy.isMarketMaker && sell.isMarketMaker));
  for (const { index, price: paid, quantity: size } of fills) {
    const pair = derived[index - auction.firstIndex];
    const text = pair ? `${found.price}×${pair.quantity}` : 'none';
    if (text !== `${paid}×${size}`) return differs(`fill ${index}: ${text} ≠ ${paid}×${size}`);
  }
  const own = derived[opening.index - auction.firstIndex];
  const line = own?.[opening.own.side];
  const detail = `${lines.length} lines, ${found.price}`;
  if (auction.ownLine === undefined) return { state: 'agrees', detail };
  if (line?.place !== auction.ownLine)
    return differs(`line ${line?.place ?? 'none'} fills, not ${auction.ownLine}`);
  return { state: 'agrees', detail: `${detail}, line ${auction.ownLine + 1}` };
}

/** Whether the auction's interest is that whose hash stands in the row. */
export function recordProblem(
  { auction, instrument, environment }: FillOpening,
  outcome: unknown,
): string | undefined {
  if (auction === undefined) return undefined;
  const made = recordHash({ ...auction, instrumentId: instrument.id, environment });
  const seals: unknown =
    typeof outcome === 'object' && outcome && 'auctions' in outcome ? outcome.auctions : [];
  const isSealed = (seal: unknown): boolean =>
    typeof seal === 'object' &&
    seal !== null &&
    'instrumentId' in seal &&
    'environment' in seal &&
    'hash' in seal &&
    seal.instrumentId === instrument.id &&
    seal.environment === environment &&
    seal.hash === made;
  return Array.isArray(seals) && seals.some(isSealed) ? undefined : `the row has no auction ${made}`;
}

/** A command follows the second of its auction's end so closely; later the market was not there to see it. */
const LATE_MS_MAX = 10_000;

/** Whether the auction ended in the second that the seed of its day gives, which was fixed before the day. */
export function endVerdict({ entry, auction }: FillOpening): Verdict {
  const end = auction?.end;
  if (end === undefined) return open('notBound', 'no window of this auction is published');
  const { tradingDay, commitment, publishedAtMs, seed } = end;
  if (publishedAtMs === undefined || publishedAtMs > end.latestMs - end.windowMs)
    return differs(`the hash of ${tradingDay} was not published before`);
  if (seed === undefined) return open('later', `the seed of ${tradingDay} is published after the day`);
  if (commitmentOf({ tradingDay, seed }) !== commitment)
    return differs(`the seed is not that of ${commitment}`);
  const deciding = decidingSeed(end, seed);
  if (deciding === undefined) return differs(`nothing was mixed with the seed of ${tradingDay}`);
  const lateMs = entry.atMs - auctionEndMs({ tradingDay, seed: deciding }, end);
  if (lateMs < 0 || lateMs > LATE_MS_MAX) return differs(`${lateMs} ms after the second that the seed gives`);
  return ruleVerdict({ ...end, atMs: publishedAtMs });
}
