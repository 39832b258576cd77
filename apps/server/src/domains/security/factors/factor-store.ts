import { type Queryable, statement } from '#platform/database/pool.ts';

/** The authenticator of a login and the recovery codes that stand in for it. */

export interface TotpRow {
  readonly sealedKey: Buffer;
  readonly begunAtMs: number;
  readonly confirmedAtMs: number | undefined;
}

const selectTotp = statement<{ sealed_key: Buffer; begun_at: Date; confirmed_at: Date | null }>(
  'login-totp-find',
  'select sealed_key, begun_at, confirmed_at from login_totp where login_id = $1',
);
/** One that is confirmed is not written over. */
const beginRow = statement<{ login_id: number }>(
  'login-totp-begin',
  `insert into login_totp as t (login_id, sealed_key, begun_at) values ($1, $2, $3)
   on conflict (login_id) do update set sealed_key = excluded.sealed_key, begun_at = excluded.begun_at
     where t.confirmed_at is null
   returning login_id`,
);
const confirmRow = statement<{ login_id: number }>(
  'login-totp-confirm',
  `update login_totp set confirmed_at = $2, last_step = $3
    where login_id = $1 and confirmed_at is null and begun_at = $4 returning login_id`,
);
const takeStep = statement<{ login_id: number }>(
  'login-totp-step',
  `update login_totp set last_step = $2
    where login_id = $1 and confirmed_at is not null and last_step < $2 returning login_id`,
);
const removeRow = statement<{ login_id: number }>(
  'login-totp-remove',
  'delete from login_totp where login_id = $1 and confirmed_at is not null returning login_id',
);
const selectHas = statement<{ has: boolean }>(
  'login-has-factor',
  `select exists (select 1 from login_totp where login_id = $1 and confirmed_at is not null)
       or exists (select 1 from passkey where login_id = $1) as has`,
);
const dropCodes = statement('recovery-code-drop', 'delete from recovery_code where login_id = $1');
const insertCode = statement(
  'recovery-code-insert',
  'insert into recovery_code (login_id, code_hash) values ($1, $2) on conflict do nothing',
);
const takeCode = statement<{ login_id: number }>(
  'recovery-code-take',
  'delete from recovery_code where login_id = $1 and code_hash = $2 returning login_id',
);
const countCodes = statement<{ count: number }>(
  'recovery-code-count',
  'select count(*)::int4 as count from recovery_code where login_id = $1',
);

export async function findTotp(on: Queryable, loginId: number): Promise<TotpRow | undefined> {
  const [row] = await selectTotp(on, [loginId]);
  if (row === undefined) return undefined;
  const { sealed_key: sealedKey, begun_at: begunAt, confirmed_at: confirmedAt } = row;
  return { sealedKey, begunAtMs: begunAt.getTime(), confirmedAtMs: confirmedAt?.getTime() };
}

/** Whether a second factor is set: an authenticator or a passkey. */
export async function hasFactor(on: Queryable, loginId: number): Promise<boolean> {
  const [row] = await selectHas(on, [loginId]);
  return row?.has === true;
}

/** Recovery codes stand in for a factor: where none is left they are worth nothing. */
export async function dropUnusedCodes(on: Queryable, loginId: number): Promise<void> {
  if (!(await hasFactor(on, loginId))) await dropCodes(on, [loginId]);
}

/** False where one is set. */
export async function beginTotp(
  on: Queryable,
  of: { readonly loginId: number; readonly sealedKey: Buffer; readonly nowMs: number },
): Promise<boolean> {
  return (await beginRow(on, [of.loginId, of.sealedKey, new Date(of.nowMs)])).length === 1;
}

/** False when somebody began anew or confirmed meanwhile. */
export async function confirmTotp(
  on: Queryable,
  of: {
    readonly loginId: number;
    readonly nowMs: number;
    readonly step: number;
    readonly begunAtMs: number;
  },
): Promise<boolean> {
  const times = [new Date(of.nowMs), BigInt(of.step), new Date(of.begunAtMs)];
  return (await confirmRow(on, [of.loginId, ...times])).length === 1;
}

/** Takes a code's half minute, once: false when a code of it or of a later one was taken before. */
export async function takeTotpStep(on: Queryable, loginId: number, step: number): Promise<boolean> {
  return (await takeStep(on, [loginId, BigInt(step)])).length === 1;
}

/** False where none was set. */
export async function removeTotp(on: Queryable, loginId: number): Promise<boolean> {
  const isRemoved = (await removeRow(on, [loginId])).length === 1;
  if (isRemoved) await dropUnusedCodes(on, loginId);
  return isRemoved;
}

export async function replaceRecoveryCodes(
  on: Queryable,
  loginId: number,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await dropCodes(on, [loginId]);
  for (const hash of codeHashes) await insertCode(on, [loginId, hash]);
}

/** Uses a code up: of two at the same time one does. */
export async function takeRecoveryCode(on: Queryable, loginId: number, codeHash: Buffer): Promise<boolean> {
  return (await takeCode(on, [loginId, codeHash])).length === 1;
}

export async function countRecoveryCodes(on: Queryable, loginId: number): Promise<number> {
  const [row] = await countCodes(on, [loginId]);
  return row?.count ?? 0;
}
