import type { ApiKeyScope } from '@tarazu/protocol';
import { API_KEY_SCOPES, API_KEYS_MAX } from '@tarazu/protocol';
import * as z from 'zod/mini';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Keys for programs, each with its caps and its sealed secret. */
const keyRow = z.object({
  key_id: z.string(),
  login_id: z.number(),
  user_id: z.string(),
  login_status: z.number(),
  account_id: z.number(),
  environment: z.enum(['real', 'demo']),
  name: z.string(),
  scope: z.enum(API_KEY_SCOPES),
  secret: z.instanceof(Buffer),
  addresses: z.array(z.string()),
  order_max_inr: z.nullable(z.string()),
  order_max_usdt: z.nullable(z.string()),
  day_orders_max: z.nullable(z.number()),
  made_at: z.date(),
  expires_at: z.date(),
  used_at: z.nullable(z.date()),
  used_from: z.nullable(z.string()),
});
export type KeyRow = z.output<typeof keyRow>;

const COLUMNS = `key_id, api_key.login_id, user_id, login.status as login_status, account_id, environment, name, scope,
  secret, addresses, order_max_inr, order_max_usdt, day_orders_max, made_at, expires_at, used_at, used_from`;
const FROM = 'from api_key join login using (login_id)';

const selectOne = statement('api-key-find', `select ${COLUMNS} ${FROM} where key_id = $1`);
const selectOwn = statement(
  'api-key-list',
  `select ${COLUMNS} ${FROM} where login_id = $1 and account_id = $2 and expires_at > $3
    order by made_at desc, key_id limit ${API_KEYS_MAX}`,
);
const lockLogin = statement('api-key-lock-login', 'select from login where login_id = $1 for update');
const countOwn = statement<{ count: number }>(
  'api-key-count',
  'select count(*)::int4 as count from api_key where account_id = $1 and expires_at > $2',
);
const insertRow = statement(
  'api-key-insert',
  `insert into api_key (key_id, login_id, account_id, environment, name, scope, secret, addresses, order_max_inr,
     order_max_usdt, day_orders_max, made_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
);
const deleteOne = statement<{ key_id: string }>(
  'api-key-end',
  'delete from api_key where login_id = $1 and account_id = $2 and key_id = $3 returning key_id',
);
const deleteOfLogin = statement<{ key_id: string }>(
  'api-key-end-all',
  'delete from api_key where login_id = $1 returning key_id',
);
const deleteExpired = statement('api-key-clean', 'delete from api_key where expires_at < $1');
const touchRow = statement(
  'api-key-used',
  'update api_key set used_at = $2, used_from = $3 where key_id = $1 and (used_at is null or used_at < $2)',
);
/** One statement counts and decides: of two at once the second sees the first. */
const takeOrder = statement<{ key_id: string }>(
  'api-key-order',
  `update api_key set orders_on = $2::date, orders_of_day = case when orders_on = $2::date then orders_of_day + 1 else 1 end
    where key_id = $1 and (orders_on is distinct from $2::date or orders_of_day < day_orders_max)
   returning key_id`,
);

export async function findKey(on: Queryable, keyId: string): Promise<KeyRow | undefined> {
  const [row] = await selectOne(on, [keyId]);
  return row === undefined ? undefined : keyRow.parse(row);
}

export interface KeyOwner {
  readonly loginId: number;
  readonly accountId: bigint | number;
}

export async function listKeys(on: Queryable, of: KeyOwner, nowMs: number): Promise<readonly KeyRow[]> {
  const rows = await selectOwn(on, [of.loginId, of.accountId, new Date(nowMs)]);
  return rows.map((row) => keyRow.parse(row));
}

/** The keys of an account now; inside a transaction nobody adds one meanwhile. */
export async function countKeys(on: Queryable, of: KeyOwner, nowMs: number): Promise<number> {
  await lockLogin(on, [of.loginId]);
  const [row] = await countOwn(on, [of.accountId, new Date(nowMs)]);
  return row?.count ?? 0;
}

export interface NewKey extends KeyOwner {
  readonly keyId: string;
  readonly environment: KeyRow['environment'];
  readonly name: string;
  readonly scope: ApiKeyScope;
  readonly secret: Buffer;
  readonly addresses: readonly string[];
  readonly orderMaxInr: string | undefined;
  readonly orderMaxUsdt: string | undefined;
  readonly dayOrdersMax: number | undefined;
  readonly madeAtMs: number;
  readonly expiresAtMs: number;
}

export async function insertKey(on: Queryable, key: NewKey): Promise<void> {
  await insertRow(on, [
    key.keyId,
    key.loginId,
    key.accountId,
    key.environment,
    key.name,
    key.scope,
    key.secret,
    key.addresses,
    key.orderMaxInr ?? null,
    key.orderMaxUsdt ?? null,
    key.dayOrdersMax ?? null,
    new Date(key.madeAtMs),
    new Date(key.expiresAtMs),
  ]);
}

/** False where the account has no such key. */
export async function deleteKey(on: Queryable, of: KeyOwner, keyId: string): Promise<boolean> {
  return (await deleteOne(on, [of.loginId, of.accountId, keyId])).length === 1;
}

/** Ends the keys of both accounts of a login; gives how many there were. */
export async function deleteKeysOf(on: Queryable, loginId: number): Promise<number> {
  return (await deleteOfLogin(on, [loginId])).length;
}

export async function deleteExpiredKeys(on: Queryable, nowMs: number): Promise<void> {
  await deleteExpired(on, [new Date(nowMs)]);
}

export async function saveUse(
  on: Queryable,
  keyId: string,
  use: { readonly atMs: number; readonly from: string },
): Promise<void> {
  await touchRow(on, [keyId, new Date(use.atMs), use.from]);
}

/** Counts one more order of a day in India, `YYYY-MM-DD`; false when the key has placed all it may. */
export async function countOrder(on: Queryable, keyId: string, day: string): Promise<boolean> {
  return (await takeOrder(on, [keyId, day])).length === 1;
}
