import { divide } from '@tarazu/core/values';
import type { Alert } from '#domains/alerts/store.ts';
import { dayFromText, dayStartMs } from '#market/calendar/days.ts';
import type { CorporateActionRow } from '#market/catalogue/corporate-actions.ts';

/** The board follows a new share within moments of the record date: so long nothing is compared. */
const SETTLES_MS = 5_000;

/** A level in shares of a later time. */
export interface Restated {
  readonly level: bigint;
  readonly levelAtMs: number;
}

/**
 * What an alert's price is in the share of now: undefined where it is as it was said, `wait` in the moments in which the share changes.
 * It rounds away from the price, so that it never fires sooner than was meant. Percents mean every share.
 */
export function restatedLevel(
  alert: Pick<Alert, 'instrumentId' | 'condition' | 'level' | 'levelAtMs'>,
  actions: readonly CorporateActionRow[],
  nowMs: number,
): Restated | 'wait' | undefined {
  if (alert.condition === 'rise' || alert.condition === 'fall') return undefined;
  const changes = actions
    .filter(({ instrumentId }) => instrumentId === alert.instrumentId)
    .map(({ terms, recordDate }) => ({ terms, recordMs: dayStartMs(dayFromText(recordDate), 'IST') }))
    .filter(({ recordMs }) => recordMs > alert.levelAtMs && recordMs <= nowMs)
    .sort((one, other) => one.recordMs - other.recordMs);
  let restated: Restated | undefined;
  for (const { terms, recordMs } of changes) {
    if (terms.kind === 'dividend') continue;
    if (nowMs < recordMs + SETTLES_MS) return 'wait';
    const level = divide({
      dividend: (restated ?? alert).level * terms.sharesBefore,
      divisor: terms.sharesAfter,
      rounding: alert.condition === 'above' ? 'up' : 'down',
    });
    restated = { level: level > 0n ? level : 1n, levelAtMs: recordMs };
  }
  return restated;
}
