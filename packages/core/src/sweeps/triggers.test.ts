import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSweepsOf } from '#engine.ts';
import { bookAt } from '#instruments/instrument-side.ts';
import { checkInvariants } from '#invariants/check.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { BTC_USDT } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { price, quantity } from '#values/index.ts';

const PART = 1_000_000n;
const BRACKET = { priceTakeProfit: price(6_300_000n), priceStop: price(5_700_000n) };

/** Two legs of a basket sell to bracketed purchases of one book, and each leaves prints to be followed. */
function twoSweeps(): Trader {
  const trader = new Trader();
  const [first, second, seller] = [trader.open(1), trader.open(2), trader.open(3)];
  trader.apply({ type: 'rules.set', stepMax: 1 });
  for (const by of [first, second])
    orderOf(trader.buy(BTC_USDT, { by, at: 6_000_000n, size: PART, conditions: { bracket: BRACKET } }));
  const { accountId, clientId } = trader.command('sell', BTC_USDT, { by: seller, size: 1n });
  const leg = {
    instrumentId: BTC_USDT.id,
    side: 'sell',
    orderType: 'limit',
    validity: 'gtc',
    priceLimit: price(6_000_000n),
    quantity: quantity(PART),
  } as const;
  trader.apply({ type: 'order.basket', accountId, clientId, contentHash: 'legs', legs: [leg, leg] });
  assert.deepEqual(
    openSweepsOf(trader.state).map(({ name }) => name),
    ['triggers', 'triggers'],
  );
  return trader;
}

test('ends of brackets begin to listen once, where two sweeps follow prints and a restart comes between', () => {
  const [whole, cut] = [twoSweeps(), twoSweeps()];
  for (let steps = 0; openSweepsOf(whole.state).length > 0; steps += 1) {
    cut.state = reload(cut.state);
    assert.equal(stateHash(cut.state), stateHash(whole.state));
    const [expected, found] = [whole, cut].map((one) => one.apply({ type: 'sweep.step' }).changes);
    assert.deepEqual(found, expected, `step ${steps}`);
    assert.deepEqual(checkInvariants(cut.state, { allLoaded: true }), []);
  }
  assert.deepEqual(openSweepsOf(cut.state), []);
});

/** Owners of the queue at a price at which two ends of brackets were triggered and a younger order. */
function queueOf(stepMax: number): number[] {
  const trader = new Trader();
  const [first, second, third] = [trader.open(1), trader.open(2), trader.open(3)];
  for (const by of [first, second])
    orderOf(trader.buy(BTC_USDT, { by, at: 6_000_000n, size: PART, conditions: { bracket: BRACKET } }));
  const where = { type: 'marketMaker.take', instrumentId: BTC_USDT.id, environment: 'demo' } as const;
  const sold = { side: 'sell', priceLimit: price(6_000_000n), quantity: quantity(2n * PART) } as const;
  trader.apply({ ...where, ...sold });
  const { priceTakeProfit: at } = BRACKET;
  const conditions = { priceTrigger: at };
  orderOf(trader.sell(BTC_USDT, { by: third, at, size: PART, orderType: 'takeProfitLimit', conditions }));
  trader.quote(BTC_USDT, { asks: [[at, 1_000n]] });
  trader.apply({ type: 'rules.set', stepMax });
  trader.apply({ ...where, side: 'buy', priceLimit: at, quantity: quantity(1_000n) });
  trader.apply({ type: 'rules.set', stepMax: 64 });
  while (openSweepsOf(trader.state).length > 0) trader.apply({ type: 'sweep.step' });
  const book = bookAt(trader.state.instrumentSide, { instrumentId: BTC_USDT.id, environment: 'demo' })?.book;
  return Array.from(book?.entries('sell') ?? [], ({ owner }) => Number(owner));
}

test('ends of brackets that are triggered stand before a younger order of their price (tiesByArrival)', () => {
  assert.deepEqual(queueOf(64), [1, 2, 3], 'in the command of the print');
  assert.deepEqual(queueOf(1), [1, 2, 3], 'in a step that follows it');
});
