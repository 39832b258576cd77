import { PASSKEYS_MAX } from '@tarazu/protocol';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Passkeys of logins: public keys only. */

export interface Passkey {
  readonly passkeyId: string;
  readonly loginId: number;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly name: string;
  readonly addedAtMs: number;
  readonly usedAtMs: number | undefined;
}

interface PasskeyColumns {
  readonly passkey_id: string;
  readonly login_id: number;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly sign_count: bigint | string | number;
  readonly name: string;
  readonly added_at: Date;
  readonly used_at: Date | null;
}

const COLUMNS = 'passkey_id, login_id, credential_id, public_key, sign_count, name, added_at, used_at';
const selectOwn = statement<PasskeyColumns>(
  'passkey-list',
  `select ${COLUMNS} from passkey where login_id = $1 order by added_at, passkey_id limit ${PASSKEYS_MAX}`,
);
const selectOne = statement<PasskeyColumns>(
  'passkey-find',
  `select ${COLUMNS} from passkey where credential_id = $1`,
);
/** The login's row is locked before: of two at once the second counts the first. */
const insertRow = statement<{ passkey_id: string }>(
  'passkey-insert',
  `insert into passkey (passkey_id, login_id, credential_id, public_key, sign_count, name, added_at)
   select $1, $2, $3, $4, $5, $6, $7
    where (select count(*) from passkey where login_id = $2) < ${PASSKEYS_MAX}
   on conflict do nothing returning passkey_id`,
);
const lockLogin = statement(
  'passkey-lock-login',
  'select login_id from login where login_id = $1 for update',
);
const useRow = statement<{ passkey_id: string }>(
  'passkey-use',
  `update passkey set sign_count = $3, used_at = $4 where passkey_id = $1 and sign_count = $2 returning passkey_id`,
);
const renameRow = statement<{ passkey_id: string }>(
  'passkey-rename',
  'update passkey set name = $3 where login_id = $1 and passkey_id = $2 returning passkey_id',
);
const removeRow = statement<{ passkey_id: string }>(
  'passkey-remove',
  'delete from passkey where login_id = $1 and passkey_id = $2 returning passkey_id',
);

function passkeyOf(row: PasskeyColumns): Passkey {
  return {
    passkeyId: row.passkey_id,
    loginId: row.login_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: Number(row.sign_count),
    name: row.name,
    addedAtMs: row.added_at.getTime(),
    usedAtMs: row.used_at?.getTime(),
  };
}

export async function listPasskeys(on: Queryable, loginId: number): Promise<Passkey[]> {
  return (await selectOwn(on, [loginId])).map(passkeyOf);
}

export async function findPasskey(on: Queryable, credentialId: string): Promise<Passkey | undefined> {
  const [row] = await selectOne(on, [credentialId]);
  return row && passkeyOf(row);
}

/** False where the login has as many as it may, or somebody has this one. In a transaction. */
export async function insertPasskey(on: Queryable, of: Omit<Passkey, 'usedAtMs'>): Promise<boolean> {
  await lockLogin(on, [of.loginId]);
  const { passkeyId, loginId, credentialId, publicKey, signCount, name, addedAtMs } = of;
  const values = [passkeyId, loginId, credentialId, publicKey, BigInt(signCount), name, new Date(addedAtMs)];
  return (await insertRow(on, values)).length === 1;
}

/** Notes a signature by its counter. False when another one came meanwhile. */
export async function usePasskey(
  on: Queryable,
  { passkeyId, signCount }: Passkey,
  of: { readonly signCount: number; readonly nowMs: number },
): Promise<boolean> {
  const counts = [BigInt(signCount), BigInt(of.signCount)];
  return (await useRow(on, [passkeyId, ...counts, new Date(of.nowMs)])).length === 1;
}

export async function renamePasskey(
  on: Queryable,
  of: { readonly loginId: number; readonly passkeyId: string; readonly name: string },
): Promise<boolean> {
  return (await renameRow(on, [of.loginId, of.passkeyId, of.name])).length === 1;
}

/** False where the login has no such one. */
export async function deletePasskey(on: Queryable, loginId: number, passkeyId: string): Promise<boolean> {
  return (await removeRow(on, [loginId, passkeyId])).length === 1;
}
