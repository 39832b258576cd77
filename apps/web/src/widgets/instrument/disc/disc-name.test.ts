import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discName } from './disc-name.ts';

test('an instrument has one disc, whatever names it', () => {
  for (const name of ['NSE_SIM:ARUNA', 'EQ:ARUNA', 'RE:ARUNA', 'ARUNA'])
    assert.equal(discName(name), 'ARUNA', name);
  for (const name of ['COIN_SIM:BTC-USDT', 'COIN_SIM:BTC-INR', 'BTC'])
    assert.equal(discName(name), 'BTC', name);
});
