import { HOUR_MS, leastOf } from '@tarazu/core/values';
import type { Calendar } from './calendar.ts';
import type { Clock } from './clock.ts';
import type { PeriodStore } from './period-store.ts';

/** Work that time brings again and again. */
export interface Job {
  /** Domain and subject, such as `spot: fee tiers`: its name in health, measures and log. */
  readonly name: string;
  /** Time from one turn to the next; with a calendar, from one look at the calendar to the next. */
  readonly everyMs: number;
  /** Periods in each of which the work is done once, over restarts; it must stand being begun twice. */
  readonly calendar?: Calendar;
  /** Sentence of the log when a turn fails. */
  readonly problem: string;
  /** The signal says that the server stops: long work then breaks off by throwing the signal's reason. */
  run(stop: AbortSignal): Promise<unknown>;
}

/** How a job stands, as health and measures tell it. */
export interface JobState {
  readonly name: string;
  readonly isAtWork: boolean;
  /** End of the last turn; undefined before the first. */
  readonly lastRunAtMs: number | undefined;
  readonly nextRunAtMs: number;
  readonly failures: number;
  /** Failures since a turn went well. */
  readonly failuresInRow: number;
}

export interface SchedulerOptions {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: {
    info(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  /** Keeps what calendars have seen done; without it a restart does it again. */
  readonly periods?: Pick<PeriodStore, 'lastDone' | 'setDone'>;
  readonly onTurn?: (name: string, outcome: 'done' | 'failed') => void;
  /** Real time that passed, whatever the clock says: for tests. */
  readonly elapsedMs?: () => number;
}

interface Entry {
  readonly job: Job;
  /** Of the real time that passed. */
  dueAtMs: number;
  turn: Promise<void> | undefined;
  lastRunAtMs: number | undefined;
  failures: number;
  failuresInRow: number;
  /** Number of the last period in which the work was done; undefined before the store was asked. */
  donePeriod: number | undefined;
}

/** Later than a daemon's restart of its database, sooner than anybody misses what should be there. */
const RETRY_MS_MAX = HOUR_MS;

/**
 * The one place where time begins work, one turn of a job at a time; it keeps no process alive. A failure is
 * counted, logged once until a turn goes well, and tried again.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #entries = new Map<string, Entry>();
  #timer: NodeJS.Timeout | undefined;
  readonly #stopping = new AbortController();

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Registers jobs: the first turn is due after their time, of one with a calendar at once. */
  add(...jobs: readonly Job[]): void {
    for (const job of jobs) {
      if (this.#entries.has(job.name)) throw new Error(`Invariant: one job is named ${job.name}`);
      this.#entries.set(job.name, {
        job,
        dueAtMs: this.#elapsedMs() + (job.calendar ? 0 : job.everyMs),
        turn: undefined,
        lastRunAtMs: undefined,
        failures: 0,
        failuresInRow: 0,
        donePeriod: undefined,
      });
    }
    this.#arm();
  }

