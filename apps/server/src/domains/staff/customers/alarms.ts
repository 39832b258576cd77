import type { StaffRole } from '@tarazu/protocol';
import type { QueueCursor, QueueItem, QueuePage, QueueRow, StaffQueue } from '#domains/staff/queue.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

/*
 * Break-glass, as those see it who are alarmed: each time is a thing of a queue that waits until two others
 * have said the same about it.
 */

export const ALARM_ROLES = ['compliance', 'risk'] as const satisfies readonly StaffRole[];

interface GlassColumns {
  readonly glass_id: string;
  readonly login_id: number;
  readonly user_id: string;
  readonly staff: string;
  readonly staff_name: string;
  readonly part: string;
  readonly words: string;
  readonly broken_at: Date;
  readonly until_at: Date;
  readonly looked_at: Date | null;
  readonly verdict: string | null;
}

const SELECT = `select g.glass_id, g.login_id, l.user_id, p.public_id as staff, p.name as staff_name, g.part, g.words,
    g.broken_at, g.until_at, g.looked_at, g.verdict
  from staff_glass g join staff p using (staff_id) join login l using (login_id)`;
const NAMED = '($4::text is null or l.user_id = $4 or p.name = $4)';
const selectWaiting = statement<GlassColumns>(
  'alarm-waiting',
  `${SELECT} where g.looked_at is null and ($1::timestamptz is null or (g.broken_at, g.glass_id) > ($1, $2)) and ${NAMED}
    order by g.broken_at, g.glass_id limit $3`,
);
const selectDone = statement<GlassColumns>(
  'alarm-done',
  `${SELECT} where g.looked_at is not null and ($1::timestamptz is null or (g.looked_at, g.glass_id) < ($1, $2))
     and ${NAMED} order by g.looked_at desc, g.glass_id desc limit $3`,
);
const selectSome = statement<GlassColumns>(
  'alarm-some',
  `${SELECT} where g.glass_id = any($1) and g.looked_at is null order by g.broken_at, g.glass_id limit 500`,
);
const selectOne = statement<GlassColumns>('alarm-one', `${SELECT} where g.glass_id = $1`);
const countWaiting = statement<{ waiting: number; oldest: Date | null }>(
  'alarm-count',
  'select count(*)::int4 as waiting, min(broken_at) as oldest from staff_glass where looked_at is null',
);
const lookRow = statement<{ glass_id: string }>(
  'alarm-look',
  'update staff_glass set looked_at = $2, verdict = $3 where glass_id = $1 and looked_at is null returning glass_id',
);

const rowOf = (row: GlassColumns): QueueRow => ({
  id: row.glass_id,
  loginId: row.login_id,
  userId: row.user_id,
  title: row.part,
  state: row.verdict ?? 'waiting',
  isWaiting: row.looked_at === null,
  atMs: (row.looked_at ?? row.broken_at).getTime(),
});

const placeOf = (after: QueueCursor | undefined): readonly [Date | null, string | null] =>
  after === undefined ? [null, null] : [new Date(after.atMs), after.id];

async function listRows(on: Queryable, page: QueuePage): Promise<readonly QueueRow[]> {
  const { show, ids, search, after, limit } = page;
  if (ids !== undefined) return after === undefined ? (await selectSome(on, [ids])).map(rowOf) : [];
  const select = show === 'done' ? selectDone : selectWaiting;
  return (await select(on, [...placeOf(after), limit, search ?? null])).map(rowOf);
}

async function openAlarm(on: Queryable, id: string): Promise<QueueItem | undefined> {
  const [row] = await selectOne(on, [id]);
  if (row === undefined) return undefined;
  return {
    row: rowOf(row),
    facts: [
      { name: 'customer', value: row.user_id, kind: 'text' },
      { name: 'part', value: row.part, kind: 'codes' },
      { name: 'openedBy', value: `${row.staff_name} (${row.staff})`, kind: 'text' },
      { name: 'openedAt', value: String(row.broken_at.getTime()), kind: 'instant' },
      { name: 'openUntil', value: String(row.until_at.getTime()), kind: 'instant' },
    ],
    messages: [
      { id: 'words', author: 'staff', name: row.staff_name, text: row.words, atMs: row.broken_at.getTime() },
    ],
    ownDecisionOf: row.staff,
  };
}

/** Each break-glass, until two others agree whether it was right. */
export function alarmQueue(): StaffQueue {
  return {
    name: 'alarm',
    roles: ALARM_ROLES,
    acts: [
      {
        name: 'judge',
        people: 2,
        reasons: ['justified', 'unjustified'],
        takesText: false,
        isForDone: false,
        run: async ({ on, row, reason, nowMs }) => {
          const looked = await lookRow(on, [row.id, new Date(nowMs), reason ?? '']);
          return looked.length === 1 ? undefined : 'QUEUE_ITEM_DONE';
        },
      },
    ],
    count: async (on) => {
      const [row] = await countWaiting(on, []);
      return { waiting: row?.waiting ?? 0, oldestAtMs: row?.oldest?.getTime() };
    },
    list: listRows,
    open: openAlarm,
  };
}
