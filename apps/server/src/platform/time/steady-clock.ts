import { uptime } from 'node:os';
import { MINUTE_MS, SECOND_MS } from '@tarazu/core/values';
import type { Clock } from '#platform/time/clock.ts';

/** The sources from which a clock reads its time. */
export interface TimeSources {
  /** The time of the machine's clock; a person who runs the machine can set it. */
  wallMs(): number;
  /**
   * Time that has passed since some instant, which nobody can set and which stands while the machine sleeps.
   */
  steadyMs(): number;
  /** Time that has passed since some instant, with the machine's sleep. */
  sleeplessMs(): number;
}

export const machineTime: TimeSources = {
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  sleeplessMs: () => uptime() * SECOND_MS,
};

/** A greater step of the clock than this is refused. */
export const JUMP_MAX_MS = 2_000;
/**
 * After so long the clock is believed anew, so that what it
 * is corrected by little by little never adds up to a jump.
 */
const BELIEVED_ANEW_MS = MINUTE_MS;

interface Anchor {
  readonly wallMs: number;
  readonly steadyMs: number;
  readonly sleeplessMs: number;
}

/**
 * The machine's clock, but never a jump of it: what a wrong clock says is kept in the journal for ever, lots
 * would be usable days early, and when the clock is put right time would stand still. While the clock is
 * refused, time goes on as it passes.
 */
export class SteadyClock implements Clock {
  readonly #sources: TimeSources;
  #anchor: Anchor;
  #refusedMs = 0;

  constructor(sources: TimeSources = machineTime) {
    this.#sources = sources;
    this.#anchor = this.#read();
  }

  /** By how much the machine's clock is ahead of the time that has passed, while it is refused; else 0. */
  get refusedMs(): number {
    return this.#refusedMs;
  }

  nowMs(): number {
    const { wallMs, steadyMs } = this.#anchor;
    const passedMs = this.#sources.steadyMs() - steadyMs;
    const wall = this.#sources.wallMs();
    const jumpMs = wall - (wallMs + passedMs);
    if (Math.abs(jumpMs) <= JUMP_MAX_MS || this.#hasSlept(jumpMs)) {
      if (passedMs >= BELIEVED_ANEW_MS || Math.abs(jumpMs) > JUMP_MAX_MS) this.#anchor = this.#read();
      this.#refusedMs = 0;
      return wall;
    }
    this.#refusedMs = jumpMs;
    return Math.round(wallMs + passedMs);
  }

  monotonicMs(): number {
    return this.#sources.steadyMs();
  }

  /** The clock as it is now is right: somebody else's says so. */
  believe(): void {
    this.#anchor = this.#read();
    this.#refusedMs = 0;
  }

  #read(): Anchor {
    const { wallMs, steadyMs, sleeplessMs } = this.#sources;
    return { wallMs: wallMs(), steadyMs: steadyMs(), sleeplessMs: sleeplessMs() };
  }

  /** A machine that slept wakes to a clock that has gone on rightly. */
  #hasSlept(jumpMs: number): boolean {
    const { steadyMs, sleeplessMs } = this.#anchor;
    const sleptMs = this.#sources.sleeplessMs() - sleeplessMs - (this.#sources.steadyMs() - steadyMs);
    return sleptMs > JUMP_MAX_MS && Math.abs(jumpMs - sleptMs) <= JUMP_MAX_MS;
  }
}
