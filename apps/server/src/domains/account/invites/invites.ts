import type { CheckedInputOf, OPERATIONS, OutputOf } from '@tarazu/protocol';
import { listInvited } from '#domains/account/invites/store.ts';
import { readLogin } from '#domains/account/store.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { maskContact } from '#platform/logging/masking.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { type Reply, refuse, reply } from '#ports.ts';

const PAGE_LENGTH = 20;

type InviteList = (typeof OPERATIONS)['inviteList'];

/** The code of a login, and how far those are who registered with it, some at a time. */
export async function readInvites(
  { pool, secrets }: { readonly pool: Queryable; readonly secrets: Pick<Secrets, 'seal' | 'unseal'> },
  loginId: number,
  input: CheckedInputOf<InviteList>,
): Promise<Reply<OutputOf<InviteList>>> {
  const before = input.cursor === undefined ? undefined : openCursor(secrets, input.cursor);
  if (before === null)
    return refuse('INVALID_INPUT', {
      field: 'cursor',
      detail: { problem: 'cursor: must be the next of a list' },
    });
  const limit = input.limit === undefined ? PAGE_LENGTH : Number(input.limit);
  const { inviteCode } = await readLogin(pool, loginId);
  const rows = await listInvited(pool, loginId, { before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return reply({
    ...(inviteCode === null ? {} : { inviteCode }),
    list: page.map((row) => ({
      contactMasked: maskContact(row.phone ?? row.email ?? ''),
      state: row.status === 0 ? 'closed' : row.identity_status === 'succ' ? 'verified' : 'registered',
      registeredAtMs: row.registered_at.getTime(),
    })),
    ...(rows.length > limit && last !== undefined && { next: cursorOf(secrets, last.login_id) }),
  });
}

/** Sealed: the number of a login would tell how many there are. */
function cursorOf(secrets: Pick<Secrets, 'seal'>, loginId: number): string {
  return secrets.seal('invite-cursor', String(loginId)).toString('base64url');
}

/** Null for text that no list gave. */
function openCursor(secrets: Pick<Secrets, 'unseal'>, cursor: string): number | null {
  try {
    return Number(secrets.unseal('invite-cursor', Buffer.from(cursor, 'base64url')));
  } catch {
    return null;
  }
}
