import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '#engine.ts';
import type { Command } from '#model/command.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, INR, sessionOfDay } from '#simulation/world.ts';
import {
  type OrderId,
  type Price,
  parseClientId,
  price,
  type Quantity,
  quantity,
  systemClientId,
} from '#values/index.ts';

const NEXT = { conditions: { afterMarket: true } } as const;

function closed(): Trader {
  const trader = new Trader();
  trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  return trader;
}

test('orders for the next session hold at once and go to the book in the order in which they came', () => {
  const trader = closed();
  const [one, two] = [trader.open(1), trader.open(2)];
  const buy = orderOf(trader.buy(ARUNA, { by: one, at: 50_100n, size: 10n, ...NEXT }));
  assert.ok(buy.state.name === 'new' && buy.state.waitsFor === 'session');
  assert.ok(trader.balance({ by: one, wallet: 'stock', asset: INR, bucket: 'held' }) > 10n * 50_100n);
  const sell = orderOf(trader.sell(ARUNA, { by: two, at: 50_000n, size: 4n, ...NEXT }));
  trader.apply({ type: 'session.end', venue: 'NSE_SIM' });
  const { changes } = trader.apply({ type: 'rules.set', session: sessionOfDay(1) });
  assert.deepEqual(
    changes.fills.map(({ price: at, quantity, taker, maker }) => [
      at,
      quantity,
      taker.isMarketMaker ? 0 : taker.orderId,
      maker.isMarketMaker ? 0 : maker.orderId,
    ]),
    [[50_100n, 4n, sell.id, buy.id]],
    'who came first rests, who came later takes',
  );
  const names = new Map(changes.orders.map((order) => [order.id, order.state.name]));
  assert.deepEqual([names.get(buy.id), names.get(sell.id)], ['partial', 'completed']);
});

test('one that is enlarged or re-priced goes to the end of those that wait, one that gets smaller keeps its place (fault 10)', () => {
  for (const [at, change, first] of [
    [50_100n, { quantity: quantity(12n) }, 'second'],
    [50_000n, { priceLimit: price(50_100n) }, 'second'],
    [50_100n, { priceLimit: price(50_100n), quantity: quantity(8n) }, 'first'],
    [50_100n, { quantity: quantity(8n) }, 'first'],
  ] as const) {
    const trader = closed();
    const [one, two] = [trader.open(1), trader.open(2)];
    const order = orderOf(trader.buy(ARUNA, { by: one, at, size: 10n, ...NEXT }));
    const next = orderOf(trader.buy(ARUNA, { by: two, at: 50_100n, size: 10n, ...NEXT }));
    const clientId = parseClientId('modify-0001');
    assert.ok(clientId);
    const modify = { type: 'order.modify', accountId: one, clientId, contentHash: 'more' } as const;
    const modified = trader.apply({ ...modify, orderId: order.id, ...change });
    assert.ok(modified.outcome.ok);
    trader.state = reload(trader.state);
    trader.apply({ type: 'rules.set', session: sessionOfDay(1) });
    const { changes } = trader.sell(ARUNA, { by: trader.open(3), at: 50_100n, size: 1n });
    const maker = changes.fills[0]?.maker;
    const met = maker && !maker.isMarketMaker ? maker.orderId : undefined;
    assert.equal(met, first === 'first' ? order.id : next.id);
  }
});

test('an auction that opens the day collects them', () => {
  const trader = closed();
  const by = trader.open(1);
  const order = orderOf(trader.buy(ARUNA, { by, at: 50_100n, size: 10n, ...NEXT }));
  const phases = { auction: 'preOpen', average: 'preOpen' } as const;
  trader.apply({ type: 'rules.set', session: { ...sessionOfDay(1), phases } });
  const at = trader.state.instrumentSide.books.get(ARUNA.id)?.demo;
  assert.ok(at?.auction?.orders.has(order.id));
});

test('one that the new band leaves out, or whose share is halted, ends with the beginning', () => {
  for (const [instrument, cause] of [
    [{ ...ARUNA, band: { priceLow: price(40_000n), priceHigh: price(50_000n) } }, 'bandChange'],
    [{ ...ARUNA, status: 'halted' }, 'halt'],
  ] as const) {
    const trader = closed();
    const by = trader.open(1);
    trader.buy(ARUNA, { by, at: 50_100n, size: 10n, ...NEXT });
    trader.apply({ type: 'instrument.set', instrument });
    const [ended] = trader.apply({ type: 'rules.set', session: sessionOfDay(1) }).changes.orders;
    assert.ok(ended?.state.name === 'cancelled');
    assert.equal(ended.state.cause, cause);
    assert.equal(trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), 0n);
  }
});

