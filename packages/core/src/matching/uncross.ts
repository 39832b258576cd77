import { assert, type Price, price, type Quantity, quantity, type Side, smaller } from '#values/index.ts';

/** An order as a call auction sees it; a market order's price is the worst at which it may fill. */
export interface AuctionEntry {
  readonly side: Side;
  readonly price: Price;
  readonly quantity: Quantity;
  /** Lower fills first at the same price. */
  readonly priority: number;
  readonly isMarket: boolean;
}

/** The one price of an auction, with what trades at it. */
export interface Uncrossing {
  readonly price: Price;
  readonly volume: Quantity;
  /** Demand less supply at the price: what buyers (above zero) or sellers (below) are left with. */
  readonly imbalance: bigint;
}

export interface AuctionTerms {
  readonly referencePrice: Price;
  readonly tickSize: Price;
}

/** One match of the auction, at its price. */
export interface AuctionPair<Entry> {
  readonly buy: Entry;
  readonly sell: Entry;
  readonly quantity: Quantity;
}

/**
 * Price at which most is traded, then of least imbalance, nearest the reference, lowest; undefined where
 * nothing meets. Only limits, the ticks beside them and the reference can win.
 */
export function uncrossingOf(entries: readonly AuctionEntry[], terms: AuctionTerms): Uncrossing | undefined {
  const buys = entries
    .filter(({ side }) => side === 'buy')
    .sort((one, other) => sign(one.price - other.price));
  const sells = entries
    .filter(({ side }) => side === 'sell')
    .sort((one, other) => sign(one.price - other.price));
  let demand = buys.reduce((sum, entry) => sum + entry.quantity, 0n);
  let supply = 0n;
  let [nextBuy, nextSell] = [0, 0];
  let best: Uncrossing | undefined;
  for (const candidate of candidatesOf(entries, terms)) {
    for (let buy = buys[nextBuy]; buy !== undefined && buy.price < candidate; buy = buys[nextBuy]) {
      demand -= buy.quantity;
      nextBuy += 1;
    }
    for (let sell = sells[nextSell]; sell !== undefined && sell.price <= candidate; sell = sells[nextSell]) {
      supply += sell.quantity;
      nextSell += 1;
    }
    const volume = quantity(smaller(demand, supply));
    const found: Uncrossing = { price: candidate, volume, imbalance: demand - supply };
    if (volume > 0n && (!best || isBetter(found, best, terms.referencePrice))) best = found;
  }
  return best;
}

/** How much stands at a price on either side. */
export interface AuctionLevel {
  readonly price: Price;
  buy: bigint;
  sell: bigint;
}

/**
 * The same price from what stands at each price, lowest first: between two of them nothing changes but the
 * way to the reference, so that one look at each and at what is nearest between them is enough.
 */
export function uncrossingOfLevels(
  levels: readonly Readonly<AuctionLevel>[],
  terms: AuctionTerms,
): Uncrossing | undefined {
  const first = levels.findIndex(({ sell }) => sell > 0n);
  const last = levels.findLastIndex(({ buy }) => buy > 0n);
  if (first < 0 || last < first) return undefined;
  let demand = 0n;
  for (let place = first; place <= last; place += 1) demand += levels[place]?.buy ?? 0n;
  let supply = 0n;
  let best: Uncrossing | undefined;
  const look = (at: bigint): void => {
    const volume = quantity(smaller(demand, supply));
    const found: Uncrossing = { price: price(at), volume, imbalance: demand - supply };
    if (volume > 0n && (!best || isBetter(found, best, terms.referencePrice))) best = found;
  };
  for (let place = first; place <= last; place += 1) {
    const level = levels[place];
    if (!level) break;
    supply += level.sell;
    look(level.price);
    demand -= level.buy;
    assert(demand >= 0n && level.sell >= 0n, 'Invariant: a level takes no more demand than there is');
    const above = levels[place + 1]?.price;
    assert(above === undefined || above > level.price, 'Condition: levels stand lowest first, each once');
    if (place < last && above !== undefined)
      for (const between of nearestBetween(level.price, above, terms)) look(between);
  }
  return best;
}

/**
 * The prices on the tick strictly between two that are
 * nearest to the reference: one, or one on either side of it.
 */
