import type pg from 'pg';
import { addressesOfLogin, readFailures } from '#domains/account/attempt-store.ts';
import type { Contact } from '#domains/account/contact.ts';
import { isKnownDevice, KNOWN_MS } from '#domains/account/device-store.ts';
import { networksOf } from '#platform/network/address.ts';
import { hashOfToken, type Secrets } from '#platform/secrets/secrets.ts';

/** From where somebody asks for a login: its device, if it has a secret, and its network. */
export interface Place {
  readonly clientAddress: string;
  readonly deviceToken?: string | undefined;
  readonly nowMs: number;
}

/** Somebody at a login, as limits count them. */
export interface Caller {
  /**
   * Whether the login was signed in on this device, or from this network, lately: nobody else holds it up.
   */
  readonly isOwn: boolean;
  /** Under which wrong passwords of this caller are counted. */
  readonly failureKey: Buffer;
  /** Under which this caller's codes are counted; undefined for strangers, who share a budget. */
  readonly senderHash: Buffer | undefined;
  /** Under which tries at a code are counted. */
  readonly name: string;
}

interface Parts {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
}

/** The network that an address belongs to, as limits count it. */
export function networkOf(clientAddress: string): string {
  return networksOf(clientAddress)[0]?.name ?? clientAddress;
}

/** The hash of a device's secret, as it is kept. */
export function deviceHashOf({ deviceToken }: Pick<Place, 'deviceToken'>): string | undefined {
  return deviceToken === undefined ? undefined : hashOfToken(deviceToken);
}

/** Asked alike for a contact that nobody has. */
export async function callerOf(parts: Parts, contact: Contact, place: Place): Promise<Caller> {
  const device = await knownDeviceOf(parts, contact, place);
  const here = networkOf(place.clientAddress);
  const name = device === undefined ? here : `device ${device}`;
  const isOwn = device !== undefined || (await isKnownNetwork(parts, contact, place));
  const keyOf = (text: string): Buffer => parts.secrets.hmac('contact', text);
  return {
    isOwn,
    name,
    failureKey: keyOf(`${contact.address} from ${name}`),
    senderHash: isOwn ? keyOf(`code sender ${name}`) : undefined,
  };
}

/** The hash of the caller's device, where the login knows it. */
export async function knownDeviceOf(
  { pool }: Pick<Parts, 'pool'>,
  contact: Contact,
  place: Place,
): Promise<string | undefined> {
  const deviceHash = deviceHashOf(place);
  if (deviceHash === undefined) return undefined;
  return (await isKnownDevice(pool, contact, { deviceHash, nowMs: place.nowMs })) ? deviceHash : undefined;
}

async function isKnownNetwork({ pool }: Parts, contact: Contact, place: Place): Promise<boolean> {
  const here = networkOf(place.clientAddress);
  const addresses = await addressesOfLogin(pool, contact, place.nowMs - KNOWN_MS);
  return addresses.some((address) => networkOf(address) === here);
}

/** Under which wrong passwords of everybody for a contact are counted. */
export function contactKey(secrets: Secrets, { address }: Contact): Buffer {
  return secrets.hmac('contact', address);
}

/** How many wrong passwords a caller has to answer for: strangers answer for those of all. */
export async function failuresOf(
  { pool, secrets }: Parts,
  {
    contact,
    caller,
    sinceMs,
  }: { readonly contact: Contact; readonly caller: Caller; readonly sinceMs: number },
): Promise<number> {
  const own = await readFailures(pool, { targetHash: caller.failureKey, sinceMs });
  if (caller.isOwn) return own;
  return Math.max(own, await readFailures(pool, { targetHash: contactKey(secrets, contact), sinceMs }));
}
