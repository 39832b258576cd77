import type { CONSOLE_OPERATIONS, OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import * as z from 'zod/mini';
import { appendEntry } from '#domains/staff/log/store.ts';
import { endStaffSessions, rolesOf } from '#domains/staff/people/store.ts';
import { likeText } from '#platform/database/like.ts';
import { inTransaction, statement } from '#platform/database/pool.ts';
import { type Reply, refuse, reply, type StaffSession } from '#ports.ts';

/**
 * Everybody of staff, as an admin sees them. Who may come in is decided by the command on the machine alone.
 */

type People = OutputOf<(typeof CONSOLE_OPERATIONS)['consolePeople']>;

const sessionsSchema = z.array(z.object({ address: z.string(), began: z.number(), seen: z.number() }));

interface PersonColumns {
  readonly public_id: string;
  readonly name: string;
  readonly roles: string[];
  readonly is_set_up: boolean;
  readonly invited_until: Date | null;
  readonly closed_at: Date | null;
  readonly created_at: Date;
  readonly passkeys: number;
  readonly logins: number;
  readonly sessions: unknown;
}

const selectPage = statement<PersonColumns>(
  'staff-people',
  `select s.public_id, s.name, s.roles, s.password_hash is not null as is_set_up, s.invited_until, s.closed_at,
     s.created_at,
     (select count(*)::int4 from staff_passkey where staff_id = s.staff_id) as passkeys,
     (select count(*)::int4 from staff_login where staff_id = s.staff_id) as logins,
     (select coalesce(jsonb_agg(jsonb_build_object('address', address,
         'began', (extract(epoch from created_at) * 1000)::int8, 'seen', (extract(epoch from last_seen_at) * 1000)::int8)
         order by last_seen_at desc), '[]')
        from (select * from staff_session where staff_id = s.staff_id and expires_at > $5
               order by last_seen_at desc limit 20) as open) as sessions
     from staff s
    where s.name > $1 and ($2::text is null or s.name like $2 || '%' or s.public_id = $2)
      and ($3::text is null or $3 = any(s.roles))
    order by s.name limit $4`,
);
const selectId = statement<{ staff_id: number }>(
  'staff-by-number',
  'select staff_id from staff where public_id = $1',
);

const PAGE_LENGTH = 50;

export async function listPeople(
  pool: pg.Pool,
  asked: {
    readonly search?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit?: string | undefined;
    readonly nowMs: number;
  },
): Promise<Reply<People>> {
  const { nowMs } = asked;
  const limit = asked.limit === undefined ? PAGE_LENGTH : Number(asked.limit);
  const after = asked.cursor === undefined ? '' : Buffer.from(asked.cursor, 'base64url').toString('utf8');
  const search = asked.search?.trim().toLowerCase() ?? '';
  const words = likeText(search);
  const [role] = rolesOf([search]);
  const named = search === '' || role !== undefined ? null : words;
  const rows = await selectPage(pool, [after, named, role ?? null, limit + 1, new Date(nowMs)]);
  const list = rows.slice(0, limit).map((row) => wirePerson(row, nowMs));
  const last = list.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return reply({ list, ...(hasMore && { next: Buffer.from(last.name).toString('base64url') }) });
}

function wirePerson(row: PersonColumns, nowMs: number): People['list'][number] {
  const { invited_until: until, closed_at: closed } = row;
  return {
    id: row.public_id,
    name: row.name,
    roles: [...rolesOf(row.roles)],
    state: stateOf(row, nowMs),
    addedAtMs: row.created_at.getTime(),
    ...(until !== null && { invitedUntilMs: until.getTime() }),
    ...(closed !== null && { closedAtMs: closed.getTime() }),
    passkeys: row.passkeys,
    logins: row.logins,
    sessions: sessionsSchema
      .parse(row.sessions)
      .map(({ address, began: beganAtMs, seen: seenAtMs }) => ({ address, beganAtMs, seenAtMs })),
  };
}

function stateOf(
  { closed_at: closed, is_set_up: isSetUp, invited_until: until }: PersonColumns,
  nowMs: number,
): People['list'][number]['state'] {
  if (closed !== null) return 'closed';
  if (isSetUp) return 'open';
  return until !== null && until.getTime() > nowMs ? 'invited' : 'lapsed';
}

/** Ends every session of somebody: of a person who left a desk open, or whose device is gone. */
export async function signOutPerson(
  pool: pg.Pool,
  { staffId: by }: StaffSession,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): Promise<Reply<Record<string, never>>> {
  return inTransaction(pool, async (on): Promise<Reply<Record<string, never>>> => {
    const [row] = await selectId(on, [id]);
    if (row === undefined) return refuse('NOT_FOUND', { field: 'id' });
    await endStaffSessions(on, row.staff_id);
    await appendEntry(on, { staffId: by, act: 'signedOut', detail: { what: id }, nowMs });
    return reply({});
  });
}
