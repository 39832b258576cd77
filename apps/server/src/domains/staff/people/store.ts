import { STAFF_ROLES, type StaffRole } from '@tarazu/protocol';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** People of the console. */
export interface StaffRow {
  readonly staffId: number;
  readonly publicId: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  readonly passwordHash: string | null;
  readonly factorSealed: Buffer;
  readonly invitationHash: Buffer | null;
  readonly invitedUntilMs: number | undefined;
  readonly isClosed: boolean;
}

interface StaffColumns {
  readonly staff_id: number;
  readonly public_id: string;
  readonly name: string;
  readonly roles: string[];
  readonly password_hash: string | null;
  readonly factor_sealed: Buffer;
  readonly invitation_hash: Buffer | null;
  readonly invited_until: Date | null;
  readonly closed_at: Date | null;
}

const COLUMNS =
  'staff_id, public_id, name, roles, password_hash, factor_sealed, invitation_hash, invited_until, closed_at';

const selectByName = statement<StaffColumns>('staff-by-name', `select ${COLUMNS} from staff where name = $1`);
const selectAll = statement<StaffColumns>(
  'staff-all',
  `select ${COLUMNS} from staff order by name limit 1000`,
);

export function rolesOf(stored: readonly string[]): readonly StaffRole[] {
  return STAFF_ROLES.filter((role) => stored.includes(role));
}

function rowOf(row: StaffColumns): StaffRow {
  return {
    staffId: row.staff_id,
    publicId: row.public_id,
    name: row.name,
    roles: rolesOf(row.roles),
    passwordHash: row.password_hash,
    factorSealed: row.factor_sealed,
    invitationHash: row.invitation_hash,
    invitedUntilMs: row.invited_until?.getTime(),
    isClosed: row.closed_at !== null,
  };
}

export async function findStaff(on: Queryable, name: string): Promise<StaffRow | undefined> {
  const [row] = await selectByName(on, [name]);
  return row && rowOf(row);
}

export async function listStaff(on: Queryable): Promise<StaffRow[]> {
  return (await selectAll(on, [])).map(rowOf);
}

const upsertInvited = statement<{ staff_id: number }>(
  'staff-invite',
  `insert into staff (public_id, name, roles, factor_sealed, invitation_hash, invited_until, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (name) do update set factor_sealed = excluded.factor_sealed, password_hash = null, factor_step = 0,
     invitation_hash = excluded.invitation_hash, invited_until = excluded.invited_until, closed_at = null,
     roles = excluded.roles
   returning staff_id`,
);

/** A new person, or the same one again without a password: the old authenticator is worth nothing then. */
export async function inviteStaff(
  on: Queryable,
  invited: {
    readonly publicId: string;
    readonly name: string;
    readonly roles: readonly StaffRole[];
    readonly factorSealed: Buffer;
    readonly invitationHash: Buffer;
    readonly untilMs: number;
    readonly nowMs: number;
  },
): Promise<number> {
  const { publicId, name, roles, factorSealed, invitationHash, untilMs, nowMs } = invited;
  const times = [new Date(untilMs), new Date(nowMs)];
  const [row] = await upsertInvited(on, [publicId, name, roles, factorSealed, invitationHash, ...times]);
  if (row === undefined) throw new Error('Invariant: an invitation has a person');
  return row.staff_id;
}

const acceptRow = statement<{ staff_id: number }>(
  'staff-accept',
  `update staff set password_hash = $2, invitation_hash = null, invited_until = null
    where staff_id = $1 and invitation_hash = $3 and invited_until > $4 and closed_at is null returning staff_id`,
);

