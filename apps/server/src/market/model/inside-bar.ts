import { bitsAt } from '#market/model/random.ts';

/** The way of a price through one bar of a minute, at four points a second. */
export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Standard deviation of the price over the bar, in the same unit as the prices. */
  readonly deviation: number;
}

export const POINTS_A_MINUTE = 240;
const LAST_POINT = POINTS_A_MINUTE - 1;
/** Low comes before high in this share of rising bars, after it in the same share of falling ones. */
const AGAINST_FIRST = 0.65;
/** The wander between the corners of the bar, as a share of its deviation. */
const WANDER = 0.45;
const LEVELS = 6;

interface Corners {
  readonly firstPoint: number;
  readonly firstValue: number;
  readonly secondPoint: number;
  readonly secondValue: number;
}

function cornersOf(bar: Bar, key: number): Corners {
  const bits = bitsAt(key, 0);
  const lowChance = bar.close > bar.open ? AGAINST_FIRST : 1 - AGAINST_FIRST;
  const isLowFirst = (bits & 0xffff) / 0x10000 < lowChance;
  const spread = bits >>> 16;
  return {
    firstPoint: 12 + ((spread & 0xff) % 100),
    firstValue: isLowFirst ? bar.low : bar.high,
    secondPoint: 128 + ((spread >>> 8) % 100),
    secondValue: isLowFirst ? bar.high : bar.low,
  };
}

/**
 * The price at a point of the bar, 0 to 239. The first point is the open and the last the close; in between
 * the price touches high and low once at seeded points and never leaves them.
 */
export function priceInsideBar(bar: Bar, key: number, point: number): number {
  if (point <= 0) return bar.open;
  if (point >= LAST_POINT) return bar.close;
  const corners = cornersOf(bar, key);
  const { firstPoint, firstValue, secondPoint, secondValue } = corners;
  if (point === firstPoint) return firstValue;
  if (point === secondPoint) return secondValue;
  const leg =
    point < firstPoint
      ? { from: 0, to: firstPoint, start: bar.open, end: firstValue }
      : point < secondPoint
        ? { from: firstPoint, to: secondPoint, start: firstValue, end: secondValue }
        : { from: secondPoint, to: LAST_POINT, start: secondValue, end: bar.close };
  const share = (point - leg.from) / (leg.to - leg.from);
  const straight = leg.start + (leg.end - leg.start) * share;
  const scale = WANDER * bar.deviation * Math.sqrt((leg.to - leg.from) / POINTS_A_MINUTE);
  const value = straight + scale * wanderAt(bitsAt(key, leg.from + 1), share);
  return Math.min(bar.high, Math.max(bar.low, value));
}

/** A bridge from 0 to 0 by halving: each level adds a smaller bend at the middle of its piece. */
function wanderAt(key: number, share: number): number {
  let value = 0;
  let node = 1;
  let position = share;
  let size = 0.5;
  for (let level = 0; level < LEVELS; level += 1) {
    const bend = (bitsAt(key, node) / 4294967296) * 2 - 1;
    value += size * 1.7 * bend * (1 - Math.abs(2 * position - 1));
    size *= Math.SQRT1_2;
    const isRight = position >= 0.5;
    node = node * 2 + (isRight ? 1 : 0);
    position = isRight ? position * 2 - 1 : position * 2;
  }
  return value;
}
