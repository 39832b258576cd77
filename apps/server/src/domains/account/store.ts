import { COUNTRY_CODES, HOME_COUNTRY } from '@tarazu/core/countries';
import type { Environment } from '@tarazu/core/values';
import type { Language } from '@tarazu/protocol';
import * as z from 'zod/mini';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Contact } from './contact.ts';

const identityStatus = z.enum(['none', 'pending', 'succ', 'fail']);
const country = z.enum(COUNTRY_CODES);
const tabBar = z.enum(['trader', 'investor']);
const orderSend = z.enum(['tap', 'ask', 'swipe']);

/** The columns are free text with checks; what the code relies on is checked here once. */
const loginRow = z.object({
  login_id: z.number(),
  user_id: z.string(),
  guest: z.boolean(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  password_hash: z.nullable(z.string()),
  status: z.number(),
  identity_status: identityStatus,
  nickname: z.string(),
  language: z.string(),
  country,
  tab_bar: z.nullable(tabBar),
  order_send: z.nullable(orderSend),
  invite_code: z.nullable(z.string()),
  registered_at: z.date(),
  mail_word: z.nullable(z.instanceof(Buffer)),
});

export interface Login {
  readonly loginId: number;
  readonly userId: string;
  readonly guest: boolean;
  readonly phone: string | null;
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly status: number;
  readonly identityStatus: z.output<typeof identityStatus>;
  readonly nickname: string;
  readonly language: string;
  readonly country: z.output<typeof country>;
  /** Null until the person has chosen one. */
  readonly tabBar: z.output<typeof tabBar> | null;
  /** Null until the person has chosen how a ticket sends. */
  readonly orderSend: z.output<typeof orderSend> | null;
  readonly inviteCode: string | null;
  readonly registeredAtMs: number;
  /** Sealed. */
  readonly mailWord: Buffer | null;
}

const LOGIN_COLUMNS = `login_id, user_id, guest, phone, email, password_hash, status, identity_status, nickname, language,
  country, tab_bar, order_send, invite_code, registered_at, mail_word`;
const byPhone = statement('login-by-phone', `select ${LOGIN_COLUMNS} from login where phone = $1`);
const byEmail = statement('login-by-email', `select ${LOGIN_COLUMNS} from login where email = $1`);
const byId = statement('login-by-id', `select ${LOGIN_COLUMNS} from login where login_id = $1`);
const byInviteCode = statement<{ login_id: number }>(
  'login-by-invite-code',
  'select login_id from login where invite_code = $1 and status = 1',
);

export async function findLogin(on: Queryable, contact: Contact): Promise<Login | undefined> {
  const [row] = await (contact.channel === 'sms' ? byPhone : byEmail)(on, [contact.address]);
  return row === undefined ? undefined : loginOf(row);
}

export async function readLogin(on: Queryable, loginId: number): Promise<Login> {
  const [row] = await byId(on, [loginId]);
  return loginOf(row);
}

export async function findInviter(on: Queryable, inviteCode: string): Promise<number | undefined> {
  const [row] = await byInviteCode(on, [inviteCode]);
  return row?.login_id;
}

function loginOf(columns: unknown): Login {
  const row = loginRow.parse(columns);
  return {
    loginId: row.login_id,
    userId: row.user_id,
    guest: row.guest,
    phone: row.phone,
    email: row.email,
    passwordHash: row.password_hash,
    status: row.status,
    identityStatus: row.identity_status,
    nickname: row.nickname,
    language: row.language,
    country: row.country,
    tabBar: row.tab_bar,
    orderSend: row.order_send,
    inviteCode: row.invite_code,
    registeredAtMs: row.registered_at.getTime(),
    mailWord: row.mail_word,
  };
}

export interface NewLogin {
  readonly userId: string;
  readonly nowMs: number;
  readonly language: Language;
  /** Absent for a guest. */
  readonly person?: {
    readonly contact: Contact;
    readonly passwordHash: string;
    readonly inviteCode: string;
    readonly invitedBy?: number;
    readonly country: string;
  };
}

const insertRow = statement<{ login_id: number }>(
  'login-insert',
  `insert into login (user_id, guest, phone, email, password_hash, language, country, invite_code, invited_by, registered_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (user_id) do nothing returning login_id`,
);

/** Undefined when the user id is taken by chance; throws a unique violation when the phone or e-mail is. */
export async function insertLogin(on: Queryable, login: NewLogin): Promise<number | undefined> {
  const { person } = login;
  const [row] = await insertRow(on, [
    login.userId,
    person === undefined,
    person?.contact.channel === 'sms' ? person.contact.address : null,
    person?.contact.channel === 'email' ? person.contact.address : null,
    person?.passwordHash ?? null,
    login.language,
    person?.country ?? HOME_COUNTRY,
    person?.inviteCode ?? null,
    person?.invitedBy ?? null,
    new Date(login.nowMs),
  ]);
  return row?.login_id;
}

/** Which unique column refused an insert, by the database's own report. */
export function isContactTaken(error: unknown): boolean {
  if (!(error instanceof Error) || !('constraint' in error)) return false;
  return error.constraint === 'login_phone_key' || error.constraint === 'login_email_key';
}

export interface LoginAccount {
  readonly accountId: number;
  readonly environment: Environment;
  readonly opened: boolean;
}

const insertAccountRow = statement(
  'login-account-insert',
  'insert into login_account (login_id, environment) values ($1, $2)',
);
const selectAccounts = statement<{ account_id: number; environment: Environment; opened: boolean }>(
  'login-account-list',
  'select account_id, environment, opened from login_account where login_id = $1 order by account_id',
);
const markOpened = statement(
  'login-account-opened',
  'update login_account set opened = true where account_id = $1',
);
const selectOpenedInEngine = statement<{ reset_at_ms: bigint | null }>(
  'account-find',
  'select reset_at_ms from account where account_id = $1',
);

export async function insertAccount(
  on: Queryable,
  account: { readonly loginId: number; readonly environment: Environment },
): Promise<void> {
  await insertAccountRow(on, [account.loginId, account.environment]);
}

export async function listAccounts(on: Queryable, loginId: number): Promise<LoginAccount[]> {
  const rows = await selectAccounts(on, [loginId]);
  return rows.map((row) => ({ accountId: row.account_id, environment: row.environment, opened: row.opened }));
}

export async function saveOpened(on: Queryable, accountId: number): Promise<void> {
  await markOpened(on, [accountId]);
}

/** The engine's own row of an account; undefined while the engine has not opened it. */
export async function findEngineAccount(
  on: Queryable,
  accountId: number,
): Promise<{ readonly resetAtMs: number | undefined } | undefined> {
  const [row] = await selectOpenedInEngine(on, [accountId]);
  if (row === undefined) return undefined;
  return { resetAtMs: row.reset_at_ms === null ? undefined : Number(row.reset_at_ms) };
}

export interface ProfileChange {
  readonly nickname?: string | undefined;
  readonly language?: string | undefined;
  readonly country?: string | undefined;
  readonly tabBar?: string | undefined;
  readonly orderSend?: string | undefined;
}

const updateProfileRow = statement(
  'login-profile',
  `update login set nickname = coalesce($2, nickname), language = coalesce($3, language),
     country = coalesce($4, country), tab_bar = coalesce($5, tab_bar),
     order_send = coalesce($6, order_send) where login_id = $1`,
);
const updatePasswordRow = statement(
  'login-password',
  'update login set password_hash = $2 where login_id = $1',
);
const updatePhone = statement('login-phone', 'update login set phone = $2 where login_id = $1');
const updateEmail = statement('login-email', 'update login set email = $2 where login_id = $1');
const updateStatusRow = statement('login-status', 'update login set status = $2 where login_id = $1');

export async function updateProfile(on: Queryable, loginId: number, change: ProfileChange): Promise<void> {
  const { nickname, language, country, tabBar, orderSend } = change;
  const values = [nickname, language, country, tabBar, orderSend].map((value) => value ?? null);
  await updateProfileRow(on, [loginId, ...values]);
}

const loginsAfterId = statement<{ login_id: number }>(
  'logins-after',
  'select login_id from login where login_id > $1 and not guest and status <> 0 order by login_id limit $2',
);

/** Logins of people after one, in their order. */
export async function loginsAfter(on: Queryable, loginId: number, limit: number): Promise<number[]> {
  return (await loginsAfterId(on, [loginId, limit])).map((row) => row.login_id);
}

export async function updatePassword(on: Queryable, loginId: number, passwordHash: string): Promise<void> {
  await updatePasswordRow(on, [loginId, passwordHash]);
}

export async function updateStatus(on: Queryable, loginId: number, status: 0 | 1 | 2 | 3): Promise<void> {
  await updateStatusRow(on, [loginId, status]);
}

/** False when another login has the contact. */
export async function updateContact(on: Queryable, loginId: number, contact: Contact): Promise<boolean> {
  try {
    await (contact.channel === 'sms' ? updatePhone : updateEmail)(on, [loginId, contact.address]);
    return true;
  } catch (error) {
    if (isContactTaken(error)) return false;
    throw error;
  }
}

const lockIdentityRow = statement<{ guest: boolean; country: string; identity_status: string }>(
  'login-identity-lock',
  'select guest, country, identity_status from login where login_id = $1 for update',
);
const readIdentityRow = statement<{ guest: boolean; country: string; identity_status: string }>(
  'login-identity-read',
  'select guest, country, identity_status from login where login_id = $1',
);
const updateIdentityRow = statement(
  'login-identity',
  'update login set identity_status = $2 where login_id = $1',
);

const identityRow = z.object({ guest: z.boolean(), country, identity_status: identityStatus });

export interface LoginIdentity {
  readonly guest: boolean;
  readonly country: z.output<typeof country>;
  readonly status: z.output<typeof identityStatus>;
}

export async function readLoginIdentity(on: Queryable, loginId: number): Promise<LoginIdentity> {
  const [columns] = await readIdentityRow(on, [loginId]);
  return loginIdentityOf(columns);
}

/** How far a login's verification is; until the end of the transaction nobody else changes it. */
export async function lockIdentity(on: Queryable, loginId: number): Promise<LoginIdentity> {
  const [columns] = await lockIdentityRow(on, [loginId]);
  return loginIdentityOf(columns);
}

function loginIdentityOf(columns: unknown): LoginIdentity {
  const row = identityRow.parse(columns);
  return { guest: row.guest, country: row.country, status: row.identity_status };
}

export async function setIdentityStatus(
  on: Queryable,
  loginId: number,
  status: LoginIdentity['status'],
): Promise<void> {
  await updateIdentityRow(on, [loginId, status]);
}