function nearestBetween(low: bigint, high: bigint, { referencePrice, tickSize }: AuctionTerms): bigint[] {
  const lowest = low - (low % tickSize) + tickSize;
  const highest = high % tickSize === 0n ? high - tickSize : high - (high % tickSize);
  if (lowest > highest) return [];
  if (referencePrice <= lowest) return [lowest];
  if (referencePrice >= highest) return [highest];
  const floor = referencePrice - (referencePrice % tickSize);
  return floor === referencePrice ? [floor] : [floor, floor + tickSize];
}

/**
 * Matches of an uncrossing by price and place, each side until the volume is done, market orders at the
 * band's edge first. One that a corporate action re-priced may stand behind a better limit.
 */
export function pairsOf<Entry extends AuctionEntry>(
  entries: readonly Entry[],
  at: Uncrossing,
): AuctionPair<Entry>[] {
  const buys = queueOf(entries, 'buy', at.price);
  const sells = queueOf(entries, 'sell', at.price);
  const pairs: AuctionPair<Entry>[] = [];
  let [buyPlace, sellPlace] = [0, 0];
  let [buyLeft, sellLeft] = [buys[0]?.quantity ?? 0n, sells[0]?.quantity ?? 0n];
  for (let buy = buys[0], sell = sells[0]; buy && sell; buy = buys[buyPlace], sell = sells[sellPlace]) {
    const traded = smaller<bigint>(buyLeft, sellLeft);
    assert(traded > 0n, 'Invariant: a match of an auction fills something');
    pairs.push({ buy, sell, quantity: quantity(traded) });
    buyLeft -= traded;
    sellLeft -= traded;
    if (buyLeft === 0n) {
      buyPlace += 1;
      buyLeft = buys[buyPlace]?.quantity ?? 0n;
    }
    if (sellLeft === 0n) {
      sellPlace += 1;
      sellLeft = sells[sellPlace]?.quantity ?? 0n;
    }
  }
  return pairs;
}

/**
 * Every price that can win, lowest first: those on the tick, and the limits of orders that rest from before
 * the tick was another, because what crosses at them has to trade.
 */
function candidatesOf(entries: readonly AuctionEntry[], { referencePrice, tickSize }: AuctionTerms): Price[] {
  const candidates = new Set<bigint>(entries.map((entry) => entry.price));
  for (const limit of [referencePrice, ...entries.map((entry) => entry.price)]) {
    const floor = limit - (limit % tickSize);
    const ceiling = floor === limit ? limit : floor + tickSize;
    for (const one of [floor - tickSize, floor, ceiling, ceiling + tickSize])
      if (one > 0n) candidates.add(one);
  }
  return [...candidates].sort((one, other) => sign(one - other)).map(price);
}

function isBetter(one: Uncrossing, best: Uncrossing, reference: Price): boolean {
  if (one.volume !== best.volume) return one.volume > best.volume;
  const [left, bestLeft] = [size(one.imbalance), size(best.imbalance)];
  if (left !== bestLeft) return left < bestLeft;
  return size(one.price - reference) < size(best.price - reference);
}

/** Entries of a side that trade at a price, in the order in which they do. */
function queueOf<Entry extends AuctionEntry>(entries: readonly Entry[], side: Side, at: Price): Entry[] {
  return entries.filter((entry) => entry.side === side && tradesAt(entry, at)).sort(byTurn);
}

/** Whether an entry is to trade at a price. */
export function tradesAt({ side, price: limit }: Pick<AuctionEntry, 'side' | 'price'>, at: Price): boolean {
  return side === 'buy' ? limit >= at : limit <= at;
}

/** Of two of the same side, who trades first. */
export function byTurn(one: Turn, other: Turn): number {
  if (one.price !== other.price) return one.price > other.price === (one.side === 'buy') ? -1 : 1;
  if (one.isMarket !== other.isMarket) return one.isMarket ? -1 : 1;
  return one.priority - other.priority;
}

type Turn = Pick<AuctionEntry, 'side' | 'price' | 'priority' | 'isMarket'>;

function size(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function sign(value: bigint): number {
  return value < 0n ? -1 : value > 0n ? 1 : 0;
}
