import { MINUTE_MS } from '@tarazu/core/units';

/** State of a query that may have failed. */
export interface FailedQuery {
  /** Failures so far, each after its retries were used up. */
  readonly errorUpdateCount: number;
  readonly errorUpdatedAt: number;
}

/** Page in a state of error: asked again after this time, then after twice as long, up to the longest. */
const FIRST_MS = 10_000;
const MS_MAX = MINUTE_MS;

/**
 * Time until a query that failed is asked again by itself, once its retries are used up:
 * nobody has to press a button because a server was busy, and what was last seen does not
 * stay on the page when there is newer. A quarter more or less follows from the instant
 * of the failure, so that not all come back at once, and is the same at each render.
 */
export function recoveryMs({ errorUpdateCount, errorUpdatedAt }: FailedQuery): number {
  const waitMs = Math.min(FIRST_MS * 2 ** Math.max(0, errorUpdateCount - 1), MS_MAX);
  return waitMs * (0.75 + (errorUpdatedAt % 1_000) / 2_000);
}
