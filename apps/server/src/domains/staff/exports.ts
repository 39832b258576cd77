import { CONSOLE_OPERATIONS, type StaffRole } from '@tarazu/protocol';
import type pg from 'pg';
import type { CustomerSearches } from '#domains/staff/customers/searches.ts';
import { openPart } from '#domains/staff/customers/view.ts';
import { appendEntry } from '#domains/staff/log/store.ts';
import type { StaffQueue } from '#domains/staff/queue.ts';
import { hasOneOf } from '#domains/staff/queues/store.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { type Reply, refuse, reply, type StaffSession } from '#ports.ts';

export interface ExportParts {
  readonly pool: pg.Pool;
  readonly searches: CustomerSearches;
  readonly queues: readonly StaffQueue[];
}

/** Lists that are no queue's, with the roles of the call that shows them. */
const LISTS: Readonly<Record<string, readonly StaffRole[] | undefined>> = {
  log: CONSOLE_OPERATIONS.consoleLog.staffRoles,
  people: CONSOLE_OPERATIONS.consolePeople.staffRoles,
};

const readersOf = (list: string): readonly StaffRole[] | undefined =>
  Object.hasOwn(LISTS, list) ? LISTS[list] : undefined;

/** Notes that a list is exported, by somebody who may read it. The calls that show it give its pages then. */
export async function noteExport(
  { pool, searches, queues }: ExportParts,
  staff: StaffSession,
  {
    list,
    userId,
    nowMs,
    monotonicMs,
  }: {
    readonly list: string;
    readonly userId?: string | undefined;
    readonly nowMs: number;
    readonly monotonicMs: number;
  },
): Promise<Reply<Record<string, never>>> {
  const { staffId } = staff;
  return inTransaction(pool, async (on): Promise<Reply<Record<string, never>>> => {
    const entry = { staffId, act: 'exported', detail: { what: list }, nowMs };
    if (userId !== undefined) {
      const found = await openPart({ on, searches }, staff, { userId, part: list, nowMs, monotonicMs });
      if (!found.ok) return found;
      const { loginId } = found.data.customer;
      await appendEntry(on, { ...entry, loginId, queue: 'customer', itemId: `${userId}-${list}` });
      return reply({});
    }
    const queue = queues.find(({ name }) => name === list);
    const readers = queue === undefined ? readersOf(list) : [...queue.roles, 'auditor' as const];
    if (readers === undefined) return refuse('NOT_FOUND', { field: 'list' });
    if (!hasOneOf(staff.roles, readers))
      return refuse('STAFF_ROLE', { detail: { roles: readers.join(', ') } });
    await appendEntry(on, entry);
    return reply({});
  });
}
