import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderModify } from '#command.ts';
import { decodeCommand, encodeCommand } from '#engine.ts';
import { checkInvariants } from '#invariants.ts';
import type { Applied } from '#outcome.ts';
import { codeOf, Desk, orderOf } from '#simulation/desk.ts';
import { ARUNA, BTC_USDT, DAY_MS, INR } from '#simulation/world.ts';
import {
  type AccountId,
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

function modify(desk: Desk, ...[by, id, what]: Parameters<typeof command>): Applied {
  const applied = desk.apply(command(by, id, what));
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: false }), []);
  return applied;
}

const held = (desk: Desk, by: AccountId) => desk.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' });

test('an iceberg grows as far as what it shows may stand for, and no further', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const shown = { special: { quantityShown: quantity(10n) } };
  const iceberg = orderOf(desk.buy(ARUNA, { by, at: 50_000n, size: 20n, ...shown }));
  const refused = modify(desk, by, iceberg.id, { size: 101n }).outcome;
  assert.deepEqual(refused, {
    ok: false,
    refusal: { code: 'QUANTITY_MAX', detail: { quantityMax: '100' } },
  });
  assert.equal(orderOf(modify(desk, by, iceberg.id, { size: 100n })).quantity, 100n);
});

test('a smaller quantity keeps its place and gives back what it no longer needs', () => {
  const desk = new Desk();
  const [one, two, taker] = [desk.open(1), desk.open(2), desk.open(3)];
  const first = orderOf(desk.buy(ARUNA, { by: one, at: 50_000n, size: 10n }));
  const second = orderOf(desk.buy(ARUNA, { by: two, at: 50_000n, size: 10n }));
  const before = held(desk, one);
  const changed = orderOf(modify(desk, one, first.id, { size: 4n }));
  assert.equal(changed.priority, first.priority);
  assert.ok(held(desk, one) < before / 2n);
  const { changes } = desk.sell(ARUNA, { by: taker, at: 50_000n, size: 5n });
  assert.deepEqual(
    changes.fills.map(({ maker, quantity: size }) => [maker.house ? 0 : maker.orderId, size]),
    [
      [first.id, 4n],
      [second.id, 1n],
    ],
  );
  assert.equal(held(desk, one), 0n);
});

test('a larger quantity or another price goes to the end of the queue, and the hold follows', () => {
  for (const what of [{ size: 11n }, { at: 50_005n }]) {
    const desk = new Desk();
    const [one, two, taker] = [desk.open(1), desk.open(2), desk.open(3)];
    const first = orderOf(desk.buy(ARUNA, { by: one, at: 50_000n, size: 10n }));
    const before = held(desk, one);
    const second = orderOf(desk.buy(ARUNA, { by: two, at: what.at ?? 50_000n, size: 10n }));
    orderOf(modify(desk, one, first.id, what));
    assert.ok(held(desk, one) > before);
    const { changes } = desk.sell(ARUNA, { by: taker, at: 50_000n, size: 5n });
    assert.deepEqual(
      changes.fills.map(({ maker }) => (maker.house ? 0 : maker.orderId)),
      [second.id],
    );
  }
});

test('a price that crosses trades at once, and its fills are told', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const order = orderOf(desk.buy(ARUNA, { by, at: 49_000n, size: 10n }));
  desk.quote(ARUNA, { asks: [[50_000n, 4n]] });
  const applied = modify(desk, by, order.id, { at: 50_000n });
  assert.equal(orderOf(applied).quantityFilled, 4n);
  assert.ok(applied.outcome.ok && applied.outcome.type === 'order' && applied.outcome.fills.length === 1);
  const filled = modify(desk, by, order.id, { size: 4n });
  assert.equal(codeOf(filled), 'QUANTITY_FILLED');
  assert.equal(orderOf(modify(desk, by, order.id, { size: 5n })).state.name, 'partial');
});

test('what is missing for more is refused and nothing changes', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const order = orderOf(desk.buy(ARUNA, { by, at: 50_000n, size: 10n }));
  const before = held(desk, by);
  assert.equal(codeOf(modify(desk, by, order.id, { size: 5_000n })), 'INSUFFICIENT_FUNDS');
  const sale = orderOf(desk.sell(ARUNA, { by, at: 54_000n, size: 10n }));
  assert.equal(codeOf(modify(desk, by, sale.id, { size: 501n })), 'INSUFFICIENT_HOLDINGS');
  assert.equal(held(desk, by), before);
});

test('an order that waits changes its trigger, its limit and its quantity, judged like a new one', () => {
  const desk = new Desk();
  const by = desk.open(1);
  desk.quote(ARUNA, { asks: [[50_000n, 1n]] });
  desk.buy(ARUNA, { by, at: 50_000n, size: 1n });
  const special = { priceTrigger: price(50_200n) };
  const order = orderOf(desk.buy(ARUNA, { by, at: 50_300n, size: 10n, orderType: 'stopLimit', special }));
  const changed = orderOf(modify(desk, by, order.id, { at: 50_500n, trigger: 50_400n, size: 12n }));
  assert.deepEqual(changed.terms?.trigger, { price: 50_400n, when: 'rises' });
  assert.equal(changed.state.name, 'new');
  assert.equal(codeOf(modify(desk, by, order.id, { trigger: 49_000n })), 'TRIGGER_SIDE');
  assert.equal(codeOf(modify(desk, by, order.id, { at: 50_300n })), 'TRIGGER_LIMIT');
  const plain = orderOf(desk.buy(ARUNA, { by, at: 49_000n, size: 1n }));
  assert.equal(codeOf(modify(desk, by, plain.id, { trigger: 49_500n })), 'NOT_MODIFIABLE');
});

