import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { noticeJob } from '#domains/notice/index.ts';
import { openTrader } from '#domains/orders/test-trader.ts';
import { recordOf } from '#test-app.ts';
import { NoticeKinds, type NoticeTexts } from './texts.ts';

const trader = await openTrader();
const texts = {
  moved: {
    'en-US': ({ to = '' }) => ({ title: 'Moved', text: `To ${to}.` }),
    'bn-BN': ({ to = '' }) => ({ title: 'সরেছে', text: `${to}-এ।` }),
  },
} satisfies NoticeTexts;

test('a kind belongs to one domain and has its sentences in both languages', () => {
  const kinds = new NoticeKinds([{ topic: 'orders', texts }]);
  const notice = { kind: 'moved', detail: { to: 'B' } };
  assert.equal(kinds.textOf(notice, 'en-US')?.text, 'To B.');
  assert.equal(kinds.textOf(notice, 'bn-BN')?.text, 'B-এ।');
  assert.equal(kinds.textOf({ ...notice, kind: 'toString' }, 'en-US'), undefined);
  assert.throws(
    () =>
      new NoticeKinds([
        { topic: 'orders', texts },
        { topic: 'alerts', texts },
      ]),
    /moved is the notice of one domain/,
  );
});

test('a kind that no domain registered is not sent, and one of before is shown without its sentences', async () => {
  const asha = await trader.enter();
  const { rows } = await trader.database.pool.query<{ login_id: number }>(
    'select max(login_id) as login_id from login',
  );
  const loginId = Number(rows[0]?.login_id);
  const nowMs = trader.nowMs();
  await assert.rejects(
    trader.app.notices.send({ loginId, kind: 'noSuchKind', nowMs }),
    /a domain registers noSuchKind/,
  );
  await trader.database.pool.query(
    `insert into notice (notice_id, login_id, kind, detail, created_at) values ($1, $2, 'formerKind', '{"a":"words"}', $3)`,
    ['0'.repeat(26), loginId, new Date(nowMs)],
  );
  const { list } = await asha.read('noticeList', {});
  const shown = Array.isArray(list) ? list.map(recordOf) : [];
  assert.deepEqual(
    shown.filter(({ kind }) => kind !== 'welcomeDemo').map(({ kind, text }) => [kind, text]),
    [['formerKind', 'words']],
  );
});

test('a topic that somebody wants quiet comes read and is listed all the same, of that person alone', async () => {
  const [asha, ravi] = [await trader.enter(), await trader.enter()];
  const { pool } = trader.database;
  const { rows } = await pool.query<{ login_id: number }>(
    'select login_id from login order by login_id desc limit 2',
  );
  const loginIds = rows.map(({ login_id: loginId }) => loginId).reverse();
  const detail = { subject: 'A question' };
  const send = (kind: string) =>
    Promise.all(
      loginIds.map((loginId) => trader.app.notices.send({ loginId, kind, detail, nowMs: trader.nowMs() })),
    );
  const unreadOf = async (one: typeof asha) => Number((await one.read('noticeList', {}))['unread']);
  const [before, others] = [await unreadOf(asha), await unreadOf(ravi)];
  assert.equal((await asha.call('noticeChoose', { topic: 'service', marks: 'quiet' })).code, 0);
  await send('chatAnswered');
  assert.deepEqual([await unreadOf(asha), await unreadOf(ravi)], [before, others + 1]);
  const { list } = await asha.read('noticeList', { topic: 'service' });
  const shown = Array.isArray(list) ? list.map(recordOf) : [];
  assert.deepEqual(
    shown.map(({ kind, read }) => [kind, read]),
    [['chatAnswered', true]],
  );
  assert.deepEqual((await asha.read('noticeList', { topic: 'orders' }))['list'], []);
  const choices = (await asha.read('noticeChoices', {}))['list'];
  const quiet = Array.isArray(choices) ? choices.map(recordOf).filter(({ isQuiet }) => isQuiet) : [];
  assert.deepEqual(quiet, [{ topic: 'service', isQuiet: true, isFixed: false, isPushed: true }]);
  for (const marks of ['marked', 'marked']) await asha.call('noticeChoose', { topic: 'service', marks });
  await send('chatAnswered');
  assert.equal(await unreadOf(asha), before + 1);
});

test('what protects money and account is always marked: it can not be chosen quiet', async () => {
  const asha = await trader.enter();
  for (const topic of ['security', 'account', 'identity', 'margin', 'market', 'orders,alerts', ''])
    assert.equal((await asha.call('noticeChoose', { topic, marks: 'quiet' })).reason, 'INVALID_INPUT', topic);
  const { rows } = await trader.database.pool.query(
    `select 1 from notice_quiet where topic not in ('orders', 'alerts', 'corporate', 'service')`,
  );
  assert.equal(rows.length, 0);
});

test('messages of more than a year ago are deleted', async () => {
  const asha = await trader.enter();
  const { pool } = trader.database;
  const { rows } = await pool.query<{ login_id: number }>('select max(login_id) as login_id from login');
  for (const days of [366, 364])
    await trader.app.notices.send({
      loginId: Number(rows[0]?.login_id),
      kind: 'chatAnswered',
      detail: { subject: String(days) },
      nowMs: trader.nowMs() - days * DAY_MS,
    });
  await noticeJob({ pool, clock: trader }).run(new AbortController().signal);
  const { list } = await asha.read('noticeList', { topic: 'service' });
  assert.equal(Array.isArray(list) ? list.length : 0, 1);
});
