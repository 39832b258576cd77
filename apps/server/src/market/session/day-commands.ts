/**
 * Whether the engine knows what holds on the days of now, one of each exchange, such as bands, ticks and
 * charges. Telling takes a moment, in which nothing may be filled.
 */
export class DayCommands {
  readonly #nowMs: () => number;
  readonly #daysAt: (atMs: number) => string;
  readonly #sync: () => Promise<void>;
  #daysSynced = '';
  #turning: Promise<void> | undefined;

  constructor(
    { nowMs, daysAt }: { readonly nowMs: () => number; readonly daysAt: (atMs: number) => string },
    sync: () => Promise<void>,
  ) {
    this.#daysAt = daysAt;
    this.#nowMs = nowMs;
    this.#sync = sync;
  }

  /** The engine was sent what holds on the days of that instant. */
  markSynced(atMs: number): void {
    this.#daysSynced = this.#daysAt(atMs);
  }

  /** Resolves when the engine knows the days of now; undefined while it does. */
  today(): Promise<void> | undefined {
    if (this.#daysAt(this.#nowMs()) === this.#daysSynced) return undefined;
    this.#turning ??= this.#sync().finally(() => {
      this.#turning = undefined;
    });
    return this.#turning;
  }

  /** Whether today's commands are sent, for who comes again; a reason is for those who wait. */
  isToday(): boolean {
    const turning = this.today();
    turning?.catch(() => undefined);
    return turning === undefined;
  }
}
