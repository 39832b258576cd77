import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instrumentId, price } from '@tarazu/core/values';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import type { SeenTrade } from '#market/live/band-flex.ts';
import { TapeStore } from '#market/live/tape-store.ts';
import { VENUE_DAY_KEY, VenueDay } from '#market/live/venue-day.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import type { HoursMode } from '#market/source.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';

const database = await openTestDatabase();
const store = new TapeStore(database.pool);
const ist = (text: string): number => Date.parse(`${text}+05:30`);
const TEN = ist('2026-11-23T10:00:00');
const MINUTE_MS = 60_000;
const ARUNA = instrumentId('NSE_SIM:ARUNA');
const COIN = instrumentId('COIN_SIM:BTC-USDT');

function open(atMs: number, hours: HoursMode = 'calendar'): { day: VenueDay; source: SimulatedSource } {
  const source = new SimulatedSource({ seed: 7, hours, calendar: exchangeCalendar });
  const lastPrice = () => price(1n);
  const saveTape = () => Promise.resolve();
  const parts = { source, calendar: exchangeCalendar, hours, store, lastPrice, saveTape };
  return { source, day: new VenueDay(parts, atMs) };
}

test('the index stops every share for an hour, also over a restart, and no coin', async () => {
  const { day } = open(TEN);
  await day.advance(TEN);
  const move = { change: -1_050n, previousClose: 10_000n };
  assert.equal(await day.heardIndex(move, TEN), true);
  assert.equal(await day.heardIndex(move, TEN + MINUTE_MS), false, 'a level stops the market once a day');

  const again = open(TEN + MINUTE_MS).day;
  again.restore((await store.state()).get(VENUE_DAY_KEY));
  assert.deepEqual(again.haltOf(ARUNA), { reason: 'index', untilMs: TEN + 60 * MINUTE_MS });
  assert.equal(again.haltOf(COIN), undefined);
  assert.equal(await again.heardIndex(move, TEN + MINUTE_MS), false);
  assert.equal(await again.advance(TEN + 60 * MINUTE_MS - 1), true, 'its first phase is news');
  assert.equal(await again.advance(TEN + 60 * MINUTE_MS), true);
  assert.equal(again.haltOf(ARUNA), undefined);
});

test('a market that never closes has no phases and no stop by its index', async () => {
  const { day, source } = open(TEN, 'always');
  assert.equal(day.phases(TEN), undefined);
  assert.equal(await day.heardIndex({ change: -3_000n, previousClose: 10_000n }, TEN), false);
  const definition = source.instruments(TEN).find(({ id }) => id === ARUNA);
  assert.ok(definition);
  const { status, closesBy, referencePrice, band } = day.terms(definition, TEN);
  assert.deepEqual([status, closesBy], ['listed', 'auction']);
  assert.ok(referencePrice && band && band.priceLow < referencePrice && referencePrice < band.priceHigh);
});

test('an operating range that widened stays wide until the day ends', async () => {
  const { day, source } = open(TEN);
  await day.advance(TEN);
  const definition = source.instruments(TEN).find(({ id }) => id === ARUNA);
  assert.equal(definition?.bandKind, 'operatingRange');
  const before = day.terms(definition, TEN).band;
  assert.ok(before);
  for (let nth = 0; nth < 25; nth += 1) {
    const somebody = `somebody ${nth % 5}`;
    const people = { buyer: somebody, seller: somebody };
    const trade: SeenTrade = { instrumentId: ARUNA, price: before.priceHigh, atMs: TEN, ...people };
    day.heardTrade(definition, trade);
  }
  const later = TEN + 15 * MINUTE_MS;
  assert.equal(await day.advance(later), true);
  const wide = day.terms(definition, later).band;
  assert.ok(wide && wide.priceHigh > before.priceHigh && wide.priceLow === before.priceLow);
  const restarted = open(later).day;
  restarted.restore((await store.state()).get(VENUE_DAY_KEY));
  assert.deepEqual(restarted.terms(definition, later).band, wide);
  const tomorrow = ist('2026-11-25T10:00:00');
  await day.advance(tomorrow);
  const fresh = day.terms(definition, tomorrow).band;
  const base = source.previousClose(ARUNA, tomorrow);
  assert.ok(fresh && fresh.priceHigh * 100n <= base * 110n);
});
