import type { CONSOLE_OPERATIONS, OutputOf, StaffRole } from '@tarazu/protocol';
import type pg from 'pg';
import type { CustomerSearches } from '#domains/staff/customers/searches.ts';
import { findForStaff } from '#domains/staff/customers/view.ts';
import { appendEntry } from '#domains/staff/log/store.ts';
import {
  customerOf,
  type QueueCursor,
  type QueueItem,
  type QueuePage,
  type QueueRow,
  type StaffQueue,
} from '#domains/staff/queue.ts';
import { inTransaction, type Queryable, statement } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';
import { type Reply, reply, type StaffSession } from '#ports.ts';

/*
 * Freezes of customers' trading: one person freezes at once, with words that others read; each waits in a
 * queue until two people lift it.
 */

const FREEZE_ROLES = ['compliance', 'risk'] as const satisfies readonly StaffRole[];

/** Freezes accounts of a login and ends its sessions; each may be done again. */
export interface FreezePort {
  freeze(loginId: number, nowMs: number): Promise<void>;
  lift(loginId: number): Promise<void>;
  notify(loginId: number, isFrozen: boolean, nowMs: number): Promise<void>;
}

interface FreezeColumns {
  readonly freeze_id: string;
  readonly login_id: number;
  readonly user_id: string;
  readonly staff: string;
  readonly staff_name: string;
  readonly words: string;
  readonly began_at: Date;
  readonly lifted_at: Date | null;
  readonly verdict: string | null;
}

const SELECT = `select f.freeze_id, f.login_id, l.user_id, p.public_id as staff, p.name as staff_name, f.words, f.began_at,
    f.lifted_at, f.verdict
  from staff_freeze f join staff p using (staff_id) join login l using (login_id)`;
const NAMED = '($4::text is null or l.user_id = $4 or p.name = $4)';
const selectWaiting = statement<FreezeColumns>(
  'staff-freeze-waiting',
  `${SELECT} where f.lifted_at is null and ($1::timestamptz is null or (f.began_at, f.freeze_id) > ($1, $2)) and ${NAMED}
    order by f.began_at, f.freeze_id limit $3`,
);
const selectDone = statement<FreezeColumns>(
  'staff-freeze-done',
  `${SELECT} where f.lifted_at is not null and ($1::timestamptz is null or (f.lifted_at, f.freeze_id) < ($1, $2))
     and ${NAMED} order by f.lifted_at desc, f.freeze_id desc limit $3`,
);
const selectSome = statement<FreezeColumns>(
  'staff-freeze-some',
  `${SELECT} where f.freeze_id = any($1) and f.lifted_at is null order by f.began_at, f.freeze_id limit 500`,
);
const selectOne = statement<FreezeColumns>('staff-freeze-one', `${SELECT} where f.freeze_id = $1`);
const countWaiting = statement<{ waiting: number; oldest: Date | null }>(
  'staff-freeze-count',
  'select count(*)::int4 as waiting, min(began_at) as oldest from staff_freeze where lifted_at is null',
);
const insertRow = statement<{ freeze_id: string }>(
  'staff-freeze-insert',
  `insert into staff_freeze (freeze_id, staff_id, login_id, words, began_at) values ($1, $2, $3, $4, $5)
   on conflict (login_id) where lifted_at is null do nothing returning freeze_id`,
);
const selectOpen = statement<{ began_at: Date }>(
  'staff-freeze-open',
  'select began_at from staff_freeze where login_id = $1 and lifted_at is null',
);
const liftRow = statement<{ freeze_id: string }>(
  'staff-freeze-lift',
  'update staff_freeze set lifted_at = $2, verdict = $3 where freeze_id = $1 and lifted_at is null returning freeze_id',
);

export interface FreezeCallParts {
  readonly searches: CustomerSearches;
  readonly pool: pg.Pool;
  readonly freezes: FreezePort;
}

