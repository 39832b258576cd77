import { PASSKEYS_MAX } from '@tarazu/protocol';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Passkeys of people of the console: public keys only. */

export interface StaffPasskey {
  readonly passkeyId: string;
  readonly staffId: number;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly name: string;
  readonly addedAtMs: number;
  readonly usedAtMs: number | undefined;
}

interface Columns {
  readonly passkey_id: string;
  readonly staff_id: number;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly sign_count: bigint;
  readonly name: string;
  readonly added_at: Date;
  readonly used_at: Date | null;
}

const COLUMNS =
  'k.passkey_id, k.staff_id, k.credential_id, k.public_key, k.sign_count, k.name, k.added_at, k.used_at';
const selectOwn = statement<Columns>(
  'staff-passkey-list',
  `select ${COLUMNS} from staff_passkey k where k.staff_id = $1 order by k.added_at, k.passkey_id limit ${PASSKEYS_MAX}`,
);
const selectOne = statement<Columns & { staff_name: string }>(
  'staff-passkey-find',
  `select ${COLUMNS}, s.name as staff_name from staff_passkey k join staff s using (staff_id)
    where k.credential_id = $1`,
);
/** The person's row is locked before: of two at once the second counts the first. */
const lockOpen = statement<{ staff_id: number }>(
  'staff-passkey-lock',
  `select staff_id from staff where staff_id = $1 and closed_at is null and password_hash is not null for update`,
);
const insertRow = statement<{ passkey_id: string }>(
  'staff-passkey-insert',
  `insert into staff_passkey (passkey_id, staff_id, credential_id, public_key, sign_count, name, added_at)
   select $1, $2, $3, $4, $5, $6, $7
    where (select count(*) from staff_passkey where staff_id = $2) < ${PASSKEYS_MAX}
   on conflict do nothing returning passkey_id`,
);
const useRow = statement<{ passkey_id: string }>(
  'staff-passkey-use',
  `update staff_passkey set sign_count = $3, used_at = $4 where passkey_id = $1 and sign_count = $2
   returning passkey_id`,
);
const removeRow = statement<{ passkey_id: string }>(
  'staff-passkey-remove',
  'delete from staff_passkey where staff_id = $1 and passkey_id = $2 returning passkey_id',
);
const removeAll = statement('staff-passkey-forget', 'delete from staff_passkey where staff_id = $1');

function passkeyOf(row: Columns): StaffPasskey {
  return {
    passkeyId: row.passkey_id,
    staffId: row.staff_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: Number(row.sign_count),
    name: row.name,
    addedAtMs: row.added_at.getTime(),
    usedAtMs: row.used_at?.getTime(),
  };
}

export async function listStaffPasskeys(on: Queryable, staffId: number): Promise<StaffPasskey[]> {
  return (await selectOwn(on, [staffId])).map(passkeyOf);
}

/** With the name of the person whose it is. */
export async function findStaffPasskey(
  on: Queryable,
  credentialId: string,
): Promise<(StaffPasskey & { readonly staffName: string }) | undefined> {
  const [row] = await selectOne(on, [credentialId]);
  return row && { ...passkeyOf(row), staffName: row.staff_name };
}

/** Holds a person who is open and set up until the transaction ends. False: there is none. */
export async function lockOpenStaff(on: Queryable, staffId: number): Promise<boolean> {
  return (await lockOpen(on, [staffId])).length === 1;
}

/** False where there are as many as may be, or somebody has this one. */
export async function insertStaffPasskey(
  on: Queryable,
  of: Omit<StaffPasskey, 'usedAtMs'>,
): Promise<boolean> {
  const { passkeyId, staffId, credentialId, publicKey, signCount, name, addedAtMs } = of;
  const values = [passkeyId, staffId, credentialId, publicKey, BigInt(signCount), name, new Date(addedAtMs)];
  return (await insertRow(on, values)).length === 1;
}

/** Notes a signature by its counter. False when another one came meanwhile. */
export async function useStaffPasskey(
  on: Queryable,
  { passkeyId, signCount }: StaffPasskey,
  of: { readonly signCount: number; readonly nowMs: number },
): Promise<boolean> {
  const counts = [BigInt(signCount), BigInt(of.signCount)];
  return (await useRow(on, [passkeyId, ...counts, new Date(of.nowMs)])).length === 1;
}

export async function deleteStaffPasskey(
  on: Queryable,
  staffId: number,
  passkeyId: string,
): Promise<boolean> {
  return (await removeRow(on, [staffId, passkeyId])).length === 1;
}

/** After a new invitation or a closing no old passkey lets in. */
export async function forgetStaffPasskeys(on: Queryable, staffId: number): Promise<void> {
  await removeAll(on, [staffId]);
}
