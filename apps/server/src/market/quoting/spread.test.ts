import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '@tarazu/core/values';
import { quoteAround } from '#market/quoting/quoting.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import type { InstrumentDefinition } from '#market/source.ts';

const source = new SimulatedSource({ seed: 7, hours: 'always' });
const START_MS = Date.parse('2026-06-02T00:00:00Z');
const LOOKS = 600;
/** No round number of minutes, so that looks fall on all hours and parts of a minute. */
const STEP_MS = 37 * MINUTE_MS + 1_013;
/** The fee that the busiest customers pay to take, of the value (rules 2.2). */
const LOWEST_FEE = 0.0004;
const LARGE_COINS = ['BTC-USDT', 'ETH-USDT', 'SOL-USDT', 'XRP-USDT', 'BNB-USDT'];

/** Spreads in ticks at many instants, from the calmest minute to the most volatile. */
function spreadsOf(definition: InstrumentDefinition): number[] {
  const looks = Array.from({ length: LOOKS }, (_, index) => {
    const atMs = START_MS + index * STEP_MS;
    const fair = source.fairValue(definition.id, atMs);
    const { bids, asks } = quoteAround({ definition, fair, fairBefore: fair.price, atMs, chance: () => 0 });
    const spread = (asks[0]?.[0] ?? assert.fail('an offer')) - (bids[0]?.[0] ?? assert.fail('a bid'));
    return { spread: Number(spread / definition.tickSize), sigma1m: fair.sigma1m };
  });
  return looks.sort((left, right) => left.sigma1m - right.sigma1m).map(({ spread }) => spread);
}

const median = (spreads: readonly number[]) =>
  spreads.toSorted((left, right) => left - right)[Math.floor(spreads.length / 2)] ?? 0;
const mean = (spreads: readonly number[]) =>
  spreads.reduce((sum, spread) => sum + spread, 0) / spreads.length;

test('a large name is one to two ticks wide, and wider when it is volatile (trial 23)', () => {
  const large = source
    .instruments(START_MS)
    .filter(({ symbol, hasDerivatives }) => hasDerivatives || LARGE_COINS.includes(symbol));
  assert.ok(large.length > 25);
  for (const definition of large) {
    const { symbol } = definition;
    const spreads = spreadsOf(definition);
    const tenth = LOOKS / 10;
    const [calmest, wildest] = [mean(spreads.slice(0, tenth)), mean(spreads.slice(-tenth))];
    assert.ok(median(spreads) >= 1 && median(spreads) <= 2, `${symbol}: ${median(spreads)} ticks`);
    assert.ok(wildest > 1.1 * calmest, `${symbol}: ${calmest} to ${wildest} ticks`);
  }
});

test('of every coin and share a tick is free between the best two, and they are within 60 ticks (trial 23)', () => {
  for (const definition of source.instruments(START_MS)) {
    const spreads = spreadsOf(definition);
    const [least, most] = [Math.min(...spreads), Math.max(...spreads)];
    assert.ok(least >= 2, `${definition.id}: ${least}`);
    assert.ok(most <= 60, `${definition.id}: ${median(spreads)} to ${most} ticks`);
  }
});

test('a quote of a large coin that is a second old is worth its fee to hardly anyone (trial 23)', () => {
  for (const symbol of LARGE_COINS) {
    const definition = source.instruments(START_MS).find((one) => one.symbol === symbol);
    const gains = gainsOnStaleQuotes(definition ?? assert.fail(symbol));
    const won = gains.filter((gain) => gain > LOWEST_FEE).length / gains.length;
    assert.ok(won < 0.01, `${symbol}: ${(100 * won).toFixed(2)} % of looks`);
    assert.ok(mean(gains) < LOWEST_FEE / 4, `${symbol}: ${mean(gains)} a look`);
  }
});

/** The gain, before fees, of somebody who knows the value of a second later and takes the better side. */
function gainsOnStaleQuotes(definition: InstrumentDefinition): number[] {
  const perUnit = 10 ** definition.priceScale;
  return Array.from({ length: LOOKS }, (_, index) => {
    const atMs = START_MS + index * STEP_MS;
    const fair = source.fairValue(definition.id, atMs);
    const { bids, asks } = quoteAround({ definition, fair, fairBefore: fair.price, atMs, chance: () => 0 });
    const later = source.fairValue(definition.id, atMs + 1_000).price;
    const [bid, ask] = [Number(bids[0]?.[0]) / perUnit, Number(asks[0]?.[0]) / perUnit];
    return Math.max(later - ask, bid - later) / later;
  });
}
