import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tarazu/core/values';
import { rowsOf } from '#domains/orders/test-trader.ts';
import { enterStaff, type StaffPerson } from '#domains/staff/test-staff.ts';
import { type Fields, openTestApp, recordOf, type TestReply, textOf } from '#test-app.ts';

/* News, notices and ads that staff write: drafts, published by the clock, ended, and what customers read. */

const trader = await openTestApp();
trader.standAt(trader.nowMs());
const editor = await enterStaff(trader, { name: 'asha', roles: ['content'] });
const other = await enterStaff(trader, { name: 'ravi', roles: ['content'] });

const SHARE = 'NSE_SIM:ARUNA';
const bengali = { headers: { 'accept-language': 'bn-BN' } };
const newId = (): string => crypto.randomUUID();
const NEWS: Fields = {
  kind: 'news',
  titleEnglish: 'Aruna opens a mill',
  titleBengali: 'অরুণা একটি কারখানা খুলেছে',
  summaryEnglish: 'It makes paper.',
  summaryBengali: 'এতে কাগজ তৈরি হয়।',
  bodyEnglish: '<p>The mill is <strong>new</strong>.</p><ul><li>One</li></ul>',
  bodyBengali: '<p>কারখানাটি <strong>নতুন</strong>।</p>',
  instrumentIds: SHARE,
};
const { summaryEnglish: _english, summaryBengali: _bengali, ...BODY } = NEWS;
const NOTICE: Fields = { ...BODY, kind: 'notice', titleEnglish: 'Maintenance on Sunday' };
const { bodyEnglish: _one, bodyBengali: _two, instrumentIds: _ids, ...LINES } = NEWS;
const AD: Fields = {
  ...LINES,
  kind: 'ad',
  titleEnglish: 'Look at shares',
  link: '/pages/stock/list',
  art: 'book',
};

const save = (by: StaffPerson, fields: Fields): Promise<TestReply> =>
  by.call('consoleContentSave', { clientId: newId(), ...fields });
async function saved(by: StaffPerson, fields: Fields): Promise<string> {
  const reply = await save(by, fields);
  assert.equal(reply.code, 0, JSON.stringify(reply.body));
  return textOf(reply.data, 'id');
}
async function act(by: StaffPerson, id: string, name: string, fields: Fields = {}): Promise<TestReply> {
  const seen = textOf((await by.call('consoleOpen', { queue: 'content', id })).data, 'seen');
  return by.call('consoleAct', { clientId: newId(), queue: 'content', id, act: name, seen, ...fields });
}
async function published(fields: Fields): Promise<string> {
  const id = await saved(editor, fields);
  const reply = await act(editor, id, 'publish');
  assert.equal(reply.code, 0, JSON.stringify(reply.body));
  return id;
}
const idsOf = (reply: TestReply): string[] => rowsOf(reply.data, 'list').map((row) => textOf(row, 'id'));
const news = (fields: Fields = {}) => trader.call('news', { limit: '50', ...fields });
const notices = () => trader.call('platformNotices', { limit: '100' });
const ads = () => trader.call('ads');

test('news are a draft that nobody reads, then everybody in their language, with their instruments', async () => {
  const id = await saved(editor, NEWS);
  assert.ok(!idsOf(await news()).includes(id));
  assert.equal((await trader.call('newsInfo', { id })).reason, 'NOT_FOUND');
  const opened = (await other.call('consoleOpen', { queue: 'content', id })).data;
  assert.deepEqual(
    rowsOf(opened, 'acts').map((one) => one['act']),
    ['publish', 'discard'],
  );
  assert.equal(rowsOf(opened, 'previews')[1]?.['title'], NEWS['titleBengali']);
  assert.equal((await act(other, id, 'publish', { seen: textOf(opened, 'seen') })).code, 0);
  assert.deepEqual(idsOf(await news()).slice(0, 1), [id], 'the newest');
  assert.ok(idsOf(await news({ instrumentId: SHARE })).includes(id));
  assert.ok(!idsOf(await news({ instrumentId: 'NSE_SIM:BHUMI' })).includes(id));
  const read = (await trader.call('newsInfo', { id })).data;
  assert.deepEqual(
    [read['title'], read['source'], read['paragraphs']],
    [NEWS['titleEnglish'], 'Tarazu editors', ['The mill is new.', 'One']],
  );
  assert.deepEqual(rowsOf(read, 'blocks')[0], {
    kind: 'paragraph',
    runs: [{ text: 'The mill is ' }, { text: 'new', strong: true }, { text: '.' }],
  });
  const inBengali = (await trader.call('newsInfo', { id }, bengali)).data;
  assert.deepEqual(
    [inBengali['title'], inBengali['summary']],
    [NEWS['titleBengali'], NEWS['summaryBengali']],
  );
});

