import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, decodeCommand, encodeCommand } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { OrderModify } from '#model/commands/order-commands.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, BTC_USDT, INR } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import {
  type AccountId,
  DAY_MS,
  instantMs,
  type OrderId,
  orderId,
  parseClientId,
  price,
  quantity,
} from '#values/index.ts';

let count = 0;

function command(
  by: AccountId,
  id: OrderId,
  what: { size?: bigint; at?: bigint; trigger?: bigint },
): OrderModify {
  count += 1;
  const clientId = parseClientId(`modify-${String(count).padStart(8, '0')}`);
  assert.ok(clientId !== undefined);
  return {
    type: 'order.modify',
    accountId: by,
    clientId,
    contentHash: 'modify',
    orderId: id,
    ...(what.size !== undefined && { quantity: quantity(what.size) }),
    ...(what.at !== undefined && { priceLimit: price(what.at) }),
    ...(what.trigger !== undefined && { priceTrigger: price(what.trigger) }),
  };
}

function modify(trader: Trader, ...[by, id, what]: Parameters<typeof command>): Applied {
  const applied = trader.apply(command(by, id, what));
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
  return applied;
}

const held = (trader: Trader, by: AccountId) =>
  trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' });

test('a frozen account changes what only closes or only gets smaller; in a journal of before nothing', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const [closing, opening] = [
    orderOf(trader.sell(ARUNA, { by, at: 51_000n, size: 20n })),
    orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 20n })),
  ];
  const { state, atMs } = trader;
  const at = { atMs, rulesVersion: RULE_CHANGES.indexOf('frozenMayLessen') };
  const next = () => ({ ...at, sequence: state.lastSequence + 1 });
  apply(state, { ...next(), command: { type: 'account.set', accountId: by, status: 'frozen' } });
  const before = apply(reload(state), { ...next(), command: command(by, closing.id, { size: 10n }) });
  assert.equal(codeOf(before), 'ACCOUNT_FROZEN');
  const asked = (id: OrderId, what: Parameters<typeof command>[2]) => codeOf(modify(trader, by, id, what));
  assert.equal(asked(closing.id, { size: 10n }), 'order');
  assert.equal(asked(closing.id, { at: 50_500n }), 'order', 'as a new order that closes is taken');
  assert.equal(asked(opening.id, { size: 10n }), 'order');
  assert.equal(asked(opening.id, { size: 11n }), 'ACCOUNT_FROZEN');
  assert.equal(asked(opening.id, { at: 48_000n }), 'ACCOUNT_FROZEN');
  trader.apply({ type: 'account.set', accountId: by, status: 'closed' });
  assert.equal(asked(closing.id, { size: 5n }), 'ACCOUNT_FROZEN');
});

test('a price beyond all that can be counted in ticks is refused, new or changed, and ends nothing', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[49_995n, 10n]], asks: [[50_005n, 10n]] });
  const resting = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 10n }));
  for (const at of [BigInt(Number.MAX_SAFE_INTEGER) * 100n, 10n ** 18n]) {
    assert.equal(codeOf(trader.buy(ARUNA, { by, at, size: 1n })), 'VALUE_MAX');
    assert.equal(codeOf(trader.sell(ARUNA, { by, at, size: 1n })), 'VALUE_MAX');
    assert.equal(codeOf(modify(trader, by, resting.id, { at })), 'VALUE_MAX');
  }
});

test('an iceberg grows as far as what it shows may stand for, and no further', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const shown = { conditions: { quantityShown: quantity(10n) } };
  const iceberg = orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 20n, ...shown }));
  const refused = modify(trader, by, iceberg.id, { size: 101n }).outcome;
  assert.deepEqual(refused, {
    ok: false,
    refusal: { code: 'QUANTITY_MAX', detail: { quantityMax: '100' } },
  });
  assert.equal(orderOf(modify(trader, by, iceberg.id, { size: 100n })).quantity, 100n);
});

test('a change that would meet an own order is refused with its price, and both stand as before', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const bid = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 10n }));
  const offer = orderOf(trader.sell(ARUNA, { by, at: 50_000n, size: 10n }));
  for (const [id, at, met] of [
    [offer.id, 49_000n, '490.00'],
    [bid.id, 50_005n, '500.00'],
  ] as const)
    assert.deepEqual(modify(trader, by, id, { at }).outcome, {
      ok: false,
      refusal: { code: 'OWN_ORDER_MET', detail: { price: met } },
    });
  assert.equal(orderOf(modify(trader, by, offer.id, { at: 49_005n })).state.name, 'open');
  assert.equal(orderOf(modify(trader, by, bid.id, { at: 49_000n, size: 11n })).state.name, 'open');
});

