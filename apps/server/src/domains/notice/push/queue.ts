import { DAY_MS, MINUTE_MS } from '@tarazu/core/values';
import type { Language } from '@tarazu/protocol';
import { readDetail } from '#domains/notice/store.ts';
import type { NoticeKinds } from '#domains/notice/texts.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { TEXT_BYTES_MAX } from '#platform/push/push-encryption.ts';
import type { PushOutcome, PushSender } from '#platform/push/push-sender.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import { cutToBytes, jsonBytes, pushWords } from './texts.ts';

/*
 * Messages on their way to devices: written with the message, tried again later and later, a few times. Each
 * push service, told by its origin, has a queue of its own: one that is slow or dead holds up nobody else's.
 */

const WORK_MS = 2_000;
const ORIGINS_AT_ONCE = 5;
/** Of one run, in the order of their names: the next run goes on behind them. */
const ORIGINS_MAX = 50;
/** Messages under way to one service. */
const AT_ONCE_OF_ORIGIN = 4;
/** Of one service and run: what waits beyond goes with the next one. */
const TURNS_MAX = 50;
const TRIES_MAX = 6;
/** A try under way is left alone so long. */
const TRY_MS = MINUTE_MS;
const DELAY_MS_MIN = 10_000;
/** A service that took nothing is left alone so long. */
const REST_MS = 10_000;

interface OriginRow {
  readonly origin: string;
  readonly is_due: boolean;
}

/** One step of the index for each service, however many messages wait for it. */
const selectOrigins = statement<OriginRow>(
  'push-queue-origins',
  `with recursive walked as (
     (select origin, 1 as steps from push_queue where origin > $1 order by origin limit 1)
     union all
     select next.origin, w.steps + 1 from walked w cross join lateral
       (select q.origin from push_queue q where q.origin > w.origin order by q.origin limit 1) next
      where w.steps < ${ORIGINS_MAX})
   select origin, exists
       (select from push_queue q where q.origin = walked.origin and q.next_try_at <= $2) as is_due
     from walked order by origin`,
);

interface DueRow {
  readonly notice_id: string;
  readonly device_id: string;
  readonly try_count: number;
  readonly kind: string;
  readonly detail: unknown;
  readonly link: string | null;
  readonly created_at: Date;
  readonly is_read: boolean;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly shows_text: boolean;
  readonly language: string;
  readonly is_over: boolean;
  readonly is_foreign: boolean;
}

const takeDue = statement<DueRow>(
  'push-queue-due',
  `with due as (select notice_id, device_id from push_queue where origin = $4 and next_try_at <= $1
                 order by next_try_at limit ${AT_ONCE_OF_ORIGIN} for update skip locked)
   update push_queue q set next_try_at = $2, try_count = q.try_count + 1
     from due join notice n using (notice_id) join push_device d using (device_id)
       join session s using (session_id) join login l on l.login_id = d.login_id
    where q.notice_id = due.notice_id and q.device_id = due.device_id
   returning q.notice_id, q.device_id, q.try_count, n.kind, n.detail, n.link, n.created_at,
     n.read_at is not null as is_read, d.endpoint, d.p256dh, d.auth, d.language,
     d.shows_text and (l.guest or exists
       (select from session_token t where t.session_id = s.session_id and t.environment = 'real'
         and t.last_seen_at > $3 and t.expires_at > $1)) as shows_text,
     s.ended_at is not null or l.status = 0 or not exists
       (select from session_token t where t.session_id = s.session_id and t.expires_at > $1) as is_over,
     n.login_id <> d.login_id as is_foreign`,
);
const putOff = statement<never>(
  'push-queue-put-off',
  'update push_queue set next_try_at = $3 where notice_id = $1 and device_id = $2',
);
const removeRow = statement<never>(
  'push-queue-remove',
  'delete from push_queue where notice_id = $1 and device_id = $2',
);
const removeDevice = statement<never>('push-device-gone', 'delete from push_device where device_id = $1');

const CLEANED_AT_ONCE = 5_000;
const deleteOld = statement(
  'push-queue-clean',
  `delete from push_queue where (notice_id, device_id) in
     (select notice_id, device_id from push_queue where next_try_at < $1
       order by next_try_at limit ${CLEANED_AT_ONCE} for update skip locked)`,
);

/** Some of those that have been due for a day: their messages are no news. */
export async function cleanPushQueue(on: Queryable, nowMs: number): Promise<void> {
  await deleteOld(on, [new Date(nowMs - DAY_MS)]);
}

