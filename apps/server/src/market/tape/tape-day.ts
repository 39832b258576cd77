import { amount, price, quantity } from '@tarazu/core/values';
import * as z from 'zod/mini';
import type { Candle } from '#market/source.ts';
import { StartupError } from '#platform/config/startup-error.ts';

/**
 * A day as it was told up to a minute, kept so that a start need not make it again.
 */
export interface TapeDay {
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

const whole = z.string().check(z.regex(/^\d{1,30}$/));
/** Open time, open, high, low, close, volume and turnover. */
const barsSchema = z.array(z.tuple([z.number(), whole, whole, whole, whole, whole, whole]));

/** @throws StartupError where they can't be read: a day that forgot what traded would be told wrongly. */
export function barsOf(text: string, of: string): readonly Candle[] {
  const read = barsSchema.safeParse(parsed(text));
  if (!read.success) throw unreadable(of, read.error.issues[0]?.path.join('.') ?? '');
  return read.data.map(([openTimeMs, open, high, low, close, volume, turnover]) => ({
    openTimeMs,
    open: price(BigInt(open)),
    high: price(BigInt(high)),
    low: price(BigInt(low)),
    close: price(BigInt(close)),
    volume: quantity(BigInt(volume)),
    turnover: amount(BigInt(turnover)),
  }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(of: string, place: string): StartupError {
  return new StartupError(
    `What was kept of the day of ${of} can't be read from its row of day_kept (${place || 'the whole'}). ` +
      'Start the version that wrote it, restore a backup, or delete the row: the day is then made again.',
  );
}
