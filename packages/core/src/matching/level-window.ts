import { PLACES_MAX } from '#matching/bitmap.ts';
import { assert } from '#values/index.ts';

/* Sizes of the dense window in which the levels near the best price of a side stand, and where it begins. */

export const SPAN_AT_FIRST = 256;
const SPAN_MAX = PLACES_MAX;
/** Worse prices than this below the best are far; a moved window has room on both ends. */
export const REACH = (SPAN_MAX / 4) * 3;

/** The base of a window with a rank in its middle, kept where all its ranks are safe integers. */
export function baseAround(middle: number, span: number): number {
  const base = Math.floor(middle) - span / 2;
  assert(!Number.isNaN(base), 'Invariant: a window is around a rank');
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER - span + 1, base));
}

/** Twice the distance, so that the market can walk both ways before the window moves again. */
export function spanFor(distance: number, spanNow: number): number {
  assert(distance >= 0 && spanNow <= SPAN_MAX, 'Invariant: a window is no wider than its bitmap');
  let span = spanNow;
  while (span < SPAN_MAX && span < 2 * distance) span *= 2;
  return span;
}

/** A longer array that begins with what a shorter one has. */
export function grown<Words extends Int32Array | Float64Array>(before: Words, after: Words): Words {
  after.set(before);
  return after;
}
