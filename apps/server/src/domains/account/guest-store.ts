import { type Queryable, statement } from '#platform/database/pool.ts';

/** A guest who may be ended, and the account in the engine where there is one. */
export interface OpenGuest {
  readonly loginId: number;
  readonly accountId: number;
  readonly opened: boolean;
  readonly registeredAt: Date;
}

interface GuestColumns {
  readonly login_id: number;
  readonly account_id: number;
  readonly opened: boolean;
  readonly registered_at: Date;
}

const countOpen = statement<{ count: number }>(
  'guest-count',
  'select count(*)::int4 as count from login where guest and status = 1',
);
const selectUnseen = statement<GuestColumns>(
  'guest-unseen',
  `select l.login_id, a.account_id, a.opened, l.registered_at
     from login l join login_account a using (login_id)
    where l.guest and l.status = 1 and (l.registered_at, l.login_id) > ($1, $2) and l.registered_at <= $3
      and not exists (
        select from session s join session_token t using (session_id)
         where s.login_id = l.login_id and s.ended_at is null and t.last_seen_at > $4)
    order by l.registered_at, l.login_id limit $5`,
);

export async function countGuests(on: Queryable): Promise<number> {
  const [row] = await countOpen(on, []);
  return row?.count ?? 0;
}

/** Guests who came by one instant and were not seen after another, the oldest first. */
export async function listUnseenGuests(
  on: Queryable,
  which: {
    readonly after: Pick<OpenGuest, 'registeredAt' | 'loginId'>;
    readonly registeredByMs: number;
    readonly unseenSinceMs: number;
    readonly limit: number;
  },
): Promise<readonly OpenGuest[]> {
  const rows = await selectUnseen(on, [
    which.after.registeredAt,
    which.after.loginId,
    new Date(which.registeredByMs),
    new Date(which.unseenSinceMs),
    which.limit,
  ]);
  return rows.map((row) => ({
    loginId: row.login_id,
    accountId: row.account_id,
    opened: row.opened,
    registeredAt: row.registered_at,
  }));
}
