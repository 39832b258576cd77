import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '@tarazu/core';
import { orderId, price, quantity } from '@tarazu/core/values';
import { account, COIN, coinOrder } from '#engine/test-world.ts';
import { CommandQueue, type Waiting } from './command-queue.ts';

const LIMITS = { ordersMax: 2, othersMax: 2, marketMakerMax: 2 };
const ORDER = coinOrder('client-1');
const CANCEL: Command = { type: 'order.cancel', accountId: account(1), orderId: orderId(1) };
const QUOTE = {
  type: 'marketMaker.quote',
  instrumentId: COIN.id,
  environment: 'demo',
  bids: [],
  asks: [],
} as const;
const TAKE = {
  type: 'marketMaker.take',
  instrumentId: COIN.id,
  environment: 'demo',
  side: 'buy',
  priceLimit: price(1n),
  quantity: quantity(1_000n),
} as const;
const { clientId, contentHash } = ORDER;
const MODIFY: Command = {
  type: 'order.modify',
  accountId: account(1),
  clientId,
  contentHash,
  orderId: orderId(1),
};
const CLOSE: Command = { type: 'intraday.close', accountId: account(1), instrumentId: COIN.id };
const SESSION_END: Command = { type: 'session.end', venue: 'NSE_SIM' };

function waiting(command: Command): Waiting {
  return { command, resolve: () => undefined, reject: () => undefined, arrivedAt: 0 };
}

const typesOf = (taken: readonly Waiting[]): string[] => taken.map(({ command }) => command.type);

test('each line takes so many and no more, and a full line of orders still lets cancels in', () => {
  const queue = new CommandQueue(LIMITS);
  const add = (command: Command) => queue.add(waiting(command));
  assert.deepEqual([add(ORDER), add(ORDER), add(ORDER)], [true, true, false]);
  assert.deepEqual([add(CANCEL), add(CANCEL), add(CANCEL)], [true, true, false]);
  assert.equal(queue.length, 4);
});

test('what the market sends too much is dropped, and takes no customer’s place', () => {
  const queue = new CommandQueue(LIMITS);
  for (let nth = 0; nth < 5; nth += 1) queue.add(waiting(QUOTE));
  assert.equal(queue.length, 2);
  assert.deepEqual([queue.add(waiting(CANCEL)), queue.add(waiting(CANCEL))], [true, true]);
  assert.equal(queue.add(waiting(CANCEL)), false);
  queue.take(2);
  queue.add(waiting(QUOTE));
  assert.equal(queue.length, 3, 'when quotes were taken there is room for the next');
});

test('orders, changes, quotes and rules are served in the order of their coming; only what ends risk passes (fault 3)', () => {
  const queue = new CommandQueue({ ...LIMITS, ordersMax: 9, othersMax: 9 });
  for (const command of [ORDER, MODIFY, CANCEL, QUOTE, SESSION_END, CLOSE, ORDER, TAKE])
    queue.add(waiting(command));
  assert.deepEqual(typesOf(queue.take(3)), ['order.cancel', 'intraday.close', 'order.place']);
  assert.deepEqual(typesOf(queue.take(9)), [
    'order.modify',
    'marketMaker.quote',
    'session.end',
    'order.place',
    'marketMaker.take',
  ]);
  assert.deepEqual(queue.take(3), []);
});

test('a changed order takes the room of an order, and leaves the rest to cancels (fault 3)', () => {
  const queue = new CommandQueue(LIMITS);
  const add = (command: Command) => queue.add(waiting(command));
  assert.deepEqual([add(MODIFY), add(ORDER), add(MODIFY), add(CANCEL)], [true, true, false, true]);
});

test('what is turned down is all that waits, and the lines are free again', () => {
  const queue = new CommandQueue(LIMITS);
  queue.add(waiting(ORDER));
  queue.add(waiting(QUOTE));
  queue.add(waiting(QUOTE));
  assert.deepEqual(typesOf(queue.empty()), ['order.place', 'marketMaker.quote', 'marketMaker.quote']);
  assert.equal(queue.length, 0);
  queue.add(waiting(QUOTE));
  assert.equal(queue.length, 1, 'the market is not counted for what is gone');
});

/** Lines as long as they get when more is asked than can be done. */
function busy(counts: { readonly cancels: number; readonly orders: number }): CommandQueue {
  const queue = new CommandQueue();
  for (let n = 0; n < counts.orders; n += 1) queue.add(waiting(coinOrder(`client-${n}`)));
  for (let n = 0; n < counts.cancels; n += 1) queue.add(waiting(CANCEL));
  return queue;
}

function countsOf(taken: readonly Waiting[]): { cancels: number; orders: number } {
  const orders = typesOf(taken).filter((type) => type === 'order.place').length;
  return { cancels: taken.length - orders, orders };
}

test('however much is cancelled, a quarter of what is taken are orders, behind what goes first', () => {
  const taken = busy({ cancels: 500, orders: 500 }).take(64);
  assert.deepEqual(countsOf(taken), { cancels: 48, orders: 16 });
  assert.deepEqual(countsOf(taken.slice(0, 48)), { cancels: 48, orders: 0 });
  assert.deepEqual(
    taken.slice(48).map(({ command }) => ('clientId' in command ? command.clientId : '')),
    Array.from({ length: 16 }, (_, n) => `client-${n}`),
  );
});

test('what one line does not need the other has', () => {
  assert.deepEqual(countsOf(busy({ cancels: 100, orders: 0 }).take(64)), { cancels: 64, orders: 0 });
  assert.deepEqual(countsOf(busy({ cancels: 0, orders: 100 }).take(64)), { cancels: 0, orders: 64 });
  assert.deepEqual(countsOf(busy({ cancels: 10, orders: 100 }).take(64)), { cancels: 10, orders: 54 });
  assert.deepEqual(countsOf(busy({ cancels: 100, orders: 3 }).take(64)), { cancels: 61, orders: 3 });
});
