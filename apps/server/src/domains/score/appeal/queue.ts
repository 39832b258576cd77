import { SCORE_APPEAL_REASONS } from '@tarazu/protocol';
import type { SendNotice } from '#domains/notice/index.ts';
import {
  type AppealRow,
  appealsOfUser,
  countAppeals,
  decideAppeal,
  findAppeal,
  listAppeals,
  someAppeals,
} from '#domains/score/appeal/store.ts';
import { recompute, type ScoreParts } from '#domains/score/service.ts';
import {
  customerOf,
  type QueueDecision,
  type QueueItem,
  type QueuePage,
  type QueueRow,
  type StaffQueue,
} from '#domains/staff/index.ts';
import type { Queryable } from '#platform/database/pool.ts';

const PAGE = '/pages/user/creditScore';
const [CORRECTED, ...REJECTED] = SCORE_APPEAL_REASONS;

type AppealParts = ScoreParts & { readonly sendNotice: SendNotice };

/**
 * Appeals against the credit score. No act sets points: a fact that was wrong is corrected where it is kept,
 * and accepting the appeal says so and counts anew, which takes two people.
 */
export function scoreQueue(parts: AppealParts): StaffQueue {
  return {
    name: 'score',
    roles: ['compliance', 'risk'],
    isTakenByOpening: true,
    acts: [
      {
        ...{ name: 'reject', people: 1, reasons: REJECTED, takesText: true, isForDone: false },
        run: (decision) => decide(parts, decision, 'rejected'),
      },
      {
        ...{ name: 'accept', people: 2, reasons: [CORRECTED], takesText: true, isForDone: false },
        run: (decision) => decide(parts, decision, 'accepted'),
        done: async ({ row, nowMs }) => {
          await recompute(parts, customerOf(row), nowMs);
        },
      },
    ],
    count: countAppeals,
    list: listRows,
    open: openAppeal,
  };
}

async function decide(
  { sendNotice }: AppealParts,
  { on, row, reason, text = '', nowMs }: QueueDecision,
  state: 'accepted' | 'rejected',
) {
  const answer = text.trim();
  if (!(await decideAppeal(on, row.id, { state, reason, answer, nowMs }))) return 'QUEUE_ITEM_DONE';
  const kind = state === 'accepted' ? 'scoreAppealAccepted' : 'scoreAppealRejected';
  await sendNotice({ loginId: customerOf(row), kind, detail: { answer }, link: PAGE, nowMs }, on);
  return undefined;
}

const rowOf = (row: AppealRow): QueueRow => ({
  id: row.appeal_id,
  loginId: row.login_id,
  userId: row.user_id,
  title: 'score',
  state: row.state,
  isWaiting: row.state === 'waiting',
  atMs: (row.decided_at ?? row.made_at).getTime(),
});

async function listRows(on: Queryable, page: QueuePage): Promise<readonly QueueRow[]> {
  const { show, ids, search, after, limit } = page;
  const isDone = show === 'done';
  if (search !== undefined) {
    const rows = (await appealsOfUser(on, search)).map(rowOf).filter(({ isWaiting }) => isWaiting !== isDone);
    return after === undefined ? rows.filter(({ id }) => ids?.includes(id) !== false) : [];
  }
  if (ids !== undefined) return after === undefined ? (await someAppeals(on, ids)).map(rowOf) : [];
  return (await listAppeals(on, { isDone, after, limit })).map(rowOf);
}

async function openAppeal(on: Queryable, id: string): Promise<QueueItem | undefined> {
  const row = await findAppeal(on, id);
  if (row === undefined) return undefined;
  const facts = [
    { name: 'customer', value: row.user_id, kind: 'text' },
    { name: 'score', value: String(row.score), kind: 'text' },
    { name: 'dueAt', value: String(row.due_at.getTime()), kind: 'instant' },
  ] as const;
  const words = { id: 'appeal', author: 'customer', text: row.text, atMs: row.made_at.getTime() } as const;
  const answered = row.decided_at?.getTime();
  const answer = { id: 'answer', author: 'staff', text: row.answer ?? '', atMs: answered ?? 0 } as const;
  return { row: rowOf(row), facts, messages: answered === undefined ? [words] : [words, answer] };
}
