import type { Environment } from '@tarazu/core/values';
import { walletField } from '@tarazu/protocol';
import * as z from 'zod/mini';
import { type Queryable, statement } from '#platform/database/pool.ts';

const stateSchema = z.enum(['waiting', 'approved', 'posted', 'failed', 'refused', 'withdrawn', 'lapsed']);
export type CorrectionState = z.output<typeof stateSchema>;
const directionSchema = z.enum(['toAccount', 'fromAccount']);
const houseSchema = z.enum(['corrections', 'outside']);
const environmentSchema = z.enum(['real', 'demo']);

/** A posting between a customer's account and an account of the house ledger, as it was proposed. */
export interface CorrectionTerms {
  readonly loginId: number;
  readonly accountId: number;
  readonly environment: Environment;
  readonly direction: z.output<typeof directionSchema>;
  readonly house: z.output<typeof houseSchema>;
  readonly wallet: z.output<typeof walletField>;
  readonly assetId: string;
  /** Decimals of the asset. */
  readonly scale: number;
  readonly units: bigint;
  readonly words: string;
  readonly threadId: string;
  readonly ruleVersion: string;
  /** Of the bank or chain, for money from or to outside. */
  readonly reference: string | undefined;
}

export interface Correction extends CorrectionTerms {
  readonly id: string;
  readonly userId: string;
  readonly staffId: number;
  /** Public number and name of who proposed it. */
  readonly staff: string;
  readonly staffName: string;
  readonly proposedAtMs: number;
  readonly lapsesAtMs: number;
  readonly state: CorrectionState;
  readonly decidedAtMs: number | undefined;
  readonly failure: string | undefined;
  readonly contentHash: Buffer;
}

interface Columns {
  readonly correction_id: string;
  readonly login_id: number;
  readonly user_id: string;
  readonly account_id: number;
  readonly environment: string;
  readonly direction: string;
  readonly house: string;
  readonly wallet: string;
  readonly asset_id: string;
  readonly scale: number;
  readonly units: bigint;
  readonly words: string;
  readonly thread_id: string;
  readonly rule_version: string;
  readonly staff_id: number;
  readonly staff: string;
  readonly staff_name: string;
  readonly content_hash: Buffer;
  readonly proposed_at: Date;
  readonly lapses_at: Date;
  readonly state: string;
  readonly decided_at: Date | null;
  readonly failure: string | null;
  readonly reference: string | null;
}

const SELECT = `select c.correction_id, c.login_id, l.user_id, c.account_id, c.environment, c.direction, c.house, c.wallet, c.asset_id,
    c.scale, c.units, c.words, c.thread_id, c.rule_version, c.staff_id, p.public_id as staff, p.name as staff_name, c.content_hash,
    c.proposed_at, c.lapses_at, c.state, c.decided_at, c.failure, c.reference
  from correction c join staff p using (staff_id) join login l using (login_id)`;
