import { divide } from '@tarazu/core/values';
import type { Alert } from '#domains/alerts/store.ts';
import type { WorthChange } from '#market/model/share-ratios.ts';
import { dayStartMs } from '#platform/time/days.ts';

/** The board follows a new share within moments of the record date: so long nothing is compared. */
const SETTLES_MS = 5_000;

/** A level in shares of a later time. */
export interface Adjusted {
  readonly level: bigint;
  readonly levelAtMs: number;
}

/** A change of what a share is worth, as of the start of its record date in India. */
type Change = Pick<WorthChange, 'day' | 'ratio'>;

/**
 * Alert's price in the share of now: undefined where it stays, `wait` in the moments in which the share
 * changes. It rounds away from the price, so that it never triggers sooner than was meant.
 */
export function adjustedLevel(
  alert: Pick<Alert, 'condition' | 'level' | 'levelAtMs'>,
  changes: readonly Change[],
  nowMs: number,
): Adjusted | 'wait' | undefined {
  if (alert.condition === 'rise' || alert.condition === 'fall') return undefined;
  let adjusted: Adjusted | undefined;
  for (const { day, ratio } of changes) {
    const recordMs = dayStartMs(day, 'IST');
    if (recordMs <= alert.levelAtMs || recordMs > nowMs) continue;
    if (nowMs < recordMs + SETTLES_MS) return 'wait';
    const level = divide({
      dividend: (adjusted ?? alert).level * ratio.before,
      divisor: ratio.after,
      rounding: alert.condition === 'above' ? 'up' : 'down',
    });
    adjusted = { level: level > 0n ? level : 1n, levelAtMs: recordMs };
  }
  return adjusted;
}
