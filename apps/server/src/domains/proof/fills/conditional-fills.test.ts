import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { checkFill, sha256 } from '@tarazu/core/proof';
import { OPERATIONS } from '@tarazu/protocol';
import {
  COIN,
  type Customer,
  openTrader,
  placed,
  quoted,
  STEADY_COIN,
  STEADY_TICK,
  STOCK,
} from '#domains/orders/test-trader.ts';
import { textOf } from '#test-app.ts';

/*
 * Fills that a plain rerun of the book would get wrong: they
 * must be derived all the same, or the alarm means nothing.
 */

const trader = await openTrader({ headsEveryMs: 0 });
const [asha, ravi] = [await trader.enter(), await trader.enter()];
const TRIES = 20;

before(async () => {
  await quoted(trader, COIN, STEADY_COIN);
  for (const one of [asha, ravi]) {
    placed(await one.coin('buy', { quantity: '0.02' }));
    placed(await one.coin('buy', { instrumentId: STEADY_COIN, quantity: '2000' }));
  }
});

/** Fills of the customer in an order, each derived; the states of the row's check. */
async function derived(customer: Customer, orderId: string): Promise<string[]> {
  const states: string[] = [];
  const { fills } = OPERATIONS.coinOrderQuery.output.parse(
    await customer.read('coinOrderQuery', { id: orderId }),
  );
  for (const { id } of fills) {
    const { opening } = OPERATIONS.fillEvidence.output.parse(await customer.read('fillEvidence', { id }));
    const checks = checkFill(opening, sha256);
    assert.ok(
      checks.every(({ state }) => state !== 'differs'),
      JSON.stringify({ checks, opening }),
    );
    states.push(checks[0]?.state ?? '');
  }
  return states;
}

async function best(side: 'bids' | 'asks', id = COIN): Promise<number> {
  const book = OPERATIONS.coinBooks.output.parse(await asha.read('coinBooks', { instrumentId: id }));
  return Number(book[side][0]?.[0] ?? assert.fail('the market maker stands there'));
}

/** Again until no tick of the market came between: then what is disclosed is true. */
async function until(tell: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await tell()) return;
    await Promise.all([asha, ravi].map((one) => one.read('orderCancelAll', {})));
  }
  assert.fail('a tick came between, each time');
}

test('an iceberg that shows itself in parts, met by one order', async () => {
  await until(async () => {
    const price = ((await best('bids', STEADY_COIN)) + STEADY_TICK).toFixed(4);
    const limit = { instrumentId: STEADY_COIN, type: 'limit', validity: 'gtc', price };
    const sold = placed(await asha.coin('sell', { ...limit, quantity: '300', disclosedQuantity: '100' }));
    const taken = placed(await ravi.coin('buy', { ...limit, validity: 'ioc', quantity: '300' }));
    const ids = [sold, taken].map(({ order }) => textOf(order, 'id'));
    const [makers, takers] = [await derived(asha, ids[0] ?? ''), await derived(ravi, ids[1] ?? '')];
    return makers.length === 3 && takers.length === 3;
  });
});

test('an order that was changed after it was filled in part, and one that met its own owner', async () => {
  await until(async () => {
    const price = ((await best('bids', STEADY_COIN)) + STEADY_TICK).toFixed(4);
    const limit = { instrumentId: STEADY_COIN, type: 'limit', validity: 'gtc', price };
    const sold = placed(await asha.coin('sell', { ...limit, quantity: '200' }));
    const own = placed(await ravi.coin('sell', { ...limit, quantity: '100' }));
    const id = textOf(sold.order, 'id');
    const taken = placed(await ravi.coin('buy', { ...limit, validity: 'ioc', quantity: '100' }));
    const dearer = (Number(price) + STEADY_TICK).toFixed(4);
    await asha.call('coinModify', { clientId: asha.clientId(), id, price: dearer });
    // The rest of Asha's order stands behind Ravi's own now, which Ravi's purchase meets first.
    const stopped = placed(await ravi.coin('buy', { ...limit, validity: 'ioc', quantity: '200' }));
    const states = [
      ...(await derived(asha, id)),
      ...(await derived(ravi, textOf(taken.order, 'id'))),
      ...(await derived(ravi, textOf(stopped.order, 'id'))),
    ];
    return states.length >= 2 && own.fills.length === 0 && stopped.order['cause'] === 'selfTrade';
  });
});