const NAMED = '($4::text is null or l.user_id = $4 or p.name = $4)';
const selectWaiting = statement<Columns>(
  'corrections-waiting',
  `${SELECT} where c.state = 'waiting' and ($1::timestamptz is null or (c.proposed_at, c.correction_id) > ($1, $2)) and ${NAMED}
    order by c.proposed_at, c.correction_id limit $3`,
);
const selectDone = statement<Columns>(
  'corrections-done',
  `${SELECT} where c.state <> 'waiting' and ($1::timestamptz is null or (c.decided_at, c.correction_id) < ($1, $2)) and ${NAMED}
    order by c.decided_at desc, c.correction_id desc limit $3`,
);
const selectSome = statement<Columns>(
  'corrections-some',
  `${SELECT} where c.correction_id = any($1) and c.state = 'waiting' order by c.proposed_at, c.correction_id limit 500`,
);
const selectOne = statement<Columns>('correction', `${SELECT} where c.correction_id = $1`);
const selectApproved = statement<Columns>(
  'corrections-approved',
  `${SELECT} where c.state = 'approved' order by c.decided_at, c.correction_id limit 100`,
);
const selectUndecided = statement<{ correction_id: string }>(
  'corrections-undecided',
  `select correction_id from correction where login_id = $1 and state in ('waiting', 'approved')
    order by correction_id limit 500`,
);
const selectEqual = statement<{ correction_id: string }>(
  'correction-equal',
  `select correction_id from correction where login_id = $1 and state = 'waiting' and environment = $2 and direction = $3
     and asset_id = $4 and units = $5 and scale = $6 limit 1`,
);
const selectReference = statement<{ correction_id: string }>(
  'correction-of-reference',
  `select correction_id from correction
     where environment = $1 and translate(upper(reference), '-/', '') = translate(upper($2), '-/', '')
     and reference is not null and state in ('waiting', 'approved', 'posted') limit 1`,
);
/** Smallest units of a scale that agreed ones of a time moved, to and from customers together. */
const sumAgreed = statement<{ units: string }>(
  'correction-sum-agreed',
  `select trunc(coalesce(sum(units::numeric * 10::numeric ^ ($4 - scale)), 0))::text as units from correction
    where state <> 'waiting' and state in ('approved', 'posted') and decided_at > $3 and environment = $1 and asset_id = $2`,
);
const selectBeside = statement<Columns>(
  'corrections-beside',
  `${SELECT} where c.login_id = $1 and c.correction_id <> $2 and c.proposed_at > $3 and c.state in ('waiting', 'approved', 'posted')
    order by c.proposed_at desc, c.correction_id limit 50`,
);
const selectEarlier = statement<{ correction_id: string; content_hash: Buffer }>(
  'correction-earlier',
  'select correction_id, content_hash from correction where staff_id = $1 and client_id = $2',
);
const countRows = statement<{ waiting: number; oldest: Date | null }>(
  'correction-count',
  `select count(*)::int4 as waiting, min(proposed_at) as oldest from correction where state = 'waiting'`,
);
const threadOf = statement<{ thread_id: string }>(
  'correction-thread',
  'select thread_id from chat_thread where thread_id = $1 and login_id = $2',
);
const insertRow = statement(
  'correction-insert',
  `insert into correction (correction_id, login_id, account_id, environment, direction, house, wallet, asset_id, scale, units, words,
     thread_id, rule_version, staff_id, client_id, content_hash, proposed_at, lapses_at, reference, state)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, 'waiting')`,
);
const decideRow = statement<{ correction_id: string }>(
  'correction-decide',
  `update correction set state = $2, reason = $3, decided_by = $4, decided_at = $5
    where correction_id = $1 and state = 'waiting' and lapses_at > $5 returning correction_id`,
);
const postedRow = statement<{ correction_id: string }>(
  'correction-posted',
  `update correction set state = 'posted', sequence = $2 where correction_id = $1 and state = 'approved' returning correction_id`,
);
const failedRow = statement<{ correction_id: string }>(
  'correction-failed',
  `update correction set state = 'failed', failure = $2 where correction_id = $1 and state = 'approved' returning correction_id`,
);
const lapseDue = statement(
  'correction-lapse',
  `update correction set state = 'lapsed', decided_at = lapses_at where correction_id in (
     select correction_id from correction where state = 'waiting' and lapses_at <= $1 order by lapses_at limit 500)
     and state = 'waiting' and lapses_at <= $1`,
);
/** Proposals are few: one at a time, so that none passes the limit beside another. */
const lock = statement('correction-lock', `select pg_advisory_xact_lock(hashtextextended('correction', 0))`);

const correctionOf = (row: Columns): Correction => ({
  id: row.correction_id,
  loginId: row.login_id,
  userId: row.user_id,
  accountId: row.account_id,
  environment: environmentSchema.parse(row.environment),
  direction: directionSchema.parse(row.direction),
  house: houseSchema.parse(row.house),
  wallet: walletField.parse(row.wallet),
  assetId: row.asset_id,
  scale: row.scale,
  units: row.units,
  words: row.words,
  threadId: row.thread_id,
  ruleVersion: row.rule_version,
  staffId: row.staff_id,
  staff: row.staff,
  staffName: row.staff_name,
  contentHash: row.content_hash,
  proposedAtMs: row.proposed_at.getTime(),
  lapsesAtMs: row.lapses_at.getTime(),
  state: stateSchema.parse(row.state),
  decidedAtMs: row.decided_at?.getTime(),
  failure: row.failure ?? undefined,
  reference: row.reference ?? undefined,
});

export async function lockCorrections(on: Queryable): Promise<void> {
  await lock(on, []);
}

export async function findCorrection(on: Queryable, id: string): Promise<Correction | undefined> {
  const [row] = await selectOne(on, [id]);
  return row && correctionOf(row);
}

export async function findWaiting(on: Queryable, ids: readonly string[]): Promise<Correction[]> {
  return (await selectSome(on, [ids])).map(correctionOf);
}

/** Those that are approved and not posted yet, oldest first, at most a hundred. */
export async function listApproved(on: Queryable): Promise<Correction[]> {
  return (await selectApproved(on, [])).map(correctionOf);
}

/** Those of a customer of which nothing is done yet; fewer may wait than this reads. */
export async function listUndecided(on: Queryable, loginId: number): Promise<string[]> {
  return (await selectUndecided(on, [loginId])).map((row) => row.correction_id);
}

