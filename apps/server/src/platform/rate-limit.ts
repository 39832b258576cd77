/** What is asked for: one more use of `key`, of which `limit` are allowed in any `windowMs`. */
export interface TakeRequest {
  /** Names the rule and who is limited, such as `login:203.0.113.7`. */
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly nowMs: number;
}

export type TakeOutcome =
  | { readonly allowed: true }
  /** Try again after this many milliseconds; refused uses don't count. */
  | { readonly allowed: false; readonly retryAfterMs: number };

export interface RateLimiter {
  take(request: TakeRequest): TakeOutcome;
  /** Forgets the uses of a key, such as the failures of an account that has signed in. */
  reset(key: string): void;
  /** Keys remembered now. */
  readonly size: number;
}

/** Uses counted together: `count` of them within one grain of time from `fromMs` on. */
interface Slot {
  readonly fromMs: number;
  count: number;
}

/** Up to this limit each use is a slot of its own, and the window is exact to the millisecond. */
const SLOTS_MAX = 64;
const ALLOWED: TakeOutcome = { allowed: true };

/**
 * A sliding window in the memory of this process. It never lets more than `limit` through in any window, and memory is
 * bounded: 64 slots a key, and `keysMax` keys, of which the one not used for longest makes room.
 */
export function createRateLimiter(options: { readonly keysMax: number }): RateLimiter {
  /** In order of last use, because a Map keeps the order in which keys were set. */
  const slotsByKey = new Map<string, Slot[]>();

  const take = (request: TakeRequest): TakeOutcome => {
    const grainMs = request.limit > SLOTS_MAX ? Math.ceil(request.windowMs / SLOTS_MAX) : 0;
    const slots = withoutExpired(
      slotsByKey.get(request.key) ?? [],
      request.nowMs - request.windowMs - grainMs,
    );
    slotsByKey.delete(request.key);
    slotsByKey.set(request.key, slots);
    if (slotsByKey.size > options.keysMax) removeOldest(slotsByKey);

    const used = slots.reduce((sum, slot) => sum + slot.count, 0);
    const oldest = slots[0];
    if (used >= request.limit) {
      const freeAtMs = (oldest?.fromMs ?? request.nowMs) + grainMs + request.windowMs;
      return { allowed: false, retryAfterMs: Math.max(1, freeAtMs - request.nowMs) };
    }
    const newest = slots.at(-1);
    if (newest !== undefined && request.nowMs - newest.fromMs < grainMs) newest.count += 1;
    else slots.push({ fromMs: request.nowMs, count: 1 });
    return ALLOWED;
  };

  return {
    take,
    reset: (key) => {
      slotsByKey.delete(key);
    },
    get size() {
      return slotsByKey.size;
    },
  };
}

/** A slot counts until its last possible use is a whole window old. */
function withoutExpired(slots: Slot[], expiredAtMs: number): Slot[] {
  const firstKept = slots.findIndex((slot) => slot.fromMs > expiredAtMs);
  if (firstKept === -1) return [];
  return firstKept === 0 ? slots : slots.slice(firstKept);
}

function removeOldest(slotsByKey: Map<string, Slot[]>): void {
  const oldest = slotsByKey.keys().next();
  if (oldest.done === false) slotsByKey.delete(oldest.value);
}