test('one that waits is changed and waits on; it can not be made into one with a trigger', () => {
  const trader = closed();
  const by = trader.open(1);
  const { id } = orderOf(trader.buy(ARUNA, { by, at: 50_100n, size: 10n, ...NEXT }));
  const change = (what: { priceLimit?: bigint; priceTrigger?: bigint }) => {
    const { clientId } = trader.command('buy', ARUNA, { by, size: 1n });
    const { priceLimit, priceTrigger } = what;
    return trader.apply({
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
  const trader = new Trader();
  const by = trader.open(1);
  assert.equal(orderOf(trader.buy(ARUNA, { by, at: 50_100n, size: 10n, ...NEXT })).state.name, 'open');
});

test('a restart keeps them waiting', () => {
  const trader = closed();
  const by = trader.open(1);
  const order = orderOf(trader.buy(ARUNA, { by, at: 50_100n, size: 10n, ...NEXT }));
  const fresh = reload(trader.state);
  assert.ok(fresh.instrumentSide.books.get(ARUNA.id)?.demo.waiting.has(order.id));
});

test('changes of an order that waits leave one place in its line, and its end none; in a journal of before all', () => {
  const left = (rulesVersion: number): (number | undefined)[] => {
    const trader = closed();
    const by = trader.open(1);
    const { id } = orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 100n, ...NEXT }));
    const act = (command: Command): number | undefined => {
      const numbered = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, rulesVersion };
      assert.ok(apply(trader.state, { ...numbered, command }).outcome.ok);
      return trader.state.instrumentSide.books.get(ARUNA.id)?.demo.lines.session.length;
    };
    const modify = (nth: number, what: { quantity: Quantity } | { priceLimit: Price }): Command => {
      const clientId = parseClientId(`modify-000${nth}`);
      assert.ok(clientId);
      return { type: 'order.modify', accountId: by, clientId, contentHash: 'x', orderId: id, ...what };
    };
    return [
      act(modify(1, { priceLimit: price(50_100n) })),
      act(modify(2, { priceLimit: price(50_200n) })),
      act(modify(3, { quantity: quantity(50n) })),
      act({ type: 'order.cancel', accountId: by, orderId: id }),
    ];
  };
  assert.deepEqual(left(RULES_VERSION), [1, 1, 1, 0]);
  assert.deepEqual(left(RULE_CHANGES.indexOf('linesAreLeft')), [2, 3, 4, 4]);
});

test('an unlisted share ends those that wait for its session as they stand, and not as they stood', () => {
  const ended = (changedBy: number, rulesVersion: number, isCut: boolean): string[] => {
    const trader = closed();
    trader.apply({ type: 'rules.set', stepMax: 1 });
    const names = new Map<OrderId, string>();
    const by = trader.open(1);
    const place = () => orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 1n, ...NEXT }));
    const [oldest, order, other] = [place(), place(), place()];
    names.set(oldest.id, 'oldest').set(order.id, 'changed').set(other.id, 'other');
    const clientId = parseClientId('modify-0001');
    assert.ok(clientId);
    const { atMs, state } = trader;
    const priceLimit = price(50_100n);
    const content = { clientId, contentHash: 'x', orderId: order.id, priceLimit };
    apply(state, {
      sequence: state.lastSequence + 1,
      atMs,
      rulesVersion: changedBy,
      command: { type: 'order.modify', accountId: by, ...content },
    });
    if (isCut) trader.state = reload(trader.state);
    const steps: Command[] = [
      { type: 'instrument.set', instrument: { ...ARUNA, status: 'unlisted' } },
      { type: 'sweep.step' },
      { type: 'sweep.step' },
      { type: 'sweep.step' },
    ];
    return steps.flatMap((command) => {
      const sequence = trader.state.lastSequence + 1;
      const { changes } = apply(trader.state, { sequence, atMs, rulesVersion, command });
      return changes.orders.map(({ id }) => names.get(id) ?? '');
    });
  };
  const before = RULE_CHANGES.indexOf('linesAreLeft');
  for (const [changedBy, isCut] of [
    [RULES_VERSION, false],
    [RULES_VERSION, true],
    [before, false],
  ] as const)
    assert.deepEqual(ended(changedBy, RULES_VERSION, isCut), ['oldest', 'other', 'changed']);
  assert.deepEqual(ended(before, before, false), ['oldest', 'changed', 'other']);
});

test('a split leaves an order that waits for the next session one place in its line', () => {
  const trader = closed();
  const by = trader.open(1);
  const band = { priceLow: price(20_000n), priceHigh: price(55_000n) };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 100n, ...NEXT }));
  const terms = {
    kind: 'split',
    sharesBefore: quantity(1n),
    sharesAfter: quantity(2n),
    fractionPrice: price(25_000n),
  } as const;
  const clientId = systemClientId('corporate-split-1');
  const act = { accountId: by, clientId, contentHash: 'split', instrumentId: ARUNA.id, terms } as const;
  assert.ok(trader.apply({ type: 'corporate.act', ...act }).outcome.ok);
  assert.equal(trader.state.instrumentSide.books.get(ARUNA.id)?.demo.lines.session.length, 1);
});