/** Whether the same money of the same customer waits already. */
export async function hasEqual(
  on: Queryable,
  of: Pick<CorrectionTerms, 'loginId' | 'environment' | 'direction' | 'assetId' | 'units' | 'scale'>,
): Promise<boolean> {
  const { loginId, environment, direction, assetId, units, scale } = of;
  return (await selectEqual(on, [loginId, environment, direction, assetId, units, scale])).length === 1;
}

/** Whether money of this reference was corrected, or waits to be. */
export async function hasReference(
  on: Queryable,
  of: { readonly environment: Environment; readonly reference: string },
): Promise<boolean> {
  return (await selectReference(on, [of.environment, of.reference])).length === 1;
}

/** Sum of what was agreed since then of an asset, to and from customers together, in units of the scale. */
export async function sumOfAgreed(
  on: Queryable,
  of: Pick<CorrectionTerms, 'environment' | 'assetId' | 'scale'> & { readonly sinceMs: number },
): Promise<bigint> {
  const [row] = await sumAgreed(on, [of.environment, of.assetId, new Date(of.sinceMs), of.scale]);
  return BigInt(row?.units ?? '0');
}

/** Others of the same customer that wait or were posted, proposed at most so long before it, latest first. */
export async function listBeside(on: Queryable, one: Correction, withinMs: number): Promise<Correction[]> {
  return (await selectBeside(on, [one.loginId, one.id, new Date(one.proposedAtMs - withinMs)])).map(
    correctionOf,
  );
}

/** Oldest first of what waits, latest first of what was decided. */
export async function listCorrections(
  on: Queryable,
  page: {
    readonly isDone: boolean;
    readonly search: string | undefined;
    readonly after: { readonly atMs: number; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<Correction[]> {
  const { isDone, search, after, limit } = page;
  const place = after === undefined ? [null, null] : [new Date(after.atMs), after.id];
  const rows = await (isDone ? selectDone : selectWaiting)(on, [...place, limit, search ?? null]);
  return rows.map(correctionOf);
}

export async function countCorrections(
  on: Queryable,
): Promise<{ readonly waiting: number; readonly oldestAtMs: number | undefined }> {
  const [row] = await countRows(on, []);
  return { waiting: row?.waiting ?? 0, oldestAtMs: row?.oldest?.getTime() };
}

/** Whether a conversation is one of a login's. */
export async function hasThread(
  on: Queryable,
  of: { readonly threadId: string; readonly loginId: number },
): Promise<boolean> {
  return (await threadOf(on, [of.threadId, of.loginId])).length === 1;
}

export async function earlierCorrection(
  on: Queryable,
  of: { readonly staffId: number; readonly clientId: string },
): Promise<{ readonly id: string; readonly contentHash: Buffer } | undefined> {
  const [row] = await selectEarlier(on, [of.staffId, of.clientId]);
  return row && { id: row.correction_id, contentHash: row.content_hash };
}

export async function insertCorrection(
  on: Queryable,
  of: CorrectionTerms & {
    readonly id: string;
    readonly staffId: number;
    readonly clientId: string;
    readonly contentHash: Buffer;
    readonly nowMs: number;
    readonly lapsesAtMs: number;
  },
): Promise<void> {
  const facts = [of.id, of.loginId, of.accountId, of.environment, of.direction, of.house, of.wallet];
  const money = [of.assetId, of.scale, of.units, of.words, of.threadId, of.ruleVersion];
  const by = [of.staffId, of.clientId, of.contentHash, new Date(of.nowMs), new Date(of.lapsesAtMs)];
  await insertRow(on, [...facts, ...money, ...by, of.reference ?? null]);
}

/** False where it was decided meanwhile, or its time is over. */
export async function decideCorrection(
  on: Queryable,
  of: {
    readonly id: string;
    readonly state: 'approved' | 'refused' | 'withdrawn';
    readonly reason: string | undefined;
    readonly staffId: number;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const { id, state, reason, staffId, nowMs } = of;
  return (await decideRow(on, [id, state, reason ?? null, staffId, new Date(nowMs)])).length === 1;
}

/** False where that was written before. */
export async function markPosted(on: Queryable, id: string, sequence: number): Promise<boolean> {
  return (await postedRow(on, [id, sequence])).length === 1;
}

export async function markFailed(on: Queryable, id: string, failure: string): Promise<boolean> {
  return (await failedRow(on, [id, failure])).length === 1;
}

export async function lapseCorrections(on: Queryable, nowMs: number): Promise<void> {
  await lapseDue(on, [new Date(nowMs)]);
}
