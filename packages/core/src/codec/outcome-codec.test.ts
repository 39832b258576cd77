import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCommand, encodeCommand } from '#codec/journal-codec.ts';
import { decodeOutcome, encodeOutcome } from '#codec/outcome-codec.ts';
import type { Outcome } from '#model/outcome.ts';
import { PRODUCT_NAMES } from '#model/product-name.ts';
import { oneOf } from '#model/rows/column.ts';
import { orders } from '#model/rows/order-rows.ts';
import { Trader } from '#simulation/trader.ts';
import { ARUNA } from '#simulation/world.ts';
import { price } from '#values/index.ts';

test('what an order carries of its product stands in the journal as it always did, under the product’s name', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const { outcome } = trader.buy(ARUNA, { by, at: 50_000n, size: 200n, product: 'intraday' });
  const text = encodeOutcome(outcome);
  assert.match(
    text,
    /"placedAtMs":\d+,"intraday":\{"marginRate":"#20000000","isClosing":false\},"state":\{"name":"open"/,
  );
  assert.deepEqual(decodeOutcome(text), outcome);
  assert.equal(encodeOutcome(decodeOutcome(text)), text);
});

test('conditions, the time of a trigger and the market maker stand in the journal and the table under their old names', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[50_000n, 10n]], asks: [[50_100n, 10n]] });
  const { outcome } = trader.buy(ARUNA, { by, at: 50_100n, size: 1n });
  assert.ok(outcome.ok && outcome.type === 'order');
  const conditions = {
    trigger: { price: price(50_200n), when: 'rises' },
    triggeredAtMs: trader.atMs,
    repricedAtMs: trader.atMs,
  } as const;
  const order = { ...outcome.order, conditions };
  const triggered: Outcome = { ...outcome, order };
  const text = encodeOutcome(triggered);
  assert.match(text, /"maker":\{"house":true\}/);
  assert.match(
    text,
    /"terms":\{"trigger":\{[^}]*\},"firedAtMs":\d+,"repricedAtMs":\d+\},"state"|"state".*"terms":\{"trigger":\{[^}]*\},"firedAtMs":\d+,"repricedAtMs"/,
  );
  assert.doesNotMatch(text, /triggeredAtMs|isMarketMaker|"conditions"/);
  assert.deepEqual(decodeOutcome(text), triggered);
  const cells = orders.cellsOf(order);
  const written = cells[orders.columns.findIndex(({ name }) => name === 'terms')];
  assert.match(String(written), /"firedAtMs":\d+,"repricedAtMs"/);
});

test('an outcome without orders, and one of several, are read as they were written', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const refused = trader.buy(ARUNA, { by, at: 50_000n, size: 10_000_000n, product: 'intraday' }).outcome;
  trader.buy(ARUNA, { by, at: 50_000n, size: 2n, product: 'intraday' });
  trader.buy(ARUNA, { by, at: 50_000n, size: 1n });
  const cancelled = trader.apply({ type: 'order.cancelAll', accountId: by }).outcome;
  assert.ok(!refused.ok);
  assert.ok(cancelled.ok && cancelled.type === 'ordersEnded');
  for (const outcome of [refused, cancelled])
    assert.deepEqual(decodeOutcome(encodeOutcome(outcome)), outcome);
});

test('an order of a product that is not known is refused by name, in an answer, a command and a row', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const ask = { by, at: 50_000n, size: 2n, product: 'intraday' } as const;
  const command = trader.command('buy', ARUNA, ask);
  const { outcome } = trader.apply(command);
  assert.throws(
    () => decodeOutcome(encodeOutcome(outcome).replace('"intraday":{', '"unheardOf":{')),
    /products that this version of the code knows, not unheardOf/,
  );
  assert.throws(
    () => decodeCommand(encodeCommand(command).replace('"intraday"', '"unheardOf"')),
    /a known word expected in the journal for product, not unheardOf/,
  );
  const { accountId, clientId, contentHash, type: _type, agent: _agent, ...leg } = command;
  const basket = { type: 'order.basket', accountId, clientId, contentHash, legs: [leg] } as const;
  assert.throws(() => decodeCommand(encodeCommand(basket)), /name no product, not intraday/);
  assert.throws(() => oneOf(PRODUCT_NAMES).read('unheardOf'), /a word that its column knows, not unheardOf/);
});
