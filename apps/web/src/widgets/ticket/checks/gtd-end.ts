import { DAY_MS } from '@tarazu/core/units';

/** Ninety days are the most: a clock that is ahead of the server's must not make them more. */
const CLOCK_SPARE_MS = 600_000;

/** When an order that lives until a date ends. */
export function gtdEndMs(days: number, nowMs: number): number {
  return nowMs + days * DAY_MS - CLOCK_SPARE_MS;
}
