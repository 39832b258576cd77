import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CorporateTerms, checkInvariants, queuePlace, snapshotAccount } from '#engine.ts';
import type { RequestedConditions } from '#model/commands/order-commands.ts';
import type { Order, OrderType } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, INR, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, accountId, parseClientId, price, quantity } from '#values/index.ts';

/* Fate of open orders when a share changes: each test is an order before and after. */

const CASH = { wallet: 'stock', asset: INR } as const;

/** A day whose band holds the prices of before and after, with a last price of 500.00. */
function wideTrader(): Trader {
  const trader = new Trader();
  const band = { priceLow: price(5_000n), priceHigh: price(60_000n) };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  const other = trader.open(9);
  trader.quote(ARUNA, { asks: [[50_000n, 1n]] });
  trader.buy(ARUNA, { by: other, at: 50_000n, size: 1n });
  return trader;
}

function act(
  trader: Trader,
  by: AccountId,
  ...[before, after, kind = 'split']: [bigint, bigint, ('split' | 'bonus')?]
): Applied {
  const terms: CorporateTerms = {
    kind,
    sharesBefore: quantity(before),
    sharesAfter: quantity(after),
    fractionPrice: price(10_000n),
  };
  const clientId = parseClientId(`action-${kind}`);
  assert.ok(clientId);
  const content = { contentHash: 'published', instrumentId: ARUNA.id, terms };
  const applied = trader.apply({ type: 'corporate.act', accountId: by, clientId, ...content });
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  return applied;
}

function ordersOf({ outcome }: Applied): readonly Order[] {
  assert.ok(outcome.ok && outcome.type === 'orders');
  return outcome.orders;
}

/**
 * An order's fate in a few words: `price x quantity, trigger, other trigger, other price` or why it ended.
 */
function fateOf(order: Order | undefined): string {
  if (!order) return 'none';
  const { state, conditions, priceLimit, quantity: size } = order;
  if (state.name === 'cancelled') return state.cause;
  const { trigger, otherLeg } = conditions ?? {};
  const legs = [trigger?.price, otherLeg?.trigger.price, otherLeg?.priceLimit].filter((one) => one);
  return [`${priceLimit} x ${size}`, ...legs].join(', ');
}

interface Case {
  readonly what: string;
  readonly side: 'buy' | 'sell';
  readonly ratio: readonly [bigint, bigint];
  readonly ask: {
    readonly at?: bigint;
    readonly size: bigint;
    readonly orderType?: OrderType;
    readonly validity?: 'day' | 'gtd';
    readonly conditions?: RequestedConditions;
  };
  readonly fate: string;
}

const gtt = (at: bigint, other?: readonly [bigint, bigint]): RequestedConditions => ({
  gtt: true,
  priceTrigger: price(at),
  ...(other && { otherLeg: { priceTrigger: price(other[0]), priceLimit: price(other[1]) } }),
});
const stopAt = (at: bigint): RequestedConditions => ({ priceTrigger: price(at) });