test('pages of news and notices go on from a written one, and none is twice or missing', async () => {
  const ids = [await published(NEWS), await published({ ...NEWS, titleEnglish: 'Another' })];
  const notice = await published(NOTICE);
  for (const list of ['news', 'platformNotices'] as const) {
    const whole = idsOf(await trader.call(list, { limit: '100' }));
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await trader.call(list, { limit: '1', ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...rowsOf(data, 'list').map((row) => textOf(row, 'id')));
      cursor = data['next'] === undefined ? undefined : textOf(data, 'next');
    } while (cursor !== undefined);
    assert.deepEqual(paged, whole, list);
    for (const id of list === 'news' ? ids : [notice]) assert.ok(whole.includes(id), list);
  }
});

test('a notice and an ad appear beside those that are always there, and go when they are ended', async () => {
  const notice = await published(NOTICE);
  const ad = await published(AD);
  const shown = rowsOf((await notices()).data, 'list').find((row) => row['id'] === notice);
  assert.deepEqual(
    [shown?.['title'], shown?.['text'], shown?.['instrumentIds']],
    ['Maintenance on Sunday', 'The mill is new.\nOne', [SHARE]],
  );
  const banner = rowsOf((await ads()).data, 'list').find((row) => row['id'] === ad);
  assert.deepEqual(
    [banner?.['title'], banner?.['text'], banner?.['link'], banner?.['art']],
    ['Look at shares', 'It makes paper.', '/pages/stock/list', 'book'],
  );
  const { link: _page, ...withoutPage } = AD;
  const ofShare = await published({ ...withoutPage, instrumentIds: SHARE });
  const tied = rowsOf((await ads()).data, 'list').find((row) => row['id'] === ofShare);
  assert.equal(tied?.['instrumentId'], SHARE);
  for (const id of [notice, ad, ofShare]) {
    assert.equal((await act(editor, id, 'end')).reason, 'INVALID_INPUT', 'a reason');
    assert.equal((await act(other, id, 'end', { reason: 'wrong' })).code, 0);
    assert.equal((await act(other, id, 'end', { reason: 'wrong' })).reason, 'QUEUE_ITEM_DONE');
  }
  assert.ok(!idsOf(await notices()).includes(notice));
  assert.ok(!idsOf(await ads()).some((id) => id === ad || id === ofShare));
});

test('what is published is never changed, and nobody saves or publishes over what they did not read', async () => {
  const id = await saved(editor, NEWS);
  const seen = textOf((await editor.call('consoleOpen', { queue: 'content', id })).data, 'seen');
  const changed = { ...NEWS, id, version: '1', titleEnglish: 'Aruna opens two mills' };
  const again = { clientId: newId(), ...changed };
  assert.equal((await editor.call('consoleContentSave', again)).data['version'], 2);
  assert.equal((await editor.call('consoleContentSave', again)).data['version'], 2, 'the same call again');
  assert.equal((await save(other, { ...changed, titleEnglish: 'x' })).reason, 'QUEUE_ITEM_CHANGED');
  assert.equal((await act(editor, id, 'publish', { seen })).reason, 'QUEUE_ITEM_CHANGED');
  const draft = (await other.call('consoleContent', { id })).data;
  assert.deepEqual([draft['titleEnglish'], draft['version']], ['Aruna opens two mills', 2]);
  assert.equal((await act(editor, id, 'publish')).code, 0);
  assert.equal((await save(editor, { ...changed, version: '2' })).reason, 'QUEUE_ITEM_DONE');
  assert.equal((await other.call('consoleContent', { id })).reason, 'NOT_FOUND');
  assert.equal((await act(editor, id, 'publish')).reason, 'QUEUE_ITEM_DONE');
  assert.equal((await act(editor, id, 'discard')).reason, 'QUEUE_ITEM_DONE');
  const gone = await saved(editor, NEWS);
  assert.equal((await act(editor, gone, 'end', { reason: 'over' })).reason, 'QUEUE_ITEM_DONE');
  assert.equal((await act(editor, gone, 'discard')).code, 0);
  assert.equal((await act(editor, gone, 'publish')).reason, 'QUEUE_ITEM_DONE');
});