export interface PushParts {
  readonly database: Queryable;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly kinds: NoticeKinds;
  readonly sender: PushSender;
  readonly onPushed: (outcome: PushOutcome) => void;
  /** A session of real money that was not used for so long shows topics alone. */
  readonly idleMs: number;
}

export function pushJob(parts: PushParts): Job {
  /** When services that took nothing are asked again, by origin. */
  const restsUntil = new Map<string, number>();
  let after = '';
  return {
    name: 'notice: push',
    everyMs: WORK_MS,
    problem: 'Messages could not be pushed to devices.',
    run: async (stop) => {
      const nowMs = parts.clock.nowMs();
      for (const [origin, untilMs] of restsUntil) if (untilMs <= nowMs) restsUntil.delete(origin);
      const walked = await selectOrigins(parts.database, [after, new Date(nowMs)]);
      after = walked.length < ORIGINS_MAX ? '' : (walked.at(-1)?.origin ?? '');
      const due = walked.filter(({ origin, is_due: isDue }) => isDue && !restsUntil.has(origin)).values();
      const worker = async (): Promise<void> => {
        for (const { origin } of due)
          if (!(await pushToOrigin(parts, origin, stop)))
            restsUntil.set(origin, parts.clock.nowMs() + REST_MS);
      };
      const ended = await Promise.allSettled(Array.from({ length: ORIGINS_AT_ONCE }, worker));
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
    },
  };
}

/** Pushes what is due at one service, a few messages at a time; false where none of these got an answer. */
async function pushToOrigin(parts: PushParts, origin: string, stop: AbortSignal): Promise<boolean> {
  const fromMs = parts.clock.nowMs();
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    stop.throwIfAborted();
    const nowMs = parts.clock.nowMs();
    // Messages of other services may have come meanwhile.
    if (turn > 0 && nowMs - fromMs >= WORK_MS) return true;
    const due = await takeDue(parts.database, [
      new Date(nowMs),
      new Date(nowMs + TRY_MS),
      new Date(nowMs - parts.idleMs),
      origin,
    ]);
    const outcomes = await Promise.all(due.map((row) => attempt(parts, row)));
    if (outcomes.length > 0 && outcomes.every((outcome) => outcome === 'failed')) return false;
    if (due.length < AT_ONCE_OF_ORIGIN) return true;
  }
  return true;
}

async function attempt(
  { database, clock, kinds, sender, onPushed }: PushParts,
  row: DueRow,
): Promise<PushOutcome | undefined> {
  const { notice_id: noticeId, device_id: deviceId, try_count: tries } = row;
  const remove = async (): Promise<undefined> => {
    await removeRow(database, [noticeId, deviceId]);
  };
  const forget = async (): Promise<undefined> => {
    await removeDevice(database, [deviceId]);
  };
  if (row.is_over) return await forget();
  // A browser that changed hands shows nothing of its owner before.
  if (row.is_foreign) return await remove();
  // A message that was read in the app meanwhile, or a day ago, is no news.
  if (row.is_read || clock.nowMs() - row.created_at.getTime() > DAY_MS) return await remove();
  const outcome = await sendOrRefuse(sender, kinds, row);
  onPushed(outcome);
  if (outcome === 'gone') return await forget();
  if (outcome !== 'failed') return await remove();
  if (tries >= TRIES_MAX) await remove();
  else
    await putOff(database, [noticeId, deviceId, new Date(clock.nowMs() + DELAY_MS_MIN * 4 ** (tries - 1))]);
  return outcome;
}

/** A row that no push can be made of is refused for good: it would hold up the others again and again. */
async function sendOrRefuse(sender: PushSender, kinds: NoticeKinds, row: DueRow): Promise<PushOutcome> {
  try {
    return await sender.send(row, pushText(kinds, row));
  } catch {
    return 'refused';
  }
}

/** Text that the device shows: the topic alone, unless the person wants the message itself there. */
function pushText(kinds: NoticeKinds, row: DueRow): string {
  const language: Language = row.language === 'bn-BN' ? 'bn-BN' : 'en-US';
  const { notice_id: id, kind, link } = row;
  const text = row.shows_text ? kinds.textOf({ kind, detail: readDetail(row.detail) }, language) : undefined;
  const { title, text: body } = text ?? pushWords(kinds.topicOf(kind), language);
  const message = { id, title, link: link ?? `/pages/notice/detail?id=${id}&kind=personal` };
  const rest = jsonBytes({ ...message, body: '' });
  return JSON.stringify({ ...message, body: cutToBytes(body, TEXT_BYTES_MAX - rest) });
}
