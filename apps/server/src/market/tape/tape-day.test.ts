import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, price, quantity } from '@tarazu/core/values';
import { barsOf, barsText } from '#market/tape/tape-day.ts';

const bar = {
  openTimeMs: 1_795_000_000_000,
  open: price(14_105n),
  high: price(14_110n),
  low: price(14_100n),
  close: price(14_105n),
  volume: quantity(120n),
  turnover: amount(1_692_600n),
};

test('the bars of a day are read as they were written', () => {
  assert.deepEqual(barsOf(barsText([bar]), 'NSE_SIM:ARUNA'), [bar]);
});

test('bars that can not be read end the start, with whose they are, their place and what to do', () => {
  const broken: readonly [string, string][] = [
    ['', 'the whole'],
    ['[[', 'the whole'],
    ['{}', 'the whole'],
    ['[[1,"1","2","1","1","5"]]', '0'],
    ['[["1","1","2","1","1","5","5"]]', '0.0'],
    ['[[1,"1","2","1","1","-5","5"]]', '0.5'],
    ['[[1,"1","2","1","1.5","5","5"]]', '0.4'],
  ];
  for (const [text, place] of broken) {
    assert.throws(
      () => barsOf(text, 'NSE_SIM:ARUNA'),
      (error: Error) => {
        assert.equal(error.name, 'StartupError', text);
        assert.ok(error.message.includes(`(${place})`), `${text}: ${error.message}`);
        assert.match(error.message, /day of NSE_SIM:ARUNA .* day_kept .* backup/);
        return true;
      },
    );
  }
});
