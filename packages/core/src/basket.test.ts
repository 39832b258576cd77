import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BasketLeg, Command, OrderBasket, Sequenced } from '#command.ts';
import {
  apply,
  checkInvariants,
  decodeCommand,
  decodeHouseDepth,
  encodeCommand,
  encodeHouseDepth,
  forecastOrders,
  stateHash,
} from '#engine.ts';
import type { Instrument } from '#instrument.ts';
import type { Applied, PlacedLeg } from '#outcome.ts';
import { Desk } from '#simulation/desk.ts';
import { reload } from '#simulation/reload.ts';
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

function basketOf(desk: Desk, legs: readonly BasketLeg[], named = 'basket-1'): OrderBasket {
  const clientId = parseClientId(named);
  assert.ok(clientId !== undefined);
  const { accountId } = desk.command('buy', ARUNA, { by: asha, size: 1n });
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
const world = new Desk();
const asha = world.open(1);

function deskWithAsks(): Desk {
  const desk = new Desk();
  desk.open(1);
  desk.quote(ARUNA, {
    bids: [[49_900n, 50n]],
    asks: [
      [50_000n, 10n],
      [50_100n, 10n],
    ],
  });
  return desk;
}

test('all legs are placed in one command, each an order of its own that meets what those before have left', () => {
  const desk = deskWithAsks();
  const legs = [
    leg('buy', { in: ARUNA, size: 12n, at: 50_100n }),
    leg('buy', { in: ARUNA, size: 20n, at: 50_100n }),
    leg('sell', { in: BHUMI, size: 7n, at: 101n }),
  ];
  const sequence = desk.state.lastSequence + 1;
  const applied = desk.apply(basketOf(desk, legs));
  const placed = placedOf(applied);
  assert.equal(desk.state.lastSequence, sequence, 'one place in the journal');
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
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: true }), []);
});

test('where one leg is refused none is placed, and each refusal is told with its place', () => {
  const desk = deskWithAsks();
  const before = stateHash(desk.state);
  const legs = [
    leg('buy', { in: ARUNA, size: 1n }),
    leg('sell', { in: BHUMI, size: 9_999n, at: 101n }),
    leg('buy', { in: ARUNA, size: 1n, at: 60_000n }),
  ];
  const applied = desk.apply(basketOf(desk, legs));
  assert.deepEqual(refusedOf(applied), [
    [1, 'INSUFFICIENT_HOLDINGS'],
    [2, 'PRICE_BAND'],
  ]);
  assert.ok(applied.journaled, 'a refusal is an answer, and stays one');
  assert.equal(stateHash(desk.state), before);
  assert.deepEqual(applied.changes.orders, []);
});

test('no leg can promise that it never takes: what those before it move may stand across from it', () => {
  const desk = deskWithAsks();
  const coin = leg('buy', { in: BTC_INR, size: 13n * 500_000n, at: 700_000_000n });
  desk.quote(BTC_INR, {});
  const [resting] = placedOf(desk.apply(basketOf(desk, [coin])));
  assert.equal(resting?.order.state.name, 'open');
  const promised = { ...coin, validity: 'postOnly' as const };
  assert.deepEqual(refusedOf(desk.apply(basketOf(desk, [coin, promised], 'basket-2'))), [
    [1, 'TYPE_NOT_ALLOWED'],
  ]);
});

test('legs share one purse, and each wallet is a purse of its own', () => {
  const desk = deskWithAsks();
  const whole = 1_000_000_00n / 50_000n;
  const half = (whole * 6n) / 10n;
  const share = leg('buy', { in: ARUNA, size: half, at: 50_000n });
  assert.deepEqual(refusedOf(desk.apply(basketOf(desk, [share, share]))), [[1, 'INSUFFICIENT_FUNDS']]);
  const coin = leg('buy', { in: BTC_INR, size: 13n * 500_000n, at: 700_000_000n });
  desk.quote(BTC_INR, {});
  assert.equal(placedOf(desk.apply(basketOf(desk, [share, coin], 'basket-2'))).length, 2);
});

test('what a preview says would be set aside is what is held', () => {
  const desk = deskWithAsks();
  const legs = [
    leg('buy', { in: ARUNA, size: 3n, at: 49_000n }),
    leg('sell', { in: BHUMI, size: 7n, at: 101n }),
  ];
  const basket = basketOf(desk, legs);
  const forecast = forecastOrders(desk.state, basket, desk.atMs);
  const placed = placedOf(desk.apply(basket));
  assert.deepEqual(
    forecast.map((one) => ('code' in one ? one.code : one.held)),
    placed.map(({ order }) => ('held' in order.state ? order.state.held : undefined)),
  );
});

test('an account has no more open orders for coming in a basket', () => {
  const desk = deskWithAsks();
  for (let count = 0; count < 199; count += 1) desk.sell(BHUMI, { by: asha, at: 101n, size: 1n });
  const one = leg('sell', { in: BHUMI, size: 1n, at: 101n });
  assert.deepEqual(refusedOf(desk.apply(basketOf(desk, [one, one]))), [[1, 'OPEN_ORDERS_MAX']]);
  assert.equal(placedOf(desk.apply(basketOf(desk, [one], 'basket-2'))).length, 1);
});

test('the same basket again is answered again, with other content refused', () => {
  const desk = deskWithAsks();
  const basket = basketOf(desk, [leg('buy', { in: ARUNA, size: 1n })]);
  const first = desk.apply(basket);
  const again = desk.apply(basket);
  assert.ok(again.duplicate && !again.journaled);
  assert.deepEqual(again.outcome, first.outcome);
  const other = desk.apply({ ...basket, contentHash: 'other' });
  assert.ok(!other.outcome.ok && other.outcome.refusal.code === 'CLIENT_ID_REUSED');
  desk.apply({ type: 'account.set', accountId: asha, status: 'frozen' });
  const frozen = desk.apply(basketOf(desk, basket.legs, 'basket-2'));
  assert.ok(!frozen.outcome.ok && frozen.outcome.refusal.code === 'ACCOUNT_FROZEN');
});

