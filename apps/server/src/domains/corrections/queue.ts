import { DAY_MS, formatDecimal } from '@tarazu/core/values';
import { correctionProposers } from '@tarazu/protocol';
import { type PostParts, postCorrection } from '#domains/corrections/post.ts';
import { amountText } from '#domains/corrections/propose.ts';
import {
  type Correction,
  countCorrections,
  decideCorrection,
  findCorrection,
  findWaiting,
  listBeside,
  listCorrections,
  listUndecided,
  lockCorrections,
  sumOfAgreed,
} from '#domains/corrections/store.ts';
import { termsHash } from '#domains/corrections/terms.ts';
import {
  hasRoleStill,
  isLinked,
  type QueueDecision,
  type QueueFact,
  type QueueItem,
  type QueueRow,
  type StaffQueue,
} from '#domains/staff/index.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { MarketPort } from '#ports.ts';
import { correctionRules } from '#rules/families/corrections.ts';

const ALONE = { people: 1, needsSeen: true, takesText: false, isForDone: false } as const;

export interface CorrectionQueueParts extends PostParts {
  readonly market: Pick<MarketPort, 'rules'>;
}
const BESIDE_MS = 30 * DAY_MS;
const DECIDERS = ['compliance', 'risk'] as const;

/**
 * Corrections that wait for a second person. One of another role posts or refuses; whoever proposed it may
 * only take it back.
 */
export function correctionQueue(parts: CorrectionQueueParts): StaffQueue {
  return {
    name: 'corrections',
    roles: ['treasury', ...DECIDERS],
    acts: [
      {
        ...ALONE,
        ...{ name: 'post', roles: DECIDERS, reasons: [], needsProof: true },
        run: (decision) => approve(parts, decision),
        done: ({ row }) => postCorrection(parts, row.id),
      },
      {
        ...ALONE,
        ...{ name: 'refuse', roles: DECIDERS, reasons: ['mistake', 'evidence', 'unneeded'] },
        run: (decision) => decide(decision, 'refused'),
      },
      {
        ...ALONE,
        ...{ name: 'withdraw', roles: ['treasury'], reasons: [], isForOwner: true },
        run: (decision) => decide(decision, 'withdrawn'),
      },
    ],
    count: countCorrections,
    list: async (on, { show, ids, search, after, limit }) => {
      if (ids !== undefined) return after === undefined ? (await findWaiting(on, ids)).map(rowOf) : [];
      return (await listCorrections(on, { isDone: show === 'done', search, after, limit })).map(rowOf);
    },
    open: openCorrection,
    undecided: listUndecided,
  };
}

const rowOf = (one: Correction): QueueRow => ({
  id: one.id,
  loginId: one.loginId,
  userId: one.userId,
  title: one.userId,
  state: one.state,
  isWaiting: one.state === 'waiting',
  atMs: one.decidedAtMs ?? one.proposedAtMs,
});

async function openCorrection(on: Queryable, id: string): Promise<QueueItem | undefined> {
  const one = await findCorrection(on, id);
  if (one === undefined) return undefined;
  const { userId, environment, direction, house, wallet, units, scale, assetId, reference } = one;
  const beside = await listBeside(on, one, BESIDE_MS);
  const waiting = beside.filter(({ state }) => state !== 'posted');
  const posted = beside.filter(({ state }) => state === 'posted');
  return {
    row: rowOf(one),
    facts: [
      { name: 'customer', value: userId, kind: 'text' },
      { name: 'environment', value: environment, kind: 'codes' },
      { name: 'direction', value: direction, kind: 'codes' },
      { name: 'amount', value: `${formatDecimal(units, scale)} ${assetId}`, kind: 'text' },
      { name: 'wallet', value: wallet, kind: 'codes' },
      ...amountsOf('othersWaiting', waiting),
      ...amountsOf('othersPosted', posted),
      { name: 'house', value: house, kind: 'codes' },
      ...(reference === undefined ? [] : [{ name: 'reference', value: reference, kind: 'text' } as const]),
      { name: 'ticket', value: one.threadId, kind: 'text' },
      { name: 'rule', value: one.ruleVersion, kind: 'text' },
      { name: 'proposedBy', value: `${one.staffName} (${one.staff})`, kind: 'text' },
      { name: 'proposedAt', value: String(one.proposedAtMs), kind: 'instant' },
      { name: 'lapsesAt', value: String(one.lapsesAtMs), kind: 'instant' },
      ...(one.failure === undefined ? [] : [{ name: 'failure', value: one.failure, kind: 'codes' } as const]),
    ],
    messages: [
      { id: 'words', author: 'staff', name: one.staffName, text: one.words, atMs: one.proposedAtMs },
    ],
    contentHash: termsHash(one).toString('hex'),
    ownDecisionOf: one.staff,
  };
}

/** Other corrections of the customer, so that nobody books the same twice, or much in small parts. */
const amountsOf = (name: string, list: readonly Correction[]): QueueFact[] =>
  list.length === 0 ? [] : [{ name, value: list.map(amountText).join(', '), kind: 'text' }];

/**
 * Agreement of a second person, written down before the
 * engine posts; the first must still be free to propose.
 */
async function approve(
  { market }: CorrectionQueueParts,
  decision: QueueDecision,
): Promise<'STAFF_OWN_ACCOUNT' | 'CORRECTION_PROPOSER' | 'CORRECTION_DAY' | 'QUEUE_ITEM_DONE' | undefined> {
  const { on, row, nowMs } = decision;
  // Two that are agreed to at once would each see the day without the other.
  await lockCorrections(on);
  const one = await findCorrection(on, row.id);
  if (one === undefined) return 'QUEUE_ITEM_DONE';
  if (!(await hasRoleStill(on, one.staffId, correctionProposers))) return 'CORRECTION_PROPOSER';
  if (await isLinked(on, one.staffId, one.loginId)) return 'STAFF_OWN_ACCOUNT';
  const most = market.rules.at(correctionRules, nowMs).mostOfDay.get(one.assetId) ?? 0n;
  const agreed = await sumOfAgreed(on, { ...one, sinceMs: nowMs - DAY_MS });
  if (agreed + one.units > most * 10n ** BigInt(one.scale)) return 'CORRECTION_DAY';
  return decide(decision, 'approved');
}

async function decide(
  { on, row, reason, staff, nowMs }: QueueDecision,
  state: 'approved' | 'refused' | 'withdrawn',
): Promise<'QUEUE_ITEM_DONE' | undefined> {
  const of = { id: row.id, state, reason, staffId: staff.staffId, nowMs };
  return (await decideCorrection(on, of)) ? undefined : 'QUEUE_ITEM_DONE';
}
