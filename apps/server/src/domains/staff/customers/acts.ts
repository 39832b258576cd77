import { HOUR_MS, MINUTE_MS } from '@tarazu/core/values';
import type { CONSOLE_OPERATIONS, OutputOf } from '@tarazu/protocol';
import { ALARM_ROLES } from '#domains/staff/customers/alarms.ts';
import { othersWith, saveGlass } from '#domains/staff/customers/store.ts';
import {
  findForStaff,
  type Named,
  openPart,
  REVEAL_REASONS,
  type ViewParts,
} from '#domains/staff/customers/view.ts';
import { appendEntry } from '#domains/staff/log/store.ts';
import { hasOneOf } from '#domains/staff/queues/store.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';
import type { RateLimiter } from '#platform/network/rate-limit.ts';
import { type Reply, refuse, reply, type StaffSession } from '#ports.ts';

type Calls = typeof CONSOLE_OPERATIONS;

const GLASS_MS = 30 * MINUTE_MS;
/** Two have to look at each: more than that alone is no emergency any more. */
const OTHERS_MIN = 2;
const REVEALS_AN_HOUR = 60;

/** Opens a part that the role does not, for half an hour; two others are alarmed in the same transaction. */
export async function breakGlass(
  { pool, searches }: Pick<ViewParts, 'pool' | 'searches'>,
  staff: StaffSession,
  asked: Named & { readonly text: string },
): Promise<Reply<OutputOf<Calls['consoleBreakGlass']>>> {
  const { nowMs, text } = asked;
  const { staffId } = staff;
  return inTransaction(pool, async (on): Promise<Reply<{ untilMs: number }>> => {
    const found = await findForStaff({ on, searches }, staff, asked);
    if (!found.ok) return found;
    const { customer, part } = found.data;
    if (hasOneOf(staff.roles, [...part.roles, 'auditor'])) return refuse('STAFF_GLASS_NEEDLESS');
    if ((await othersWith(on, { roles: ALARM_ROLES, staffId })) < OTHERS_MIN)
      return refuse('STAFF_GLASS_ALONE');
    const glassId = randomId();
    const { loginId } = customer;
    const untilMs = nowMs + GLASS_MS;
    const words = text.trim();
    await saveGlass(on, { glassId, staffId, loginId, part: part.name, words, nowMs, untilMs });
    const detail = { what: part.name };
    const about = { loginId, queue: 'alarm', itemId: glassId, detail, nowMs };
    await appendEntry(on, { staffId, act: 'alarm.raised', ...about });
    return reply({ untilMs });
  });
}

/** One masked fact of the profile in whole, for a reason. */
export async function revealContact(
  { pool, searches, reveals }: Pick<ViewParts, 'pool' | 'searches'> & { readonly reveals: RateLimiter },
  staff: StaffSession,
  asked: Named & { readonly fact: string; readonly reason: string },
): Promise<Reply<OutputOf<Calls['consoleCustomerReveal']>>> {
  const { fact, reason, nowMs, monotonicMs, userId } = asked;
  if (!REVEAL_REASONS.some((one) => one === reason))
    return refuse('INVALID_INPUT', {
      field: 'reason',
      detail: { problem: `reason: must be one of ${REVEAL_REASONS.join(', ')}` },
    });
  const { staffId } = staff;
  const use = { key: String(staffId), limit: REVEALS_AN_HOUR, windowMs: HOUR_MS, nowMs: monotonicMs };
  const taken = reveals.take(use);
  if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
  return inTransaction(pool, async (on): Promise<Reply<{ value: string }>> => {
    const opened = await openPart({ on, searches }, staff, asked);
    if (!opened.ok) return opened;
    const { customer, part } = opened.data;
    const whole: Readonly<Record<string, string | undefined>> = {
      phone: customer.phone,
      email: customer.email,
    };
    const value = part.name === 'profile' && Object.hasOwn(whole, fact) ? whole[fact] : undefined;
    if (value === undefined) return refuse('NOT_FOUND', { field: 'fact' });
    const detail = { what: fact, reason };
    const about = { loginId: customer.loginId, queue: 'customer', itemId: userId, detail, nowMs };
    await appendEntry(on, { staffId, act: 'customer.revealed', ...about });
    return reply({ value });
  });
}