const CASES: readonly Case[] = [
  {
    what: 'a purchase, its price rounded down',
    side: 'buy',
    ratio: [1n, 3n],
    ask: { at: 49_000n, size: 7n },
    fate: '16330 x 21',
  },
  {
    what: 'a sale, its price rounded up',
    side: 'sell',
    ratio: [1n, 3n],
    ask: { at: 52_000n, size: 7n },
    fate: '17335 x 21',
  },
  {
    what: 'a stop to sell with its limit',
    side: 'sell',
    ratio: [1n, 3n],
    ask: { at: 48_000n, size: 4n, orderType: 'stopLimit', conditions: stopAt(49_000n) },
    fate: '16000 x 12, 16335',
  },
  {
    what: 'a stop to buy with its limit',
    side: 'buy',
    ratio: [1n, 3n],
    ask: { at: 52_000n, size: 4n, orderType: 'stopLimit', conditions: stopAt(51_000n) },
    fate: '17330 x 12, 17000',
  },
  {
    what: 'a GTT of one leg',
    side: 'buy',
    ratio: [2n, 3n],
    ask: { at: 49_000n, size: 4n, validity: 'gtd', orderType: 'limit', conditions: gtt(49_000n) },
    fate: '32665 x 6, 32665',
  },
  {
    what: 'both legs of a GTT',
    side: 'sell',
    ratio: [1n, 5n],
    ask: { at: 45_000n, size: 4n, validity: 'gtd', conditions: gtt(45_005n, [56_000n, 55_900n]) },
    fate: '9000 x 20, 9005, 11200, 11180',
  },
  {
    what: 'a GTT far below any day',
    side: 'buy',
    ratio: [1n, 50n],
    ask: { at: 45_000n, size: 4n, validity: 'gtd', conditions: gtt(45_000n) },
    fate: '900 x 200, 900',
  },
  {
    what: 'an order of which no whole number is left',
    side: 'sell',
    ratio: [2n, 3n],
    ask: { at: 52_000n, size: 7n },
    fate: 'corporateAction',
  },
  {
    what: 'a price that the day does not allow',
    side: 'sell',
    ratio: [1n, 50n],
    ask: { at: 52_000n, size: 7n },
    fate: 'corporateAction',
  },
  {
    what: 'a trigger that the day does not allow',
    side: 'sell',
    ratio: [1n, 50n],
    ask: { at: 48_000n, size: 4n, orderType: 'stopLimit', conditions: stopAt(49_000n) },
    fate: 'corporateAction',
  },
];

for (const { what, side, ratio, ask, fate } of CASES) {
  test(`${what}: ${fate}`, () => {
    const trader = wideTrader();
    const by = trader.open(1);
    const order = orderOf(trader[side](ARUNA, { by, ...ask }));
    const [changed] = ordersOf(act(trader, by, ...ratio));
    assert.equal(changed?.id, order.id);
    assert.equal(fateOf(changed), fate);
    const isOpen = changed.state.name === 'open' || changed.state.name === 'new';
    assert.equal(changed.conditions?.repricedAtMs, isOpen ? trader.atMs : undefined);
    const wallet = { by, wallet: 'stock', bucket: 'held' } as const;
    const holds = 'held' in changed.state ? changed.state.held : 0n;
    const asset = side === 'buy' ? INR : ARUNA.baseAsset;
    assert.equal(trader.balance({ ...wallet, asset }), holds, 'the hold is what it needs, or it is back');
  });
}

test('a purchase holds what its new value and charges need, and gives the rest back', () => {
  const trader = wideTrader();
  const by = trader.open(1);
  const free = trader.balance({ by, ...CASH });
  trader.buy(ARUNA, { by, at: 49_000n, size: 7n });
  const applied = act(trader, by, 1n, 3n);
  const [changed] = ordersOf(applied);
  assert.ok(changed?.state.name === 'open');
  const { held } = changed.state;
  assert.ok(held >= 16_330n * 21n && held < 49_000n * 7n + 1_000n, `it holds ${held}`);
  assert.equal(trader.balance({ by, ...CASH }), free - held);
  assert.deepEqual(
    applied.changes.postings.filter(({ orderId }) => orderId === changed.id).map(({ kind }) => kind),
    ['release', 'hold'],
  );
  trader.quote(ARUNA, { asks: [[16_330n, 21n]] });
  assert.equal(snapshotAccount(trader.state, by)?.orders.length, 0, 'it fills whole with what it holds');
  assert.equal(trader.balance({ by, ...CASH, bucket: 'held' }), 0n);
});

test('what was filled stays as it was traded, and what is left is in the new share', () => {
  const trader = wideTrader();
  const by = trader.open(1);
  trader.buy(ARUNA, { by, at: 49_000n, size: 10n });
  trader.quote(ARUNA, { asks: [[49_000n, 4n]] });
  const [changed] = ordersOf(act(trader, by, 1n, 5n));
  assert.deepEqual(
    [changed?.state.name, changed?.quantity, changed?.quantityFilled, changed?.priceLimit],
    ['partial', 34n, 4n, 9_800n],
  );
  trader.quote(ARUNA, { asks: [[9_800n, 30n]] });
  const rows = snapshotAccount(trader.state, by);
  assert.deepEqual([rows?.orders.length, rows?.positions[0]?.quantity], [0, 504n * 5n + 30n]);
});