test('the journal alone replays a basket with what it sets free on the way, and one that is refused', () => {
  const desk = new Desk();
  const log: Sequenced[] = [];
  const outcomes: unknown[] = [];
  const send = (command: Command): Applied => {
    const applied = desk.apply(command);
    const { houseDepth, outcome, changes } = applied;
    if (!applied.journaled) return applied;
    log.push({ sequence: desk.state.lastSequence, atMs: desk.atMs, command, houseDepth });
    outcomes.push(canonical([outcome, changes]));
    return applied;
  };
  const bela = accountId(2);
  for (const id of [asha, bela]) send({ type: 'account.open', accountId: id, lane: 'demo', grants: GRANTS });
  const quote = (asks: readonly [bigint, bigint][], bids: readonly [bigint, bigint][]) =>
    desk.quote(ARUNA, { asks, bids });
  quote([[50_000n, 1n]], []);
  desk.apply({
    type: 'house.take',
    instrumentId: ARUNA.id,
    lane: 'demo',
    side: 'buy',
    priceLimit: price(50_000n),
    quantity: quantity(1n),
  });
  const stop = { orderType: 'stopLimit' as const, special: { priceTrigger: price(50_100n) } };
  send(desk.command('buy', ARUNA, { by: bela, size: 4n, at: 50_200n, ...stop }));
  quote(
    [
      [50_100n, 9n],
      [50_200n, 10n],
    ],
    [[49_900n, 50n]],
  );
  const placed = placedOf(
    send(
      basketOf(desk, [
        leg('buy', { in: ARUNA, size: 9n }),
        leg('sell', { in: ARUNA, size: 5n }),
        leg('buy', { in: ARUNA, size: 8n, at: 50_200n }),
      ]),
    ),
  );
  assert.deepEqual(
    placed.map(({ order }) => order.quantityFilled),
    [9n, 5n, 6n],
    'the stop that the first leg set free took its part before the last',
  );
  quote([[50_300n, 9n]], []);
  const legs = [leg('buy', { in: ARUNA, size: 1n }), leg('buy', { in: BHUMI, size: 1n })];
  assert.deepEqual(refusedOf(send(basketOf(desk, legs, 'basket-2'))), [[1, 'NO_LIQUIDITY']]);

  const state = createWorld();
  for (const [place, entry] of log.entries()) {
    const houseDepth = decodeHouseDepth(encodeHouseDepth(entry.houseDepth ?? []));
    const { outcome, changes } = apply(state, { ...entry, houseDepth });
    assert.equal(canonical([outcome, changes]), outcomes[place], `entry ${place}`);
  }
  assert.equal(stateHash(state), stateHash(desk.state));
  assert.equal(stateHash(reload(desk.state)), stateHash(desk.state));
});

test('the text of the journal is read as it was written', () => {
  const basket = basketOf(world, [
    leg('buy', { in: ARUNA, size: 1n }),
    leg('sell', { in: BHUMI, size: 2n, at: 100n }),
  ]);
  assert.deepEqual(decodeCommand(encodeCommand(basket)), basket);
});

test('cancelling all goes through the legs with the orders of their time', () => {
  const desk = deskWithAsks();
  const one = leg('sell', { in: BHUMI, size: 1n, at: 101n });
  desk.apply(basketOf(desk, [one, one]));
  desk.sell(BHUMI, { by: asha, at: 101n, size: 1n });
  const { outcome } = desk.apply({ type: 'order.cancelAll', accountId: asha });
  assert.ok(outcome.ok && outcome.type === 'orders');
  assert.deepEqual(
    outcome.orders.map(({ id }) => [
      sequenceOfOrder(id) - sequenceOfOrder(outcome.orders[0]?.id ?? id),
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
  const desk = deskWithAsks();
  const charges: bigint[] = [];
  for (const product of [undefined, 'intraday'] as const) {
    const order = desk.command('buy', ARUNA, {
      by: asha,
      at: 50_000n,
      size: 3n,
      ...(product && { product }),
    });
    const before = stateHash(desk.state);
    const [forecast] = forecastOrders(desk.state, order, desk.atMs);
    assert.equal(stateHash(desk.state), before);
    assert.ok(forecast && !('code' in forecast));
    const resting = { ...order, priceLimit: price(49_000n) };
    const [foretold] = forecastOrders(desk.state, resting, desk.atMs);
    const { outcome } = desk.apply(resting);
    assert.ok(foretold && !('code' in foretold) && outcome.ok && outcome.type === 'order');
    assert.ok('held' in outcome.order.state);
    assert.equal(foretold.held, outcome.order.state.held);
    charges.push(forecast.charges);
  }
  // 1,500 rupees: STT and stamp of a delivery; within the day brokerage and a fifth of the stamp.
  assert.deepEqual(charges, [2_29n, 64n]);
  const poor = desk.command('buy', ARUNA, { by: asha, at: 50_000n, size: 9_999n });
  const [refusal] = forecastOrders(desk.state, poor, desk.atMs);
  assert.ok(refusal && 'code' in refusal && refusal.code === 'INSUFFICIENT_FUNDS');
  const nobody = { ...poor, accountId: accountId(99) };
  assert.deepEqual(forecastOrders(desk.state, nobody, desk.atMs), [{ code: 'ACCOUNT_UNKNOWN' }]);
});