/** Freezes a customer's trading and ends every session, in this very call. */
export async function freezeCustomer(
  { pool, searches, freezes }: FreezeCallParts,
  staff: StaffSession,
  asked: {
    readonly userId: string;
    readonly text: string;
    readonly nowMs: number;
    readonly monotonicMs: number;
  },
): Promise<Reply<OutputOf<(typeof CONSOLE_OPERATIONS)['consoleCustomerFreeze']>>> {
  const { text, nowMs } = asked;
  const { staffId } = staff;
  const written = await inTransaction(pool, async (on) => {
    const found = await findForStaff({ on, searches }, staff, { ...asked, part: 'profile' });
    if (!found.ok) return found;
    const { loginId } = found.data.customer;
    const row = [randomId(), staffId, loginId, text.trim(), new Date(nowMs)];
    const [made] = await insertRow(on, row);
    if (made === undefined) return reply({ loginId, isNew: false });
    const about = { loginId, queue: 'freeze', itemId: made.freeze_id, detail: {}, nowMs };
    await appendEntry(on, { staffId, act: 'freeze.placed', ...about });
    return reply({ loginId, isNew: true });
  });
  if (!written.ok) return written;
  const { loginId, isNew } = written.data;
  // Done again where a first try broke off after it was written down.
  await freezes.freeze(loginId, nowMs);
  if (isNew) await freezes.notify(loginId, true, nowMs);
  const [open] = await selectOpen(pool, [loginId]);
  return reply({ sinceMs: open?.began_at.getTime() ?? nowMs });
}

const rowOf = (row: FreezeColumns): QueueRow => ({
  id: row.freeze_id,
  loginId: row.login_id,
  userId: row.user_id,
  title: row.user_id,
  state: row.verdict ?? 'waiting',
  isWaiting: row.lifted_at === null,
  atMs: (row.lifted_at ?? row.began_at).getTime(),
});

const placeOf = (after: QueueCursor | undefined): readonly [Date | null, string | null] =>
  after === undefined ? [null, null] : [new Date(after.atMs), after.id];

async function listRows(on: Queryable, page: QueuePage): Promise<readonly QueueRow[]> {
  const { show, ids, search, after, limit } = page;
  if (ids !== undefined) return after === undefined ? (await selectSome(on, [ids])).map(rowOf) : [];
  const select = show === 'done' ? selectDone : selectWaiting;
  return (await select(on, [...placeOf(after), limit, search ?? null])).map(rowOf);
}

async function openFreeze(on: Queryable, id: string): Promise<QueueItem | undefined> {
  const [row] = await selectOne(on, [id]);
  if (row === undefined) return undefined;
  const atMs = row.began_at.getTime();
  return {
    row: rowOf(row),
    facts: [
      { name: 'customer', value: row.user_id, kind: 'text' },
      { name: 'frozenBy', value: `${row.staff_name} (${row.staff})`, kind: 'text' },
      { name: 'frozenAt', value: String(atMs), kind: 'instant' },
    ],
    messages: [{ id: 'words', author: 'staff', name: row.staff_name, text: row.words, atMs }],
  };
}

/** Each freeze, until two people lift it. */
export function freezeQueue(freezes: FreezePort): StaffQueue {
  return {
    name: 'freeze',
    roles: FREEZE_ROLES,
    acts: [
      {
        name: 'lift',
        people: 2,
        reasons: ['cleared', 'mistake'],
        takesText: false,
        isForDone: false,
        run: async ({ on, row, reason, nowMs }) => {
          const lifted = await liftRow(on, [row.id, new Date(nowMs), reason ?? '']);
          if (lifted.length === 0) return 'QUEUE_ITEM_DONE';
          // Before the row is there for others: a crash leaves a freeze that can be lifted again.
          await freezes.lift(customerOf(row));
          return undefined;
        },
        done: ({ row, nowMs }) => freezes.notify(customerOf(row), false, nowMs),
      },
    ],
    count: async (on) => {
      const [row] = await countWaiting(on, []);
      return { waiting: row?.waiting ?? 0, oldestAtMs: row?.oldest?.getTime() };
    },
    list: listRows,
    open: openFreeze,
  };
}
