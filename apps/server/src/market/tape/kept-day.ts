import { amount, price, quantity } from '@tarazu/core/values';
import type { Candle } from '#market/source.ts';

/**
 * A day as it was told up to a minute, kept so that a start need not make it again.
 */
export interface KeptDay {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Of a coin its minutes; of anything else the bar of all of them, where there are any. */
  readonly bars: readonly Candle[];
}

export function barsText(bars: readonly Candle[]): string {
  return JSON.stringify(
    bars.map(({ openTimeMs, open, high, low, close, volume, turnover }) => [
      openTimeMs,
      ...[open, high, low, close, volume, turnover].map(String),
    ]),
  );
}

type BarText = readonly [
  openTimeMs: number,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
  turnover: string,
];

export function barsOf(text: string): readonly Candle[] {
  const rows: readonly BarText[] = JSON.parse(text);
  return rows.map(([openTimeMs, open, high, low, close, volume, turnover]) => ({
    openTimeMs,
    open: price(BigInt(open)),
    high: price(BigInt(high)),
    low: price(BigInt(low)),
    close: price(BigInt(close)),
    volume: quantity(BigInt(volume)),
    turnover: amount(BigInt(turnover)),
  }));
}
