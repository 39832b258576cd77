import type { Engine } from '#engine/open-engine.ts';
import type { OpenSweeps } from '#engine/writer/sweeps/sweeper.ts';
import type { ReadinessCheck } from '#gateway/health.ts';
import type { LiveMarket } from '#market/live/live-market.ts';
import type { Database } from '#platform/database/open-database.ts';
import { failingJobsText, type Scheduler } from '#platform/time/scheduler.ts';
import type { TimeCheck } from '#platform/time/time-check.ts';

const SWEEPS_TOLD_MAX = 5;
const MARKET_AGE_MS_MAX = 30_000;

/** Work over many holds nobody up; health says how far it is. */
function sweepsText({ inBooks, overAccounts }: OpenSweeps): string | undefined {
  const places = [...inBooks, ...overAccounts].map(
    ({ name, instrumentId = 'all accounts', doneCount }) => `${name} of ${instrumentId}: ${doneCount} done`,
  );
  return places.length === 0 ? undefined : places.slice(0, SWEEPS_TOLD_MAX).join('; ');
}

export function databaseCheck({ pool }: Database): ReadinessCheck {
  return {
    name: 'database',
    check: async () =>
      (await pool.query('select 1')).rowCount === 1
        ? { ok: true }
        : { ok: false, problem: 'does not answer' },
  };
}

/** Ready means: an order sent now would be taken, made durable and priced. */
export function readinessChecks(parts: {
  readonly database: Database;
  readonly engine: Engine;
  readonly market: LiveMarket;
  readonly timeCheck: TimeCheck;
  readonly scheduler: Scheduler;
}): readonly ReadinessCheck[] {
  const { database, engine, market, timeCheck, scheduler } = parts;
  const check = (
    name: string,
    problem: string,
    isGood: () => boolean | Promise<boolean>,
  ): ReadinessCheck => ({
    name,
    check: async () => ((await isGood()) ? { ok: true } : { ok: false, problem }),
  });
  return [
    databaseCheck(database),
    check('engine', 'holds no lease', () => engine.state === 'open' && engine.epoch() >= 0),
    {
      name: 'sweeps',
      check: async () => ({ ok: true, note: sweepsText(engine.sweeps()) }),
    },
    check('commits', 'the last one failed: look at the disk of the database', () => engine.isCommitting()),
    check('invariants', 'do not hold: writing is halted', () => engine.state !== 'halted'),
    check(
      'market',
      'has not moved for a while',
      () => market.hours === 'calendar' || market.newestAgeMs() < MARKET_AGE_MS_MAX,
    ),
    check('books', 'are not quoted yet', () => market.areBooksQuoted()),
    { name: 'scheduler', check: async () => ({ ok: true, note: failingJobsText(scheduler.jobs()) }) },
    { name: 'clock', check: async () => ({ ok: true, note: await timeCheck.problem() }) },
  ];
}
