/** The only way server code learns the time, so that tests and replays can set it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** A clock that moves only when told to: for tests, and for the replay of recorded markets. */
export interface SettableClock extends Clock {
  set(nowMs: number): void;
  advance(byMs: number): void;
}

export function createSettableClock(startMs: number): SettableClock {
  let currentMs = startMs;
  return {
    nowMs: () => currentMs,
    set: (nowMs) => {
      currentMs = nowMs;
    },
    advance: (byMs) => {
      currentMs += byMs;
    },
  };
}
