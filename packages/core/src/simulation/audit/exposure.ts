import type { IntradayPosition } from '#model/rows/intraday-rows.ts';
import { cellKey, type Posted, type Step } from '#simulation/audit/posted.ts';
import { divide, RATE_ONE } from '#values/index.ts';

/** Paise by which parts that were closed may have been rounded. */
const ROUNDED_MAX = 20n;

/**
 * 19: behind what is open within the day stands at least the margin of the lowest rate that its orders may
 * have been placed at; less only where the customer has no money left that is free.
 */
export function checkExposure(posted: Posted, { applied }: Step): string[] {
  return applied.changes.intraday.flatMap((position) => checkMargin(posted, position));
}

function checkMargin(
  { instruments, lowestMarginRates, balances, holds }: Posted,
  position: IntradayPosition,
): string[] {
  const { accountId, instrumentId, value } = position;
  const instrument = instruments.get(instrumentId);
  const rate = lowestMarginRates.get(instrumentId);
  if (!instrument || rate === undefined)
    return [`19: ${instrumentId} is open within the day, without a rate`];
  const margin = [...holds.values()]
    .filter(
      (hold) => hold.accountId === accountId && hold.ownerKind === 'margin' && hold.ownerId === instrumentId,
    )
    .reduce((sum, hold) => sum + hold.amount, 0n);
  const due = divide({ dividend: value * rate, divisor: RATE_ONE, rounding: 'down' });
  if (margin + ROUNDED_MAX >= due) return [];
  const free = (['real', 'demo'] as const).reduce((sum, environment) => {
    const account = { accountId, wallet: 'stock', bucket: 'available' } as const;
    return sum + (balances.get(cellKey(environment, account, instrument.quoteAsset)) ?? 0n);
  }, 0n);
  if (free === 0n) return [];
  return [`19: ${instrumentId} of ${accountId} has ${margin} behind it, ${due} is due and ${free} is free`];
}
