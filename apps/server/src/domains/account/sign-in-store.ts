import { DAY_MS } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Sign-ins of a login as its owner sees them, and tries with a wrong password. */

export interface SignInEntry {
  readonly loginId: number;
  readonly atMs: number;
  readonly outcome: 'signedIn' | 'wrongPassword' | 'wrongFactor';
  readonly device: string;
  readonly address: string;
  readonly isNewDevice: boolean;
}

export interface ListedSignIn extends Omit<SignInEntry, 'loginId'> {
  readonly id: bigint;
}

const KEPT_MS = 90 * DAY_MS;
export const DEVICE_LENGTH_MAX = 200;
/** A guesser fills no table: of wrong passwords the newest of a day are kept. */
const WRONG_PER_DAY_MAX = 50;

const insertRow = statement(
  'sign-in-insert',
  `insert into sign_in (login_id, at, outcome, device, address, is_new_device)
   select $1, $2, $3, $4, $5, $6
    where $3 = 'signedIn' or (select count(*) from sign_in
           where login_id = $1 and at > $7 and outcome <> 'signedIn') < ${WRONG_PER_DAY_MAX}`,
);
const selectPage = statement<{
  sign_in_id: bigint;
  at: Date;
  outcome: SignInEntry['outcome'];
  device: string;
  address: string;
  is_new_device: boolean;
}>(
  'sign-in-page',
  `select sign_in_id, at, outcome, device, address, is_new_device from sign_in
    where login_id = $1 and ($2::timestamptz is null or (at, sign_in_id) < ($2, $3::int8))
    order by at desc, sign_in_id desc limit $4`,
);
const cleanOld = statement('sign-in-clean', 'delete from sign_in where at < $1');

export async function insertSignIn(on: Queryable, entry: SignInEntry): Promise<void> {
  const { loginId, atMs, outcome, address, isNewDevice } = entry;
  const device = entry.device.slice(0, DEVICE_LENGTH_MAX);
  const day = new Date(atMs - DAY_MS);
  await insertRow(on, [loginId, new Date(atMs), outcome, device, address, isNewDevice, day]);
}

export async function listSignIns(
  on: Queryable,
  page: {
    readonly loginId: number;
    readonly after: { readonly atMs: number; readonly id: bigint } | undefined;
    readonly limit: number;
  },
): Promise<ListedSignIn[]> {
  const { after } = page;
  const from = [after === undefined ? null : new Date(after.atMs), after?.id ?? null] as const;
  const rows = await selectPage(on, [page.loginId, ...from, page.limit]);
  return rows.map((row) => ({
    id: row.sign_in_id,
    atMs: row.at.getTime(),
    outcome: row.outcome,
    device: row.device,
    address: row.address,
    isNewDevice: row.is_new_device,
  }));
}

export async function cleanSignIns(on: Queryable, nowMs: number): Promise<void> {
  await cleanOld(on, [new Date(nowMs - KEPT_MS)]);
}
