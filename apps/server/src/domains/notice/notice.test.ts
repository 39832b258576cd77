import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  const kinds = new NoticeKinds([texts]);
  const notice = { kind: 'moved', detail: { to: 'B' } };
  assert.equal(kinds.textOf(notice, 'en-US')?.text, 'To B.');
  assert.equal(kinds.textOf(notice, 'bn-BN')?.text, 'B-এ।');
  assert.equal(kinds.textOf({ ...notice, kind: 'toString' }, 'en-US'), undefined);
  assert.throws(() => new NoticeKinds([texts, texts]), /moved is the notice of one domain/);
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