test('re-priced orders stand behind whoever stands there, in the sequence of their numbers', () => {
  const trader = wideTrader();
  const [by, other] = [trader.open(1), trader.open(2)];
  const later = orderOf(trader.sell(ARUNA, { by: other, at: 10_800n * 5n, size: 1n }));
  const [first, second] = [3n, 2n].map((size) => orderOf(trader.sell(ARUNA, { by, at: 54_000n, size })));
  assert.ok(first && second);
  act(trader, other, 1n, 5n);
  act(trader, by, 1n, 5n);
  const aheadOf = ({ id: orderId }: Order) =>
    queuePlace(trader.state, { instrumentId: ARUNA.id, environment: 'demo', orderId })?.quantityAhead;
  assert.deepEqual([later, first, second].map(aheadOf), [0n, 5n, 20n]);
});

test('an order that would trade with one in the old share ends, and gives back what it held', () => {
  const trader = wideTrader();
  const [by, other] = [trader.open(1), trader.open(2)];
  const old = orderOf(trader.buy(ARUNA, { by: other, at: 49_000n, size: 5n }));
  trader.sell(ARUNA, { by, at: 52_000n, size: 10n });
  const applied = act(trader, by, 1n, 5n);
  assert.deepEqual(ordersOf(applied).map(fateOf), ['corporateAction']);
  assert.equal(applied.changes.fills.length, 0);
  assert.equal(trader.balance({ by, wallet: 'stock', asset: ARUNA.baseAsset, bucket: 'held' }), 0n);
  assert.equal(snapshotAccount(trader.state, other)?.orders[0]?.id, old.id);
});

test('an order that lost its shares to the rounding of their lots ends', () => {
  const trader = wideTrader();
  const by = trader.open(1);
  trader.sell(ARUNA, { by, at: 50_000n, size: 499n });
  trader.quote(ARUNA, { bids: [[50_000n, 499n]] });
  trader.quote(ARUNA, { asks: [[50_000n, 1n]] });
  trader.buy(ARUNA, { by, at: 50_000n, size: 1n });
  act(trader, by, 1n, 2n, 'bonus');
  const settled = { by, wallet: 'stock', asset: ARUNA.baseAsset } as const;
  assert.equal(
    trader.balance(settled),
    2n,
    'one of old and one of the bonus, and one that is not settled between',
  );
  trader.sell(ARUNA, { by, at: 52_000n, size: 2n });
  assert.deepEqual(ordersOf(act(trader, by, 2n, 3n)).map(fateOf), ['corporateAction']);
  assert.equal(trader.balance(settled), 2n, 'the half of each of two lots went to the one between');
});

test('a trigger is reached at its new price only', () => {
  const trader = wideTrader();
  const by = trader.open(1);
  trader.sell(ARUNA, { by, at: 48_000n, size: 4n, orderType: 'stopLimit', conditions: stopAt(49_000n) });
  act(trader, by, 1n, 5n);
  const print = (at: bigint) => {
    trader.quote(ARUNA, { asks: [[at, 2n]], bids: [[9_600n, 50n]] });
    trader.buy(ARUNA, { by: accountId(9), at, size: 2n });
  };
  print(9_900n);
  assert.equal(snapshotAccount(trader.state, by)?.orders[0]?.state.name, 'new');
  print(9_800n);
  assert.equal(snapshotAccount(trader.state, by)?.orders.length, 0);
});

test('an iceberg shows its part of the new share', () => {
  const trader = wideTrader();
  const by = trader.open(1);
  trader.sell(ARUNA, { by, at: 52_000n, size: 20n, conditions: { quantityShown: quantity(3n) } });
  const [changed] = ordersOf(act(trader, by, 2n, 5n));
  assert.deepEqual([changed?.quantity, changed?.conditions?.quantityShown], [50n, 8n]);
});

