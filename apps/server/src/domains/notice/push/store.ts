import type { ChosenTopic, Language } from '@tarazu/protocol';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';

/* Devices that messages are pushed to, and topics that are not; each statement names whose they are. */

export interface PushDevice {
  readonly id: string;
  readonly device: string;
  readonly addedAtMs: number;
  readonly showsText: boolean;
  readonly isHere: boolean;
}

const selectDevices = statement<{
  device_id: string;
  device: string;
  added_at: Date;
  shows_text: boolean;
  session_id: string;
}>(
  'push-devices',
  `select d.device_id, s.device, d.added_at, d.shows_text, d.session_id
     from push_device d join session s using (session_id)
    where d.login_id = $1 and s.ended_at is null order by d.added_at desc`,
);
/** A browser that changed hands belongs to whoever is signed in there now. */
const saveRow = statement<never>(
  'push-device-save',
  `insert into push_device (device_id, login_id, session_id, endpoint, p256dh, auth, shows_text, language, added_at,
     origin)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (endpoint) do update set login_id = excluded.login_id, session_id = excluded.session_id,
     p256dh = excluded.p256dh, auth = excluded.auth, shows_text = excluded.shows_text,
     language = excluded.language,
     added_at = case when push_device.login_id = excluded.login_id then push_device.added_at
       else excluded.added_at end`,
);
/** Messages on their way to the owner of before are nobody's now. */
const forgetBefore = statement<never>(
  'push-device-forget-before',
  `delete from push_queue where device_id in
     (select device_id from push_device where endpoint = $1 and login_id <> $2)`,
);
/** A session has one device, so that two at once would each leave the other’s. */
const lockSession = statement<never>(
  'push-session-lock',
  'select from session where session_id = $1 for no key update',
);
/**
 * Devices of this session and of ended ones alone, so that
 * taking over another's device can't silence its owner.
 */
const removeReplaced = statement<never>(
  'push-device-replaced',
  `delete from push_device where device_id in
     (select d.device_id from push_device d join session s using (session_id)
       where d.login_id = $1 and (s.ended_at is not null or d.session_id = $2 and d.endpoint <> $3))`,
);
const removeRow = statement<{ device_id: string }>(
  'push-device-remove',
  'delete from push_device where login_id = $1 and session_id = $2 and device_id = $3 returning device_id',
);
const insertQuiet = statement<never>(
  'push-quiet-insert',
  'insert into push_quiet (login_id, topic, chosen_at) values ($1, $2, $3) on conflict do nothing',
);
const deleteQuiet = statement<never>(
  'push-quiet-delete',
  'delete from push_quiet where login_id = $1 and topic = $2',
);
const selectQuiet = statement<{ topic: string }>(
  'push-quiet',
  'select topic from push_quiet where login_id = $1',
);

export async function listDevices(
  on: Queryable,
  of: { readonly loginId: number; readonly sessionId: string },
): Promise<PushDevice[]> {
  return (await selectDevices(on, [of.loginId])).map((row) => ({
    id: row.device_id,
    device: row.device,
    addedAtMs: row.added_at.getTime(),
    showsText: row.shows_text,
    isHere: row.session_id === of.sessionId,
  }));
}

export interface NewPushDevice {
  readonly loginId: number;
  readonly sessionId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly showsText: boolean;
  /** The language of the app there. */
  readonly language: Language;
  readonly nowMs: number;
}

/** To be called in a transaction. */
export async function saveDevice(on: Queryable, device: NewPushDevice): Promise<void> {
  const { loginId, sessionId, endpoint, p256dh, auth, showsText, language, nowMs } = device;
  await lockSession(on, [sessionId]);
  await forgetBefore(on, [endpoint, loginId]);
  const keys = [endpoint, p256dh, auth] as const;
  const { origin } = new URL(endpoint);
  await saveRow(on, [randomId(), loginId, sessionId, ...keys, showsText, language, new Date(nowMs), origin]);
  await removeReplaced(on, [loginId, sessionId, endpoint]);
}

/** False where this session has no such device. */
export async function removeDevice(
  on: Queryable,
  of: { readonly loginId: number; readonly sessionId: string; readonly id: string },
): Promise<boolean> {
  return (await removeRow(on, [of.loginId, of.sessionId, of.id])).length === 1;
}

export async function choosePushed(
  on: Queryable,
  of: {
    readonly loginId: number;
    readonly topic: ChosenTopic;
    readonly isPushed: boolean;
    readonly nowMs: number;
  },
): Promise<void> {
  const { loginId, topic, isPushed, nowMs } = of;
  if (isPushed) await deleteQuiet(on, [loginId, topic]);
  else await insertQuiet(on, [loginId, topic, new Date(nowMs)]);
}

/** Topics that are on no device. */
export async function topicsNotPushed(on: Queryable, loginId: number): Promise<ReadonlySet<string>> {
  return new Set((await selectQuiet(on, [loginId])).map(({ topic }) => topic));
}
