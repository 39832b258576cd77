import { formDocument } from '@tarazu/protocol';
import * as z from 'zod/mini';
import { likeText } from '#platform/database/like.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { RuleVersion } from '#rules/family.ts';

export type ProposalState = 'waiting' | 'published' | 'refused' | 'withdrawn' | 'lapsed';

/** A change of a rule as somebody of staff proposed it. */
export interface Proposal {
  readonly proposalId: string;
  readonly family: string;
  readonly version: string;
  readonly effectiveFrom: string;
  readonly baseVersion: string | undefined;
  readonly document: RuleVersion['document'];
  readonly source: RuleVersion['source'];
  /** Public number and name of who proposed it. */
  readonly staff: string;
  readonly staffName: string;
  readonly proposedAtMs: number;
  readonly state: ProposalState;
  readonly decidedAtMs: number | undefined;
}

interface Columns {
  readonly proposal_id: string;
  readonly family: string;
  readonly version: string;
  readonly effective_from: string;
  readonly base_version: string | null;
  readonly document: unknown;
  readonly source: unknown;
  readonly staff: string;
  readonly staff_name: string;
  readonly proposed_at: Date;
  readonly state: string;
  readonly decided_at: Date | null;
}

const sourceSchema = z.object({ 'en-US': z.string(), 'bn-BN': z.string() });
const stateSchema = z.enum(['waiting', 'published', 'refused', 'withdrawn', 'lapsed']);

const SELECT = `select r.proposal_id, r.family, r.version, r.effective_from, r.base_version, r.document, r.source,
    p.public_id as staff, p.name as staff_name, r.proposed_at, r.state, r.decided_at
  from rule_proposal r join staff p using (staff_id)`;
const NAMED = `($4::text is null or r.family = $4 or r.version like $4 || '%' or p.name = $4)`;
const selectWaiting = statement<Columns>(
  'rule-proposals-waiting',
  `${SELECT} where r.state = 'waiting' and ($1::timestamptz is null or (r.proposed_at, r.proposal_id) > ($1, $2))
     and ${NAMED} order by r.proposed_at, r.proposal_id limit $3`,
);
const selectDone = statement<Columns>(
  'rule-proposals-done',
  `${SELECT} where r.state <> 'waiting' and ($1::timestamptz is null or (r.decided_at, r.proposal_id) < ($1, $2))
     and ${NAMED} order by r.decided_at desc, r.proposal_id desc limit $3`,
);
const selectSome = statement<Columns>(
  'rule-proposals-some',
  `${SELECT} where r.proposal_id = any($1) and r.state = 'waiting' order by r.proposed_at, r.proposal_id limit 500`,
);
const selectOne = statement<Columns>('rule-proposal', `${SELECT} where r.proposal_id = $1`);
const selectEarlier = statement<{ proposal_id: string; content_hash: Buffer }>(
  'rule-proposal-earlier',
  'select proposal_id, content_hash from rule_proposal where staff_id = $1 and client_id = $2',
);
const countRows = statement<{ waiting: number; oldest: Date | null }>(
  'rule-proposal-count',
  `select count(*)::int4 as waiting, min(proposed_at) as oldest from rule_proposal where state = 'waiting'`,
);
const insertRow = statement(
  'rule-proposal-insert',
  `insert into rule_proposal (proposal_id, family, version, effective_from, base_version, document, source, staff_id,
     client_id, content_hash, proposed_at, state)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'waiting')`,
);
const updateState = statement<{ proposal_id: string }>(
  'rule-proposal-decide',
  `update rule_proposal set state = $2, reason = $3, decided_at = $4
    where proposal_id = $1 and state = 'waiting' returning proposal_id`,
);
const lapse = statement(
  'rule-proposal-lapse',
  `update rule_proposal set state = 'lapsed', decided_at = $1 where state = 'waiting' and effective_from < $2`,
);

const proposalOf = (row: Columns): Proposal => ({
  proposalId: row.proposal_id,
  family: row.family,
  version: row.version,
  effectiveFrom: row.effective_from,
  baseVersion: row.base_version ?? undefined,
  document: formDocument.parse(row.document),
  source: sourceSchema.parse(row.source),
  staff: row.staff,
  staffName: row.staff_name,
  proposedAtMs: row.proposed_at.getTime(),
  state: stateSchema.parse(row.state),
  decidedAtMs: row.decided_at?.getTime(),
});

export async function findProposal(on: Queryable, id: string): Promise<Proposal | undefined> {
  const [row] = await selectOne(on, [id]);
  return row && proposalOf(row);
}

export async function findProposals(on: Queryable, ids: readonly string[]): Promise<Proposal[]> {
  return (await selectSome(on, [ids])).map(proposalOf);
}

/** Oldest first of what waits, latest first of what was decided. */
export async function listProposals(
  on: Queryable,
  page: {
    readonly isDone: boolean;
    readonly search: string | undefined;
    readonly after: { readonly atMs: number; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<Proposal[]> {
  const { isDone, search, after, limit } = page;
  const words = search === undefined ? null : likeText(search);
  const place = after === undefined ? [null, null] : [new Date(after.atMs), after.id];
  return (await (isDone ? selectDone : selectWaiting)(on, [...place, limit, words])).map(proposalOf);
}

export async function countProposals(
  on: Queryable,
): Promise<{ readonly waiting: number; readonly oldestAtMs: number | undefined }> {
  const [row] = await countRows(on, []);
  return { waiting: row?.waiting ?? 0, oldestAtMs: row?.oldest?.getTime() };
}

export async function earlierProposal(
  on: Queryable,
  of: { readonly staffId: number; readonly clientId: string },
): Promise<{ readonly id: string; readonly contentHash: Buffer } | undefined> {
  const [row] = await selectEarlier(on, [of.staffId, of.clientId]);
  return row && { id: row.proposal_id, contentHash: row.content_hash };
}

export async function insertProposal(
  on: Queryable,
  of: Omit<Proposal, 'staff' | 'staffName' | 'state' | 'decidedAtMs'> & {
    readonly staffId: number;
    readonly clientId: string;
    readonly contentHash: Buffer;
  },
): Promise<void> {
  const texts = [JSON.stringify(of.document), JSON.stringify(of.source)];
  const facts = [of.proposalId, of.family, of.version, of.effectiveFrom, of.baseVersion ?? null, ...texts];
  await insertRow(on, [...facts, of.staffId, of.clientId, of.contentHash, new Date(of.proposedAtMs)]);
}

/** False where it was decided meanwhile. */
export async function decideProposal(
  on: Queryable,
  of: {
    readonly id: string;
    readonly state: Exclude<ProposalState, 'waiting' | 'lapsed'>;
    readonly reason: string | undefined;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const decided = await updateState(on, [of.id, of.state, of.reason ?? null, new Date(of.nowMs)]);
  return decided.length === 1;
}

/** Ends proposals that nobody published while they could still be 24 hours ahead. */
export async function lapseProposals(on: Queryable, firstDay: string, nowMs: number): Promise<void> {
  await lapse(on, [new Date(nowMs), firstDay]);
}
