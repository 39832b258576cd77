import { randomInt } from 'node:crypto';
import { DAY_MS } from '@tarazu/core/values';
import type { StaffRole } from '@tarazu/protocol';
import type pg from 'pg';
import { appendEntry } from '#domains/staff/log/store.ts';
import { forgetStaffDevices } from '#domains/staff/people/device-store.ts';
import { forgetStaffPasskeys } from '#domains/staff/people/passkey-store.ts';
import {
  addStaffLogin,
  closeStaff,
  endStaffSessions,
  findStaff,
  inviteStaff,
} from '#domains/staff/people/store.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { hashOfToken, newToken, type Secrets } from '#platform/secrets/secrets.ts';
import { newFactorKey } from '#platform/secrets/totp.ts';

/** People of the console are made and closed on the machine: `npm run console`. */

const PUBLIC_ID_MIN = 100_000;
const PUBLIC_ID_MAX = 1_000_000;
const INVITED_FOR_MS = DAY_MS;

export interface Invitation {
  readonly code: string;
  readonly untilMs: number;
  /** Logins that were named and are not there. */
  readonly unknown: readonly string[];
}

export interface InviteOptions {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  /** Numbers of the logins that the person has as a customer. */
  readonly userIds: readonly string[];
  readonly nowMs: number;
}

/** Invites a person, or the same one again: every session ends, and the old password and key are gone. */
export async function invite(options: InviteOptions): Promise<Invitation> {
  const { pool, secrets, name, roles, userIds, nowMs } = options;
  const code = newToken();
  const untilMs = nowMs + INVITED_FOR_MS;
  const unknown = await inTransaction(pool, async (on) => {
    const staffId = await inviteStaff(on, {
      publicId: String(randomInt(PUBLIC_ID_MIN, PUBLIC_ID_MAX)),
      name,
      roles,
      factorSealed: secrets.seal('staff-factor', newFactorKey()),
      invitationHash: Buffer.from(hashOfToken(code), 'hex'),
      untilMs,
      nowMs,
    });
    await endStaffSessions(on, staffId);
    await forgetStaffDevices(on, staffId);
    await forgetStaffPasskeys(on, staffId);
    const missing: string[] = [];
    for (const userId of userIds) if (!(await addStaffLogin(on, staffId, userId))) missing.push(userId);
    await appendEntry(on, { staffId, act: 'invited', detail: { roles: roles.join(' ') }, nowMs });
    return missing;
  });
  return { code, untilMs, unknown };
}

/** False: nobody open has this name. */
export async function close(pool: pg.Pool, name: string, nowMs: number): Promise<boolean> {
  return inTransaction(pool, async (on) => {
    const staffId = await closeStaff(on, name, nowMs);
    if (staffId === undefined) return false;
    await forgetStaffDevices(on, staffId);
    await forgetStaffPasskeys(on, staffId);
    await appendEntry(on, { staffId, act: 'closed', nowMs });
    return true;
  });
}

export const isInvited = async (pool: pg.Pool, name: string): Promise<boolean> =>
  (await findStaff(pool, name)) !== undefined;
