import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  apply,
  checkInvariants,
  decodeCommand,
  decodeMarketMakerDepth,
  encodeCommand,
  encodeMarketMakerDepth,
  forecastOrders,
  stateHash,
} from '#engine.ts';
import type { Command, Sequenced } from '#model/command.ts';
import type { BasketLeg, OrderBasket } from '#model/commands/order-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Applied, PlacedLeg } from '#model/outcome.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, BTC_INR, createWorld, GRANTS } from '#simulation/world.ts';
import { canonical } from '#state-hash.ts';
import { accountId, legOfOrder, parseClientId, price, quantity, sequenceOfOrder } from '#values/index.ts';

const leg = (
  side: 'buy' | 'sell',
  of: { readonly in: Instrument; readonly size: bigint; readonly at?: bigint },
): BasketLeg => ({
  instrumentId: of.in.id,
  side,
  orderType: of.at === undefined ? 'market' : 'limit',
  validity: of.in.kind === 'stock' ? 'day' : 'gtc',
  ...(of.at !== undefined && { priceLimit: price(of.at) }),
  quantity: quantity(of.size),
});

function basketOf(trader: Trader, legs: readonly BasketLeg[], named = 'basket-1'): OrderBasket {
  const clientId = parseClientId(named);
  assert.ok(clientId !== undefined);
  const { accountId } = trader.command('buy', ARUNA, { by: asha, size: 1n });
  return { type: 'order.basket', accountId, clientId, contentHash: named, legs };
}

function placedOf({ outcome }: Applied): readonly PlacedLeg[] {
  assert.ok(outcome.ok && outcome.type === 'basket', JSON.stringify(outcome, text));
  return outcome.legs;
}

function refusedOf({ outcome }: Applied): unknown {
  assert.ok(!outcome.ok);
  return outcome.legs?.map(({ leg: at, refusal }) => [at, refusal.code]);
}

const text = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
const world = new Trader();
const asha = world.open(1);

function traderWithAsks(): Trader {
  const trader = new Trader();
  trader.open(1);
  trader.quote(ARUNA, {
    bids: [[49_900n, 50n]],
    asks: [
      [50_000n, 10n],
      [50_100n, 10n],
    ],
  });
  return trader;
}

test('all legs are placed in one command, each an order of its own that meets what those before have left', () => {
  const trader = traderWithAsks();
  const legs = [
    leg('buy', { in: ARUNA, size: 12n, at: 50_100n }),
    leg('buy', { in: ARUNA, size: 20n, at: 50_100n }),
    leg('sell', { in: BHUMI, size: 7n, at: 101n }),
  ];
  const sequence = trader.state.lastSequence + 1;
  const applied = trader.apply(basketOf(trader, legs));
  const placed = placedOf(applied);
  assert.equal(trader.state.lastSequence, sequence, 'one place in the journal');
  assert.deepEqual(
    placed.map(({ order }) => [sequenceOfOrder(order.id), legOfOrder(order.id), order.state.name]),
    [
      [sequence, 0, 'completed'],
      [sequence, 1, 'partial'],
      [sequence, 2, 'open'],
    ],
  );
  assert.deepEqual(
    placed.map(({ fills }) => fills.map((fill) => [fill.price, fill.quantity])),
    [
      [
        [50_000n, 10n],
        [50_100n, 2n],
      ],
      [[50_100n, 8n]],
      [],
    ],
  );
  assert.deepEqual(
    applied.changes.fills.map(({ index }) => index),
    [0, 1, 2],
  );
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
});

test('where one leg is refused none is placed, and each refusal is told with its place', () => {
  const trader = traderWithAsks();
  const before = stateHash(trader.state);
  const legs = [
    leg('buy', { in: ARUNA, size: 1n }),
    leg('sell', { in: BHUMI, size: 9_999n, at: 101n }),
    leg('buy', { in: ARUNA, size: 1n, at: 60_000n }),
  ];
  const applied = trader.apply(basketOf(trader, legs));
  assert.deepEqual(refusedOf(applied), [
    [1, 'INSUFFICIENT_HOLDINGS'],
    [2, 'PRICE_BAND'],
  ]);
  assert.ok(applied.journaled, 'a refusal is an answer, and stays one');
  assert.equal(stateHash(trader.state), before);
  assert.deepEqual(applied.changes.orders, []);
});

test('no leg can promise that it never takes: what those before it move may stand across from it', () => {
  const trader = traderWithAsks();
  const coin = leg('buy', { in: BTC_INR, size: 13n * 500_000n, at: 700_000_000n });
  trader.quote(BTC_INR, {});
  const [resting] = placedOf(trader.apply(basketOf(trader, [coin])));
  assert.equal(resting?.order.state.name, 'open');
  const promised = { ...coin, validity: 'postOnly' as const };
  assert.deepEqual(refusedOf(trader.apply(basketOf(trader, [coin, promised], 'basket-2'))), [
    [1, 'TYPE_NOT_ALLOWED'],
  ]);
});

