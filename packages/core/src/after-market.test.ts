import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, Desk, orderOf } from '#simulation/desk.ts';
import { reload } from '#simulation/reload.ts';
import { ARUNA, INR, sessionOfDay } from '#simulation/world.ts';
import { price } from '#values/index.ts';

const NEXT = { special: { afterMarket: true } } as const;

function closed(): Desk {
  const desk = new Desk();
  desk.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  return desk;
}

test('orders for the next session hold at once and go to the book in the order in which they came', () => {
  const desk = closed();
  const [one, two] = [desk.open(1), desk.open(2)];
  const buy = orderOf(desk.buy(ARUNA, { by: one, at: 50_100n, size: 10n, ...NEXT }));
  assert.ok(buy.state.name === 'new' && buy.state.waitsFor === 'session');
  assert.ok(desk.balance({ by: one, wallet: 'stock', asset: INR, bucket: 'held' }) > 10n * 50_100n);
  const sell = orderOf(desk.sell(ARUNA, { by: two, at: 50_000n, size: 4n, ...NEXT }));
  desk.apply({ type: 'session.end', venue: 'NSE_SIM' });
  const { changes } = desk.apply({ type: 'rules.set', session: sessionOfDay(1) });
  assert.deepEqual(
    changes.fills.map(({ price: at, quantity, taker, maker }) => [
      at,
      quantity,
      taker.house ? 0 : taker.orderId,
      maker.house ? 0 : maker.orderId,
    ]),
    [[50_100n, 4n, sell.id, buy.id]],
    'who came first rests, who came later takes',
  );
  const names = new Map(changes.orders.map((order) => [order.id, order.state.name]));
  assert.deepEqual([names.get(buy.id), names.get(sell.id)], ['partial', 'completed']);
});

test('an auction that opens the day collects them', () => {
  const desk = closed();
  const by = desk.open(1);
  const order = orderOf(desk.buy(ARUNA, { by, at: 50_100n, size: 10n, ...NEXT }));
  const phases = { auction: 'preOpen', average: 'preOpen' } as const;
  desk.apply({ type: 'rules.set', session: { ...sessionOfDay(1), phases } });
  const at = desk.state.instrumentSide.books.get(ARUNA.id)?.demo;
  assert.ok(at?.auction?.orders.has(order.id));
});

test('one that the new band leaves out, or whose share is halted, ends with the beginning', () => {
  for (const [instrument, cause] of [
    [{ ...ARUNA, band: { priceLow: price(40_000n), priceHigh: price(50_000n) } }, 'bandChange'],
    [{ ...ARUNA, status: 'halted' }, 'halt'],
  ] as const) {
    const desk = closed();
    const by = desk.open(1);
    desk.buy(ARUNA, { by, at: 50_100n, size: 10n, ...NEXT });
    desk.apply({ type: 'instrument.set', instrument });
    const [ended] = desk.apply({ type: 'rules.set', session: sessionOfDay(1) }).changes.orders;
    assert.ok(ended?.state.name === 'cancelled');
    assert.equal(ended.state.cause, cause);
    assert.equal(desk.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), 0n);
  }
});

test('one that waits is changed and waits on; it can not be made into one with a trigger', () => {
  const desk = closed();
  const by = desk.open(1);
  const { id } = orderOf(desk.buy(ARUNA, { by, at: 50_100n, size: 10n, ...NEXT }));
  const change = (what: { priceLimit?: bigint; priceTrigger?: bigint }) => {
    const { clientId } = desk.command('buy', ARUNA, { by, size: 1n });
    const { priceLimit, priceTrigger } = what;
    return desk.apply({
      type: 'order.modify',
      accountId: by,
      clientId,
      contentHash: 'change',
      orderId: id,
      ...(priceLimit !== undefined && { priceLimit: price(priceLimit) }),
      ...(priceTrigger !== undefined && { priceTrigger: price(priceTrigger) }),
    });
  };
  const changed = orderOf(change({ priceLimit: 50_200n }));
  assert.ok(changed.state.name === 'new' && changed.state.waitsFor === 'session');
  assert.equal(changed.priceLimit, 50_200n);
  assert.equal(codeOf(change({ priceTrigger: 50_000n })), 'NOT_MODIFIABLE');
});

test('while the market is open such an order is an ordinary one', () => {
  const desk = new Desk();
  const by = desk.open(1);
  assert.equal(orderOf(desk.buy(ARUNA, { by, at: 50_100n, size: 10n, ...NEXT })).state.name, 'open');
});

test('a restart keeps them waiting', () => {
  const desk = closed();
  const by = desk.open(1);
  const order = orderOf(desk.buy(ARUNA, { by, at: 50_100n, size: 10n, ...NEXT }));
  const fresh = reload(desk.state);
  assert.ok(fresh.instrumentSide.books.get(ARUNA.id)?.demo.waiting.has(order.id));
});