test('it is readable from its beginning until its end, by the clock alone', async () => {
  const nowMs = trader.nowMs();
  const times = { fromMs: String(nowMs + HOUR_MS), untilMs: String(nowMs + 3 * HOUR_MS) };
  const ids = [await published({ ...NEWS, ...times }), await published({ ...NOTICE, ...times })];
  const ad = await published({ ...AD, ...times });
  const isShown = async () => {
    const lists = [...idsOf(await news()), ...idsOf(await notices()), ...idsOf(await ads())];
    return [...ids, ad].filter((id) => lists.includes(id)).length;
  };
  const expected: [number, number][] = [
    [nowMs + HOUR_MS - 1, 0],
    [nowMs + HOUR_MS, 3],
    [nowMs + 3 * HOUR_MS - 1, 3],
    [nowMs + 3 * HOUR_MS, 0],
  ];
  for (const [atMs, shown] of expected) {
    trader.standAt(atMs);
    assert.equal(await isShown(), shown, String(atMs - nowMs));
  }
  await trader.app.scheduler.now('content: ends');
  const late = await enterStaff(trader, { name: 'late', roles: ['content'] });
  const { row } = (await late.call('consoleOpen', { queue: 'content', id: ad })).data;
  assert.equal(recordOf(row)['state'], 'ended');
  const passed = await saved(late, { ...NEWS, untilMs: String(trader.nowMs() - MINUTE_MS) });
  assert.equal((await act(late, passed, 'publish')).reason, 'CONTENT_TIME');
  const reversed = { fromMs: String(nowMs + 2), untilMs: String(nowMs + 1) };
  assert.equal((await save(late, { ...NEWS, ...reversed })).reason, 'INVALID_INPUT');
});

test('drafts and what is published have an end in number, and what is over is deleted in time', async () => {
  const { pool } = trader.database;
  const writer = await enterStaff(trader, { name: 'writer', roles: ['content'] });
  await pool.query(
    `insert into content_piece (content_id, kind, state, version, texts, instrument_ids, staff_id, client_id, content_hash,
       created_at, changed_at, published_at)
     select 'many-' || n, 'ad', case when n <= 10 then 'published' else 'draft' end, 1, texts, '{}', staff_id, 'many-' || n,
       content_hash, created_at, changed_at, case when n <= 10 then created_at end
     from content_piece, generate_series(1, 60) n where content_id = (select min(content_id) from content_piece)`,
  );
  assert.equal((await save(writer, NEWS)).reason, 'CONTENT_DRAFTS_FULL');
  await pool.query(`delete from content_piece where state = 'draft'`);
  const id = await saved(writer, AD);
  assert.equal((await act(writer, id, 'publish')).reason, 'CONTENT_FULL');
  await pool.query(`delete from content_piece where content_id like 'many-%'`);
  assert.equal((await act(writer, id, 'discard')).code, 0);
  trader.advance(732 * DAY_MS);
  await trader.app.scheduler.now('content: ends');
  const { rows } = await pool.query('select 1 from content_piece where content_id = $1', [id]);
  assert.equal(rows.length, 0);
  trader.advance(-732 * DAY_MS);
});

