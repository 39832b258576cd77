import { createHash } from 'node:crypto';
import { accountId, DAY_MS, systemClientId } from '@tarazu/core/values';
import { countGuests, listUnseenGuests, type OpenGuest } from '#domains/account/guest-store.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { inGroups } from '#platform/paced.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { EnginePort } from '#ports.ts';

/** The guests of the demo, who have no way back in: how many there are, and their end. */
export interface Guests {
  /** Takes a place for one more; false when none is free. */
  take(): Promise<boolean>;
  /** Gives a place back whose guest did not come to be. */
  giveBack(): void;
  /** Ends some of those whose time is over, and some of the absent while places are short. */
  endSome(): Promise<void>;
}

export interface GuestsOptions {
  readonly pool: Queryable;
  readonly clock: Clock;
  readonly engine: EnginePort;
  readonly guestsMax: number;
  /** Closes a login and ends its sessions. */
  readonly close: (loginId: number) => Promise<void>;
}

/** As long as the one session of a guest. */
const GUEST_AGE_MAX_MS = 30 * DAY_MS;
const ABSENT_MS = DAY_MS;
const ENDED_AT_ONCE = 64;
const BEGINNING = { registeredAt: new Date(0), loginId: 0 } as const;
const EMPTY = { cash: [], shares: [] } as const;

export function createGuests(options: GuestsOptions): Guests {
  const { pool, clock, guestsMax } = options;
  let count: number | undefined;
  let after: Pick<OpenGuest, 'registeredAt' | 'loginId'> = BEGINNING;

  return {
    take: async () => {
      count ??= await countGuests(pool);
      if (count >= guestsMax) return false;
      count += 1;
      return true;
    },
    giveBack: () => {
      if (count !== undefined) count -= 1;
    },
    endSome: async () => {
      const open = await countGuests(pool);
      count = open;
      const nowMs = clock.nowMs();
      const isShort = open * 4 > guestsMax * 3;
      const ageMs = isShort ? ABSENT_MS : GUEST_AGE_MAX_MS;
      const unseenSinceMs = nowMs - (isShort ? ABSENT_MS : 0);
      const which = { after, registeredByMs: nowMs - ageMs, unseenSinceMs, limit: ENDED_AT_ONCE };
      const guests = await listUnseenGuests(pool, which);
      // At the end of the line it begins again, with those who could not be ended before.
      after = guests.length < ENDED_AT_ONCE ? BEGINNING : (guests.at(-1) ?? BEGINNING);
      const ended = await inGroups(guests, (guest) => endGuest(options, guest));
      count -= ended.filter(Boolean).length;
    },
  };
}

/** Takes back what a guest holds, and closes the login; false when the account may be emptied another day. */
async function endGuest({ engine, close, clock }: GuestsOptions, guest: OpenGuest): Promise<boolean> {
  if (guest.opened) {
    const { outcome } = await engine.submit({
      type: 'account.reset',
      accountId: accountId(guest.accountId),
      // One a day: a refusal of today is asked anew tomorrow, and nothing is done twice.
      clientId: systemClientId(`guest-end-${Math.floor(clock.nowMs() / DAY_MS)}`),
      contentHash: createHash('sha256').update('account.reset').digest('hex'),
      grants: EMPTY,
    });
    if (!outcome.ok) return false;
  }
  await close(guest.loginId);
  return true;
}
