import { MINUTE_MS } from '@tarazu/core/values';
import { rolesOf } from '#domains/staff/people/store.ts';
import type { StaffFinder } from '#gateway/dispatcher.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { hashOfToken, newToken } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import { staffSessionRules } from '#rules/families/staff-sessions.ts';
import type { RulesPort } from '#rules/family.ts';

const SEEN_EVERY_MS = MINUTE_MS;

const insertRow = statement(
  'staff-session-insert',
  `insert into staff_session (token_hash, staff_id, address, created_at, last_seen_at, expires_at)
   values (decode($1, 'hex'), $2, $3, $4, $4, $5)`,
);
const selectRow = statement<{
  staff_id: number;
  public_id: string;
  name: string;
  roles: string[];
  last_seen_at: Date;
}>(
  'staff-session-find',
  `select s.staff_id, p.public_id, p.name, p.roles, s.last_seen_at
     from staff_session s join staff p using (staff_id)
    where s.token_hash = decode($1, 'hex') and s.expires_at > $2 and s.last_seen_at > $3 and s.created_at > $4
      and p.closed_at is null`,
);
const updateSeen = statement(
  'staff-session-seen',
  `update staff_session set last_seen_at = $2 where token_hash = decode($1, 'hex') and last_seen_at < $2`,
);
const deleteRow = statement(
  'staff-session-end',
  `delete from staff_session where token_hash = decode($1, 'hex')`,
);
const deleteOld = statement('staff-session-clean', 'delete from staff_session where expires_at < $1');

/** Sessions of staff: few, looked up at each call, so that whoever is closed is out at once. */
export interface StaffSessions extends StaffFinder {
  open(on: Queryable, of: { readonly staffId: number; readonly address: string }): Promise<OpenedSession>;
  end(token: string): Promise<void>;
  clean(): Promise<void>;
  /** So long a session lies without a call, by the rule in force. */
  idleMaxMs(): number;
}

export interface OpenedSession {
  readonly token: string;
  readonly expiresAtMs: number;
}

/** A session ends by the published rule in force: a stricter one ends those that are open too. */
export function createStaffSessions(pool: Queryable, clock: Clock, rules: RulesPort): StaffSessions {
  return {
    idleMaxMs: () => rules.at(staffSessionRules, clock.nowMs()).idleMaxMs,
    find: async (token) => {
      const nowMs = clock.nowMs();
      const hash = hashOfToken(token);
      const { idleMaxMs, ageMaxMs } = rules.at(staffSessionRules, nowMs);
      const since = [new Date(nowMs - idleMaxMs), new Date(nowMs - ageMaxMs)];
      const [row] = await selectRow(pool, [hash, new Date(nowMs), ...since]);
      if (row === undefined) return undefined;
      if (nowMs - row.last_seen_at.getTime() >= SEEN_EVERY_MS)
        await updateSeen(pool, [hash, new Date(nowMs)]);
      const { staff_id: staffId, public_id: publicId, name } = row;
      return { staffId, publicId, name, roles: rolesOf(row.roles), token };
    },
    open: async (on, { staffId, address }) => {
      const token = newToken();
      const nowMs = clock.nowMs();
      const expiresAtMs = nowMs + rules.at(staffSessionRules, nowMs).ageMaxMs;
      await insertRow(on, [hashOfToken(token), staffId, address, new Date(nowMs), new Date(expiresAtMs)]);
      return { token, expiresAtMs };
    },
    end: async (token) => {
      await deleteRow(pool, [hashOfToken(token)]);
    },
    clean: async () => {
      await deleteOld(pool, [new Date(clock.nowMs())]);
    },
  };
}