/** False when this invitation was used, replaced, withdrawn or over meanwhile. */
export async function acceptInvitation(
  on: Queryable,
  of: {
    readonly staffId: number;
    readonly passwordHash: string;
    readonly invitationHash: Buffer;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const accepted = await acceptRow(on, [of.staffId, of.passwordHash, of.invitationHash, new Date(of.nowMs)]);
  return accepted.length === 1;
}

const useStep = statement<{ staff_id: number }>(
  'staff-factor-step',
  `update staff set factor_step = $2
    where staff_id = $1 and factor_step < $2 and password_hash = $3 and closed_at is null returning staff_id`,
);

/** False: the code was used before, or the person was closed or has another password since it was checked. */
export async function takeFactorStep(
  on: Queryable,
  of: { readonly staffId: number; readonly step: number; readonly passwordHash: string },
): Promise<boolean> {
  return (await useStep(on, [of.staffId, of.step, of.passwordHash])).length === 1;
}

const closeRow = statement<{ staff_id: number }>(
  'staff-close',
  `update staff set closed_at = $2, password_hash = null, invitation_hash = null where name = $1 and closed_at is null
   returning staff_id`,
);
const deleteSessions = statement('staff-sessions-end', 'delete from staff_session where staff_id = $1');

/** Closes a person and ends every session. Undefined: nobody open has this name. */
export async function closeStaff(on: Queryable, name: string, nowMs: number): Promise<number | undefined> {
  const [row] = await closeRow(on, [name, new Date(nowMs)]);
  if (row !== undefined) await deleteSessions(on, [row.staff_id]);
  return row?.staff_id;
}

export async function endStaffSessions(on: Queryable, staffId: number): Promise<void> {
  await deleteSessions(on, [staffId]);
}

const insertLogin = statement<{ login_id: number }>(
  'staff-login-add',
  `insert into staff_login (staff_id, login_id) select $1, login_id from login where user_id = $2
   on conflict do nothing returning login_id`,
);
const knownLogin = statement<{ login_id: number }>(
  'staff-login-known',
  'select login_id from login where user_id = $1',
);

/** Notes a login that a person of staff has as a customer. False: there is no such login. */
export async function addStaffLogin(on: Queryable, staffId: number, userId: string): Promise<boolean> {
  await insertLogin(on, [staffId, userId]);
  return (await knownLogin(on, [userId])).length === 1;
}

const linked = statement<{ linked: boolean }>(
  'staff-login-linked',
  `select exists (
     select 1 from staff_login own where own.staff_id = $1 and (
       own.login_id = $2
       or exists (select 1 from known_device one join known_device other using (device_hash)
                   where one.login_id = own.login_id and other.login_id = $2)
       or exists (select 1 from login where login_id = $2 and invited_by = own.login_id)
       or exists (select 1 from login where login_id = own.login_id and invited_by = $2))) as linked`,
);

/**
 * Whether a login is a person's own, or linked to one: signed in on one of the same devices, or one invited
 * the other. What is about no customer is nobody's.
 */
export async function isLinked(
  on: Queryable,
  staffId: number,
  loginId: number | undefined,
): Promise<boolean> {
  if (loginId === undefined) return false;
  const [row] = await linked(on, [staffId, loginId]);
  return row?.linked ?? false;
}

const openRoles = statement<{ roles: string[] }>(
  'staff-roles-open',
  'select roles from staff where staff_id = $1 and closed_at is null for share',
);

/** Whether a person of staff is open and has one of these roles. */
export async function hasRoleStill(
  on: Queryable,
  staffId: number,
  roles: readonly StaffRole[],
): Promise<boolean> {
  const [row] = await openRoles(on, [staffId]);
  return row !== undefined && roles.some((role) => row.roles.includes(role));
}

const countTry = statement<{ failure_count: number; last_failed_at: Date }>(
  'staff-failure-count',
  `insert into staff_failure as f (name_hash, failure_count, last_failed_at) values ($1, 1, $2)
   on conflict (name_hash) do update set
     failure_count = case when f.last_failed_at > $3 then f.failure_count + 1 else 1 end,
     last_failed_at = case when f.last_failed_at > $3 and f.failure_count >= $4 then f.last_failed_at
                           else excluded.last_failed_at end
   returning failure_count, last_failed_at`,
);
const forgetTries = statement('staff-failure-forget', 'delete from staff_failure where last_failed_at < $1');

/** Names that were tried long ago, most of which nobody has. */
export async function forgetStaffTries(on: Queryable, beforeMs: number): Promise<void> {
  await forgetTries(on, [new Date(beforeMs)]);
}

const clearTries = statement('staff-failure-clear', 'delete from staff_failure where name_hash = $1');

/** Counts a try before it is looked at. Past the last one that is allowed the time stands still. */
export async function countStaffTry(
  on: Queryable,
  of: {
    readonly nameHash: Buffer;
    readonly nowMs: number;
    readonly sinceMs: number;
    readonly triesMax: number;
  },
): Promise<{ readonly count: number; readonly lastAtMs: number }> {
  const [row] = await countTry(on, [of.nameHash, new Date(of.nowMs), new Date(of.sinceMs), of.triesMax]);
  return { count: row?.failure_count ?? 1, lastAtMs: row?.last_failed_at.getTime() ?? of.nowMs };
}

export async function clearStaffTries(on: Queryable, nameHash: Buffer): Promise<void> {
  await clearTries(on, [nameHash]);
}
