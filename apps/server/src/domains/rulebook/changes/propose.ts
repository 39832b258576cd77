import { createHash } from 'node:crypto';
import type { CONSOLE_OPERATIONS, OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import { type ChangeAsked, firstDayOf, lastDayOf, readChange } from '#domains/rulebook/changes/change.ts';
import { countProposals, earlierProposal, insertProposal } from '#domains/rulebook/changes/proposal-store.ts';
import { appendEntry } from '#domains/staff/index.ts';
import { inTransaction, statement } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';
import { type Reply, refuse, reply, type StaffSession } from '#ports.ts';
import { RULE_FAMILIES } from '#rules/list.ts';
import type { Rulebook } from '#rules/rulebook.ts';

export interface ChangeParts {
  readonly pool: pg.Pool;
  readonly rulebook: Rulebook;
}

type Calls = typeof CONSOLE_OPERATIONS;

const PROPOSALS_MAX = 50;
/** Proposals are few: one at a time, so that none passes the limit beside another. */
const lock = statement(
  'rule-proposal-lock',
  `select pg_advisory_xact_lock(hashtextextended('rule proposal', 0))`,
);

/** Every rule with its form, and its newest version, from which a change begins. */
export function readForms({ rulebook }: ChangeParts, nowMs: number): OutputOf<Calls['consoleRules']> {
  const rules = RULE_FAMILIES.flatMap((family) => {
    const newest = rulebook.versions(family).at(-1);
    if (newest === undefined) return [];
    const { version, effectiveFrom, document } = newest;
    const { name: rule, section, form } = family;
    return [{ rule, section, version, effectiveFrom, form, document }];
  });
  return { firstDay: firstDayOf(nowMs), lastDay: lastDayOf(nowMs), rules };
}

export interface ProposalAsked extends ChangeAsked {
  readonly clientId: string;
  readonly sourceEnglish: string;
  readonly sourceBengali: string;
}

/** Puts a change before the others of staff. The same id with the same content gets the same answer. */
export async function propose(
  { pool, rulebook }: ChangeParts,
  { staffId }: StaffSession,
  asked: ProposalAsked,
): Promise<Reply<OutputOf<Calls['consoleRulePropose']>>> {
  const { clientId, nowMs } = asked;
  const source = { 'en-US': asked.sourceEnglish.trim(), 'bn-BN': asked.sourceBengali.trim() };
  const content = [asked.rule, asked.effectiveFrom, asked.document, source];
  const contentHash = createHash('sha256').update(JSON.stringify(content)).digest();
  return inTransaction(pool, async (on): Promise<Reply<OutputOf<Calls['consoleRulePropose']>>> => {
    await lock(on, []);
    const earlier = await earlierProposal(on, { staffId, clientId });
    if (earlier !== undefined)
      return earlier.contentHash.equals(contentHash)
        ? reply({ id: earlier.id })
        : refuse('CLIENT_ID_REUSED', { field: 'clientId' });
    const change = readChange(rulebook, asked);
    if (!change.ok) return change;
    if ((await countProposals(on)).waiting >= PROPOSALS_MAX) return refuse('RULE_PROPOSALS_FULL');
    const { family, version, effectiveFrom, base: baseVersion, document } = change.data;
    const proposalId = randomId();
    const of = { proposalId, family: family.name, version, effectiveFrom, baseVersion, document, source };
    await insertProposal(on, { ...of, staffId, clientId, contentHash, proposedAtMs: nowMs });
    const entry = { staffId, act: 'rules.proposed', queue: 'rules', itemId: proposalId };
    await appendEntry(on, { ...entry, detail: { what: version }, nowMs });
    return reply({ id: proposalId });
  });
}