test('legs share one assetBalance, and each wallet is a assetBalance of its own', () => {
  const trader = traderWithAsks();
  const whole = 1_000_000_00n / 50_000n;
  const half = (whole * 6n) / 10n;
  const share = leg('buy', { in: ARUNA, size: half, at: 50_000n });
  assert.deepEqual(refusedOf(trader.apply(basketOf(trader, [share, share]))), [[1, 'INSUFFICIENT_FUNDS']]);
  const coin = leg('buy', { in: BTC_INR, size: 13n * 500_000n, at: 700_000_000n });
  trader.quote(BTC_INR, {});
  assert.equal(placedOf(trader.apply(basketOf(trader, [share, coin], 'basket-2'))).length, 2);
});

test('what a preview says would be set aside is what is held', () => {
  const trader = traderWithAsks();
  const legs = [
    leg('buy', { in: ARUNA, size: 3n, at: 49_000n }),
    leg('sell', { in: BHUMI, size: 7n, at: 101n }),
  ];
  const basket = basketOf(trader, legs);
  const forecast = forecastOrders(trader.state, basket, trader.atMs);
  const placed = placedOf(trader.apply(basket));
  assert.deepEqual(
    forecast.map((one) => ('code' in one ? one.code : one.held)),
    placed.map(({ order }) => ('held' in order.state ? order.state.held : undefined)),
  );
});

test('an account has no more open orders for coming in a basket', () => {
  const trader = traderWithAsks();
  for (let count = 0; count < 199; count += 1) trader.buy(BHUMI, { by: asha, at: 95n, size: 2n });
  const one = leg('buy', { in: BHUMI, size: 2n, at: 95n });
  assert.deepEqual(refusedOf(trader.apply(basketOf(trader, [one, one]))), [[1, 'OPEN_ORDERS_MAX']]);
  assert.equal(placedOf(trader.apply(basketOf(trader, [one], 'basket-2'))).length, 1);
});

test('a basket of a journal of before is decided by the rules of before', () => {
  const trader = traderWithAsks();
  for (let count = 0; count < 200; count += 1) trader.buy(BHUMI, { by: asha, at: 95n, size: 2n });
  const { state, atMs } = trader;
  const sequence = state.lastSequence + 1;
  const command = basketOf(trader, [leg('sell', { in: BHUMI, size: 1n, at: 101n })]);
  const rulesVersion = RULE_CHANGES.indexOf('closingPastOrderCount');
  const before = apply(reload(state), { sequence, atMs, command, rulesVersion });
  assert.deepEqual(refusedOf(before), [[0, 'OPEN_ORDERS_MAX']]);
  assert.equal(placedOf(trader.apply(command)).length, 1);
});

test('the same basket again is answered again, with other content refused', () => {
  const trader = traderWithAsks();
  const basket = basketOf(trader, [leg('buy', { in: ARUNA, size: 1n })]);
  const first = trader.apply(basket);
  const again = trader.apply(basket);
  assert.ok(again.duplicate && !again.journaled);
  assert.deepEqual(again.outcome, first.outcome);
  const other = trader.apply({ ...basket, contentHash: 'other' });
  assert.ok(!other.outcome.ok && other.outcome.refusal.code === 'CLIENT_ID_REUSED');
  trader.apply({ type: 'account.set', accountId: asha, status: 'frozen' });
  const frozen = trader.apply(basketOf(trader, basket.legs, 'basket-2'));
  assert.ok(!frozen.outcome.ok && frozen.outcome.refusal.code === 'ACCOUNT_FROZEN');
});