test('an order that another’s trade activated', async () => {
  await until(async () => {
    // The last price is a bid then, so that the best ask is a trigger that it has not come to.
    placed(await asha.coin('sell', { quantity: '0.001' }));
    const trigger = (await best('asks')).toFixed(1);
    const price = (Number(trigger) + 50).toFixed(1);
    const waits = { type: 'stopLimit', validity: 'gtc', triggerPrice: trigger, price, quantity: '0.001' };
    const reply = await asha.coin('buy', waits);
    if (reply.code !== 0) return false;
    placed(await ravi.coin('buy', { quantity: '0.001' }));
    return (await derived(asha, textOf(placed(reply).order, 'id'))).length > 0;
  });
});

test('an order within the day has charges of its own', async () => {
  await quoted(trader, STOCK);
  const { order } = placed(await asha.stock('buy', { product: 'MIS', quantity: '3' }));
  const { fills } = OPERATIONS.stockOrderInfo.output.parse(
    await asha.read('stockOrderInfo', { id: textOf(order, 'id') }),
  );
  const [fill] = fills;
  assert.ok(fill);
  const { opening } = OPERATIONS.fillEvidence.output.parse(await asha.read('fillEvidence', { id: fill.id }));
  assert.equal(opening.own.product, 'intraday');
  const checks = checkFill(opening, sha256);
  assert.ok(
    checks.every(({ state }) => state === 'agrees'),
    JSON.stringify(checks),
  );
  // Its charges are taken whole: none may be missing, not even of the last line.
  const states = Object.entries(opening.own.charges).map(([name, charge]) => {
    const charges = { ...opening.own.charges, [name]: String(BigInt(charge) - 1n) };
    const own = { ...opening.own, charges };
    return checkFill({ ...opening, own }, sha256).find((check) => check.name === 'charges')?.state;
  });
  assert.deepEqual([...new Set(states)], ['differs']);
  const asDelivery = checkFill({ ...opening, own: { ...opening.own, product: undefined } }, sha256);
  assert.equal(asDelivery.find(({ name }) => name === 'charges')?.state, 'differs');
});

/** Every sweep is over, and durable. */
async function sweepsOver(): Promise<void> {
  const { engine } = trader.app;
  while (engine.sweeps().inBooks.length > 0)
    await new Promise<void>((resolve) => {
      const stop = engine.onEvents(() => {
        stop();
        resolve();
      });
    });
  await engine.submit({ type: 'rules.set', stepMax: 128 });
}

test('an order that takes from several in steps, each in a row of its own', async () => {
  const { engine } = trader.app;
  await until(async () => {
    const price = ((await best('bids', STEADY_COIN)) + STEADY_TICK).toFixed(4);
    const limit = { instrumentId: STEADY_COIN, type: 'limit', validity: 'gtc', price };
    const sold: string[] = [];
    for (const quantity of ['100', '200', '300'])
      sold.push(textOf(placed(await asha.coin('sell', { ...limit, quantity })).order, 'id'));
    await engine.submit({ type: 'rules.set', stepMax: 4 });
    const taken = placed(await ravi.coin('buy', { ...limit, quantity: '500' }));
    await sweepsOver();
    const states = await derived(ravi, textOf(taken.order, 'id'));
    for (const id of sold) states.push(...(await derived(asha, id)));
    return taken.fills.length === 1 && states.length === 6;
  });
});
