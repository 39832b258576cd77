import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { nextDigestMs } from '#domains/digest/index.ts';
import { TITLES_MAX } from '#domains/digest/job.ts';
import { stepUpsOf } from '#domains/security/test-step-up.ts';
import { listOutbox } from '#platform/messages/outbox.ts';
import { openTestApp } from '#test-app.ts';

const server = await openTestApp();
const { app, call, database, advance } = server;
const { pool } = database;
const { registered } = peopleOf(server);
const { stepped } = stepUpsOf(server);
const MORNING = '02:30';
let people = 0;

/** Somebody with an e-mail address, in the demo, whose session outlives some days. */
async function withMail() {
  const person = await registered();
  people += 1;
  const email = `digest-${people}@mail.example`;
  const { rows } = await pool.query<{ login_id: number }>(
    'update login set email = $1 where phone = $2 returning login_id',
    [email, `+91${person.phone}`],
  );
  return { ...person, token: person.demoToken, email, loginId: rows[0]?.login_id ?? 0 };
}
type Someone = Awaited<ReturnType<typeof withMail>>;

const choose = (schedule: string, { token }: { token: string }) =>
  call('digestChoose', { schedule }, { token });
const send = ({ loginId }: Someone, subject: string) =>
  app.notices.send({ loginId, kind: 'chatAnswered', detail: { subject }, nowMs: server.nowMs() });
/** The turn under way may have begun before. */
async function work(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await app.scheduler.now('digest: mails');
}
const linkIn = (text: string) => /\/pages\/notice\/digest\?link=([\w-]+)/.exec(text)?.[1] ?? '';
/** Mails of other kinds, such as of a new word, go to the same person beside. */
const mailsTo = async ({ email }: Someone) =>
  (await listOutbox(pool, { to: email })).filter(({ body }) => linkIn(body) !== '');
async function toNext(of: Someone): Promise<void> {
  const { data } = await call('digestInfo', {}, of);
  advance(Number(data['nextAtMs']) - server.nowMs() + 1_000);
  await work();
}

test('a schedule is due at its hour in India, always after now', () => {
  const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);
  for (const [schedule, now, next] of [
    ['morning', '27T02:29', '27T02:30'],
    ['morning', '27T02:30', '28T02:30'],
    ['morning', '27T23:59', '28T02:30'],
    ['evening', '27T14:29', '27T14:30'],
    ['evening', '27T14:30', '28T14:30'],
  ] as const)
    assert.equal(nextDigestMs(schedule, at(now)), at(next), `${schedule} ${now}`);
});

test('digests need an address, are off until somebody wants them, and are not wanted twice', async () => {
  const { demoToken: token } = await registered();
  assert.deepEqual((await call('digestInfo', {}, { token })).data, { schedule: 'off' });
  assert.equal((await choose('morning', { token })).reason, 'EMAIL_NEEDED');
  assert.equal((await choose('off', { token })).code, 0);
  const asha = await withMail();
  for (const schedule of ['evening', 'morning', 'morning']) await choose(schedule, asha);
  const { data } = await call('digestInfo', {}, asha);
  assert.deepEqual([data['schedule'], data['emailMasked']], ['morning', 'd***@mail.example']);
  assert.equal(new Date(Number(data['nextAtMs'])).toISOString().slice(11, 16), MORNING);
  assert.equal((await choose('off', asha)).data['schedule'], 'off');
});

test('one mail a day says what is unread, with the own word, and nothing of what was in one before', async () => {
  const asha = await withMail();
  const word = await stepped(
    'mailWordUpdate',
    { word: 'blue kettle' },
    { token: asha.realToken, answers: { password: PASSWORD } },
  );
  assert.equal(word.code, 0);
  await send(asha, 'Before the wish');
  await choose('morning', asha);
  advance(1_000);
  const fresh = await mailsOfDay(asha, async () => {
    await send(asha, 'A question');
  });
  assert.equal(fresh.length, 1);
  const body = fresh[0]?.body ?? '';
  assert.match(body, /blue kettle/);
  assert.match(body, /\/pages\/notice\/list/);
  assert.equal(body.split('\n').filter((line) => line.startsWith('- ')).length, 1, body);
  await work();
  assert.equal((await mailsTo(asha)).length, 1, 'no second one');
  await toNext(asha);
  assert.equal(
    (await mailsTo(asha)).length,
    1,
    (await mailsTo(asha)).map((mail) => mail.body).join('\n==\n'),
  );
  const read = await mailsOfDay(asha, async () => {
    await send(asha, 'Read at once');
    await call('noticeRead', { id: 'all' }, asha);
  });
  assert.equal(read.length, 1, 'what was read is not mailed');
  await call('noticeChoose', { topic: 'service', marks: 'quiet' }, asha);
  const quiet = await mailsOfDay(asha, () => send(asha, 'Quiet'));
  assert.equal(quiet.length, 1, 'a quiet topic is not mailed');
});

async function mailsOfDay(of: Someone, happens: () => Promise<unknown>) {
  await happens();
  await toNext(of);
  return await mailsTo(of);
}

