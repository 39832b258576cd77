import { DAY_MS, MINUTE_MS } from '@tarazu/core/values';
import { cleanAttempts } from '#domains/account/attempt-store.ts';
import { cleanDevices } from '#domains/account/device-store.ts';
import type { Guests } from '#domains/account/service/guests.ts';
import { deleteExpiredTokens } from '#domains/account/session-store.ts';
import type { Sessions } from '#domains/account/sessions.ts';
import { cleanSignIns } from '#domains/account/sign-in-store.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';

const SWEEP_MS = 10_000;
const GUESTS_MS = 20_000;
const CLEAN_MS = 10 * MINUTE_MS;

/** Jobs that write down who was seen, and delete what has expired. */
export function accountJobs(parts: {
  readonly pool: Queryable;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly guests: Guests;
}): readonly Job[] {
  const { pool, clock, sessions, guests } = parts;
  const clean = async (): Promise<void> => {
    await cleanAttempts(pool, clock.nowMs());
    await cleanDevices(pool, clock.nowMs());
    await cleanSignIns(pool, clock.nowMs());
    await deleteExpiredTokens(pool, clock.nowMs() - DAY_MS);
  };
  return [
    {
      name: 'account: sessions',
      everyMs: SWEEP_MS,
      problem: 'It was not written down who was seen last.',
      run: () => sessions.sweep(),
    },
    {
      name: 'account: expired',
      everyMs: CLEAN_MS,
      problem: 'What has expired of accounts was not deleted.',
      run: clean,
    },
    {
      name: 'account: guests',
      everyMs: GUESTS_MS,
      problem: 'Guests of the demo whose time is over were not ended.',
      run: () => guests.endSome(),
    },
  ];
}
