import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InstrumentSearch } from '#domains/market/search.ts';
import { openTrader } from '#domains/orders/test-trader.ts';

const { market } = (await openTrader()).app;
const search = new InstrumentSearch(() => market.listings());

for (const [text, first] of [
  ['aruna', 'ARUNA'],
  ['ARUN', 'ARUNA'],
  ['bitcoin', 'BTC-INR'],
  ['bitcion', 'BTC-INR'],
  ['btc', 'BTC-INR'],
  ['BTC/USDT', 'BTC-USDT'],
  ['btcusdt', 'BTC-USDT'],
  ['btc usdt', 'BTC-USDT'],
  ['btc-usdt', 'BTC-USDT'],
  ['vajra cment', 'VAJRACEM'],
  ['cement vajra', 'VAJRACEM'],
  ['tarazu', 'TARAZU50'],
] as const)
  test(`a search for "${text}" shows ${first} first`, () => {
    assert.equal(search.find(text)[0]?.symbol, first);
  });

test('a search for a sector shows its shares, in either language', () => {
  for (const text of ['metals', 'metal', 'ধাতু']) {
    const found = search.find(text);
    assert.ok(found.filter(({ sector }) => sector === 'metals').length > 3, text);
  }
});

test('what nothing is called, and marks alone, find nothing', () => {
  for (const text of ['zzzzzz', '---', '   ', '%_', '\u0000', '🚀'])
    assert.deepEqual(search.find(text), [], text);
});

test('who is listed later is found', () => {
  const all = market.listings();
  let listed = all.slice(0, -1);
  const later = new InstrumentSearch(() => listed);
  const last = all.at(-1);
  assert.ok(last);
  assert.ok(!later.find(last.symbol).includes(last));
  listed = all.slice();
  assert.equal(later.find(last.symbol)[0], last);
});
