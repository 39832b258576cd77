import {
  CHOSEN_TOPICS,
  type ChosenTopic,
  NOTICE_TOPICS,
  type OPERATIONS,
  type OutputOf,
} from '@tarazu/protocol';
import { topicsNotPushed } from '#domains/notice/push/store.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

const selectQuiet = statement<{ topic: string }>(
  'notice-quiet',
  'select topic from notice_quiet where login_id = $1',
);
const insertQuiet = statement(
  'notice-quiet-insert',
  'insert into notice_quiet (login_id, topic, chosen_at) values ($1, $2, $3) on conflict do nothing',
);
const deleteQuiet = statement(
  'notice-quiet-delete',
  'delete from notice_quiet where login_id = $1 and topic = $2',
);

const isChosen = (topic: string): boolean => CHOSEN_TOPICS.some((one) => one === topic);

/** Every topic, whether its messages come without an unread mark, and whether they are pushed to devices. */
export async function readChoices(
  on: Queryable,
  loginId: number,
): Promise<OutputOf<(typeof OPERATIONS)['noticeChoices']>> {
  const quiet = new Set((await selectQuiet(on, [loginId])).map(({ topic }) => topic));
  const notPushed = await topicsNotPushed(on, loginId);
  const list = NOTICE_TOPICS.map((topic) => ({
    topic,
    isQuiet: quiet.has(topic),
    isFixed: !isChosen(topic),
    isPushed: !notPushed.has(topic),
  }));
  return { list };
}

export async function chooseMarks(
  on: Queryable,
  of: {
    readonly loginId: number;
    readonly topic: ChosenTopic;
    readonly isQuiet: boolean;
    readonly nowMs: number;
  },
): Promise<void> {
  const { loginId, topic, isQuiet, nowMs } = of;
  if (isQuiet) await insertQuiet(on, [loginId, topic, new Date(nowMs)]);
  else await deleteQuiet(on, [loginId, topic]);
}
