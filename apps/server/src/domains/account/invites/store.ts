import { type Queryable, statement } from '#platform/database/pool.ts';

/* Logins that registered with the invite code of another. */

interface InvitedRow {
  readonly phone: string | null;
  readonly email: string | null;
  readonly status: number;
  readonly identity_status: string;
  readonly registered_at: Date;
}

const invitedBy = statement<InvitedRow>(
  'logins-invited-by',
  `select phone, email, status, identity_status, registered_at from login
    where invited_by = $1 order by login_id desc limit $2`,
);

/** Latest first. */
export async function listInvited(on: Queryable, loginId: number, limit: number): Promise<InvitedRow[]> {
  return await invitedBy(on, [loginId, limit]);
}
