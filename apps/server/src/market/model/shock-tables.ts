import { normalQuantile } from '#market/model/random.ts';

/**
 * Draws of a minute by table: half a million minutes are made for a chart of daily candles, so that a draw may cost a
 * few nanoseconds only.
 */
const BINS = 4096;
/** Bins at each end that are computed exactly, because there a straight line between bins is too coarse. */
const EXACT_BINS = 8;
/** No minute moves further than this many standard deviations. */
const SHOCK_MAX = 8;
const TWO_POWER_32 = 4294967296;

/** Student t with four degrees has a closed inverse; divided by the square root of 2 its variance is one. */
function studentQuantile(probability: number): number {
  const spread = 4 * probability * (1 - probability);
  const root = Math.sqrt(spread);
  const size = 2 * Math.sqrt(Math.max(0, Math.cos(Math.acos(root) / 3) / root - 1));
  const scaled = Math.min(SHOCK_MAX, size / Math.SQRT2);
  return probability < 0.5 ? -scaled : scaled;
}

const shockEdges = Float64Array.from({ length: BINS + 1 }, (_, bin) => studentQuantile(bin / BINS));
const exponentials = Float64Array.from({ length: BINS }, (_, bin) => -Math.log((bin + 0.5) / BINS));
const NOISE_SPREAD = 0.5;
const noises = Float64Array.from({ length: 256 }, (_, bin) =>
  Math.exp(NOISE_SPREAD * normalQuantile((bin + 0.5) / 256) - (NOISE_SPREAD * NOISE_SPREAD) / 2),
);

/** A heavy-tailed shock of variance one from 32 random bits. */
export function shockOf(bits: number): number {
  const bin = bits >>> 20;
  if (bin < EXACT_BINS || bin >= BINS - EXACT_BINS) return studentQuantile((bits + 0.5) / TWO_POWER_32);
  const low = shockEdges[bin] ?? 0;
  const high = shockEdges[bin + 1] ?? 0;
  return low + ((high - low) * (bits & 0xfffff)) / 0x100000;
}

/** Exponential of mean one from the upper 12 bits. */
export function exponentialUpper(bits: number): number {
  return exponentials[bits >>> 20] ?? 0;
}

/** Exponential of mean one from the next 12 bits. */
export function exponentialLower(bits: number): number {
  return exponentials[(bits >>> 8) & 0xfff] ?? 0;
}

/** Lognormal of mean one from the lowest 8 bits. */
export function noiseOf(bits: number): number {
  return noises[bits & 0xff] ?? 1;
}
