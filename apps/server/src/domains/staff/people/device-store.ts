import { DAY_MS } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Devices at which a person of staff signed in: each keeps a secret, of which only the hash is here. */

/** How long a device that nobody signs in at is remembered. */
const KNOWN_MS = 90 * DAY_MS;
/** The device that was used longest ago is forgotten for another one. */
const DEVICES_MAX = 10;

const findKnown = statement(
  'staff-device-find',
  `select 1 from staff_device join staff using (staff_id)
    where device_hash = decode($1, 'hex') and name = $2 and used_at > $3`,
);
const findAny = statement(
  'staff-device-find-any',
  `select 1 from staff_device where device_hash = decode($1, 'hex') limit 1`,
);
const saveUse = statement(
  'staff-device-save',
  `insert into staff_device as d (staff_id, device_hash, used_at) values ($1, decode($2, 'hex'), $3)
   on conflict (staff_id, device_hash) do update set used_at = greatest(d.used_at, excluded.used_at)`,
);
const dropOldest = statement(
  'staff-device-drop-oldest',
  `delete from staff_device where staff_id = $1 and device_hash not in
     (select device_hash from staff_device where staff_id = $1 order by used_at desc, device_hash limit ${DEVICES_MAX})`,
);
const dropAll = statement('staff-device-drop-all', 'delete from staff_device where staff_id = $1');
const cleanOld = statement('staff-device-clean', 'delete from staff_device where used_at < $1');

/** Whether the person of a name signed in at this device lately. Asked alike for a name that nobody has. */
export async function isStaffDevice(
  on: Queryable,
  of: { readonly deviceHash: string; readonly name: string; readonly nowMs: number },
): Promise<boolean> {
  return (await findKnown(on, [of.deviceHash, of.name, new Date(of.nowMs - KNOWN_MS)])).length > 0;
}

/** Whether the secret behind a hash was ever given out here: a device does not make up its own. */
export async function isAnyStaffDevice(on: Queryable, deviceHash: string): Promise<boolean> {
  return (await findAny(on, [deviceHash])).length > 0;
}

export async function saveStaffDevice(
  on: Queryable,
  of: { readonly staffId: number; readonly deviceHash: string; readonly nowMs: number },
): Promise<void> {
  await saveUse(on, [of.staffId, of.deviceHash, new Date(of.nowMs)]);
  await dropOldest(on, [of.staffId]);
}

export async function forgetStaffDevices(on: Queryable, staffId: number): Promise<void> {
  await dropAll(on, [staffId]);
}

export async function cleanStaffDevices(on: Queryable, nowMs: number): Promise<void> {
  await cleanOld(on, [new Date(nowMs - KNOWN_MS)]);
}
