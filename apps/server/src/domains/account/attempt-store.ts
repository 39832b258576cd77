import { DAY_MS, HOUR_MS } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Captchas, one-time codes and wrong passwords: what guards signing in. */

export interface CaptchaRow {
  readonly kind: 'work' | 'picture';
  readonly purpose: 'code' | 'login';
  readonly answerHash: Buffer;
  /** Of the contact whose sign-in it is for. */
  readonly targetHash?: Buffer | undefined;
  /** How much work it is; zero for a picture. */
  readonly numberMax: number;
}

const insertCaptchaRow = statement(
  'captcha-insert',
  `insert into captcha (captcha_id, kind, purpose, answer_hash, expires_at, target_hash, number_max)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
const takeCaptchaRow = statement<{
  kind: 'work' | 'picture';
  purpose: 'code' | 'login';
  answer_hash: Buffer;
  target_hash: Buffer | null;
  number_max: number;
}>(
  'captcha-take',
  `delete from captcha where captcha_id = $1 and expires_at > $2
   returning kind, purpose, answer_hash, target_hash, number_max`,
);

export async function insertCaptcha(
  on: Queryable,
  captcha: CaptchaRow & { readonly captchaId: string; readonly expiresAtMs: number },
): Promise<void> {
  const { captchaId, kind, purpose, answerHash, targetHash, numberMax } = captcha;
  const expiresAt = new Date(captcha.expiresAtMs);
  const task = [targetHash ?? null, numberMax];
  await insertCaptchaRow(on, [captchaId, kind, purpose, answerHash, expiresAt, ...task]);
}

/** Gives a captcha once: who asks second finds nothing. */
export async function takeCaptcha(
  on: Queryable,
  which: { readonly captchaId: string; readonly nowMs: number },
): Promise<CaptchaRow | undefined> {
  const [row] = await takeCaptchaRow(on, [which.captchaId, new Date(which.nowMs)]);
  if (row === undefined) return undefined;
  const { kind, purpose, answer_hash: answerHash, target_hash: targetHash, number_max: numberMax } = row;
  return { kind, purpose, answerHash, targetHash: targetHash ?? undefined, numberMax };
}

export type CodePurpose = 'register' | 'resetPassword' | 'tradePassword' | 'changeContact';

/** Codes that went to a target lately: at the asker's wish, and at that of all strangers. */
export interface SentCounts {
  readonly lastSentAtMs: number | undefined;
  readonly senderLastHour: number;
  readonly senderLastDay: number;
  readonly strangersLastHour: number;
  readonly strangersLastDay: number;
  readonly addressLastHour: number;
}

const lockNames = statement('code-lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))');
const countSent = statement<{
  last_sent_at: Date | null;
  hour: number;
  day: number;
  strangers_hour: number;
  strangers_day: number;
  address_hour: number;
}>(
  'code-count',
  `select max(sent_at) filter (where is_alike) as last_sent_at,
     (count(*) filter (where is_sender and sent_at > $3))::int4 as hour,
     (count(*) filter (where is_sender))::int4 as day,
     (count(*) filter (where sender_hash is null and sent_at > $3))::int4 as strangers_hour,
     (count(*) filter (where sender_hash is null))::int4 as strangers_day,
     (select count(*)::int4 from one_time_code where address = $2 and sender_hash is null and sent_at > $3) as address_hour
   from (select sent_at, sender_hash, sender_hash is not distinct from $5 as is_alike,
           sender_hash is not distinct from $5 and (sender_hash is not null or address = $2) as is_sender
           from one_time_code where target_hash = $1 and sent_at > $4) as sent`,
);
const insertCodeRow = statement(
  'code-insert',
  `insert into one_time_code (target_hash, purpose, code_hash, address, sent_at, expires_at, sender_hash)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Inside a transaction: nobody else counts or sends for the same address and target until it ends. */
export async function countSentCodes(
  on: Queryable,
  of: {
    readonly targetHash: Buffer;
    readonly address: string;
    readonly senderHash: Buffer | undefined;
    readonly nowMs: number;
  },
): Promise<SentCounts> {
  // Always in this order, so that two senders can't wait for each other.
  await lockNames(on, [`code-address:${of.address}`]);
  await lockNames(on, [`code-target:${of.targetHash.toString('hex')}`]);
  const since = [new Date(of.nowMs - HOUR_MS), new Date(of.nowMs - DAY_MS)];
  const [row] = await countSent(on, [of.targetHash, of.address, ...since, of.senderHash ?? null]);
  return {
    lastSentAtMs: row?.last_sent_at?.getTime(),
    senderLastHour: row?.hour ?? 0,
    senderLastDay: row?.day ?? 0,
    strangersLastHour: row?.strangers_hour ?? 0,
    strangersLastDay: row?.strangers_day ?? 0,
    addressLastHour: row?.address_hour ?? 0,
  };
}

export async function insertCode(
  on: Queryable,
  code: {
    readonly targetHash: Buffer;
    readonly purpose: CodePurpose;
    readonly codeHash: Buffer;
    readonly address: string;
    readonly senderHash: Buffer | undefined;
    readonly nowMs: number;
    readonly expiresAtMs: number;
  },
): Promise<void> {
  const times = [new Date(code.nowMs), new Date(code.expiresAtMs)];
  await insertCodeRow(on, [
    code.targetHash,
    code.purpose,
    code.codeHash,
    code.address,
    ...times,
    code.senderHash ?? null,
  ]);
}

const findOpenCode = statement(
  'code-open',
  `select from one_time_code
    where target_hash = $1 and purpose = $2 and used_at is null and expires_at > $3 limit 1`,
);

/** Whether there is a code to try, whoever has tried it. */
export async function isCodeOpen(
  on: Queryable,
  which: { readonly targetHash: Buffer; readonly purpose: CodePurpose; readonly nowMs: number },
): Promise<boolean> {
  const { targetHash, purpose, nowMs } = which;
  return (await findOpenCode(on, [targetHash, purpose, new Date(nowMs)])).length > 0;
}

const tryCodeRow = statement<{ code_id: bigint; code_hash: Buffer }>(
  'code-try',
  `update one_time_code set try_count = try_count + 1
    where code_id in (select distinct on (sender_hash) code_id from one_time_code
                       where target_hash = $1 and purpose = $2 order by sender_hash, sent_at desc, code_id desc)
      and used_at is null and expires_at > $3 and try_count < $4
   returning code_id, code_hash`,
);
const useCodeRow = statement<{ code_id: bigint }>(
  'code-use',
  'update one_time_code set used_at = $2 where code_id = $1 and used_at is null returning code_id',
);
const retireCodes = statement(
  'code-retire',
  'update one_time_code set used_at = $3 where target_hash = $1 and purpose = $2 and used_at is null',
);

/**
 * Counts a try at the newest code of each sender, before anybody compares it: what a stranger asks for does
 * not make the person's own worthless. None: there is none left to try.
 */
export async function tryCode(
  on: Queryable,
  which: {
    readonly targetHash: Buffer;
    readonly purpose: CodePurpose;
    readonly nowMs: number;
    readonly triesMax: number;
  },
): Promise<{ readonly codeId: bigint; readonly codeHash: Buffer }[]> {
  const rows = await tryCodeRow(on, [which.targetHash, which.purpose, new Date(which.nowMs), which.triesMax]);
  return rows.map((row) => ({ codeId: row.code_id, codeHash: row.code_hash }));
}

/** Uses a code up, and with it what else was sent for the same. False when somebody else used it first. */
export async function useCode(
  on: Queryable,
  code: {
    readonly codeId: bigint;
    readonly targetHash: Buffer;
    readonly purpose: CodePurpose;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const usedAt = new Date(code.nowMs);
  const isFirst = (await useCodeRow(on, [code.codeId, usedAt])).length === 1;
  if (isFirst) await retireCodes(on, [code.targetHash, code.purpose, usedAt]);
  return isFirst;
}

const selectFailures = statement<{ failure_count: number }>(
  'login-failure-find',
  'select failure_count from login_failure where target_hash = $1 and last_failed_at > $2',
);
const countFailure = statement<{ failure_count: number }>(
  'login-failure-count',
  `insert into login_failure as f (target_hash, failure_count, last_failed_at) values ($1, 1, $2)
   on conflict (target_hash) do update set last_failed_at = excluded.last_failed_at,
     failure_count = case when f.last_failed_at > $3 then f.failure_count + 1 else 1 end
   returning failure_count`,
);
const clearTarget = statement('login-failure-clear', 'delete from login_failure where target_hash = $1');

const loginAddresses = statement<{ address: string }>(
  'login-addresses',
  `select s.address from session s join login l using (login_id)
    where (l.phone = $1 or l.email = $1) and s.created_at > $2 order by s.created_at desc limit 50`,
);

/** From where the login of a contact was signed in, newest first. */
export async function addressesOfLogin(
  on: Queryable,
  { address }: { readonly address: string },
  sinceMs: number,
): Promise<string[]> {
  return (await loginAddresses(on, [address, new Date(sinceMs)])).map((row) => row.address);
}

/** Failures are forgotten a quarter of an hour after the last of them. */
export async function readFailures(
  on: Queryable,
  of: { readonly targetHash: Buffer; readonly sinceMs: number },
): Promise<number> {
  const [row] = await selectFailures(on, [of.targetHash, new Date(of.sinceMs)]);
  return row?.failure_count ?? 0;
}

export async function addFailure(
  on: Queryable,
  of: { readonly targetHash: Buffer; readonly nowMs: number; readonly sinceMs: number },
): Promise<number> {
  const [row] = await countFailure(on, [of.targetHash, new Date(of.nowMs), new Date(of.sinceMs)]);
  return row?.failure_count ?? 1;
}

export async function clearFailures(on: Queryable, targetHash: Buffer): Promise<void> {
  await clearTarget(on, [targetHash]);
}

const cleanCaptchas = statement('captcha-clean', 'delete from captcha where expires_at < $1');
const cleanCodes = statement('code-clean', 'delete from one_time_code where sent_at < $1');
const cleanFailures = statement('login-failure-clean', 'delete from login_failure where last_failed_at < $1');

export async function cleanAttempts(on: Queryable, nowMs: number): Promise<void> {
  await cleanCaptchas(on, [new Date(nowMs)]);
  await cleanCodes(on, [new Date(nowMs - DAY_MS)]);
  await cleanFailures(on, [new Date(nowMs - DAY_MS)]);
}
