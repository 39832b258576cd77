/**
 * Whether the engine knows what holds on the day of now, such as bands, ticks and charges. Telling takes a
 * moment, in which nothing may be filled.
 */
export class DayCommands {
  readonly #nowMs: () => number;
  readonly #dayOf: (atMs: number) => number;
  readonly #sync: () => Promise<void>;
  #daySynced = -1;
  #turning: Promise<void> | undefined;

  constructor(
    { nowMs, dayOf }: { readonly nowMs: () => number; readonly dayOf: (atMs: number) => number },
    sync: () => Promise<void>,
  ) {
    this.#dayOf = dayOf;
    this.#nowMs = nowMs;
    this.#sync = sync;
  }

  /** The engine was sent what holds on the day of that instant. */
  markSynced(atMs: number): void {
    this.#daySynced = this.#dayOf(atMs);
  }

  /** Resolves when the engine knows the day of now; undefined while it does. */
  today(): Promise<void> | undefined {
    if (this.#dayOf(this.#nowMs()) === this.#daySynced) return undefined;
    this.#turning ??= this.#sync().finally(() => {
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