test('an order that becomes a market order takes no limit', () => {
  const desk = new Desk();
  const by = desk.open(1);
  desk.quote(ARUNA, { asks: [[50_000n, 1n]] });
  desk.buy(ARUNA, { by, size: 1n });
  const special = { priceTrigger: price(50_500n) };
  const stop = orderOf(desk.buy(ARUNA, { by, size: 1n, orderType: 'stopMarket', special }));
  assert.equal(codeOf(modify(desk, by, stop.id, { at: 50_600n })), 'NOT_MODIFIABLE');
  assert.equal(orderOf(modify(desk, by, stop.id, { trigger: 50_600n })).terms?.trigger?.price, 50_600n);
});

test('more may be paid with what became usable meanwhile', () => {
  const desk = new Desk();
  const by = desk.open(1);
  desk.quote(ARUNA, { bids: [[50_000n, 500n]] });
  desk.sell(ARUNA, { by, size: 500n });
  const usable = desk.balance({ by, wallet: 'stock', asset: INR });
  const order = orderOf(desk.buy(ARUNA, { by, at: 45_000n, size: usable / 46_000n }));
  const more = { size: order.quantity + 100n };
  assert.equal(codeOf(modify(desk, by, order.id, more)), 'INSUFFICIENT_FUNDS');
  desk.atMs = instantMs(desk.atMs + DAY_MS);
  assert.equal(orderOf(modify(desk, by, order.id, more)).quantity, more.size);
});

test('what can not be changed, is gone or is another’s', () => {
  const desk = new Desk();
  const [by, other] = [desk.open(1), desk.open(2)];
  const order = orderOf(desk.buy(ARUNA, { by, at: 50_000n, size: 10n }));
  assert.equal(codeOf(modify(desk, by, order.id, {})), 'NOT_MODIFIABLE');
  assert.equal(codeOf(modify(desk, other, order.id, { size: 5n })), 'ORDER_NOT_OPEN');
  assert.equal(codeOf(modify(desk, by, orderId(10_000), { size: 5n })), 'ORDER_UNKNOWN');
  assert.equal(codeOf(modify(desk, by, order.id, { at: 50_001n })), 'TICK');
  assert.equal(codeOf(modify(desk, by, order.id, { at: 56_000n })), 'PRICE_BAND');
  desk.apply({ type: 'order.cancel', accountId: by, orderId: order.id });
  assert.equal(codeOf(modify(desk, by, order.id, { size: 5n })), 'ORDER_NOT_OPEN');
  desk.apply({ type: 'account.set', accountId: by, status: 'frozen' });
  assert.equal(codeOf(modify(desk, by, order.id, { size: 5n })), 'ACCOUNT_FROZEN');
});

test('an order that only waits may not be changed into one that takes', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const order = orderOf(desk.buy(BTC_USDT, { by, at: 5_900_000n, size: 1_000_000n, validity: 'postOnly' }));
  desk.quote(BTC_USDT, { asks: [[6_000_000n, 1_000_000n]] });
  assert.equal(codeOf(modify(desk, by, order.id, { at: 6_000_000n })), 'WOULD_TAKE');
  assert.equal(orderOf(modify(desk, by, order.id, { at: 5_990_000n })).validity, 'postOnly');
});

test('an iceberg made smaller hides less, and keeps its place', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const special = { quantityShown: quantity(10n) };
  const order = orderOf(desk.sell(ARUNA, { by, at: 50_000n, size: 40n, special }));
  const changed = orderOf(modify(desk, by, order.id, { size: 15n }));
  assert.equal(changed.priority, order.priority);
  orderOf(modify(desk, by, order.id, { size: 5n }));
  const { changes } = desk.buy(ARUNA, { by: desk.open(2), at: 50_000n, size: 10n });
  assert.deepEqual(
    changes.fills.map(({ quantity: size }) => size),
    [5n],
  );
});

test('the same client id gets the same answer, and other content is refused', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const order = orderOf(desk.buy(ARUNA, { by, at: 50_000n, size: 10n }));
  const first = command(by, order.id, { size: 8n });
  const answer = desk.apply(first);
  const again = desk.apply(first);
  assert.equal(again.duplicate, true);
  assert.deepEqual(again.outcome, answer.outcome);
  assert.equal(codeOf(desk.apply({ ...first, contentHash: 'other' })), 'CLIENT_ID_REUSED');
  assert.deepEqual(decodeCommand(encodeCommand(first)), first);
});

test('cancelling all ends what waits and what rests of what is meant, oldest first, and nothing else', () => {
  const desk = new Desk();
  const [by, other] = [desk.open(1), desk.open(2)];
  const share = orderOf(desk.buy(ARUNA, { by, at: 49_000n, size: 10n }));
  const coin = orderOf(desk.buy(BTC_USDT, { by, at: 5_000_000n, size: 1_000_000n }));
  const another = orderOf(desk.buy(ARUNA, { by: other, at: 49_000n, size: 10n }));
  const ids = ({ outcome }: Applied) =>
    outcome.ok && outcome.type === 'orders'
      ? outcome.orders.map(({ id, state }) => [id, state.name])
      : outcome;
  assert.deepEqual(ids(desk.apply({ type: 'order.cancelAll', accountId: by, venue: 'COIN_SIM' })), [
    [coin.id, 'cancelled'],
  ]);
  assert.deepEqual(
    ids(desk.apply({ type: 'order.cancelAll', accountId: by, instrumentId: BTC_USDT.id })),
    [],
  );
  assert.deepEqual(ids(desk.apply({ type: 'order.cancelAll', accountId: by })), [[share.id, 'cancelled']]);
  assert.equal(held(desk, by), 0n);
  assert.ok(desk.state.accountSide.accounts.get(other)?.orders.has(another.id));
});
