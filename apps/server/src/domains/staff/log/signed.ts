import * as z from 'zod/mini';
import { actsInOrder, dayHash, headHash, NO_HASH } from '#domains/staff/log/entry.ts';
import { dayOfEntry } from '#domains/staff/log/store.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { SigningKey } from '#platform/secrets/signing-key.ts';

/** Signed heads of the staff log, and the signed digest of each day that is over. */

export interface SignedHead {
  readonly number: number;
  readonly sequence: number;
  readonly logHash: Buffer;
  readonly atMs: number;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
  readonly publicKey: Buffer;
  readonly signature: Buffer;
}

interface HeadColumns {
  readonly number: bigint;
  readonly sequence: bigint;
  readonly log_hash: Buffer;
  readonly at_ms: bigint;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
  readonly public_key: Buffer;
  readonly signature: Buffer;
}

const headOf = (row: HeadColumns): SignedHead => ({
  number: Number(row.number),
  sequence: Number(row.sequence),
  logHash: row.log_hash,
  atMs: Number(row.at_ms),
  previousHash: row.previous_hash,
  hash: row.hash,
  publicKey: row.public_key,
  signature: row.signature,
});

const HEAD = 'number, sequence, log_hash, at_ms, previous_hash, hash, public_key, signature';
const lastHead = statement<HeadColumns>(
  'staff-head-last',
  `select ${HEAD} from staff_log_head order by number desc limit 1`,
);
const headsAfter = statement<HeadColumns>(
  'staff-heads-after',
  `select ${HEAD} from staff_log_head where number > $1 order by number limit $2`,
);
const insertHead = statement(
  'staff-head-insert',
  `insert into staff_log_head (${HEAD}) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
const newestEntry = statement<{ sequence: bigint; hash: Buffer }>(
  'staff-head-entry',
  'select sequence, hash from staff_log order by sequence desc limit 1',
);

export async function newestHead(on: Queryable): Promise<SignedHead | undefined> {
  const [row] = await lastHead(on, []);
  return row && headOf(row);
}

export async function listHeadsAfter(on: Queryable, number: number, limit: number): Promise<SignedHead[]> {
  return (await headsAfter(on, [number, limit])).map(headOf);
}

interface Signing {
  readonly on: Queryable;
  readonly signingKey: SigningKey;
  readonly nowMs: number;
}

/** Signs what was added since the last head; nothing where nothing was. */
export async function signHead({ on, signingKey, nowMs }: Signing): Promise<void> {
  const [entry] = await newestEntry(on, []);
  const last = await newestHead(on);
  if (entry === undefined || Number(entry.sequence) === last?.sequence) return;
  const says = {
    number: (last?.number ?? 0) + 1,
    sequence: Number(entry.sequence),
    logHash: entry.hash,
    atMs: Math.max(nowMs, last?.atMs ?? 0),
    previousHash: last?.hash ?? NO_HASH,
    publicKey: signingKey.publicKey,
  };
  const hash = headHash(says);
  const { number, sequence, logHash, atMs, previousHash, publicKey } = says;
  const signed = [previousHash, hash, publicKey, signingKey.sign(hash)];
  await insertHead(on, [number, sequence, logHash, atMs, ...signed]);
}

export interface SignedDay {
  readonly day: string;
  readonly entries: number;
  readonly acts: Readonly<Record<string, number>>;
  readonly lastSequence: number;
  readonly lastHash: Buffer;
  readonly atMs: number;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
  readonly publicKey: Buffer;
  readonly signature: Buffer;
}

interface DayColumns {
  readonly day: string;
  readonly entries: bigint;
  readonly acts: unknown;
  readonly last_sequence: bigint;
  readonly last_hash: Buffer;
  readonly at_ms: bigint;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
  readonly public_key: Buffer;
  readonly signature: Buffer;
}

const actsSchema = z.record(z.string(), z.number());

const dayOf = (row: DayColumns): SignedDay => ({
  day: row.day,
  entries: Number(row.entries),
  acts: actsSchema.parse(row.acts),
  lastSequence: Number(row.last_sequence),
  lastHash: row.last_hash,
  atMs: Number(row.at_ms),
  previousHash: row.previous_hash,
  hash: row.hash,
  publicKey: row.public_key,
  signature: row.signature,
});

const DAY = 'day, entries, acts, last_sequence, last_hash, at_ms, previous_hash, hash, public_key, signature';
const selectDays = statement<DayColumns>(
  'staff-days',
  `select ${DAY} from staff_log_day where $1::date is null or day < $1 order by day desc limit $2`,
);
const daysAfter = statement<DayColumns>(
  'staff-days-after',
  `select ${DAY} from staff_log_day where day > $1 order by day limit $2`,
);
const insertDay = statement(
  'staff-day-insert',
  `insert into staff_log_day (${DAY}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);
const countDays = statement<{
  day: string;
  entries: bigint;
  acts: unknown;
  last_sequence: bigint;
  last_hash: Buffer;
}>(
  'staff-days-count',
  `select day, sum(times)::int8 as entries, jsonb_object_agg(act, times) as acts, max(last) as last_sequence,
     (select hash from staff_log where sequence = max(counted.last)) as last_hash
   from (select day, act, count(*) as times, max(sequence) as last from staff_log
          where day < $1 and day > $2 group by day, act) as counted
   group by day order by day limit $3`,
);

const BEFORE_ALL_DAYS = '0001-01-01';
const DAYS_AT_ONCE = 100;

export async function listDays(
  on: Queryable,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<SignedDay[]> {
  return (await selectDays(on, [page.before ?? null, page.limit])).map(dayOf);
}

export async function listDaysAfter(
  on: Queryable,
  day: string | undefined,
  limit: number,
): Promise<SignedDay[]> {
  return (await daysAfter(on, [day ?? BEFORE_ALL_DAYS, limit])).map(dayOf);
}

/** Signs the digest of each day that is over and has entries. */
export async function signDays({ on, signingKey, nowMs }: Signing): Promise<void> {
  let [last] = await listDays(on, { before: undefined, limit: 1 });
  const today = dayOfEntry(nowMs);
  const over = await countDays(on, [today, last?.day ?? BEFORE_ALL_DAYS, DAYS_AT_ONCE]);
  for (const counted of over) {
    const says = {
      day: counted.day,
      entries: Number(counted.entries),
      acts: actsSchema.parse(counted.acts),
      lastSequence: Number(counted.last_sequence),
      lastHash: counted.last_hash,
      atMs: nowMs,
      previousHash: last?.hash ?? NO_HASH,
      publicKey: Buffer.from(signingKey.publicKey),
    };
    const hash = dayHash(says);
    const signature = Buffer.from(signingKey.sign(hash));
    const { day, entries, acts, lastSequence, lastHash, atMs, previousHash, publicKey } = says;
    const facts = [
      day,
      entries,
      JSON.stringify(Object.fromEntries(actsInOrder(acts))),
      lastSequence,
      lastHash,
    ];
    await insertDay(on, [...facts, atMs, previousHash, hash, publicKey, signature]);
    last = { ...says, hash, signature };
  }
}
