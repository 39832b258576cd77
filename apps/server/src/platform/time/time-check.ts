import { SECOND_MS } from '@tarazu/core/values';
import { StartupError } from '#platform/config/startup-error.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import { JUMP_MAX_MS, SteadyClock } from '#platform/time/steady-clock.ts';

const databaseTime = statement<{ now_ms: number; journal_ms: bigint }>(
  'clock-of-database',
  'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms, last_at_ms as journal_ms from lease',
);

export interface TimeCheckOptions {
  readonly clock: Clock;
  readonly database: Queryable;
  /** Whether the database runs on another machine: only then does its clock say anything about ours. */
  readonly isDatabaseElsewhere: boolean;
  readonly log: { error(fields: object, message: string): void };
}

/** The database's answer: by how much our time and the machine's clock are ahead of its own, if known. */
interface Asked {
  readonly apartMs?: number;
  readonly wallApartMs?: number;
  readonly problem?: string;
}

/**
 * Compares our time with the database's clock and with the journal.
 * A clock that a test sets is compared with the journal alone.
 */
export class TimeCheck {
  readonly #options: TimeCheckOptions;
  #problem: string | undefined;

  constructor(options: TimeCheckOptions) {
    this.#options = options;
  }

  /**
   * @throws StartupError when our clock and the database's
   * differ: which of them is wrong is for a person to say.
   */
  async checkStart(): Promise<void> {
    const apartMs = (await this.#ask()).apartMs ?? 0;
    if (Math.abs(apartMs) <= JUMP_MAX_MS) return;
    throw new StartupError(
      `This machine's clock is ${secondsText(apartMs, "the database's")}. Put right the one that is wrong, and start again.`,
    );
  }

  /** The fault of the clock, in a sentence; undefined when there is none. */
  async problem(): Promise<string | undefined> {
    const { clock, log } = this.#options;
    const asked = await this.#ask();
    const isSteady = clock instanceof SteadyClock;
    if (isSteady && isConfirmed(clock, asked)) {
      clock.believe();
      return this.problem();
    }
    const found = (isSteady ? jumpText(clock) : undefined) ?? asked.problem;
    if (found !== undefined && found !== this.#problem) log.error({ clock: found }, 'The clock is wrong.');
    this.#problem = found;
    return found;
  }

  async #ask(): Promise<Asked> {
    const { clock, database, isDatabaseElsewhere } = this.#options;
    const before = clock.nowMs();
    const [row] = await databaseTime(database, []);
    if (!row) return {};
    const now = clock.nowMs();
    const aheadMs = Number(row.journal_ms) - now;
    if (aheadMs > JUMP_MAX_MS)
      return {
        problem: `is wrong, or was: the journal is ${secondsText(aheadMs, 'it')}, and time stands still until then`,
      };
    if (!isDatabaseElsewhere || !(clock instanceof SteadyClock)) return {};
    const apartMs = (before + now) / 2 - row.now_ms;
    const wallApartMs = apartMs + clock.refusedMs;
    const isApart = Math.abs(apartMs) > JUMP_MAX_MS;
    return {
      apartMs,
      wallApartMs,
      ...(isApart && { problem: `is ${secondsText(apartMs, "the database's")}` }),
    };
  }
}

/** A jump that the clock of another machine confirms was a correction. */
function isConfirmed({ refusedMs }: SteadyClock, { wallApartMs }: Asked): boolean {
  return refusedMs !== 0 && wallApartMs !== undefined && Math.abs(wallApartMs) <= JUMP_MAX_MS;
}

function jumpText({ refusedMs }: SteadyClock): string | undefined {
  if (refusedMs === 0) return undefined;
  return `jumped: it is ${secondsText(refusedMs, 'the time that passed')}, and is not believed`;
}

function secondsText(ms: number, what: string): string {
  return `${Math.round(Math.abs(ms) / SECOND_MS)} s ${ms > 0 ? 'ahead of' : 'behind'} ${what}`;
}

/** Whether a database is on another machine, by its address. */
export function isElsewhere(databaseUrl: string | null): boolean {
  if (databaseUrl === null) return false;
  const { hostname } = new URL(databaseUrl);
  return hostname !== '' && hostname !== 'localhost' && hostname !== '[::1]' && !hostname.startsWith('127.');
}
