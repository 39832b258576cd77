import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeCommand } from '#engine.ts';
import type { Applied } from '#outcome.ts';
import { codeOf, Desk } from '#simulation/desk.ts';
import { reload } from '#simulation/reload.ts';
import { ARUNA, BTC_USDT, sessionOfDay } from '#simulation/world.ts';
import { stateHash, stateRows } from '#state-hash.ts';
import { type AccountId, instantMs, price } from '#values/index.ts';

/** The house trades with itself: no customer is touched, and the journal has nothing of it. */
function print(desk: Desk, at: bigint, instrument = ARUNA): void {
  const quantity = instrument.lotSize;
  desk.quote(instrument, { asks: [[at, quantity]] });
  const { id: instrumentId } = instrument;
  const take = { type: 'house.take', instrumentId, lane: 'demo', side: 'buy', quantity } as const;
  assert.equal(desk.apply({ ...take, priceLimit: price(at) }).journaled, false);
}

function stopAt(desk: Desk, by: AccountId, trigger: bigint, instrument = ARUNA): Applied {
  const size = instrument === ARUNA ? 10n : 1_000_000n;
  const ask = {
    by,
    at: trigger,
    size,
    orderType: 'stopLimit',
    special: { priceTrigger: price(trigger) },
  } as const;
  return desk.buy(instrument, { ...ask, ...(instrument === ARUNA ? {} : { validity: 'gtc' }) });
}

test('prices that only the house has made are written down once, and a restart judges triggers by them', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 50_000n);
  const kept = desk.apply({ type: 'prices.keep' });
  assert.equal(kept.journaled, true);
  const { id: instrumentId } = ARUNA;
  const row = { instrumentId, lane: 'demo', price: 50_000n, atMs: desk.atMs };
  assert.deepEqual(kept.changes.lastPrices, [row]);
  assert.equal(desk.apply({ type: 'prices.keep' }).journaled, false, 'nothing is new');
  assert.equal(encodeCommand({ type: 'prices.keep' }), '{"type":"prices.keep"}', 'it says no price');

  const fresh = reload(desk.state);
  assert.equal(stateHash(fresh), stateHash(desk.state));
  assert.ok(stateRows(fresh).some((one) => one.startsWith('lastPrice{')));
  desk.state = fresh;
  assert.equal(codeOf(stopAt(desk, by, 49_900n)), 'TRIGGER_SIDE', 'judged by 500.00');
  assert.equal(codeOf(stopAt(desk, by, 50_100n)), 'order');
});

test('a customer’s fill is written with its command, and the newest counts', () => {
  const desk = new Desk();
  const by = desk.open(1);
  desk.quote(ARUNA, {
    asks: [
      [50_000n, 1n],
      [50_005n, 5n],
    ],
  });
  const bought = desk.buy(ARUNA, { by, at: 50_005n, size: 3n });
  assert.deepEqual(
    bought.changes.lastPrices.map((one) => one.price),
    [50_005n],
  );
  assert.equal(desk.apply({ type: 'prices.keep' }).journaled, false, 'it is written already');
});

test('while orders match a price from before the restart counts for ten minutes; while nobody can trade it does not age', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 50_000n);
  print(desk, 6_000_000n, BTC_USDT);
  desk.apply({ type: 'prices.keep' });
  const keptAtMs = desk.atMs;
  desk.state = reload(desk.state);
  desk.atMs = instantMs(keptAtMs + 599_000);
  assert.equal(codeOf(stopAt(desk, by, 6_010_000n, BTC_USDT)), 'order');
  desk.atMs = instantMs(keptAtMs + 660_000);
  for (const [instrument, trigger] of [
    [ARUNA, 50_100n],
    [BTC_USDT, 6_010_000n],
  ] as const)
    assert.equal(codeOf(stopAt(desk, by, trigger, instrument)), 'STALE_PRICE');
  desk.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  const gtt = { by, at: 50_300n, size: 1n, validity: 'gtd' } as const;
  const asked = desk.buy(ARUNA, { ...gtt, special: { gtt: true, priceTrigger: price(50_300n) } });
  assert.equal(codeOf(asked), 'order', 'the price of the evening holds until the morning');
  desk.apply({ type: 'rules.set', session: sessionOfDay(0) });
  print(desk, 50_000n);
  assert.equal(codeOf(stopAt(desk, by, 50_100n)), 'order', 'a new print decides');
});
