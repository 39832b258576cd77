import type { Environment } from '@tarazu/core/values';
import type { StaffRole } from '@tarazu/protocol';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Customers as the console finds them, and parts of them that were opened by break-glass. */

interface LoginColumns {
  readonly login_id: number;
  readonly user_id: string;
  readonly guest: boolean;
  readonly phone: string | null;
  readonly email: string | null;
  readonly country: string;
  readonly status: number;
  readonly identity_status: string;
  readonly registered_at: Date;
}

export interface FoundCustomer {
  readonly loginId: number;
  readonly userId: string;
  readonly guest: boolean;
  readonly phone: string | undefined;
  readonly email: string | undefined;
  readonly country: string;
  readonly status: number;
  readonly idStatus: string;
  readonly registeredAtMs: number;
}

const COLUMNS = 'login_id, user_id, guest, phone, email, country, status, identity_status, registered_at';
const byNumber = statement<LoginColumns>(
  'customer-by-number',
  `select ${COLUMNS} from login where user_id = $1`,
);
const byPhone = statement<LoginColumns>(
  'customer-by-phone',
  `select ${COLUMNS} from login where phone = any($1)`,
);
const byEmail = statement<LoginColumns>('customer-by-email', `select ${COLUMNS} from login where email = $1`);
const accountsOf = statement<{ account_id: number; environment: Environment }>(
  'customer-accounts',
  'select account_id, environment from login_account where login_id = $1 order by account_id',
);

const foundOf = (row: LoginColumns): FoundCustomer => ({
  loginId: row.login_id,
  userId: row.user_id,
  guest: row.guest,
  phone: row.phone ?? undefined,
  email: row.email ?? undefined,
  country: row.country,
  status: row.status,
  idStatus: row.identity_status,
  registeredAtMs: row.registered_at.getTime(),
});

export async function findByNumber(on: Queryable, userId: string): Promise<FoundCustomer | undefined> {
  const [row] = await byNumber(on, [userId]);
  return row && foundOf(row);
}

export async function findByPhone(on: Queryable, phones: readonly string[]): Promise<FoundCustomer[]> {
  return (await byPhone(on, [phones])).map(foundOf);
}

export async function findByEmail(on: Queryable, email: string): Promise<FoundCustomer[]> {
  return (await byEmail(on, [email])).map(foundOf);
}

export interface CustomerAccount {
  readonly accountId: number;
  readonly environment: Environment;
}

export async function listCustomerAccounts(on: Queryable, loginId: number): Promise<CustomerAccount[]> {
  const rows = await accountsOf(on, [loginId]);
  return rows.map((row) => ({ accountId: row.account_id, environment: row.environment }));
}

const insertGlass = statement(
  'glass-insert',
  `insert into staff_glass (glass_id, staff_id, login_id, part, words, broken_at, until_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
const openGlasses = statement<{ part: string; until_at: Date }>(
  'glass-open',
  `select part, max(until_at) as until_at from staff_glass
    where staff_id = $1 and login_id = $2 and until_at > $3 group by part`,
);
const countOthers = statement<{ count: number }>(
  'glass-others',
  `select count(*)::int4 as count from (select from staff
    where roles && $1 and staff_id <> $2 and closed_at is null and password_hash is not null
    order by name limit 100) as others`,
);

export interface NewGlass {
  readonly glassId: string;
  readonly staffId: number;
  readonly loginId: number;
  readonly part: string;
  readonly words: string;
  readonly nowMs: number;
  readonly untilMs: number;
}

export async function saveGlass(on: Queryable, glass: NewGlass): Promise<void> {
  const { glassId, staffId, loginId, part, words, nowMs, untilMs } = glass;
  await insertGlass(on, [glassId, staffId, loginId, part, words, new Date(nowMs), new Date(untilMs)]);
}

/** Parts of a customer that a person has open by break-glass, with their ends. */
export async function openedByGlass(
  on: Queryable,
  of: { readonly staffId: number; readonly loginId: number; readonly nowMs: number },
): Promise<ReadonlyMap<string, number>> {
  const rows = await openGlasses(on, [of.staffId, of.loginId, new Date(of.nowMs)]);
  return new Map(rows.map((row) => [row.part, row.until_at.getTime()]));
}

/** How many others could be alarmed: people with one of these roles who can sign in. */
export async function othersWith(
  on: Queryable,
  of: { readonly roles: readonly StaffRole[]; readonly staffId: number },
): Promise<number> {
  const [row] = await countOthers(on, [of.roles, of.staffId]);
  return row?.count ?? 0;
}
