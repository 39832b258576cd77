import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { seedCalendars } from '#market/calendar/calendars.ts';
import type { HoursMode } from '#market/calendar/sessions.ts';
import { KeyedWords, PublicWords } from '#market/model/day-words.ts';
import { FIRST_DAY } from '#market/model/driver-days.ts';
import { FairValueModel } from '#market/model/fair-value-model.ts';
import { dayFromText, dayStartMs } from '#platform/time/days.ts';

/**
 * Prices that were published once must come out of the same keys for ever, bit for bit: another hash here is
 * another market, of which every check of a published day fails.
 */
const PUBLISHED: Record<HoursMode, { readonly days: string; readonly minutes: string }> = {
  calendar: {
    days: '8fc4ab443589e53b795604933518918884ff2d15b827927bc37a954c3ba77fc1',
    minutes: 'f817e1ef1476b0fe8d31d732a27933853b9bdfa61324f063ac06d845be91606f',
  },
  always: {
    days: 'f91671ae004826d1be0bbab3be2fa1f7a9658c14fe1b2a760ca7377914d7bfad',
    minutes: '7ce1b8f1fd2e0c8f0972ebfd8e61748c03aa45e96c0ed5d8b84fef051ecc6510',
  },
};
const SEED = 136;
const firstKeyedDay = dayFromText('2025-12-29');
const lastDay = dayFromText('2025-12-30');
const ids = ['NSE_SIM:ARUNA', 'COIN_SIM:BTC-USDT', 'COIN_SIM:ETH-INR', 'COIN_SIM:USDT-INR'];

function modelOf(hours: HoursMode): FairValueModel {
  const keyOf = (day: number) => createHash('sha256').update(`${day}`).digest().subarray(0, 16);
  const words = new KeyedWords({ keyOf, firstDay: firstKeyedDay, before: new PublicWords(SEED) });
  return new FairValueModel({ seed: SEED, words, hours, calendars: seedCalendars });
}

function hashOf(rows: Iterable<Float64Array | Float32Array>): string {
  const hash = createHash('sha256');
  for (const { buffer, byteOffset, byteLength } of rows)
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return hash.digest('hex');
}

/** All that is known of each day of each driver behind an instrument. */
function* driverDays(model: FairValueModel): Generator<Float64Array> {
  const instruments = ids.flatMap((id) => model.universe.instruments.get(id) ?? []);
  const drivers = new Set(
    instruments.flatMap((instrument) => instrument.drivers.map(({ driver }) => driver)),
  );
  for (const driver of drivers)
    for (let day = FIRST_DAY; day <= lastDay; day += 1)
      yield Float64Array.of(
        driver.openOf(day),
        driver.closeOf(day),
        driver.sigmaOf(day),
        driver.jumpOf(day),
        driver.logVolatilityOf(day),
        driver.volumeOf(day),
      );
}

/** The minutes of a day before the market's keys and of two after, with the way inside some minutes. */
function* minutes(model: FairValueModel): Generator<Float64Array | Float32Array> {
  for (const id of [...ids, 'NSE_SIM:TARAZU50'])
    for (let day = firstKeyedDay - 3; day <= lastDay; day += 1) {
      if (!model.planOf(id).trades(day)) continue;
      const untilMs = dayStartMs(day, 'UTC') + 15 * 3_600_000;
      const bars = model.dayWithRanges(id, day, untilMs);
      yield* [bars.close, bars.high, bars.low, bars.variance, bars.inside, bars.lots];
      yield Float64Array.of(bars.open, bars.auctionLots, bars.firstLots);
      const at = (second: number) => model.at(id, dayStartMs(day, 'UTC') + 7 * 3_600_000 + second * 250);
      yield Float64Array.from({ length: 480 }, (_, second) => at(second).price);
    }
}

describe('the model', () => {
  for (const hours of ['calendar', 'always'] as const)
    it(`gives the published prices, ${hours}`, () => {
      const model = modelOf(hours);
      assert.deepEqual(
        { days: hashOf(driverDays(model)), minutes: hashOf(minutes(model)) },
        PUBLISHED[hours],
      );
    });
});
