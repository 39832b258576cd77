/** The only way server code learns the time, so that tests and replays can set it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
  /**
   * Milliseconds since some instant, for lengths of time: somebody
   * may set the clock of a machine, this one never goes back.
   */
  monotonicMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

/** A clock that moves only when told to: for tests, and for the replay of recorded markets. */
export interface SettableClock extends Clock {
  /** As somebody sets a clock: no time passes by it. */
  set(nowMs: number): void;
  advance(byMs: number): void;
}

export function createSettableClock(startMs: number): SettableClock {
  let currentMs = startMs;
  let passedMs = 0;
  return {
    nowMs: () => currentMs,
    monotonicMs: () => passedMs,
    set: (nowMs) => {
      currentMs = nowMs;
    },
    advance: (byMs) => {
      currentMs += byMs;
      passedMs += byMs;
    },
  };
}
