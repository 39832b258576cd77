import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type AuctionEntry,
  type AuctionLevel,
  pairsOf,
  type Uncrossing,
  uncrossingOf,
  uncrossingOfLevels,
} from '#matching/uncross.ts';
import { greater, type Price, price, quantity, type Side, smaller } from '#values/index.ts';

const TICK = price(5n);

interface Drawn {
  readonly side: Side;
  readonly ticks: number;
  readonly size: number;
  readonly isMarket: boolean;
  /** How far from the edge of the band a market order was re-priced. */
  readonly inside: number;
}

const entry: fc.Arbitrary<Drawn> = fc.record({
  side: fc.constantFrom<Side>('buy', 'sell'),
  ticks: fc.integer({ min: 1, max: 14 }),
  size: fc.integer({ min: 1, max: 9 }),
  isMarket: fc.boolean(),
  inside: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 13 })),
});

/** A market order's limit is the edge of the band, unless it was re-priced. */
function entriesOf(drawn: readonly Drawn[]): AuctionEntry[] {
  return drawn.map(({ side, ticks, size, isMarket, inside }, place) => ({
    side,
    price: price(BigInt(isMarket ? (side === 'buy' ? 15 - inside : 1 + inside) : ticks) * TICK),
    quantity: quantity(BigInt(size)),
    priority: place + 1,
    isMarket,
  }));
}

const sizeOf = (entries: readonly AuctionEntry[]): bigint =>
  entries.reduce((sum, { quantity: one }) => sum + one, 0n);
const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** The judge: looks at every tick, and takes the first that no other beats. */
function judged(entries: readonly AuctionEntry[], referencePrice: Price): Uncrossing | undefined {
  const all: Uncrossing[] = [];
  for (let ticks = 1n; ticks <= 30n; ticks += 1n) {
    const at = price(ticks * TICK);
    const demand = sizeOf(entries.filter((one) => one.side === 'buy' && one.price >= at));
    const supply = sizeOf(entries.filter((one) => one.side === 'sell' && one.price <= at));
    all.push({ price: at, volume: quantity(smaller(demand, supply)), imbalance: demand - supply });
  }
  const most = all.reduce((volume, one) => greater(one.volume, volume), quantity(0n));
  if (most === 0n) return undefined;
  const rank = (one: Uncrossing): [bigint, bigint] => [
    magnitude(one.imbalance),
    magnitude(one.price - referencePrice),
  ];
  return all
    .filter(({ volume }) => volume === most)
    .reduce((best, one) => {
      const [[left, far], [bestLeft, bestFar]] = [rank(one), rank(best)];
      return left < bestLeft || (left === bestLeft && far < bestFar) ? one : best;
    });
}

const drawings = fc.array(entry, { maxLength: 14 });
const references = fc.integer({ min: 5, max: 75 });

test('what stands at each price gives the same price as each order by itself', () => {
  fc.assert(
    fc.property(
      drawings,
      references,
      fc.constantFrom(TICK, price(2n), price(7n)),
      (drawn, reference, tickSize) => {
        const entries = entriesOf(drawn);
        const terms = { referencePrice: price(BigInt(reference)), tickSize };
        const levels = new Map<Price, AuctionLevel>();
        for (const { price: at, side, quantity: size } of entries)
          levels.getOrInsertComputed(at, () => ({ price: at, buy: 0n, sell: 0n }))[side] += size;
        const sorted = [...levels.values()].sort((one, other) => (one.price < other.price ? -1 : 1));
        assert.deepEqual(uncrossingOfLevels(sorted, terms), uncrossingOf(entries, terms));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('the uncrossing price is the one that trying every tick finds', () => {
  fc.assert(
    fc.property(drawings, references, (drawn, reference) => {
      const entries = entriesOf(drawn);
      const referencePrice = price(BigInt(reference));
      assert.deepEqual(
        uncrossingOf(entries, { referencePrice, tickSize: TICK }),
        judged(entries, referencePrice),
      );
    }),
    { numRuns: 2_000 },
  );
});

test('what trades is the volume, within every limit, by price, market first, and time, and leaves nothing crossed', () => {
  fc.assert(
    fc.property(drawings, references, (drawn, reference) => {
      const entries = entriesOf(drawn);
      const found = uncrossingOf(entries, { referencePrice: price(BigInt(reference)), tickSize: TICK });
      if (!found) return;
      const pairs = pairsOf(entries, found);
      assert.equal(
        pairs.reduce((sum, pair) => sum + pair.quantity, 0n),
        found.volume,
      );
      const left = new Map(entries.map((one) => [one, BigInt(one.quantity)]));
      for (const { buy, sell, quantity: traded } of pairs) {
        assert.ok(buy.side === 'buy' && sell.side === 'sell' && traded > 0n);
        assert.ok(buy.price >= found.price && sell.price <= found.price);
        for (const one of [buy, sell]) left.set(one, (left.get(one) ?? 0n) - traded);
      }
      for (const [one, open] of left) {
        assert.ok(open >= 0n);
        if (open < one.quantity) for (const before of ahead(entries, one)) assert.equal(left.get(before), 0n);
      }
      const waiting = entries.filter((one) => (left.get(one) ?? 0n) > 0n && !one.isMarket);
      for (const buy of waiting.filter(({ side }) => side === 'buy'))
        for (const sell of waiting.filter(({ side }) => side === 'sell')) assert.ok(buy.price < sell.price);
    }),
    { numRuns: 2_000 },
  );
});

/** Entries before one in its queue. */
function ahead(entries: readonly AuctionEntry[], one: AuctionEntry): AuctionEntry[] {
  const sign = one.side === 'buy' ? 1n : -1n;
  return entries.filter((other) => {
    if (other.side !== one.side || other === one) return false;
    if (other.price !== one.price) return (other.price - one.price) * sign > 0n;
    if (other.isMarket !== one.isMarket) return other.isMarket;
    return other.priority < one.priority;
  });
}

test('market orders on both sides alone trade at the reference', () => {
  const entries = entriesOf([
    { side: 'buy', ticks: 0, size: 3, isMarket: true, inside: 0 },
    { side: 'sell', ticks: 0, size: 5, isMarket: true, inside: 0 },
  ]);
  const found = uncrossingOf(entries, { referencePrice: price(40n), tickSize: TICK });
  assert.deepEqual(found, { price: 40n, volume: 3n, imbalance: -2n });
});

test('limits from before a change of the tick trade where they cross, on the new tick or not', () => {
  const entries = entriesOf([
    { side: 'buy', ticks: 3, size: 4, isMarket: false, inside: 0 },
    { side: 'sell', ticks: 3, size: 2, isMarket: false, inside: 0 },
  ]);
  const found = uncrossingOf(entries, { referencePrice: price(20n), tickSize: price(10n) });
  assert.deepEqual(found, { price: 15n, volume: 2n, imbalance: 2n });
});
