import { MINUTE_MS } from '@tarazu/core/values';
import type { CONSOLE_OPERATIONS, OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import { appendEntry } from '#domains/staff/log/store.ts';
import type { StaffSessions } from '#domains/staff/people/sessions.ts';
import {
  acceptInvitation,
  clearStaffTries,
  countStaffTry,
  findStaff,
  type StaffRow,
  takeFactorStep,
} from '#domains/staff/people/store.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { isLoopback } from '#platform/network/address.ts';
import { takeByNetwork } from '#platform/network/network-limit.ts';
import type { RateLimiter } from '#platform/network/rate-limit.ts';
import type { PasswordHasher } from '#platform/secrets/password.ts';
import { findPasswordWeakness } from '#platform/secrets/password-strength.ts';
import { hashOfToken, isSame, type Secrets } from '#platform/secrets/secrets.ts';
import { factorStep, factorUrl } from '#platform/secrets/totp.ts';
import { type Reply, refuse, reply } from '#ports.ts';

type SignedIn = OutputOf<(typeof CONSOLE_OPERATIONS)['consoleSignIn']>;
type Invited = OutputOf<(typeof CONSOLE_OPERATIONS)['consoleInvitation']>;

export interface PeopleParts {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly passwords: PasswordHasher;
  readonly sessions: StaffSessions;
  readonly limiter: RateLimiter;
}

export interface Place {
  readonly nowMs: number;
  readonly monotonicMs: number;
  readonly clientAddress: string;
}

/**
 * Tries from one network, whichever names they are for. Callers
 * on this machine are not counted: a proxy may stand there.
 */
const NETWORK_TRIES_MAX = 30;
const TRIES_MAX = 5;
const TRIES_WINDOW_MS = 15 * MINUTE_MS;
const PASSWORD_LENGTH_MIN = 12;
const ISSUER = 'Tarazu console';

/** Shows the key of the authenticator to whoever has the code that the command printed. */
export async function readInvitation(
  parts: PeopleParts,
  asked: { readonly name: string; readonly invitation: string },
  place: Place,
): Promise<Reply<Invited>> {
  const { nowMs } = place;
  const counted = await takeTry(parts, asked.name, place);
  if (!counted.ok) return refuse('STAFF_INVITATION');
  const staff = await invitedBy(parts, asked, nowMs);
  if (staff === undefined) return refuse('STAFF_INVITATION');
  await clearStaffTries(parts.pool, nameHashOf(parts, asked.name));
  const key = parts.secrets.unseal('staff-factor', staff.factorSealed);
  return reply({ key, url: factorUrl(key, { issuer: ISSUER, name: staff.name }), roles: [...staff.roles] });
}

/** Takes the invitation up: a password, and a code that proves the authenticator. */
export async function setUp(
  parts: PeopleParts,
  asked: {
    readonly name: string;
    readonly invitation: string;
    readonly password: string;
    readonly factor: string;
  },
  place: Place,
): Promise<Reply<SignedIn>> {
  const { pool, secrets, passwords } = parts;
  const { nowMs } = place;
  const counted = await takeTry(parts, asked.name, place);
  if (!counted.ok) return counted;
  const staff = await invitedBy(parts, asked, nowMs);
  if (staff === undefined) return refuse('STAFF_INVITATION');
  if (isWeak(asked.password, staff.name)) return refuse('STAFF_PASSWORD', { field: 'password' });
  const step = factorStep(secrets.unseal('staff-factor', staff.factorSealed), asked.factor, nowMs);
  if (step === undefined) return refuse('STAFF_SIGN_IN_FAILED', { field: 'factor' });
  const passwordHash = await passwords.hash(asked.password);
  return inTransaction(pool, async (on) => {
    const { staffId } = staff;
    const invitationHash = hashOfInvitation(asked.invitation);
    if (!(await acceptInvitation(on, { staffId, passwordHash, invitationHash, nowMs })))
      return refuse('STAFF_INVITATION');
    if (!(await takeFactorStep(on, { staffId, step, passwordHash })))
      throw new Error('Invariant: the first code of an authenticator was not used before');
    return open(parts, { on, staff, act: 'setUp', place });
  });
}

/** Signs in. A name that nobody has is counted, timed and answered the same. */
export async function signIn(
  parts: PeopleParts,
  asked: { readonly name: string; readonly password: string; readonly factor: string },
  place: Place,
): Promise<Reply<SignedIn>> {
  const { pool, secrets, passwords } = parts;
  const counted = await takeTry(parts, asked.name, place);
  if (!counted.ok) return counted;
  const staff = await findStaff(pool, asked.name);
  const stored = staff?.isClosed === false ? staff.passwordHash : null;
  const isRight =
    stored === null
      ? await passwords.verifyUnknown(asked.password)
      : await passwords.verify(asked.password, stored);
  if (!isRight || staff === undefined || stored === null) return refuse('STAFF_SIGN_IN_FAILED');
  const step = factorStep(secrets.unseal('staff-factor', staff.factorSealed), asked.factor, place.nowMs);
  if (step === undefined) return refuse('STAFF_SIGN_IN_FAILED');
  return inTransaction(pool, async (on) => {
    if (!(await takeFactorStep(on, { staffId: staff.staffId, step, passwordHash: stored })))
      return refuse('STAFF_SIGN_IN_FAILED');
    return open(parts, { on, staff, act: 'signIn', place });
  });
}

async function open(
  { sessions, secrets }: PeopleParts,
  of: { readonly on: pg.PoolClient; readonly staff: StaffRow; readonly act: string; readonly place: Place },
): Promise<Reply<SignedIn>> {
  const { on, staff, act, place } = of;
  const { staffId, publicId, name, roles } = staff;
  const session = await sessions.open(on, { staffId, address: place.clientAddress });
  await appendEntry(on, { staffId, act, nowMs: place.nowMs });
  await clearStaffTries(on, nameHashOf({ secrets }, name));
  return reply({ ...session, staff: { id: publicId, name, roles: [...roles] } });
}

const nameHashOf = ({ secrets }: Pick<PeopleParts, 'secrets'>, name: string): Buffer =>
  secrets.hmac('contact', `staff ${name}`);

/** One more try at a name, counted before it is looked at, so that a hundred at once are a hundred. */
async function takeTry(parts: PeopleParts, name: string, place: Place): Promise<Reply<object>> {
  const { nowMs, monotonicMs, clientAddress: address } = place;
  if (!isLoopback(address)) {
    const use = { name: 'staff', address, limit: NETWORK_TRIES_MAX, windowMs: TRIES_WINDOW_MS };
    const taken = takeByNetwork(parts.limiter, { ...use, nowMs: monotonicMs });
    if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
  }
  const { count, lastAtMs } = await countStaffTry(parts.pool, {
    nameHash: nameHashOf(parts, name),
    nowMs,
    sinceMs: nowMs - TRIES_WINDOW_MS,
    triesMax: TRIES_MAX,
  });
  if (count <= TRIES_MAX) return reply({});
  return refuse('STAFF_LOCKED', { retryAfterMs: lastAtMs + TRIES_WINDOW_MS - nowMs });
}

async function invitedBy(
  { pool }: PeopleParts,
  { name, invitation }: { readonly name: string; readonly invitation: string },
  nowMs: number,
): Promise<StaffRow | undefined> {
  const staff = await findStaff(pool, name);
  const { invitationHash = null, invitedUntilMs = 0, isClosed = true } = staff ?? {};
  if (staff === undefined || isClosed || invitationHash === null || invitedUntilMs <= nowMs) return undefined;
  return isSame(hashOfInvitation(invitation), invitationHash) ? staff : undefined;
}

const hashOfInvitation = (invitation: string): Buffer => Buffer.from(hashOfToken(invitation), 'hex');

function isWeak(password: string, name: string): boolean {
  return password.length < PASSWORD_LENGTH_MIN || findPasswordWeakness(password, [name]) !== null;
}