test('a smaller quantity keeps its place and gives back what it no longer needs', () => {
  const trader = new Trader();
  const [one, two, taker] = [trader.open(1), trader.open(2), trader.open(3)];
  const first = orderOf(trader.buy(ARUNA, { by: one, at: 50_000n, size: 10n }));
  const second = orderOf(trader.buy(ARUNA, { by: two, at: 50_000n, size: 10n }));
  const before = held(trader, one);
  const changed = orderOf(modify(trader, one, first.id, { size: 4n }));
  assert.equal(changed.priority, first.priority);
  assert.ok(held(trader, one) < before / 2n);
  const { changes } = trader.sell(ARUNA, { by: taker, at: 50_000n, size: 5n });
  assert.deepEqual(
    changes.fills.map(({ maker, quantity: size }) => [maker.isMarketMaker ? 0 : maker.orderId, size]),
    [
      [first.id, 4n],
      [second.id, 1n],
    ],
  );
  assert.equal(held(trader, one), 0n);
});

test('a larger quantity or another price goes to the end of the queue, and the hold follows', () => {
  for (const what of [{ size: 11n }, { at: 50_005n }]) {
    const trader = new Trader();
    const [one, two, taker] = [trader.open(1), trader.open(2), trader.open(3)];
    const first = orderOf(trader.buy(ARUNA, { by: one, at: 50_000n, size: 10n }));
    const before = held(trader, one);
    const second = orderOf(trader.buy(ARUNA, { by: two, at: what.at ?? 50_000n, size: 10n }));
    orderOf(modify(trader, one, first.id, what));
    assert.ok(held(trader, one) > before);
    const { changes } = trader.sell(ARUNA, { by: taker, at: 50_000n, size: 5n });
    assert.deepEqual(
      changes.fills.map(({ maker }) => (maker.isMarketMaker ? 0 : maker.orderId)),
      [second.id],
    );
  }
});

test('a price that crosses trades at once, and its fills are told', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const order = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 10n }));
  trader.quote(ARUNA, { asks: [[50_000n, 4n]] });
  const applied = modify(trader, by, order.id, { at: 50_000n });
  assert.equal(orderOf(applied).quantityFilled, 4n);
  assert.ok(applied.outcome.ok && applied.outcome.type === 'order' && applied.outcome.fills.length === 1);
  const filled = modify(trader, by, order.id, { size: 4n });
  assert.equal(codeOf(filled), 'QUANTITY_FILLED');
  assert.equal(orderOf(modify(trader, by, order.id, { size: 5n })).state.name, 'partial');
});

test('what is missing for more is refused and nothing changes', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const order = orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 10n }));
  const before = held(trader, by);
  assert.equal(codeOf(modify(trader, by, order.id, { size: 5_000n })), 'INSUFFICIENT_FUNDS');
  const sale = orderOf(trader.sell(ARUNA, { by, at: 54_000n, size: 10n }));
  assert.equal(codeOf(modify(trader, by, sale.id, { size: 501n })), 'INSUFFICIENT_HOLDINGS');
  assert.equal(held(trader, by), before);
});

test('an order that waits changes its trigger, its limit and its quantity, judged like a new one', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 1n]] });
  trader.buy(ARUNA, { by, at: 50_000n, size: 1n });
  const conditions = { priceTrigger: price(50_200n) };
  const order = orderOf(
    trader.buy(ARUNA, { by, at: 50_300n, size: 10n, orderType: 'stopLimit', conditions }),
  );
  const changed = orderOf(modify(trader, by, order.id, { at: 50_500n, trigger: 50_400n, size: 12n }));
  assert.deepEqual(changed.conditions?.trigger, { price: 50_400n, when: 'rises' });
  assert.equal(changed.state.name, 'new');
  assert.equal(codeOf(modify(trader, by, order.id, { trigger: 49_000n })), 'TRIGGER_SIDE');
  assert.equal(codeOf(modify(trader, by, order.id, { at: 50_300n })), 'TRIGGER_LIMIT');
  const plain = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n }));
  assert.equal(codeOf(modify(trader, by, plain.id, { trigger: 49_500n })), 'NOT_MODIFIABLE');
});

