/** The request for one more use of `key`, of which `limit` are allowed in any `windowMs`. */
export interface TakeRequest {
  /** Names the rule and who is limited, such as `login:203.0.113.7`. */
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly nowMs: number;
  /** More uses than one, all taken or none. */
  readonly uses?: number;
}

export type TakeOutcome =
  | { readonly allowed: true }
  /** Try again after this many milliseconds; refused uses don't count. */
  | { readonly allowed: false; readonly retryAfterMs: number };

export interface RateLimiter {
  take(request: TakeRequest): TakeOutcome;
  /** Takes the newest use of a key back: what it was taken for did not come to be. */
  giveBack(key: string): void;
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
 * A sliding window in the memory of this process. It never lets more than `limit` through in any window, and
 * memory is bounded: 64 slots a key, and `keysMax` keys, of which one that was not used for long makes room.
 */
export function createRateLimiter(options: { readonly keysMax: number }): RateLimiter {
  /**
   * In order of last use since memory was half full, because a Map keeps the order in which keys were set.
   */
  const usesByKey = new Map<string, SlidingWindow>();

  const usesOf = (key: string): SlidingWindow => {
    const known = usesByKey.get(key);
    // While there is room for as many keys again, nobody is about to make room.
    if (known && usesByKey.size <= options.keysMax / 2) return known;
    const uses = known ?? new SlidingWindow();
    usesByKey.delete(key);
    usesByKey.set(key, uses);
    if (usesByKey.size > options.keysMax) removeOldest(usesByKey);
    return uses;
  };

  return {
    take: (request) => usesOf(request.key).take(request),
    giveBack: (key) => usesByKey.get(key)?.giveBack(),
    reset: (key) => {
      usesByKey.delete(key);
    },
    get size() {
      return usesByKey.size;
    },
  };
}

/** The uses of one key in the newest window, oldest first, and their sum. */
export class SlidingWindow {
  #slots: Slot[] = [];
  /** Slots before it have expired. */
  #first = 0;
  #sum = 0;

  take({ limit, windowMs, nowMs, uses = 1 }: Omit<TakeRequest, 'key'>): TakeOutcome {
    const grainMs = limit > SLOTS_MAX ? Math.ceil(windowMs / SLOTS_MAX) : 0;
    this.#expire(nowMs - windowMs - grainMs);
    if (this.#sum + uses > limit) {
      const freeAtMs = this.#freedFromMs(this.#sum + uses - limit, nowMs) + grainMs + windowMs;
      return { allowed: false, retryAfterMs: Math.max(1, freeAtMs - nowMs) };
    }
    const newest = this.#slots.at(-1);
    this.#sum += uses;
    if (newest !== undefined && this.#slots.length > this.#first && nowMs - newest.fromMs < grainMs)
      newest.count += uses;
    else this.#slots.push({ fromMs: nowMs, count: uses });
    return ALLOWED;
  }

  giveBack(): void {
    const newest = this.#slots.length > this.#first ? this.#slots.at(-1) : undefined;
    if (newest === undefined) return;
    this.#sum -= 1;
    newest.count -= 1;
    if (newest.count === 0) this.#slots.pop();
  }

  /** When the slot began with whose end so many uses are free again; the newest, where all are not enough. */
  #freedFromMs(uses: number, nowMs: number): number {
    let left = uses;
    let fromMs = nowMs;
    for (let at = this.#first; at < this.#slots.length && left > 0; at += 1) {
      const slot = this.#slots[at];
      if (slot === undefined) break;
      left -= slot.count;
      fromMs = slot.fromMs;
    }
    return fromMs;
  }

  /** A slot counts until its last possible use is a whole window old. */
  #expire(expiredAtMs: number): void {
    for (let slot = this.#slots[this.#first]; slot && slot.fromMs <= expiredAtMs; ) {
      this.#sum -= slot.count;
      this.#first += 1;
      slot = this.#slots[this.#first];
    }
    if (this.#first <= SLOTS_MAX && this.#first < this.#slots.length) return;
    this.#slots = this.#slots.slice(this.#first);
    this.#first = 0;
  }
}

function removeOldest(usesByKey: Map<string, SlidingWindow>): void {
  const oldest = usesByKey.keys().next();
  if (oldest.done === false) usesByKey.delete(oldest.value);
}
