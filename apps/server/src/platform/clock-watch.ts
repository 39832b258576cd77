import type { Clock } from '#platform/clock.ts';

/** A clock that is kept right by the network is moved by milliseconds. */
const JUMP_MS_MIN = 2_000;
const LOOK_MS = 1_000;
const SAID_FOR_MS = 3_600_000;

/** Somebody set the clock of this machine. */
export interface ClockJump {
  /** Forward, or back when below zero. */
  readonly byMs: number;
  /** The time by the new clock. */
  readonly atMs: number;
}

/** Notices when the clock of the machine is set, by comparing it with one that only counts. */
export class ClockWatch {
  readonly #clock: Clock;
  readonly #onJump: (jump: ClockJump) => void;
  #last: { readonly nowMs: number; readonly monotonicMs: number };
  #jumped: { readonly byMs: number; readonly monotonicMs: number } | undefined;

  constructor(clock: Clock, onJump: (jump: ClockJump) => void) {
    this.#clock = clock;
    this.#onJump = onJump;
    this.#last = { nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
  }

  /** Looks every second. Returns the way to stop. */
  start(): () => void {
    const timer = setInterval(() => this.look(), LOOK_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  look(): void {
    const before = this.#last;
    this.#last = { nowMs: this.#clock.nowMs(), monotonicMs: this.#clock.monotonicMs() };
    const { nowMs, monotonicMs } = this.#last;
    const byMs = Math.round(nowMs - before.nowMs - (monotonicMs - before.monotonicMs));
    if (Math.abs(byMs) < JUMP_MS_MIN) return;
    this.#jumped = { byMs, monotonicMs };
    this.#onJump({ byMs, atMs: nowMs });
  }

  /** What health says of it for an hour; undefined for nothing. */
  get note(): string | undefined {
    if (!this.#jumped || this.#clock.monotonicMs() - this.#jumped.monotonicMs > SAID_FOR_MS) return undefined;
    const { byMs } = this.#jumped;
    return `the machine's clock was set ${Math.abs(byMs)} ms ${byMs > 0 ? 'forward' : 'back'} within the last hour`;
  }
}