test('an order that becomes a market order takes no limit', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 1n]] });
  trader.buy(ARUNA, { by, size: 1n });
  const conditions = { priceTrigger: price(50_500n) };
  const stop = orderOf(trader.buy(ARUNA, { by, size: 1n, orderType: 'stopMarket', conditions }));
  assert.equal(codeOf(modify(trader, by, stop.id, { at: 50_600n })), 'NOT_MODIFIABLE');
  assert.equal(
    orderOf(modify(trader, by, stop.id, { trigger: 50_600n })).conditions?.trigger?.price,
    50_600n,
  );
});

test('more may be paid with what became usable meanwhile', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[50_000n, 500n]] });
  trader.sell(ARUNA, { by, size: 500n });
  const usable = trader.balance({ by, wallet: 'stock', asset: INR });
  const order = orderOf(trader.buy(ARUNA, { by, at: 45_000n, size: usable / 46_000n }));
  const more = { size: order.quantity + 100n };
  assert.equal(codeOf(modify(trader, by, order.id, more)), 'INSUFFICIENT_FUNDS');
  trader.atMs = instantMs(trader.atMs + DAY_MS);
  assert.equal(orderOf(modify(trader, by, order.id, more)).quantity, more.size);
});

test('another tick holds back no change that leaves the price as it was; in a journal of before it does', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(BTC_USDT, { asks: [[6_000_000n, 1_000_000n]] });
  trader.buy(BTC_USDT, { by, size: 1_000_000n });
  const resting = orderOf(trader.buy(BTC_USDT, { by, at: 5_900_010n, size: 1_000_000n }));
  const conditions = { priceTrigger: price(5_900_010n) };
  const stop = orderOf(
    trader.sell(BTC_USDT, { by, at: 5_900_000n, size: 1_000_000n, orderType: 'stopLimit', conditions }),
  );
  trader.apply({ type: 'instrument.set', instrument: { ...BTC_USDT, tickSize: price(100n) } });
  const less = { size: 500_000n };
  const { state, atMs } = trader;
  const before = apply(reload(state), {
    sequence: state.lastSequence + 1,
    atMs,
    rulesVersion: RULE_CHANGES.indexOf('keptPriceOfAnyTick'),
    command: command(by, resting.id, less),
  });
  assert.equal(codeOf(before), 'TICK');
  assert.equal(orderOf(modify(trader, by, resting.id, less)).priority, resting.priority);
  assert.equal(orderOf(modify(trader, by, stop.id, less)).quantity, 500_000n);
  assert.equal(orderOf(modify(trader, by, resting.id, { size: 600_000n })).priceLimit, 5_900_010n);
  assert.equal(codeOf(modify(trader, by, resting.id, { ...less, at: 5_900_020n })), 'TICK');
  assert.equal(orderOf(modify(trader, by, resting.id, { ...less, at: 5_900_100n })).priceLimit, 5_900_100n);
});

test('another lot holds back no change that takes whole lots or nothing; in a journal of before it does', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const resting = orderOf(trader.buy(BHUMI, { by, at: 95n, size: 1_001n }));
  orderOf(trader.buy(BHUMI, { by, at: 95n, size: 1_000n }));
  trader.apply({ type: 'instrument.set', instrument: { ...BHUMI, lotSize: quantity(10n) } });
  const { state, atMs } = trader;
  const before = apply(reload(state), {
    sequence: state.lastSequence + 1,
    atMs,
    rulesVersion: RULE_CHANGES.indexOf('lessOfAnyLot'),
    command: command(by, resting.id, { size: 991n }),
  });
  assert.equal(codeOf(before), 'LOT');
  assert.equal(codeOf(modify(trader, by, resting.id, { size: 1_002n })), 'LOT');
  assert.equal(codeOf(modify(trader, by, resting.id, { size: 997n })), 'LOT', 'less by no whole lot');
  assert.equal(orderOf(modify(trader, by, resting.id, { at: 96n })).quantity, 1_001n);
  const lessened = orderOf(modify(trader, by, resting.id, { size: 991n }));
  assert.equal(lessened.quantity, 991n);
  assert.equal(orderOf(modify(trader, by, resting.id, { size: 990n })).quantity, 990n);
  assert.equal(codeOf(modify(trader, by, resting.id, { size: 985n })), 'LOT', 'it is of the lot of now');
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
});