test('a text that is not of its kind, or has anything but its small part of HTML, is refused by its field', async () => {
  const writer = await enterStaff(trader, { name: 'checker', roles: ['content'] });
  const fieldOf = async (fields: Fields): Promise<string> => {
    const check = await writer.call('consoleContentCheck', fields);
    const saving = await save(writer, fields);
    assert.deepEqual(
      [check.reason, saving.reason],
      ['INVALID_INPUT', 'INVALID_INPUT'],
      JSON.stringify(fields),
    );
    return textOf(recordOf(saving.body['detail']), 'problem').split(':')[0] ?? '';
  };
  const wrong: [string, Fields][] = [
    ['bodyEnglish', { ...NEWS, bodyEnglish: '<p>x</p><script>alert(1)</script>' }],
    ['bodyBengali', { ...NEWS, bodyBengali: '<p><a href="javascript:alert(1)">x</a></p>' }],
    ['bodyEnglish', { ...LINES, kind: 'news' }],
    ['bodyEnglish', { ...AD, bodyEnglish: '<p>x</p>', bodyBengali: '<p>x</p>' }],
    ['summaryEnglish', { ...BODY, kind: 'news' }],
    ['summaryEnglish', { ...NEWS, kind: 'notice' }],
    ['instrumentIds', { ...NEWS, instrumentIds: 'NSE_SIM:NOSUCH' }],
    ['instrumentIds', { ...NEWS, instrumentIds: `${SHARE},${SHARE}` }],
    ['art', { ...NEWS, art: 'book' }],
    ['link', { ...NEWS, link: '/pages/stock/list' }],
    ['link', { ...AD, link: 'https://example.com' }],
    ['link', { ...AD, instrumentIds: SHARE }],
    ['titleEnglish', { ...NEWS, titleEnglish: ' ' }],
    ['titleBengali', { ...NEWS, titleBengali: 'x'.repeat(121) }],
    ['untilMs', { ...NEWS, untilMs: '999999999999999' }],
  ];
  for (const [field, fields] of wrong) assert.equal(await fieldOf(fields), field);
});

test('every act is in the staff log with the hash of its text', async () => {
  const reader = await enterStaff(trader, { name: 'reader', roles: ['auditor'] });
  const { rows } = await trader.database.pool.query<{ act: string; detail: Record<string, string> }>(
    `select act, detail from staff_log where queue = 'content' order by sequence`,
  );
  const acts = new Set(rows.map(({ act: name }) => name));
  for (const name of ['drafted', 'edited', 'opened', 'publish', 'discard', 'end'])
    assert.ok(acts.has(`content.${name}`), name);
  for (const { act: name, detail } of rows)
    if (/drafted|edited/.test(name)) assert.match(detail['textHash'] ?? '', /^[0-9a-f]{64}$/);
  assert.equal((await trader.app.staff.checkLog()).problem, undefined);
  assert.equal((await reader.call('consoleQueue', { queue: 'content', show: 'done' })).code, 0);
});

test('a text that leads to another host needs two people, who saw the same', async () => {
  const writer = await enterStaff(trader, { name: 'linker', roles: ['content'] });
  const second = await enterStaff(trader, { name: 'reader', roles: ['content'] });
  const id = await saved(writer, { ...NOTICE, bodyBengali: '<p><a href="https://example.com/">x</a></p>' });
  const blind = { clientId: newId(), queue: 'content', id, act: 'publishLinks' };
  assert.equal((await second.call('consoleAct', blind)).reason, 'INVALID_INPUT', 'unseen');
  assert.equal((await act(writer, id, 'publish')).reason, 'QUEUE_ITEM_DONE', 'not alone');
  assert.equal((await act(writer, id, 'publishLinks')).data['outcome'], 'approved');
  assert.equal((await act(writer, id, 'publishLinks')).reason, 'STAFF_SECOND_PERSON');
  assert.ok(!idsOf(await notices()).includes(id));
  assert.equal((await act(second, id, 'publishLinks')).data['outcome'], 'done');
  assert.ok(idsOf(await notices()).includes(id));
  const { rows } = await trader.database.pool.query(
    `select 1 from content_piece p join staff_log g on g.item_id = p.content_id
      where p.content_id = $1 and g.act = 'content.publishLinks'
        and g.detail ->> 'contentHash' = encode(p.content_hash, 'hex')`,
    [id],
  );
  assert.equal(rows.length, 1, 'the log binds the text');
  const inside = await saved(writer, { ...NOTICE, bodyBengali: '<p><a href="/pages/news/list">x</a></p>' });
  const alone = { clientId: newId(), queue: 'content', id: inside, act: 'publish' };
  assert.equal((await writer.call('consoleAct', alone)).reason, 'INVALID_INPUT', 'unseen');
  assert.equal((await act(writer, inside, 'publish')).data['outcome'], 'done');
});
