import { MINUTE_MS } from '@tarazu/core/values';
import type pg from 'pg';
import { isStaffDevice } from '#domains/staff/people/device-store.ts';
import { countStaffTry } from '#domains/staff/people/store.ts';
import { isLoopback, networksOf } from '#platform/network/address.ts';
import { takeByNetwork } from '#platform/network/network-limit.ts';
import type { RateLimiter } from '#platform/network/rate-limit.ts';
import { hashOfToken, type Secrets } from '#platform/secrets/secrets.ts';
import { type Reply, refuse, reply } from '#ports.ts';

/*
 * Guessers at the name of somebody of staff are locked out: their network, or their device. The person is
 * not, who signs in elsewhere, or at a device that knows the secret of an earlier sign-in.
 */

export interface TryParts {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly limiter: RateLimiter;
}

export interface Place {
  readonly nowMs: number;
  readonly monotonicMs: number;
  readonly clientAddress: string;
}

/** A name, and the secret of the device at which it was typed. */
export interface Named {
  readonly name: string;
  readonly deviceToken?: string | undefined;
}

/**
 * Tries from one network, whichever names they are for, but not from this machine, where a proxy may stand.
 */
const NETWORK_TRIES_MAX = 30;
/** Tries at one name by one guesser. */
const TRIES_MAX = 5;
/**
 * Tries at one name by all who are not at one of its devices, so that many networks do not guess for ever.
 */
const STRANGERS_TRIES_MAX = 100;
const WINDOW_MS = 15 * MINUTE_MS;

/** One who has a try, and under which name the tries are counted. */
export interface Guesser {
  readonly key: Buffer;
}

/** One more try at a name, counted before it is looked at, so that a hundred at once are a hundred. */
export async function takeStaffTry(parts: TryParts, named: Named, place: Place): Promise<Reply<Guesser>> {
  const { name } = named;
  const device = await deviceOf(parts, named, place);
  if (device === undefined) {
    const refused = takeNetworkTry(parts, place);
    if (refused !== undefined) return refused;
  }
  const { clientAddress } = place;
  const from =
    device === undefined ? (networksOf(clientAddress)[0]?.name ?? clientAddress) : `device ${device}`;
  const key = keyOf(parts, `${name} from ${from}`);
  const own = await count(parts, { key, triesMax: TRIES_MAX, place });
  if (!own.ok || device !== undefined) return own.ok ? reply({ key }) : own;
  const all = await count(parts, { key: keyOf(parts, name), triesMax: STRANGERS_TRIES_MAX, place });
  return all.ok ? reply({ key }) : all;
}

/** One more try from a network, where nobody is named. */
export function takeNetworkTry({ limiter }: TryParts, { clientAddress: address, monotonicMs: nowMs }: Place) {
  if (isLoopback(address)) return undefined;
  const use = { name: 'staff', address, limit: NETWORK_TRIES_MAX, windowMs: WINDOW_MS, nowMs };
  const taken = takeByNetwork(limiter, use);
  return taken.allowed ? undefined : refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
}

async function deviceOf(
  { pool }: TryParts,
  { name, deviceToken }: Named,
  { nowMs }: Place,
): Promise<string | undefined> {
  if (deviceToken === undefined) return undefined;
  const deviceHash = hashOfToken(deviceToken);
  return (await isStaffDevice(pool, { deviceHash, name, nowMs })) ? deviceHash : undefined;
}

async function count(
  { pool }: TryParts,
  of: { readonly key: Buffer; readonly triesMax: number; readonly place: Place },
): Promise<Reply<object>> {
  const { nowMs } = of.place;
  const sinceMs = nowMs - WINDOW_MS;
  const tried = await countStaffTry(pool, { nameHash: of.key, nowMs, sinceMs, triesMax: of.triesMax });
  if (tried.count <= of.triesMax) return reply({});
  return refuse('STAFF_LOCKED', { retryAfterMs: tried.lastAtMs + WINDOW_MS - nowMs });
}

const keyOf = ({ secrets }: TryParts, text: string): Buffer => secrets.hmac('contact', `staff ${text}`);
