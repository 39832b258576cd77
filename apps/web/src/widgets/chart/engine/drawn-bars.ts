import type { KLineData } from 'klinecharts';

/** The closes of what a chart is compared with, by the opening of their candle. */
export interface Comparison {
  readonly name: string;
  readonly closes: ReadonlyMap<number, number>;
}

export interface Point {
  /** Where the line lies on the axis of the chart's own prices. */
  compare?: number;
  percent?: number;
}

export interface BarsShown {
  readonly name: string;
  readonly comparison: Comparison;
  /** The first bar that is seen: there both stand at nothing. */
  readonly from: number;
}

export interface Average {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Each candle averaged with the one before it: positions on the screen, never prices to trade at. */
export function heikinAshi(bars: readonly KLineData[]): Average[] {
  const averages: Average[] = [];
  for (const { open, high, low, close } of bars) {
    const before = averages.at(-1);
    const middle = (open + high + low + close) / 4;
    const begin = before === undefined ? (open + close) / 2 : (before.open + before.close) / 2;
    averages.push({
      open: begin,
      high: Math.max(high, begin, middle),
      low: Math.min(low, begin, middle),
      close: middle,
    });
  }
  return averages;
}

/** Each bar with the other's way, scaled so that both stand together where the picture begins. */
export function comparedPoints(
  bars: readonly Pick<KLineData, 'timestamp' | 'close'>[],
  { comparison: { closes }, from }: BarsShown,
): Point[] {
  const kept = keptCloses(bars, closes);
  const begin = kept.findIndex((close, index) => index >= from && close !== undefined);
  const own = bars[begin]?.close;
  const first = kept[begin];
  if (own === undefined || first === undefined || first === 0) return bars.map(() => ({}));
  return kept.map((close) =>
    close === undefined ? {} : { compare: (own * close) / first, percent: (close / first - 1) * 100 },
  );
}

/** A gap keeps the close before it: the library breaks its line at a hole, and a bar alone is not drawn. */
function keptCloses(
  bars: readonly Pick<KLineData, 'timestamp'>[],
  closes: ReadonlyMap<number, number>,
): (number | undefined)[] {
  const last = bars.findLastIndex(({ timestamp }) => closes.has(timestamp));
  let before: number | undefined;
  return bars.map(({ timestamp }, index) => {
    before = index > last ? undefined : (closes.get(timestamp) ?? before);
    return before;
  });
}

/** By itself the library only draws again: the line would keep the beginning of an earlier left edge. */
export function isReplaced(before: { extendData: unknown }, now: { extendData: unknown }): boolean {
  return before.extendData !== now.extendData;
}
