import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, decodeCommand, encodeCommand } from '#engine.ts';
import { agentOf, type NamedAgent } from '#model/agent.ts';
import type { Command } from '#model/command.ts';
import type { Order } from '#model/order.ts';
import { kindOf } from '#model/rows/kinds.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, parseClientId, price, quantity } from '#values/index.ts';

const BEFORE_AGENTS = RULE_CHANGES.indexOf('orderAgents');

function squaredOff(trader: Trader, by: AccountId, rulesVersion?: number): Order {
  trader.quote(ARUNA, { asks: [[50_000n, 1_000n]], bids: [[49_900n, 1_000n]] });
  trader.buy(ARUNA, { by, size: 10n, product: 'intraday' });
  const command: Command = { type: 'intraday.close', accountId: by, instrumentId: ARUNA.id };
  const { state, atMs } = trader;
  return orderOf(
    apply(state, {
      sequence: state.lastSequence + 1,
      atMs,
      command,
      ...(rulesVersion !== undefined && { rulesVersion }),
    }),
  );
}

function bracketEnd(trader: Trader, by: AccountId, rulesVersion?: number): Order {
  const bracket = { priceTakeProfit: price(6_300_000n), priceStop: price(5_700_000n) };
  trader.quote(BTC_USDT, { asks: [[6_000_000n, 1_000_000n]] });
  const command = trader.command('buy', BTC_USDT, {
    by,
    at: 6_000_000n,
    size: 1_000_000n,
    conditions: { bracket },
  });
  const { state, atMs } = trader;
  const { changes } = apply(state, {
    sequence: state.lastSequence + 1,
    atMs,
    command,
    ...(rulesVersion !== undefined && { rulesVersion }),
  });
  const end = changes.orders.find(({ conditions }) => conditions?.bracketOf !== undefined);
  assert.ok(end);
  return end;
}

/** An order as the tables give it back. */
function stored(order: Order): Order {
  const { columns, cellsOf, rowOf } = kindOf('orders');
  const cells = cellsOf(order);
  return rowOf(Object.fromEntries(columns.map(({ name }, place) => [name, cells[place] ?? null])));
}

test('an order names who sent it: customer, GTT, bracket, square-off, or whom its command names', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const own = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n }));
  assert.deepEqual([own.agent, agentOf(own)], [undefined, 'customer']);
  const closing = squaredOff(trader, by);
  assert.deepEqual([closing.agent, closing.productTerms?.isSquareOff], ['squareOff', undefined]);
  const end = bracketEnd(trader, by);
  assert.deepEqual([end.agent, end.conditions?.origin], ['bracket', undefined]);
  const conditions = { gtt: true, priceTrigger: price(45_000n) } as const;
  const gtt = trader.command('buy', ARUNA, { by, at: 45_000n, size: 1n, validity: 'gtd', conditions });
  assert.equal(orderOf(trader.apply(gtt)).agent, 'gtt');
  const clientId = parseClientId('a-robots-gtt');
  assert.ok(clientId);
  const robots = orderOf(trader.apply({ ...gtt, clientId, agent: 'robot' }));
  assert.deepEqual([robots.agent, robots.conditions?.origin], ['robot', 'gtt'], 'a robot’s GTT is still one');
  for (const order of [own, closing, end, robots]) assert.deepEqual(stored(order), order);
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
});

test('a basket names who sent it in each of its orders, and the journal keeps it', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const { accountId, clientId, contentHash, ...leg } = trader.command('buy', ARUNA, {
    by,
    at: 49_000n,
    size: 1n,
  });
  const { instrumentId, side, orderType, validity } = leg;
  const legs = [
    { instrumentId, side, orderType, validity, priceLimit: price(49_000n), quantity: quantity(1n) },
  ];
  const basket: Command = { type: 'order.basket', accountId, clientId, contentHash, agent: 'robot', legs };
  assert.deepEqual(decodeCommand(encodeCommand(basket)), basket);
  const agents = trader.apply(basket).changes.orders.map(({ agent }): NamedAgent | undefined => agent);
  assert.deepEqual(agents, ['robot']);
  const placed: Command = { ...trader.command('buy', ARUNA, { by, at: 49_000n, size: 1n }), agent: 'staff' };
  assert.deepEqual(decodeCommand(encodeCommand(placed)), placed);
  assert.throws(() => decodeCommand(encodeCommand(placed).replace('staff', 'nobody')), /Condition/);
});

test('a journal of before agents were named gives the rows of then, and they are still told apart', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const closing = squaredOff(trader, by, BEFORE_AGENTS);
  assert.deepEqual([closing.agent, closing.productTerms?.isSquareOff], [undefined, true]);
  const end = bracketEnd(trader, by, BEFORE_AGENTS);
  assert.deepEqual([end.agent, end.conditions?.origin], [undefined, 'bracket']);
  assert.deepEqual([agentOf(closing), agentOf(end)], ['squareOff', 'bracket']);
  for (const order of [closing, end]) assert.deepEqual(stored(order), order);
});