test('what can not be changed, is gone or is another’s', () => {
  const trader = new Trader();
  const [by, other] = [trader.open(1), trader.open(2)];
  const order = orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 10n }));
  assert.equal(codeOf(modify(trader, by, order.id, {})), 'NOT_MODIFIABLE');
  assert.equal(codeOf(modify(trader, other, order.id, { size: 5n })), 'ORDER_NOT_OPEN');
  assert.equal(codeOf(modify(trader, by, orderId(10_000), { size: 5n })), 'ORDER_UNKNOWN');
  assert.equal(codeOf(modify(trader, by, order.id, { at: 50_001n })), 'TICK');
  assert.equal(codeOf(modify(trader, by, order.id, { at: 56_000n })), 'PRICE_BAND');
  trader.apply({ type: 'order.cancel', accountId: by, orderId: order.id });
  assert.equal(codeOf(modify(trader, by, order.id, { size: 5n })), 'ORDER_NOT_OPEN');
  trader.apply({ type: 'account.set', accountId: by, status: 'frozen' });
  assert.equal(codeOf(modify(trader, by, order.id, { size: 5n })), 'ACCOUNT_FROZEN');
});

test('an order that only waits may not be changed into one that takes', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const order = orderOf(trader.buy(BTC_USDT, { by, at: 5_900_000n, size: 1_000_000n, validity: 'postOnly' }));
  trader.quote(BTC_USDT, { asks: [[6_000_000n, 1_000_000n]] });
  assert.equal(codeOf(modify(trader, by, order.id, { at: 6_000_000n })), 'WOULD_TAKE');
  assert.equal(orderOf(modify(trader, by, order.id, { at: 5_990_000n })).validity, 'postOnly');
});

test('an iceberg made smaller hides less, and keeps its place', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const conditions = { quantityShown: quantity(10n) };
  const order = orderOf(trader.sell(ARUNA, { by, at: 50_000n, size: 40n, conditions }));
  const changed = orderOf(modify(trader, by, order.id, { size: 15n }));
  assert.equal(changed.priority, order.priority);
  orderOf(modify(trader, by, order.id, { size: 5n }));
  const { changes } = trader.buy(ARUNA, { by: trader.open(2), at: 50_000n, size: 10n });
  assert.deepEqual(
    changes.fills.map(({ quantity: size }) => size),
    [5n],
  );
});

test('the same client id gets the same answer, and other content is refused', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const order = orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 10n }));
  const first = command(by, order.id, { size: 8n });
  const answer = trader.apply(first);
  const again = trader.apply(first);
  assert.equal(again.duplicate, true);
  assert.deepEqual(again.outcome, answer.outcome);
  assert.equal(codeOf(trader.apply({ ...first, contentHash: 'other' })), 'CLIENT_ID_REUSED');
  assert.deepEqual(decodeCommand(encodeCommand(first)), first);
});

test('cancelling all ends what waits and what rests of what is meant, oldest first, and nothing else', () => {
  const trader = new Trader();
  const [by, other] = [trader.open(1), trader.open(2)];
  const share = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 10n }));
  const coin = orderOf(trader.buy(BTC_USDT, { by, at: 5_000_000n, size: 1_000_000n }));
  const another = orderOf(trader.buy(ARUNA, { by: other, at: 49_000n, size: 10n }));
  const ids = ({ outcome, changes }: Applied) =>
    outcome.ok && outcome.type === 'ordersEnded'
      ? outcome.orderIds.map((id) => [id, changes.orders.find((row) => row.id === id)?.state.name])
      : outcome;
  assert.deepEqual(ids(trader.apply({ type: 'order.cancelAll', accountId: by, venue: 'COIN_SIM' })), [
    [coin.id, 'cancelled'],
  ]);
  assert.deepEqual(
    ids(trader.apply({ type: 'order.cancelAll', accountId: by, instrumentId: BTC_USDT.id })),
    [],
  );
  assert.deepEqual(ids(trader.apply({ type: 'order.cancelAll', accountId: by })), [[share.id, 'cancelled']]);
  assert.equal(held(trader, by), 0n);
  assert.ok(trader.state.accountSide.accounts.get(other)?.orders.has(another.id));
});
