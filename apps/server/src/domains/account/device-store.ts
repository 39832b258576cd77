import { DAY_MS } from '@tarazu/core/values';
import type { Contact } from '#domains/account/contact.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Devices from which a login was signed in: each keeps a secret, of which only the hash is here. */

/** How long a device or a network that nobody signs in from is remembered as one's own. */
export const KNOWN_MS = 90 * DAY_MS;
/** The device that was used longest ago is forgotten for another one. */
const DEVICES_MAX = 20;

const findKnown = statement(
  'known-device-find',
  `select 1 from known_device d join login l using (login_id)
    where d.device_hash = decode($1, 'hex') and (l.phone = $2 or l.email = $2) and d.used_at > $3`,
);
const findAny = statement(
  'known-device-find-any',
  `select 1 from known_device where device_hash = decode($1, 'hex') limit 1`,
);
const saveUse = statement(
  'known-device-save',
  `insert into known_device as d (device_hash, login_id, used_at) values (decode($1, 'hex'), $2, $3)
   on conflict (device_hash, login_id) do update set used_at = greatest(d.used_at, excluded.used_at)`,
);
const dropOldest = statement(
  'known-device-drop-oldest',
  `delete from known_device where login_id = $1 and device_hash not in
     (select device_hash from known_device where login_id = $1 order by used_at desc, device_hash limit ${DEVICES_MAX})`,
);
const dropOthers = statement(
  'known-device-drop-others',
  `delete from known_device where login_id = $1 and device_hash is distinct from decode($2, 'hex')`,
);
const cleanOld = statement('known-device-clean', 'delete from known_device where used_at < $1');

/** Whether the login of a contact was signed in on this device lately. */
export async function isKnownDevice(
  on: Queryable,
  { address }: Pick<Contact, 'address'>,
  of: { readonly deviceHash: string; readonly nowMs: number },
): Promise<boolean> {
  return (await findKnown(on, [of.deviceHash, address, new Date(of.nowMs - KNOWN_MS)])).length > 0;
}

/** Whether the secret behind a hash was ever given out here: a device does not make up its own. */
export async function isDevice(on: Queryable, deviceHash: string): Promise<boolean> {
  return (await findAny(on, [deviceHash])).length > 0;
}

export async function saveDevice(
  on: Queryable,
  of: { readonly deviceHash: string; readonly loginId: number; readonly nowMs: number },
): Promise<void> {
  await saveUse(on, [of.deviceHash, of.loginId, new Date(of.nowMs)]);
  await dropOldest(on, [of.loginId]);
}

/** After a new password only the device that set it is still known. */
export async function forgetOtherDevices(
  on: Queryable,
  of: { readonly loginId: number; readonly deviceHash: string | undefined },
): Promise<void> {
  await dropOthers(on, [of.loginId, of.deviceHash ?? null]);
}

export async function cleanDevices(on: Queryable, nowMs: number): Promise<void> {
  await cleanOld(on, [new Date(nowMs - KNOWN_MS)]);
}
