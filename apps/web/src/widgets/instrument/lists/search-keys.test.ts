import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactMatch } from './search-keys.ts';

test('a symbol in any writing is the match, and neither a part of one nor nothing is', () => {
  const list = [{ symbol: 'BTC-INR' }, { symbol: 'BTC-USDT' }];
  for (const text of ['btc-usdt', 'BTCUSDT', 'btc/usdt', ' btc usdt '])
    assert.equal(exactMatch(list, text)?.symbol, 'BTC-USDT');
  for (const text of ['btc', '-', '']) assert.equal(exactMatch(list, text), undefined);
});
