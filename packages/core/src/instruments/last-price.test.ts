import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeCommand } from '#engine.ts';
import type { Applied } from '#model/outcome.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT, sessionOfDay } from '#simulation/world.ts';
import { stateHash, stateRows } from '#state-hash.ts';
import { type AccountId, instantMs, price } from '#values/index.ts';

/** The market maker trades with itself: no customer is touched, and the journal has nothing of it. */
function print(trader: Trader, at: bigint, instrument = ARUNA): void {
  const quantity = instrument.lotSize;
  trader.quote(instrument, { asks: [[at, quantity]] });
  const { id: instrumentId } = instrument;
  const take = {
    type: 'marketMaker.take',
    instrumentId,
    environment: 'demo',
    side: 'buy',
    quantity,
  } as const;
  assert.equal(trader.apply({ ...take, priceLimit: price(at) }).journaled, false);
}

function stopAt(trader: Trader, by: AccountId, trigger: bigint, instrument = ARUNA): Applied {
  const size = instrument === ARUNA ? 10n : 1_000_000n;
  const ask = {
    by,
    at: trigger,
    size,
    orderType: 'stopLimit',
    conditions: { priceTrigger: price(trigger) },
  } as const;
  return trader.buy(instrument, { ...ask, ...(instrument === ARUNA ? {} : { validity: 'gtc' }) });
}

test('prices that only the market maker has made are written down once, and a restart judges triggers by them', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  const kept = trader.apply({ type: 'prices.keep' });
  assert.equal(kept.journaled, true);
  const { id: instrumentId } = ARUNA;
  const row = { instrumentId, environment: 'demo', price: 50_000n, atMs: trader.atMs };
  assert.deepEqual(kept.changes.lastPrices, [row]);
  assert.equal(trader.apply({ type: 'prices.keep' }).journaled, false, 'nothing is new');
  assert.equal(encodeCommand({ type: 'prices.keep' }), '{"type":"prices.keep"}', 'it says no price');

  const fresh = reload(trader.state);
  assert.equal(stateHash(fresh), stateHash(trader.state));
  assert.ok(stateRows(fresh).some((one) => one.startsWith('lastPrice{')));
  trader.state = fresh;
  assert.equal(codeOf(stopAt(trader, by, 49_900n)), 'TRIGGER_SIDE', 'judged by 500.00');
  assert.equal(codeOf(stopAt(trader, by, 50_100n)), 'order');
});

test('a customer’s fill is written with its command, and the newest counts', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, {
    asks: [
      [50_000n, 1n],
      [50_005n, 5n],
    ],
  });
  const bought = trader.buy(ARUNA, { by, at: 50_005n, size: 3n });
  assert.deepEqual(
    bought.changes.lastPrices.map((one) => one.price),
    [50_005n],
  );
  assert.equal(trader.apply({ type: 'prices.keep' }).journaled, false, 'it is written already');
});

test('while orders match a price from before the restart counts for ten minutes; while nobody can trade it does not age', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  print(trader, 6_000_000n, BTC_USDT);
  trader.apply({ type: 'prices.keep' });
  const keptAtMs = trader.atMs;
  trader.state = reload(trader.state);
  trader.atMs = instantMs(keptAtMs + 599_000);
  assert.equal(codeOf(stopAt(trader, by, 6_010_000n, BTC_USDT)), 'order');
  trader.atMs = instantMs(keptAtMs + 660_000);
  for (const [instrument, trigger] of [
    [ARUNA, 50_100n],
    [BTC_USDT, 6_010_000n],
  ] as const)
    assert.equal(codeOf(stopAt(trader, by, trigger, instrument)), 'STALE_PRICE');
  trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  const gtt = { by, at: 50_300n, size: 1n, validity: 'gtd' } as const;
  const asked = trader.buy(ARUNA, { ...gtt, conditions: { gtt: true, priceTrigger: price(50_300n) } });
  assert.equal(codeOf(asked), 'order', 'the price of the evening holds until the morning');
  trader.apply({ type: 'rules.set', session: sessionOfDay(0) });
  print(trader, 50_000n);
  assert.equal(codeOf(stopAt(trader, by, 50_100n)), 'order', 'a new print decides');
});
