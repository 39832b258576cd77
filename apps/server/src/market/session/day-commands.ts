import { dayOf } from '#market/calendar/days.ts';

/**
 * Whether the engine knows what holds on the day of now, such as bands, ticks and charges. Telling takes a
 * moment, in which nothing may be filled.
 */
export class DayCommands {
  readonly #nowMs: () => number;
  readonly #tell: () => Promise<void>;
  #told = -1;
  #turning: Promise<void> | undefined;

  constructor(nowMs: () => number, tell: () => Promise<void>) {
    this.#nowMs = nowMs;
    this.#tell = tell;
  }

  /** The engine was sent what holds on the day of that instant. */
  heard(atMs: number): void {
    this.#told = dayOf(atMs, 'IST');
  }

  /** Resolves when the engine knows the day of now; undefined while it does. */
  today(): Promise<void> | undefined {
    if (dayOf(this.#nowMs(), 'IST') === this.#told) return undefined;
    this.#turning ??= this.#tell().finally(() => {
      this.#turning = undefined;
    });
    return this.#turning;
  }

  /** For who doesn't wait but comes again. What keeps the day from being sent is said by those who wait. */
  isToday(): boolean {
    const turning = this.today();
    turning?.catch(() => undefined);
    return turning === undefined;
  }
}
