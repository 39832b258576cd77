import { HOUR_MS, MINUTE_MS } from '@tarazu/core/values';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import { refuse } from '#ports.ts';

/**
 * Nobody leafs through customers: who searches knows a number or a contact whole, and not too many of them.
 */
const SEARCHES_AN_HOUR = 120;
/** A customer who is kept open, or opened again soon, was searched for once. */
export const LOOK_MS = 15 * MINUTE_MS;
const KEYS_MAX = 10_000;

type Refused = ReturnType<typeof refuse>;

interface By {
  readonly staffId: number;
  readonly monotonicMs: number;
}

/** Searches by person of staff: whatever answers whether there is a customer counts as one. */
export interface CustomerSearches {
  /** The refusal of one too many. */
  take(by: By): Refused | undefined;
  /** The same for a number that was named just now, which counts once. */
  takeFor(by: By, userId: string): Refused | undefined;
}

export function createCustomerSearches(): CustomerSearches {
  const searches = createRateLimiter({ keysMax: KEYS_MAX });
  const named = createRateLimiter({ keysMax: KEYS_MAX });
  const take = ({ staffId, monotonicMs: nowMs }: By): Refused | undefined => {
    const key = String(staffId);
    const taken = searches.take({ key, limit: SEARCHES_AN_HOUR, windowMs: HOUR_MS, nowMs });
    return taken.allowed ? undefined : refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
  };
  return {
    take,
    takeFor: (by, userId) => {
      const key = `${by.staffId}:${userId}`;
      const first = named.take({ key, limit: 1, windowMs: LOOK_MS, nowMs: by.monotonicMs });
      if (!first.allowed) return undefined;
      const refused = take(by);
      // One that was refused has seen nothing, and is asked for again.
      if (refused !== undefined) named.reset(key);
      return refused;
    },
  };
}
