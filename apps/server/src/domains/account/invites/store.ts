import { type Queryable, statement } from '#platform/database/pool.ts';

/* Logins that registered with the invite code of another. */

interface InvitedRow {
  readonly login_id: number;
  readonly phone: string | null;
  readonly email: string | null;
  readonly status: number;
  readonly identity_status: string;
  readonly registered_at: Date;
}

const invitedBy = statement<InvitedRow>(
  'logins-invited-by',
  `select login_id, phone, email, status, identity_status, registered_at from login
    where invited_by = $1 and ($3::int4 is null or login_id < $3) order by login_id desc limit $2`,
);

/** Latest first, of those before one. */
export async function listInvited(
  on: Queryable,
  loginId: number,
  page: { readonly before: number | undefined; readonly limit: number },
): Promise<InvitedRow[]> {
  return await invitedBy(on, [loginId, page.limit, page.before ?? null]);
}