test('a mail has so many titles at most, in the language of the person', async () => {
  const asha = await withMail();
  await pool.query(`update login set language = 'bn-BN' where login_id = $1`, [asha.loginId]);
  await choose('evening', asha);
  advance(1_000);
  for (let count = 0; count <= TITLES_MAX; count += 1) await send(asha, `Question ${count}`);
  await toNext(asha);
  const [mail] = await mailsTo(asha);
  assert.equal(mail?.subject, 'আপনার না-পড়া Tarazu বিজ্ঞপ্তি');
  assert.equal(mail.body.split('\n').filter((line) => line.startsWith('- ')).length, TITLES_MAX);
  assert.match(mail.body, /অ্যাপে আরও আছে/);
});

test('the link of a mail ends the digests of its login, and does nothing else', async () => {
  const [asha, ravi] = [await withMail(), await withMail()];
  for (const one of [asha, ravi]) {
    await choose('morning', one);
    advance(1_000);
    await send(one, 'A question');
  }
  await toNext(asha);
  const link = linkIn((await mailsTo(asha))[0]?.body ?? '');
  assert.ok(link.length > 20);
  const text = Buffer.from(link, 'base64url').toString();
  const forged = [
    text.replace(/^\d+/, String(ravi.loginId)),
    text.replace(/\.\d+\./, '.99999999999999.'),
    text.replace(/^\d+/, '999999999'),
    `${text}x`,
  ];
  for (const one of forged) {
    const given = Buffer.from(one).toString('base64url');
    assert.equal((await call('digestOff', { link: given })).reason, 'LINK_UNFIT', one);
  }
  assert.equal((await call('freezeByLink', { link })).reason, 'LINK_UNFIT', 'it freezes nothing');
  assert.equal((await call('digestInfo', {}, asha)).data['schedule'], 'morning');
  for (const time of ['once', 'again']) assert.equal((await call('digestOff', { link })).code, 0, time);
  assert.equal((await call('digestInfo', {}, asha)).data['schedule'], 'off');
  assert.equal((await call('digestInfo', {}, ravi)).data['schedule'], 'morning', 'of nobody else');
  advance(366 * DAY_MS);
  assert.equal((await call('digestOff', { link })).reason, 'LINK_UNFIT', 'a year later');
});

test('a link to an address of before, or under an older choice, ends nothing', async () => {
  const asha = await withMail();
  const linkOfDay = async () => {
    await send(asha, 'A question');
    await toNext(asha);
    const { rows } = await pool.query<{ email: string }>('select email from login where login_id = $1', [
      asha.loginId,
    ]);
    return linkIn((await mailsTo({ ...asha, email: rows[0]?.email ?? '' })).at(0)?.body ?? '');
  };
  await choose('morning', asha);
  advance(1_000);
  const older = await linkOfDay();
  await choose('morning', asha);
  advance(1_000);
  assert.equal((await call('digestOff', { link: older })).reason, 'LINK_UNFIT', 'an older choice');
  const ofBefore = await linkOfDay();
  await pool.query(`update login set email = 'digest-moved@mail.example' where login_id = $1`, [
    asha.loginId,
  ]);
  assert.equal((await call('digestOff', { link: ofBefore })).reason, 'LINK_UNFIT', 'an address of before');
  assert.equal((await call('digestInfo', {}, asha)).data['schedule'], 'morning');
  const newest = await linkOfDay();
  assert.notEqual(newest, '');
  assert.equal((await call('digestOff', { link: newest })).code, 0);
  assert.equal((await call('digestInfo', {}, asha)).data['schedule'], 'off');
});

test('while the mail server takes nothing no digest is added, and who has closed their login gets none', async () => {
  const [asha, ravi] = [await withMail(), await withMail()];
  const columns = `select login_id, 'morning', now(), $2::timestamptz, $2::timestamptz - interval '1 day' from login`;
  for (const { loginId } of [asha, ravi])
    await pool.query(
      `insert into mail_digest (login_id, schedule, chosen_at, next_at, covered_until) ${columns} where login_id = $1`,
      [loginId, new Date(server.nowMs() - 1)],
    );
  await pool.query('update login set status = 0 where login_id = $1', [ravi.loginId]);
  await pool.query(
    `insert into notice (notice_id, login_id, kind, created_at) select 'digest-' || login_id, login_id, 'welcome', $1
       from login where login_id = any($2)`,
    [new Date(server.nowMs() - 3_600_000), [asha.loginId, ravi.loginId]],
  );
  await pool.query(
    `insert into message_queue (channel, sealed, next_try_at, expires_at, try_count)
       select 'email', '', 'infinity', 'infinity', 1 from generate_series(1, 200)`,
  );
  await work();
  assert.deepEqual([await mailsTo(asha), await mailsTo(ravi)], [[], []]);
  await pool.query('delete from message_queue where try_count = 1');
  await work();
  assert.deepEqual([(await mailsTo(asha)).length, (await mailsTo(ravi)).length], [1, 0]);
  const { rows } = await pool.query('select from mail_digest where login_id = $1', [ravi.loginId]);
  assert.equal(rows.length, 0);
});
