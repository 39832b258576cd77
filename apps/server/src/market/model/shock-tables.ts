import { normalQuantile } from '#market/model/random.ts';

/**
 * Draws of a minute by table: half a million minutes are made for a chart of daily candles, so that a draw
 * may cost a few nanoseconds only.
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

const gaussians = Float64Array.from({ length: BINS }, (_, bin) => normalQuantile((bin + 0.5) / BINS));

/** Normal of variance one from the upper 12 bits: for the many small steps inside a minute. */
export function stepOf(bits: number): number {
  return gaussians[bits >>> 20] ?? 0;
}

/**
 * Three over chi-squared with five degrees, by the cube of Wilson and Hilferty: what is not known of a
 * variance once its shock is.
 */
const SIZE_DEGREES = 5;
const sizes = gaussians.map((normal) => {
  const share = 2 / (9 * SIZE_DEGREES);
  return (SIZE_DEGREES - 2) / (SIZE_DEGREES * Math.max(0.2, 1 - share + normal * Math.sqrt(share)) ** 3);
});
const sizeMean = sizes.reduce((sum, size) => sum + size, 0) / BINS;

/**
 * The variance, of mean one, of which a shock of `shockOf`
 * came: a draw of what is possible once the shock is known.
 */
export function varianceBehind(shock: number, bits: number): number {
  return (((2 + shock * shock) / 3) * (sizes[bits >>> 20] ?? 1)) / sizeMean;
}

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
