import { assert } from '@tarazu/core/values';
import { familyOf, firstDayOf, isTaken } from '#domains/rulebook/changes/change.ts';
import {
  countProposals,
  decideProposal,
  findProposal,
  findProposals,
  listProposals,
  type Proposal,
} from '#domains/rulebook/changes/proposal-store.ts';
import type { ChangeParts } from '#domains/rulebook/changes/propose.ts';
import { changesBetween } from '#domains/rulebook/diff.ts';
import type { QueueDecision, QueueItem, QueueRow, StaffQueue } from '#domains/staff/index.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { beginsAtMs } from '#rules/rulebook.ts';
import { addVersion } from '#rules/store.ts';

const ALONE = { people: 1, takesText: false, isForDone: false } as const;

/** Changes of rules that wait for a second person, as the console shows them. */
export function ruleQueue(parts: ChangeParts): StaffQueue {
  const { pool, rulebook } = parts;
  return {
    name: 'rules',
    roles: ['compliance', 'risk'],
    acts: [
      {
        ...ALONE,
        name: 'publish',
        reasons: [],
        run: (decision) => publish(parts, decision),
        done: () => rulebook.reload(pool),
      },
      {
        ...ALONE,
        name: 'refuse',
        reasons: ['mistake', 'source', 'unneeded'],
        run: (decision) => decide(decision, 'refused'),
      },
      {
        ...ALONE,
        name: 'withdraw',
        reasons: [],
        isForOwner: true,
        run: (decision) => decide(decision, 'withdrawn'),
      },
    ],
    count: countProposals,
    list: async (on, { show, ids, search, after, limit }) => {
      if (ids !== undefined) return after === undefined ? (await findProposals(on, ids)).map(rowOf) : [];
      return (await listProposals(on, { isDone: show === 'done', search, after, limit })).map(rowOf);
    },
    open: (on, id) => openProposal(parts, on, id),
  };
}

const rowOf = (one: Proposal): QueueRow => ({
  id: one.proposalId,
  loginId: undefined,
  userId: undefined,
  title: one.family,
  state: one.state,
  isWaiting: one.state === 'waiting',
  atMs: one.decidedAtMs ?? one.proposedAtMs,
});

async function openProposal(
  { rulebook }: ChangeParts,
  on: Queryable,
  id: string,
): Promise<QueueItem | undefined> {
  const found = await findProposal(on, id);
  const family = found && familyOf(found.family);
  if (found === undefined || family === undefined) return undefined;
  const base = rulebook.versions(family).find(({ version }) => version === found.baseVersion);
  const { source } = found;
  return {
    row: rowOf(found),
    facts: [
      { name: 'version', value: found.version, kind: 'text' },
      { name: 'holdsFrom', value: String(beginsAtMs(found.effectiveFrom)), kind: 'instant' },
      { name: 'proposedBy', value: `${found.staffName} (${found.staff})`, kind: 'text' },
      { name: 'proposedAt', value: String(found.proposedAtMs), kind: 'instant' },
      { name: 'baseVersion', value: found.baseVersion ?? '–', kind: 'text' },
      { name: 'sourceEnglish', value: source['en-US'], kind: 'text' },
      { name: 'sourceBengali', value: source['bn-BN'], kind: 'text' },
    ],
    messages: [],
    changes: changesBetween(family.form, base?.document, found.document),
    ownDecisionOf: found.staff,
  };
}

async function decide(
  { on, row, reason, nowMs }: QueueDecision,
  state: 'refused' | 'withdrawn',
): Promise<'QUEUE_ITEM_DONE' | undefined> {
  return (await decideProposal(on, { id: row.id, state, reason, nowMs })) ? undefined : 'QUEUE_ITEM_DONE';
}

/** Writes the version down as it was shown: in time still, and on what its proposer saw. */
async function publish(
  { rulebook }: ChangeParts,
  { on, row, staff, nowMs }: QueueDecision,
): Promise<'QUEUE_ITEM_DONE' | 'RULE_TOO_SOON' | 'RULE_DAY_TAKEN' | 'RULE_BASE_CHANGED' | undefined> {
  const found = await findProposal(on, row.id);
  const family = found && familyOf(found.family);
  assert(found !== undefined && family !== undefined, 'Invariant: what is decided was opened');
  const { version, effectiveFrom, document, source } = found;
  if (effectiveFrom < firstDayOf(nowMs)) return 'RULE_TOO_SOON';
  if (isTaken(rulebook, family, effectiveFrom)) return 'RULE_DAY_TAKEN';
  if (rulebook.inForce(family, beginsAtMs(effectiveFrom))?.version !== found.baseVersion)
    return 'RULE_BASE_CHANGED';
  const people = [found.staff, staff.publicId];
  const added = { family: family.name, version, effectiveFrom, document, source, staff: people, nowMs };
  if (!(await addVersion(on, added))) return 'RULE_DAY_TAKEN';
  const decided = await decideProposal(on, { id: row.id, state: 'published', reason: undefined, nowMs });
  return decided ? undefined : 'QUEUE_ITEM_DONE';
}
