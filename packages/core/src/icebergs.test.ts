import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '#engine.ts';
import { checkInvariants } from '#invariants.ts';
import { decodeJournaled, encodeCommand, encodeJournaled } from '#journal-codec.ts';
import type { Order } from '#order.ts';
import { RULES_VERSION, RULES_VERSION_FIRST } from '#rules-version.ts';
import { Desk, orderOf } from '#simulation/desk.ts';
import { reload } from '#simulation/reload.ts';
import { ARUNA, BTC_USDT } from '#simulation/world.ts';
import { bookView } from '#state.ts';
import { instantMs, type OrderId, quantity } from '#values/index.ts';

const DEMO = { instrumentId: ARUNA.id, lane: 'demo' } as const;
const showing = (each: bigint) => ({ special: { quantityShown: quantity(each) } });

function makers(desk: Desk, ask: { size: bigint; at?: bigint }): [OrderId | undefined, bigint][] {
  const taker = desk.open(9);
  const { changes } = desk.buy(ARUNA, { by: taker, at: ask.at ?? 50_000n, size: ask.size, validity: 'ioc' });
  return changes.fills.map(({ maker, quantity: size }) => [maker.house ? undefined : maker.orderId, size]);
}

test('an iceberg shows a part at a time, and each next part stands at the end of the queue', () => {
  const desk = new Desk();
  const [hides, other] = [desk.open(1), desk.open(2)];
  const iceberg = orderOf(desk.sell(ARUNA, { by: hides, at: 50_000n, size: 25n, ...showing(10n) }));
  const plain = orderOf(desk.sell(ARUNA, { by: other, at: 50_000n, size: 5n }));
  assert.equal(bookView(desk.state, DEMO, 1)?.asks[0]?.quantity, 15n);
  assert.deepEqual(makers(desk, { size: 12n }), [
    [iceberg.id, 10n],
    [plain.id, 2n],
  ]);
  assert.equal(bookView(desk.state, DEMO, 1)?.asks[0]?.quantity, 13n);
  assert.deepEqual(makers(desk, { size: 6n }), [
    [plain.id, 3n],
    [iceberg.id, 3n],
  ]);
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: false }), []);
});

test('one who takes a whole level takes what hides behind it too, before a worse price', () => {
  const desk = new Desk();
  const [one, two] = [desk.open(1), desk.open(2)];
  const first = orderOf(desk.sell(ARUNA, { by: one, at: 50_000n, size: 25n, ...showing(10n) }));
  const second = orderOf(desk.sell(ARUNA, { by: two, at: 50_000n, size: 20n, ...showing(10n) }));
  desk.quote(ARUNA, { asks: [[50_005n, 9n]] });
  assert.deepEqual(makers(desk, { size: 50n, at: 50_005n }), [
    [first.id, 10n],
    [second.id, 10n],
    [first.id, 10n],
    [second.id, 10n],
    [first.id, 5n],
    [undefined, 5n],
  ]);
  assert.equal(desk.state.instrumentSide.books.get(ARUNA.id)?.demo.icebergCount, 0);
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: false }), []);
});

test('a restart shows the same part at the same place', () => {
  const desk = new Desk();
  const [hides, other] = [desk.open(1), desk.open(2)];
  desk.sell(ARUNA, { by: hides, at: 50_000n, size: 25n, ...showing(10n) });
  desk.sell(ARUNA, { by: other, at: 50_000n, size: 5n });
  makers(desk, { size: 18n });
  const fresh = reload(desk.state);
  const entries = (state: Desk['state']) => [
    ...(state.instrumentSide.books.get(ARUNA.id)?.demo.book.entries('sell') ?? []),
  ];
  assert.equal(entries(desk.state)[0]?.quantity, 7);
  assert.deepEqual(entries(fresh), entries(desk.state));
});