  /** A turn at once, or the one under way: resolves when it is over, whatever became of it. */
  now(name: string): Promise<void> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`Invariant: a job is named ${name}`);
    return this.#begin(entry);
  }

  /** Takes a job out; resolves when the turn under way is over. */
  async remove(name: string): Promise<void> {
    const turn = this.#entries.get(name)?.turn;
    this.#entries.delete(name);
    await turn;
  }

  /** No turn begins by time any more; resolves when those under way are over. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await Promise.all(Array.from(this.#entries.values(), ({ turn }) => turn));
  }

  /** All jobs, in the order of their registration. */
  jobs(): readonly JobState[] {
    return Array.from(this.#entries.values(), (entry) => this.#stateOf(entry));
  }

  /** Begins what is due; the timer calls it. */
  look(): void {
    if (this.#stopping.signal.aborted) return;
    const elapsedMs = this.#elapsedMs();
    for (const entry of this.#entries.values()) {
      if (entry.dueAtMs > elapsedMs) continue;
      const { everyMs } = entry.job;
      entry.dueAtMs += everyMs * Math.max(1, Math.ceil((elapsedMs + 1 - entry.dueAtMs) / everyMs));
      if (entry.turn === undefined) void this.#begin(entry);
    }
    this.#arm();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#stopping.signal.aborted || this.#entries.size === 0) return;
    const dueAtMs = leastOf(Array.from(this.#entries.values(), (entry) => entry.dueAtMs));
    this.#timer = setTimeout(() => this.look(), Math.max(1, dueAtMs - this.#elapsedMs()));
    this.#timer.unref();
  }

  #begin(entry: Entry): Promise<void> {
    entry.turn ??= this.#turn(entry).finally(() => {
      entry.turn = undefined;
    });
    return entry.turn;
  }

  async #turn(entry: Entry): Promise<void> {
    const { job } = entry;
    const { signal } = this.#stopping;
    try {
      const isDone = await (job.calendar ? this.#oncePerPeriod(entry, job.calendar) : runWhole(job, signal));
      if (isDone) this.#wentWell(entry);
      // Only the question whether it is done had failed, and was answered now.
      else this.#recovered(entry);
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) this.#failed(entry, error);
    }
  }

  /** @returns false where there was nothing to do. */
  async #oncePerPeriod(entry: Entry, calendar: Calendar): Promise<boolean> {
    const { name } = entry.job;
    const { clock, periods } = this.#options;
    const { number } = calendar(clock.nowMs());
    entry.donePeriod ??= await periods?.lastDone(name);
    if (entry.donePeriod !== undefined && entry.donePeriod >= number) return false;
    await entry.job.run(this.#stopping.signal);
    await periods?.setDone(name, { period: number, atMs: clock.nowMs() });
    entry.donePeriod = number;
    return true;
  }

  #wentWell(entry: Entry): void {
    entry.lastRunAtMs = this.#options.clock.nowMs();
    this.#recovered(entry);
    this.#options.onTurn?.(entry.job.name, 'done');
  }

  #recovered(entry: Entry): void {
    const { failuresInRow: failures } = entry;
    entry.failuresInRow = 0;
    if (failures > 0)
      this.#options.log.info({ job: entry.job.name, failures }, 'Work by time goes well again.');
  }

  #failed(entry: Entry, error: unknown): void {
    const { name, problem, calendar, everyMs } = entry.job;
    entry.lastRunAtMs = this.#options.clock.nowMs();
    entry.failures += 1;
    entry.failuresInRow += 1;
    if (entry.failuresInRow === 1) this.#options.log.error({ err: error, job: name }, problem);
    this.#options.onTurn?.(name, 'failed');
    if (!calendar) return;
    // A whole day's work is not begun anew at every look.
    const waitMs = Math.min(RETRY_MS_MAX, everyMs * 2 ** Math.min(entry.failuresInRow - 1, 10));
    entry.dueAtMs = this.#elapsedMs() + waitMs;
    this.#arm();
  }

  #stateOf({ job, turn, donePeriod, ...entry }: Entry): JobState {
    const { lastRunAtMs, failures, failuresInRow } = entry;
    const nowMs = this.#options.clock.nowMs();
    const dueAtMs = nowMs + Math.max(0, entry.dueAtMs - this.#elapsedMs());
    const period = job.calendar?.(nowMs);
    const isDone = period !== undefined && donePeriod !== undefined && donePeriod >= period.number;
    return {
      name: job.name,
      isAtWork: turn !== undefined,
      lastRunAtMs,
      nextRunAtMs: isDone ? Math.max(dueAtMs, period.endsAtMs) : dueAtMs,
      failures,
      failuresInRow,
    };
  }

  #elapsedMs(): number {
    return this.#options.elapsedMs?.() ?? performance.now();
  }
}

async function runWhole(job: Job, stop: AbortSignal): Promise<true> {
  await job.run(stop);
  return true;
}

const TOLD_MAX = 5;

/** The text of health on jobs that do not go well; undefined when all do. */
export function failingJobsText(jobs: readonly JobState[]): string | undefined {
  const failing = jobs.filter(({ failuresInRow }) => failuresInRow > 0);
  if (failing.length === 0) return undefined;
  return failing
    .slice(0, TOLD_MAX)
    .map(
      ({ name, failuresInRow, lastRunAtMs = 0, nextRunAtMs }) =>
        `${name}: failed ${failuresInRow} times in a row, last at ${timeText(lastRunAtMs)}, next at ${timeText(nextRunAtMs)}`,
    )
    .join('; ');
}

function timeText(atMs: number): string {
  return new Date(atMs).toISOString();
}