test('the journal alone replays a basket with what it activates on the way, and one that is refused', () => {
  const trader = new Trader();
  const log: Sequenced[] = [];
  const outcomes: unknown[] = [];
  const send = (command: Command): Applied => {
    const applied = trader.apply(command);
    const { marketMakerDepth, outcome, changes } = applied;
    if (!applied.journaled) return applied;
    log.push({ sequence: trader.state.lastSequence, atMs: trader.atMs, command, marketMakerDepth });
    outcomes.push(canonical([outcome, changes]));
    return applied;
  };
  const bela = accountId(2);
  for (const id of [asha, bela])
    send({ type: 'account.open', accountId: id, environment: 'demo', grants: GRANTS });
  const quote = (asks: readonly [bigint, bigint][], bids: readonly [bigint, bigint][]) =>
    trader.quote(ARUNA, { asks, bids });
  quote([[50_000n, 1n]], []);
  trader.apply({
    type: 'marketMaker.take',
    instrumentId: ARUNA.id,
    environment: 'demo',
    side: 'buy',
    priceLimit: price(50_000n),
    quantity: quantity(1n),
  });
  const stop = { orderType: 'stopLimit' as const, conditions: { priceTrigger: price(50_100n) } };
  send(trader.command('buy', ARUNA, { by: bela, size: 4n, at: 50_200n, ...stop }));
  quote(
    [
      [50_100n, 9n],
      [50_200n, 10n],
    ],
    [[49_900n, 50n]],
  );
  const placed = placedOf(
    send(
      basketOf(trader, [
        leg('buy', { in: ARUNA, size: 9n }),
        leg('sell', { in: ARUNA, size: 5n }),
        leg('buy', { in: ARUNA, size: 8n, at: 50_200n }),
      ]),
    ),
  );
  assert.deepEqual(
    placed.map(({ order }) => order.quantityFilled),
    [9n, 5n, 6n],
    'the stop that the first leg activated took its part before the last',
  );
  quote([[50_300n, 9n]], []);
  const legs = [leg('buy', { in: ARUNA, size: 1n }), leg('buy', { in: BHUMI, size: 1n })];
  assert.deepEqual(refusedOf(send(basketOf(trader, legs, 'basket-2'))), [[1, 'NO_LIQUIDITY']]);

  const state = createWorld();
  for (const [place, entry] of log.entries()) {
    const marketMakerDepth = decodeMarketMakerDepth(encodeMarketMakerDepth(entry.marketMakerDepth ?? []));
    const { outcome, changes } = apply(state, { ...entry, marketMakerDepth });
    assert.equal(canonical([outcome, changes]), outcomes[place], `entry ${place}`);
  }
  assert.equal(stateHash(state), stateHash(trader.state));
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
});

test('the text of the journal is read as it was written', () => {
  const basket = basketOf(world, [
    leg('buy', { in: ARUNA, size: 1n }),
    leg('sell', { in: BHUMI, size: 2n, at: 100n }),
  ]);
  assert.deepEqual(decodeCommand(encodeCommand(basket)), basket);
});

test('cancelling all goes through the legs with the orders of their time', () => {
  const trader = traderWithAsks();
  const one = leg('sell', { in: BHUMI, size: 1n, at: 101n });
  trader.apply(basketOf(trader, [one, one]));
  trader.sell(BHUMI, { by: asha, at: 101n, size: 1n });
  const { outcome } = trader.apply({ type: 'order.cancelAll', accountId: asha });
  assert.ok(outcome.ok && outcome.type === 'ordersEnded');
  assert.deepEqual(
    outcome.orderIds.map((id) => [
      sequenceOfOrder(id) - sequenceOfOrder(outcome.orderIds[0] ?? id),
      legOfOrder(id),
    ]),
    [
      [0, 0],
      [0, 1],
      [1, 0],
    ],
  );
});

test('an order alone is foretold as it is placed, within the day too, and refused for the same', () => {
  const trader = traderWithAsks();
  const charges: bigint[] = [];
  for (const product of [undefined, 'intraday'] as const) {
    const order = trader.command('buy', ARUNA, {
      by: asha,
      at: 50_000n,
      size: 3n,
      ...(product && { product }),
    });
    const before = stateHash(trader.state);
    const [forecast] = forecastOrders(trader.state, order, trader.atMs);
    assert.equal(stateHash(trader.state), before);
    assert.ok(forecast && !('code' in forecast));
    const resting = { ...order, priceLimit: price(49_000n) };
    const [foretold] = forecastOrders(trader.state, resting, trader.atMs);
    const { outcome } = trader.apply(resting);
    assert.ok(foretold && !('code' in foretold) && outcome.ok && outcome.type === 'order');
    assert.ok('held' in outcome.order.state);
    assert.equal(foretold.held, outcome.order.state.held);
    charges.push(forecast.charges);
  }
  // 1,500 rupees: STT and stamp of a delivery; within the day brokerage and a fifth of the stamp.
  assert.deepEqual(charges, [2_29n, 64n]);
  const poor = trader.command('buy', ARUNA, { by: asha, at: 50_000n, size: 9_999n });
  const [refusal] = forecastOrders(trader.state, poor, trader.atMs);
  assert.ok(refusal && 'code' in refusal && refusal.code === 'INSUFFICIENT_FUNDS');
  const nobody = { ...poor, accountId: accountId(99) };
  assert.deepEqual(forecastOrders(trader.state, nobody, trader.atMs), [{ code: 'ACCOUNT_UNKNOWN' }]);
});