test('fill or kill counts what hides, fills whole or not at all, and not against its own account', () => {
  const desk = new Desk();
  const [hides, taker] = [desk.open(1), desk.open(2)];
  const size = 4_000_000n;
  desk.sell(BTC_USDT, { by: hides, at: 6_000_000n, size, ...showing(1_000_000n) });
  const tooMuch = orderOf(
    desk.buy(BTC_USDT, { by: taker, at: 6_000_000n, size: size + 1_000n, validity: 'fok' }),
  );
  assert.ok(tooMuch.state.name === 'cancelled' && tooMuch.state.cause === 'fillOrKill');
  assert.equal(tooMuch.quantityFilled, 0n);
  const own = orderOf(desk.buy(BTC_USDT, { by: hides, at: 6_000_000n, size: 1_000_000n, validity: 'fok' }));
  assert.ok(own.state.name === 'cancelled' && own.state.cause === 'fillOrKill');
  const whole = orderOf(desk.buy(BTC_USDT, { by: taker, at: 6_000_000n, size, validity: 'fok' }));
  assert.equal(whole.state.name, 'completed');
});

/** An iceberg of another account with the taker's own order behind it: what hides comes up behind that one. */
function behindOwn(rulesVersion?: number): Order {
  const desk = new Desk();
  const [hides, taker] = [desk.open(1), desk.open(2)];
  desk.sell(BTC_USDT, { by: hides, at: 6_000_000n, size: 5_000_000n, ...showing(1_000_000n) });
  desk.sell(BTC_USDT, { by: taker, at: 6_000_000n, size: 1_000_000n });
  const ask = { by: taker, at: 6_000_000n, size: 5_000_000n, validity: 'fok' } as const;
  const command = desk.command('buy', BTC_USDT, ask);
  return orderOf(
    apply(desk.state, {
      sequence: desk.state.lastSequence + 1,
      atMs: desk.atMs,
      command,
      ...(rulesVersion !== undefined && { rulesVersion }),
    }),
  );
}

test('fill or kill does not count what hides behind its own order (fault 7)', () => {
  const killed = behindOwn();
  assert.ok(killed.state.name === 'cancelled' && killed.state.cause === 'fillOrKill');
  assert.equal(killed.quantityFilled, 0n);
});

test('fill or kill counts what hides on the levels before its own order (fault 7)', () => {
  const desk = new Desk();
  const [hides, taker] = [desk.open(1), desk.open(2)];
  desk.sell(BTC_USDT, { by: hides, at: 6_000_000n, size: 5_000_000n, ...showing(1_000_000n) });
  desk.sell(BTC_USDT, { by: taker, at: 6_000_100n, size: 1_000_000n });
  const ask = { by: taker, at: 6_000_100n, size: 5_000_000n, validity: 'fok' } as const;
  assert.equal(orderOf(desk.buy(BTC_USDT, ask)).state.name, 'completed');
});

test('a journal of before is replayed by the rules of before (fault 7)', () => {
  const filled = behindOwn(RULES_VERSION_FIRST);
  assert.equal(filled.quantityFilled, 1_000_000n, 'as it was answered then');
  const command = { type: 'prices.keep' } as const;
  assert.equal(decodeJournaled(encodeCommand(command)).rulesVersion, RULES_VERSION_FIRST);
  const journaled = encodeJournaled({ command, rulesVersion: RULES_VERSION });
  assert.deepEqual(decodeJournaled(journaled), { command, rulesVersion: RULES_VERSION });
});

test('an order of some minutes ends at its time with all it holds, and not before', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const order = orderOf(
    desk.sell(ARUNA, { by, at: 50_000n, size: 5n, validity: 'ttl', special: { ttlMinutes: 2 } }),
  );
  desk.atMs = instantMs(desk.atMs + 119_999);
  assert.deepEqual(desk.apply({ type: 'orders.expire', accountId: by }).changes.orders, []);
  desk.atMs = instantMs(desk.atMs + 1);
  const [ended] = desk.apply({ type: 'orders.expire', accountId: by }).changes.orders;
  assert.ok(ended?.id === order.id && ended.state.name === 'cancelled');
  assert.equal(ended.state.cause, 'expired');
  assert.equal(desk.balance({ by, wallet: 'stock', asset: ARUNA.baseAsset }), 500n);
});

test('the end of the session ends an order of some minutes', () => {
  const desk = new Desk();
  const by = desk.open(1);
  desk.sell(ARUNA, { by, at: 50_000n, size: 5n, validity: 'ttl', special: { ttlMinutes: 2 } });
  const [ended] = desk.apply({ type: 'session.end', venue: 'NSE_SIM' }).changes.orders;
  assert.ok(ended?.state.name === 'cancelled' && ended.state.cause === 'sessionEnd');
});
