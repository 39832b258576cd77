import type { CONSOLE_OPERATIONS, OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import { appendEntry } from '#domains/staff/log/store.ts';
import { isAnyStaffDevice, saveStaffDevice } from '#domains/staff/people/device-store.ts';
import type { StaffSessions } from '#domains/staff/people/sessions.ts';
import {
  acceptInvitation,
  clearStaffTries,
  findStaff,
  type StaffRow,
  takeFactorStep,
} from '#domains/staff/people/store.ts';
import {
  type Guesser,
  type Named,
  type Place,
  type TryParts,
  takeStaffTry,
} from '#domains/staff/people/tries.ts';
import { inTransaction } from '#platform/database/pool.ts';
import type { PasswordHasher, PasswordHashing } from '#platform/secrets/password.ts';
import { findPasswordWeakness } from '#platform/secrets/password-strength.ts';
import { hashOfToken, isSame, newToken } from '#platform/secrets/secrets.ts';
import { factorStep, factorUrl } from '#platform/secrets/totp.ts';
import { type Reply, refuse, reply } from '#ports.ts';

type SignedIn = OutputOf<(typeof CONSOLE_OPERATIONS)['consoleSignIn']>;
type Invited = OutputOf<(typeof CONSOLE_OPERATIONS)['consoleInvitation']>;

export interface PeopleParts extends TryParts {
  readonly passwords: PasswordHasher;
  readonly sessions: StaffSessions;
}

/** With a place that was reserved before the try is counted. */
type HashingParts = PeopleParts & { readonly hashing: PasswordHashing };

const PASSWORD_LENGTH_MIN = 12;
const ISSUER = 'Tarazu console';

/** Shows the key of the authenticator to whoever has the code that the command printed. */
export async function readInvitation(
  parts: PeopleParts,
  asked: Named & { readonly invitation: string },
  place: Place,
): Promise<Reply<Invited>> {
  const { nowMs } = place;
  const counted = await takeStaffTry(parts, asked, place);
  if (!counted.ok) return refuse('STAFF_INVITATION');
  const staff = await invitedBy(parts, asked, nowMs);
  if (staff === undefined) return refuse('STAFF_INVITATION');
  await clearStaffTries(parts.pool, counted.data.key);
  const key = parts.secrets.unseal('staff-factor', staff.factorSealed);
  return reply({ key, url: factorUrl(key, { issuer: ISSUER, name: staff.name }), roles: [...staff.roles] });
}

/** Takes the invitation up: a password, and a code that proves the authenticator. */
export function setUp(
  parts: PeopleParts,
  asked: Named & {
    readonly invitation: string;
    readonly password: string;
    readonly factor: string;
  },
  place: Place,
): Promise<Reply<SignedIn>> {
  return parts.passwords.reserve(undefined, (hashing) => setUpBy({ ...parts, hashing }, asked, place));
}

async function setUpBy(
  parts: HashingParts,
  asked: Named & {
    readonly invitation: string;
    readonly password: string;
    readonly factor: string;
  },
  place: Place,
): Promise<Reply<SignedIn>> {
  const { pool, secrets, hashing } = parts;
  const { nowMs } = place;
  const counted = await takeStaffTry(parts, asked, place);
  if (!counted.ok) return counted;
  const staff = await invitedBy(parts, asked, nowMs);
  if (staff === undefined) return refuse('STAFF_INVITATION');
  if (isWeak(asked.password, staff.name)) return refuse('STAFF_PASSWORD', { field: 'password' });
  const step = factorStep(secrets.unseal('staff-factor', staff.factorSealed), asked.factor, nowMs);
  if (step === undefined) return refuse('STAFF_SIGN_IN_FAILED', { field: 'factor' });
  const passwordHash = await hashing.hash(asked.password);
  return inTransaction(pool, async (on) => {
    const { staffId } = staff;
    const invitationHash = hashOfInvitation(asked.invitation);
    if (!(await acceptInvitation(on, { staffId, passwordHash, invitationHash, nowMs })))
      return refuse('STAFF_INVITATION');
    if (!(await takeFactorStep(on, { staffId, step, passwordHash })))
      throw new Error('Invariant: the first code of an authenticator was not used before');
    return open(parts, { on, staff, act: 'setUp', place, asked, guesser: counted.data });
  });
}

/** Signs in. A name that nobody has is counted, timed and answered the same. */
export function signIn(
  parts: PeopleParts,
  asked: Named & { readonly password: string; readonly factor: string },
  place: Place,
): Promise<Reply<SignedIn>> {
  return parts.passwords.reserve(undefined, (hashing) => signInBy({ ...parts, hashing }, asked, place));
}

async function signInBy(
  parts: HashingParts,
  asked: Named & { readonly password: string; readonly factor: string },
  place: Place,
): Promise<Reply<SignedIn>> {
  const { pool, secrets, hashing } = parts;
  const counted = await takeStaffTry(parts, asked, place);
  if (!counted.ok) return counted;
  const staff = await findStaff(pool, asked.name);
  const stored = staff?.isClosed === false ? staff.passwordHash : null;
  const isRight =
    stored === null
      ? await hashing.verifyUnknown(asked.password)
      : await hashing.verify(asked.password, stored);
  if (!isRight || staff === undefined || stored === null) return refuse('STAFF_SIGN_IN_FAILED');
  const step = factorStep(secrets.unseal('staff-factor', staff.factorSealed), asked.factor, place.nowMs);
  if (step === undefined) return refuse('STAFF_SIGN_IN_FAILED');
  return inTransaction(pool, async (on) => {
    if (!(await takeFactorStep(on, { staffId: staff.staffId, step, passwordHash: stored })))
      return refuse('STAFF_SIGN_IN_FAILED');
    return open(parts, { on, staff, act: 'signIn', place, asked, guesser: counted.data });
  });
}

/** Password and authenticator of somebody who is signed in, given again. Counted like a sign-in. */
export function proveAgain(
  parts: PeopleParts,
  asked: Named & { readonly password: string; readonly factor: string },
  place: Place,
): Promise<Reply<object>> {
  return parts.passwords.reserve(undefined, (hashing) => proveAgainBy({ ...parts, hashing }, asked, place));
}

async function proveAgainBy(
  parts: HashingParts,
  asked: Named & { readonly password: string; readonly factor: string },
  place: Place,
): Promise<Reply<object>> {
  const { pool, secrets, hashing } = parts;
  const counted = await takeStaffTry(parts, asked, place);
  if (!counted.ok) return counted;
  const staff = await findStaff(pool, asked.name);
  const passwordHash = staff?.passwordHash ?? null;
  if (staff === undefined || passwordHash === null || !(await hashing.verify(asked.password, passwordHash)))
    return refuse('STAFF_PROOF_WRONG');
  const step = factorStep(secrets.unseal('staff-factor', staff.factorSealed), asked.factor, place.nowMs);
  const { staffId } = staff;
  if (step === undefined || !(await takeFactorStep(pool, { staffId, step, passwordHash })))
    return refuse('STAFF_PROOF_WRONG');
  await clearStaffTries(pool, counted.data.key);
  return reply({});
}

interface Opening {
  readonly on: pg.PoolClient;
  readonly staff: StaffRow;
  readonly act: string;
  readonly place: Place;
  readonly deviceToken: string | undefined;
}

/** A session of somebody whose tries are forgotten: the right ones were among them. */
async function open(
  parts: PeopleParts,
  {
    asked,
    guesser,
    ...of
  }: Omit<Opening, 'deviceToken'> & { readonly asked: Named; readonly guesser: Guesser },
): Promise<Reply<SignedIn>> {
  const opened = await openSession(parts, { ...of, deviceToken: asked.deviceToken });
  await clearStaffTries(of.on, guesser.key);
  return opened;
}

/** A session, and the secret that this device keeps from now on: what others guess does not hold it up. */
export async function openSession({ sessions }: PeopleParts, of: Opening): Promise<Reply<SignedIn>> {
  const { on, staff, act, place, deviceToken: before } = of;
  const { staffId, publicId, name, roles } = staff;
  const { nowMs } = place;
  const session = await sessions.open(on, { staffId, address: place.clientAddress });
  const isKept = before !== undefined && (await isAnyStaffDevice(on, hashOfToken(before)));
  const deviceToken = isKept ? before : newToken();
  await saveStaffDevice(on, { staffId, deviceHash: hashOfToken(deviceToken), nowMs });
  await appendEntry(on, { staffId, act, nowMs });
  return reply({ ...session, deviceToken, staff: { id: publicId, name, roles: [...roles] } });
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
