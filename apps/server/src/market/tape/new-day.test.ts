import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instrumentId } from '@tarazu/core/values';
import { HOME_EXCHANGE } from '#market/exchanges.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import { Tape } from '#market/tape/tape.ts';
import { TapeStore } from '#market/tape/tape-store.ts';
import { historyHere } from '#market/tape/test-history.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { dayFromText, dayStartMs } from '#platform/time/days.ts';

/** The split of the catalogue: one CHAKRATYR becomes five, in a market that never closes. */
const ID = instrumentId('NSE_SIM:CHAKRATYR');
const recordMs = dayStartMs(dayFromText('2026-12-17'), 'IST');

test('a pause over the midnight of a split leaves the last minutes of the day before at its price', async () => {
  const database = await openTestDatabase();
  const source = new SimulatedSource({ seed: 7, hours: 'always' });
  let nowMs = recordMs - 100_000;
  const tape = new Tape(
    {
      source,
      history: historyHere(source),
      store: new TapeStore(database.pool),
      engine: { book: () => ({ version: 0, bids: [], asks: [] }) },
      previousClose: (id, atMs) => source.previousClose(id, atMs),
      nowMs: () => nowMs,
    },
    nowMs,
  );
  await tape.begin(nowMs);
  await tape.save(nowMs);
  nowMs = recordMs + 6_000;
  await tape.newDay(HOME_EXCHANGE, nowMs);
  await tape.save(nowMs);
  // The first minute of the day is over: the day has a price of its own.
  nowMs += 60_000;
  await tape.save(nowMs);
  const { list } = await tape.chart({ instrumentId: ID, interval: '1d', limit: 3 });
  const closes = list.map(({ close }) => Number(close));
  assert.equal(closes.length, 3);
  for (const [place, close] of closes.entries()) {
    const last = closes[place - 1] ?? close;
    assert.ok(close / last > 0.7 && close / last < 1.4, closes.join(', '));
  }
});
