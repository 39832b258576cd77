import { MINUTE_MS } from '@tarazu/core/values';
import type { RawBar } from '#market/history/raw-bar.ts';
import { bitsAt, gaussianAt } from '#market/model/random.ts';

/** A rising bar shows its low before its high in this share of cases, a falling one after it. */
const LOW_FIRST_WHEN_RISING = 0.65;

interface Corner {
  readonly minute: number;
  readonly value: number;
}

/**
 * Minutes of a coarser bar. Their fold is the bar, to the last unit: the first opens at its open, the last
 * closes at its close, its high and low are touched once each, nothing leaves them, and the volume adds up.
 */
export function expandBar(bar: RawBar, into: { minutes: number; key: number }): RawBar[] {
  const { minutes } = into;
  if (minutes <= 1) return [bar];
  const corners = cornersOf(bar, into);
  const closes = closesThrough(bar, corners, into);
  const expanded: RawBar[] = [];
  let open = bar.open;
  for (let minute = 0; minute < minutes; minute += 1) {
    const close = closes[minute] ?? bar.close;
    const touched = corners.filter((corner) => corner.minute === minute).map((corner) => corner.value);
    const part = share(bar, { minute, minutes });
    expanded.push({
      openTimeMs: bar.openTimeMs + minute * MINUTE_MS,
      open,
      high: Math.max(open, close, ...touched),
      low: Math.min(open, close, ...touched),
      close,
      ...part,
    });
    open = close;
  }
  return expanded;
}

function cornersOf(bar: RawBar, into: { minutes: number; key: number }): readonly [Corner, Corner] {
  const bits = bitsAt(into.key, 0);
  const chance = bar.close > bar.open ? LOW_FIRST_WHEN_RISING : 1 - LOW_FIRST_WHEN_RISING;
  const isLowFirst = (bits & 0xffff) / 0x10000 < chance;
  const half = Math.max(1, Math.floor(into.minutes / 2));
  const early = bitsAt(into.key, 1) % half;
  const late = half + (bitsAt(into.key, 2) % (into.minutes - half));
  const [first, second] = isLowFirst ? [bar.low, bar.high] : [bar.high, bar.low];
  return [
    { minute: early, value: first },
    { minute: late, value: second },
  ];
}

/** Closes of the minutes: a straight way through the corners, with a wander on the way. */
function closesThrough(
  bar: RawBar,
  corners: readonly [Corner, Corner],
  into: { minutes: number; key: number },
): number[] {
  const [first, second] = corners;
  const end: Corner = { minute: into.minutes - 1, value: bar.close };
  const step = (bar.high - bar.low) * 0.02;
  const closes: number[] = [];
  let wander = 0;
  let from: Corner = { minute: -1, value: bar.open };
  for (let minute = 0; minute < into.minutes; minute += 1) {
    const to = minute <= first.minute ? first : minute <= second.minute ? second : end;
    wander = 0.9 * wander + step * gaussianAt(into.key, minute + 10);
    const way = from.value + ((to.value - from.value) * (minute - from.minute)) / (to.minute - from.minute);
    const isCorner = minute === to.minute;
    closes.push(isCorner ? to.value : held(way + wander, bar));
    if (isCorner) from = to;
  }
  closes[into.minutes - 1] = bar.close;
  return closes;
}

function held(value: number, bar: RawBar): number {
  return Math.min(bar.high, Math.max(bar.low, Math.round(value)));
}

/** Volume and turnover in equal parts; the last minutes take what rounding leaves. */
function share(
  bar: RawBar,
  at: { minute: number; minutes: number },
): { lots: number; turnoverHundredths: number } {
  const upTo = (total: number, count: number): number => Math.floor((total * count) / at.minutes);
  return {
    lots: upTo(bar.lots, at.minute + 1) - upTo(bar.lots, at.minute),
    turnoverHundredths: upTo(bar.turnoverHundredths, at.minute + 1) - upTo(bar.turnoverHundredths, at.minute),
  };
}
