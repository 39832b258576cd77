import type { DigestSchedule } from '@tarazu/protocol';
import { type Queryable, statement } from '#platform/database/pool.ts';

/* Logins that want a digest, each in one row, and when it is due. */

interface DigestColumns {
  readonly schedule: DigestSchedule;
  readonly next_at: Date;
}

const selectRow = statement<DigestColumns>(
  'mail-digest-find',
  'select schedule, next_at from mail_digest where login_id = $1',
);
const saveRow = statement<never>(
  'mail-digest-save',
  `insert into mail_digest (login_id, schedule, chosen_at, next_at, covered_until) values ($1, $2, $3, $4, $3)
   on conflict (login_id) do update set schedule = excluded.schedule, chosen_at = excluded.chosen_at,
     next_at = excluded.next_at`,
);
const selectAddress = statement<{ email: string | null }>(
  'mail-digest-address',
  'select email from login where login_id = $1',
);
const endRow = statement<never>(
  'mail-digest-end',
  'delete from mail_digest where login_id = $1 and chosen_at = $2',
);
const removeRow = statement<never>('mail-digest-remove', 'delete from mail_digest where login_id = $1');
/** Each is put off to its next day as it is taken: a digest that breaks off is not sent twice. */
const takeDue = statement<{ login_id: number; chosen_at: Date; covered_until: Date }>(
  'mail-digest-due',
  `with due as (select login_id from mail_digest where next_at <= $1 order by next_at limit $2 for update skip locked)
   update mail_digest d
      set next_at = d.next_at + (floor(extract(epoch from ($1 - d.next_at)) / 86400) + 1) * interval '1 day'
     from due where d.login_id = due.login_id returning d.login_id, d.chosen_at, d.covered_until`,
);
const setCovered = statement<never>(
  'mail-digest-covered',
  'update mail_digest set covered_until = $2 where login_id = $1',
);

export interface Digest {
  readonly schedule: DigestSchedule;
  readonly nextAtMs: number;
}

/** Undefined where the login wants none. */
export async function findDigest(on: Queryable, loginId: number): Promise<Digest | undefined> {
  const [row] = await selectRow(on, [loginId]);
  return row && { schedule: row.schedule, nextAtMs: row.next_at.getTime() };
}

export async function saveDigest(
  on: Queryable,
  digest: Digest & { readonly loginId: number; readonly nowMs: number },
): Promise<void> {
  const { loginId, schedule, nowMs, nextAtMs } = digest;
  await saveRow(on, [loginId, schedule, new Date(nowMs), new Date(nextAtMs)]);
}

export async function removeDigest(on: Queryable, loginId: number): Promise<void> {
  await removeRow(on, [loginId]);
}

/** The address of a login; undefined for one without, and where there is no such login. */
export async function findAddress(on: Queryable, loginId: number): Promise<string | undefined> {
  const [row] = await selectAddress(on, [loginId]);
  return row?.email ?? undefined;
}

/** Ends digests as they were chosen then: one chosen since stays. */
export async function endChoice(
  on: Queryable,
  { loginId, chosenAtMs }: { readonly loginId: number; readonly chosenAtMs: number },
): Promise<void> {
  await endRow(on, [loginId, new Date(chosenAtMs)]);
}

export interface DueDigest {
  readonly loginId: number;
  readonly chosenAtMs: number;
  /** Messages after this were in no digest yet. */
  readonly coveredUntilMs: number;
}

export async function takeDueDigests(on: Queryable, nowMs: number, limit: number): Promise<DueDigest[]> {
  const rows = await takeDue(on, [new Date(nowMs), limit]);
  return rows.map((row) => ({
    loginId: row.login_id,
    chosenAtMs: row.chosen_at.getTime(),
    coveredUntilMs: row.covered_until.getTime(),
  }));
}

export async function saveCovered(on: Queryable, loginId: number, untilMs: number): Promise<void> {
  await setCovered(on, [loginId, new Date(untilMs)]);
}
