import type { OPERATIONS, OutputOf } from '@tarazu/protocol';
import { listInvited } from '#domains/account/invites/store.ts';
import { readLogin } from '#domains/account/store.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { maskContact } from '#platform/logging/masking.ts';

/** Invitations that are shown: the latest. */
const INVITES_SHOWN = 100;

type Invites = OutputOf<(typeof OPERATIONS)['inviteList']>;

/** The code of a login, and how far those are who registered with it. */
export async function readInvites(on: Queryable, loginId: number): Promise<Invites> {
  const { inviteCode } = await readLogin(on, loginId);
  const rows = await listInvited(on, loginId, INVITES_SHOWN + 1);
  return {
    ...(inviteCode === null ? {} : { inviteCode }),
    list: rows.slice(0, INVITES_SHOWN).map((row) => ({
      contactMasked: maskContact(row.phone ?? row.email ?? ''),
      state: row.status === 0 ? 'closed' : row.identity_status === 'succ' ? 'verified' : 'registered',
      registeredAtMs: row.registered_at.getTime(),
    })),
    isMore: rows.length > INVITES_SHOWN,
  };
}