test('what is open within the day becomes more shares of the same value, on either side', () => {
  for (const side of ['buy', 'sell'] as const) {
    const trader = wideTrader();
    const by = trader.open(1);
    trader.quote(ARUNA, side === 'buy' ? { asks: [[50_000n, 7n]] } : { bids: [[50_000n, 7n]] });
    trader[side](ARUNA, { by, at: 50_000n, size: 7n, product: 'intraday' });
    const closing = side === 'buy' ? 'sell' : 'buy';
    const away = side === 'buy' ? 52_000n : 48_000n;
    trader[closing](ARUNA, { by, at: away, size: 2n, product: 'intraday' });
    const before = snapshotAccount(trader.state, by)?.intraday[0];
    const holds = snapshotAccount(trader.state, by)?.holds;
    const cash = trader.balance({ by, ...CASH });
    const [changed] = ordersOf(act(trader, by, 2n, 5n));
    const after = snapshotAccount(trader.state, by)?.intraday[0];
    const sign = side === 'buy' ? 1n : -1n;
    assert.equal(after?.quantity, sign * 17n, 'of seven come seventeen and a half');
    assert.deepEqual([after?.value, after?.charges], [before?.value, before?.charges]);
    assert.deepEqual(snapshotAccount(trader.state, by)?.holds, holds);
    assert.equal(trader.balance({ by, ...CASH }) - cash, sign * 5_000n, 'the half is settled');
    assert.equal(fateOf(changed), `${(away * 2n) / 5n} x 5`);
  }
});

test('what an auction has collected, and what waits for the next session, goes on there', () => {
  const trader = wideTrader();
  const by = trader.open(1);
  trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  const next = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 2n, conditions: { afterMarket: true } }));
  const [asleep] = ordersOf(act(trader, by, 1n, 5n));
  assert.deepEqual([asleep?.id, asleep?.state.name, fateOf(asleep)], [next.id, 'new', '9800 x 10']);
  const phases = { auction: 'preOpen', average: 'preOpen' } as const;
  trader.apply({ type: 'rules.set', session: { ...sessionOfDay(1), phases } });
  const [collected] = ordersOf(act(trader, by, 1n, 1n, 'bonus'));
  assert.deepEqual([collected?.state.name, fateOf(collected)], ['open', '9800 x 10']);
  const auction = trader.state.instrumentSide.books.get(ARUNA.id)?.demo.auction;
  assert.deepEqual(
    [...(auction?.orders.values() ?? [])].map(({ orderId, priceLimit }) => [orderId, priceLimit]),
    [[next.id, 9_800n]],
  );
});

test('whatever is ordered and in whatever ratio, what goes on is within its means and in its favour', () => {
  const orders = fc.array(
    fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      at: fc.bigInt({ min: 9_000n, max: 11_000n }).map((ticks) => ticks * 5n),
      size: fc.bigInt({ min: 1n, max: 30n }),
      isGtt: fc.boolean(),
    }),
    { maxLength: 8 },
  );
  const ratios = fc.tuple(fc.bigInt({ min: 1n, max: 10n }), fc.bigInt({ min: 0n, max: 5n }));
  const property = fc.property(
    orders,
    ratios,
    fc.bigInt({ min: 1n, max: 9n }),
    (asks, [before, more], part) => {
      const trader = wideTrader();
      const by = trader.open(1);
      for (const { side, at, size, isGtt } of asks)
        trader[side](ARUNA, { by, at, size, ...(isGtt && { validity: 'gtd', conditions: gtt(at) }) });
      trader.quote(ARUNA, { asks: [[45_000n, part]] });
      const old = new Map(snapshotAccount(trader.state, by)?.orders.map((order) => [order.id, order]));
      const after = before + more;
      const changed = ordersOf(act(trader, by, before, after));
      assert.deepEqual(
        changed.map(({ id }) => id),
        [...old.keys()].sort((one, other) => one - other),
      );
      for (const order of changed) {
        const was = old.get(order.id);
        if (!was || !('held' in order.state)) continue;
        assert.equal(
          (order.quantity - was.quantityFilled) * before,
          (was.quantity - was.quantityFilled) * after,
        );
        const [worth, limit] = [was.priceLimit * before, order.priceLimit * after];
        assert.ok(was.side === 'buy' ? limit <= worth : limit >= worth);
      }
    },
  );
  fc.assert(property, { numRuns: 200 });
});
