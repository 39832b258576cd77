import { randomBytes } from 'node:crypto';
import { INDIA_OFFSET_MS } from '@tarazu/core/values';
import * as z from 'zod/mini';
import { entryHash, NO_HASH } from '#domains/staff/log/entry.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

const SALT_BYTES = 16;
/** One entry at a time, so that each binds the one before it. */
const LOG_LOCK = 7_234_917_257;

const lockLog = statement('staff-log-lock', `select pg_advisory_xact_lock(${LOG_LOCK})`);
const lastEntry = statement<{ sequence: bigint; at_ms: bigint; hash: Buffer }>(
  'staff-log-last',
  'select sequence, at_ms, hash from staff_log order by sequence desc limit 1',
);
const names = statement<{ public_id: string; user_id: string | null }>(
  'staff-log-names',
  'select public_id, (select user_id from login where login_id = $2) as user_id from staff where staff_id = $1',
);
const insertEntry = statement(
  'staff-log-insert',
  `insert into staff_log (sequence, at_ms, staff_id, act, login_id, queue, item_id, detail, day, salt, previous_hash, hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

export interface NewEntry {
  readonly staffId: number;
  readonly act: string;
  /** The customer it concerns. */
  readonly loginId?: number | undefined;
  readonly queue?: string | undefined;
  readonly itemId?: string | undefined;
  readonly detail?: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

export const dayOfEntry = (atMs: number): string =>
  new Date(atMs + INDIA_OFFSET_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

/**
 * Adds an entry, inside the transaction of what it tells of: neither is without the other. Entries of others
 * wait until that transaction ends.
 */
export async function appendEntry(on: Queryable, entry: NewEntry): Promise<void> {
  const { staffId, act, loginId, queue, itemId, detail = {} } = entry;
  await lockLog(on, []);
  const [last] = await lastEntry(on, []);
  const [named] = await names(on, [staffId, loginId ?? null]);
  if (named === undefined) throw new Error('Invariant: an entry is of somebody of staff');
  const sequence = Number(last?.sequence ?? 0n) + 1;
  const atMs = Math.max(entry.nowMs, Number(last?.at_ms ?? 0n));
  const previousHash = last?.hash ?? NO_HASH;
  const salt = randomBytes(SALT_BYTES);
  const { public_id: staff, user_id: userId } = named;
  const hash = entryHash({
    ...{ sequence, atMs, staff, act, queue, itemId, detail, salt, previousHash },
    userId: userId ?? undefined,
  });
  const concerns = [loginId ?? null, queue ?? null, itemId ?? null, JSON.stringify(detail)];
  const chain = [dayOfEntry(atMs), salt, previousHash, hash];
  await insertEntry(on, [sequence, atMs, staffId, act, ...concerns, ...chain]);
}

export interface LogEntry {
  readonly sequence: number;
  readonly atMs: number;
  readonly staff: string;
  readonly staffName: string;
  readonly act: string;
  readonly userId: string | undefined;
  readonly queue: string | undefined;
  readonly itemId: string | undefined;
  readonly detail: Readonly<Record<string, string>>;
  readonly day: string;
  readonly salt: Buffer;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

export interface EntryColumns {
  readonly sequence: bigint;
  readonly at_ms: bigint;
  readonly staff: string;
  readonly staff_name: string;
  readonly act: string;
  readonly user_id: string | null;
  readonly queue: string | null;
  readonly item_id: string | null;
  readonly detail: unknown;
  readonly day: string;
  readonly salt: Buffer;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

const detailSchema = z.record(z.string(), z.string());

export const entryOf = (row: EntryColumns): LogEntry => ({
  sequence: Number(row.sequence),
  atMs: Number(row.at_ms),
  staff: row.staff,
  staffName: row.staff_name,
  act: row.act,
  userId: row.user_id ?? undefined,
  queue: row.queue ?? undefined,
  itemId: row.item_id ?? undefined,
  detail: detailSchema.parse(row.detail),
  day: row.day,
  salt: row.salt,
  previousHash: row.previous_hash,
  hash: row.hash,
});

export const ENTRY_SELECT = `select g.sequence, g.at_ms, p.public_id as staff, p.name as staff_name, g.act, l.user_id, g.queue, g.item_id,
    g.detail, g.day, g.salt, g.previous_hash, g.hash
  from staff_log g join staff p using (staff_id) left join login l using (login_id)`;

const selectPage = statement<EntryColumns>(
  'staff-log-page',
  `${ENTRY_SELECT} where g.sequence < $1 order by g.sequence desc limit $2`,
);
const OF_STAFF = 'g.staff_id = (select staff_id from staff where public_id = $3)';
const selectPageOfStaff = statement<EntryColumns>(
  'staff-log-page-of-staff',
  `${ENTRY_SELECT} where ${OF_STAFF} and g.sequence < $1 order by g.sequence desc limit $2`,
);
const selectPageOfUser = statement<EntryColumns>(
  'staff-log-page-of-user',
  `${ENTRY_SELECT} where g.login_id = (select login_id from login where user_id = $4) and g.sequence < $1
      and ($3::text is null or ${OF_STAFF})
    order by g.sequence desc limit $2`,
);
const selectOfLogin = statement<EntryColumns>(
  'staff-log-of-login',
  `${ENTRY_SELECT} where g.login_id = $1 and ($2::int8 is null or g.sequence < $2) and (g.item_id is null or g.item_id <> all($4::text[]))
    order by g.sequence desc limit $3`,
);
const selectOfItem = statement<EntryColumns>(
  'staff-log-of-item',
  `${ENTRY_SELECT} where g.queue = $1 and g.item_id = $2 order by g.sequence desc limit $3`,
);
const selectAfter = statement<EntryColumns>(
  'staff-log-after',
  `${ENTRY_SELECT} where g.sequence > $1 order by g.sequence limit $2`,
);

const selectLook = statement<{ found: boolean }>(
  'staff-log-look',
  `select exists (select 1 from staff_log where queue = $1 and item_id = $2 and staff_id = $3 and act = $4 and at_ms > $5)
     as found`,
);

/** Whether a person of staff did this to a thing since an instant. */
export async function hasEntrySince(
  on: Queryable,
  of: {
    readonly queue: string;
    readonly itemId: string;
    readonly staffId: number;
    readonly act: string;
    readonly sinceMs: number;
  },
): Promise<boolean> {
  const [row] = await selectLook(on, [of.queue, of.itemId, of.staffId, of.act, of.sinceMs]);
  return row?.found ?? false;
}

const selectContent = statement<{ content: string | null }>(
  'staff-log-content',
  `select detail ->> 'contentHash' as content from staff_log where queue = $1 and item_id = $2 and act = $3
    order by sequence limit 1`,
);

/** Hash of the content to which the first such act bound a thing; undefined where none did. */
export async function contentHashIn(
  on: Queryable,
  of: { readonly queue: string; readonly itemId: string; readonly act: string },
): Promise<string | undefined> {
  const [row] = await selectContent(on, [of.queue, of.itemId, of.act]);
  return row?.content ?? undefined;
}

export interface LogPage {
  readonly staff: string | undefined;
  readonly userId: string | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

export async function listEntries(on: Queryable, page: LogPage): Promise<LogEntry[]> {
  const { before = Number.MAX_SAFE_INTEGER, staff, userId, limit } = page;
  const place = [before, limit];
  if (userId !== undefined)
    return (await selectPageOfUser(on, [...place, staff ?? null, userId])).map(entryOf);
  if (staff !== undefined) return (await selectPageOfStaff(on, [...place, staff])).map(entryOf);
  return (await selectPage(on, place)).map(entryOf);
}

/** Entries about a customer, latest first, without those of the things named. */
export async function listEntriesOf(
  on: Queryable,
  of: {
    readonly loginId: number;
    readonly before: number | undefined;
    readonly limit: number;
    readonly without: readonly string[];
  },
): Promise<LogEntry[]> {
  return (await selectOfLogin(on, [of.loginId, of.before ?? null, of.limit, of.without])).map(entryOf);
}

export async function listEntriesAbout(
  on: Queryable,
  of: { readonly queue: string; readonly itemId: string; readonly limit: number },
): Promise<LogEntry[]> {
  return (await selectOfItem(on, [of.queue, of.itemId, of.limit])).map(entryOf);
}

/** Entries in their order, for the check of all. */
export async function entriesAfter(on: Queryable, sequence: number, limit: number): Promise<LogEntry[]> {
  return (await selectAfter(on, [sequence, limit])).map(entryOf);
}
