import { divide, formatDecimal, PERCENT_SCALE } from '@tarazu/core/values';

/** Money that came in on a day (above zero) or left (below), and the day as a number of days. */
export interface DatedFlow {
  readonly day: number;
  readonly amount: bigint;
}

/**
 * A yearly rate in percent with two decimals. `none`: no rate between -99.99 % and 10,000 % answers;
 * `several`: more than one does, or may; `short`: too few days to speak of a year.
 */
export type Xirr =
  | { readonly percent: string }
  | { readonly reason: 'none' | 'several' | 'short'; readonly fromDay?: number };

/** Fewer days than this, made into a year, say nothing. */
export const XIRR_DAYS_MIN = 30;

const DAYS_OF_YEAR = 365;
const ONE = 10n ** 18n;
/** A day's growth at -99.99 % and at 10,000 % a year: where an answer is looked for. */
const GROWTH_LOW = 975_081_902_217_142_599n;
const GROWTH_HIGH = 1_012_724_441_247_000_000n;
/** Pieces that are looked at before the answer is held to be uncertain. */
const PIECES_MAX = 256;
/** How near the answer comes to the root. */
const NEAR = 1_000_000n;
/** Further decimals of an amount while it grows. */
const FINER = 10n ** 6n;
const PERCENT_UNITS = 10n ** 14n;

/**
 * Money-weighted return (rules 2.24): the yearly rate at which all flows, in the order of their days, would
 * have grown to what is there now. Whole arithmetic by the day gives the same answer everywhere.
 */
export function xirr(flows: readonly DatedFlow[], end: DatedFlow): Xirr {
  const [first] = flows;
  if (first === undefined) return { reason: 'none' };
  if (end.day - first.day < XIRR_DAYS_MIN) return { reason: 'short', fromDay: first.day + XIRR_DAYS_MIN };
  const excess = (growth: bigint) => grown(flows, end, growth) - end.amount * FINER;
  const roots = piecesWithRoot(excess, (piece) => rangesOn(piece, flows, end));
  if (roots === 'uncertain' || roots.length > 1) return { reason: 'several' };
  const [piece] = roots;
  if (piece === undefined) return { reason: 'none' };
  return { percent: percentOf(power(rootIn(piece, excess), DAYS_OF_YEAR)) };
}

/** The least and the most that a figure is on a piece, or more room than that. */
type Range = readonly [low: bigint, high: bigint];
type Piece = Range;
type Excess = (growth: bigint) => bigint;

/**
 * Pieces with exactly one root each, halved until their
 * figures tell it for certain, so that no root is missed.
 */
function piecesWithRoot(
  excess: Excess,
  ranges: (piece: Piece) => { excess: Range; slope: Range },
): Piece[] | 'uncertain' {
  const found: Piece[] = [];
  const left: Piece[] = [[GROWTH_LOW, GROWTH_HIGH]];
  let looked = 0;
  for (let piece = left.pop(); piece !== undefined && found.length < 2; piece = left.pop()) {
    const [low, high] = piece;
    const of = ranges(piece);
    looked += 1;
    if (of.excess[0] > 0n || of.excess[1] < 0n) continue;
    if (of.slope[0] >= 0n || of.slope[1] <= 0n) {
      if (excess(low) < 0n !== excess(high) < 0n) found.push(piece);
      continue;
    }
    if (looked >= PIECES_MAX || high - low <= NEAR) return 'uncertain';
    const middle = (low + high) / 2n;
    left.push([middle, high], [low, middle]);
  }
  return found;
}

/** Ranges of the excess and its slope (by the logarithm of growth) on a piece, carried from flow to flow. */
function rangesOn([low, high]: Piece, flows: readonly DatedFlow[], end: DatedFlow) {
  let sum: Range = [0n, 0n];
  let slope: Range = [0n, 0n];
  let day = flows[0]?.day ?? end.day;
  for (const flow of [...flows, { day: end.day, amount: -end.amount }]) {
    const gap = flow.day - day;
    const growth: Range = [power(low, gap), power(high, gap)];
    sum = times(sum, growth);
    slope = plus(times(slope, growth), [sum[0] * BigInt(gap), sum[1] * BigInt(gap)]);
    sum = plus(sum, [flow.amount * FINER, flow.amount * FINER]);
    day = flow.day;
  }
  return { excess: sum, slope };
}

function plus(one: Range, other: Range): Range {
  return [one[0] + other[0], one[1] + other[1]];
}

/** By a growth, which is above zero. */
function times([low, high]: Range, [growthLow, growthHigh]: Range): Range {
  return [
    (low * (low < 0n ? growthHigh : growthLow)) / ONE,
    (high * (high < 0n ? growthLow : growthHigh)) / ONE,
  ];
}

function rootIn([from, until]: Piece, excess: Excess): bigint {
  let [low, high] = [from, until];
  const isBelow = excess(low) < 0n;
  while (high - low > NEAR) {
    const middle = (low + high) / 2n;
    if (excess(middle) < 0n === isBelow) low = middle;
    else high = middle;
  }
  return (low + high) / 2n;
}

/** All flows at the end's day, each grown from its own; rounded toward zero at each step. */
function grown(flows: readonly DatedFlow[], end: DatedFlow, growth: bigint): bigint {
  let sum = 0n;
  let day = flows[0]?.day ?? end.day;
  for (const flow of flows) {
    sum = (sum * power(growth, flow.day - day)) / ONE + flow.amount * FINER;
    day = flow.day;
  }
  return (sum * power(growth, end.day - day)) / ONE;
}

/** A day's growth over some days, by squares; rounded toward zero at each step. */
function power(growth: bigint, days: number): bigint {
  let result = ONE;
  let square = growth;
  for (let left = days; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * square) / ONE;
    square = (square * square) / ONE;
  }
  return result;
}

/** Half-up, away from zero. */
function percentOf(yearly: bigint): string {
  const rate = yearly - ONE;
  const units = divide({ dividend: rate < 0n ? -rate : rate, divisor: PERCENT_UNITS, rounding: 'half-up' });
  return formatDecimal(rate < 0n ? -units : units, PERCENT_SCALE);
}
