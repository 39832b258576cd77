import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '@tarazu/core/values';
import { peopleOf } from '#domains/account/test-people.ts';
import { decideByRules } from '#domains/score/appeal/store.ts';
import { overdueScoreAppeals } from '#domains/score/index.ts';
import { enterStaff, type StaffPerson } from '#domains/staff/test-staff.ts';
import { enterDemo, type Fields, openTestApp, recordOf, textOf } from '#test-app.ts';

/* Appeals against the credit score: who may make one, who answers it, and what an answer changes. */

const server = await openTestApp();
const { call, database } = server;
const { registered } = peopleOf(server);
// Sessions of staff end half an hour after they were used, however long a busy machine takes.
server.standAt(server.nowMs());
const meera = await enterStaff(server, { name: 'meera', roles: ['risk'] });
const arjun = await enterStaff(server, { name: 'arjun', roles: ['compliance'] });

const WORDS = 'My phone number was confirmed, and I see no points for it.';
const listOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(recordOf) : [];

const appeal = (token: string, text = WORDS) => call('scoreAppeal', { text }, { token });
const score = async (token: string) => (await call('pointChangeLog', {}, { token })).data;
const open = (person: StaffPerson, id: string) => person.call('consoleOpen', { queue: 'score', id });
let serial = 0;
function act(person: StaffPerson, id: string, fields: Fields) {
  serial += 1;
  return person.call('consoleAct', { queue: 'score', id, clientId: `score-act-${serial}`, ...fields });
}

/** Somebody whose appeal waits. */
async function appealing() {
  const { realToken: token } = await registered();
  const userId = textOf((await call('userInfo', {}, { token })).data, 'id');
  assert.equal((await appeal(token)).code, 0);
  const { data } = await meera.call('consoleQueue', { queue: 'score', show: 'waiting', search: userId });
  const [row, ...others] = listOf(data['list']);
  assert.ok(row);
  assert.deepEqual([row['title'], row['state'], others.length], ['score', 'waiting', 0]);
  return { token, userId, id: textOf(row, 'id') };
}

test('one appeal waits at a time, is due in a week, and the next is possible a week later', async () => {
  const { realToken: token } = await registered();
  const nowMs = server.nowMs();
  assert.equal((await score(token))['appealFromMs'], 0);
  const both = await Promise.all([appeal(token), appeal(token)]);
  assert.deepEqual(both.map(({ reason }) => reason).sort(), ['SCORE_APPEAL_NOT_OPEN', undefined]);
  const { appeal: made, appealFromMs } = await score(token);
  const { state, text, dueAtMs, madeAtMs, score: then } = recordOf(made);
  assert.deepEqual([state, text, then], ['waiting', WORDS, 44]);
  assert.deepEqual([madeAtMs, dueAtMs, appealFromMs], [nowMs, nowMs + 7 * DAY_MS, undefined]);
  const id = await database.pool.query<{ id: string }>('select appeal_id as id from score_appeal');
  const answered = { act: 'reject', reason: 'factsRight', text: 'It is the fourth line.' };
  assert.equal((await act(meera, id.rows[0]?.id ?? '', answered)).data['outcome'], 'done');
  assert.equal((await score(token))['appealFromMs'], nowMs + 7 * DAY_MS);
  assert.equal((await appeal(token)).reason, 'SCORE_APPEAL_NOT_OPEN');
  await database.pool.query(
    `update score_appeal set made_at = made_at - interval '7 days', decided_at = decided_at - interval '6 days'`,
  );
  assert.equal((await appeal(token)).code, 0);
});

test('an appeal stands among its owner’s requests with state, time and rule, and among nobody else’s', async () => {
  const requests = async (token: string) => listOf((await call('requestList', {}, { token })).data['list']);
  const { token, id } = await appealing();
  const rule = { id, kind: 'scoreAppeal', rule: 'creditScore', section: '2.19', askedAtMs: server.nowMs() };
  const dueAtMs = server.nowMs() + 7 * DAY_MS;
  assert.deepEqual(await requests(token), [{ ...rule, state: 'waiting', dueAtMs }]);
  const answered = { act: 'reject', reason: 'factsRight', text: 'It is the fourth line.' };
  assert.equal((await act(meera, id, answered)).data['outcome'], 'done');
  const decidedAtMs = server.nowMs();
  assert.deepEqual(await requests(token), [{ ...rule, state: 'refused', decidedAtMs }]);
  assert.deepEqual(await requests((await registered()).realToken), []);
  assert.deepEqual(await requests(await enterDemo(server)), []);
});

test('a guest has no appeal, and one of a few letters is none', async () => {
  const guest = await enterDemo({ call });
  assert.equal((await appeal(guest)).reason, 'REGISTRATION_NEEDED');
  assert.deepEqual(
    [(await score(guest))['appeal'], (await score(guest))['appealFromMs']],
    [undefined, undefined],
  );
  const { realToken } = await registered();
  const short = await appeal(realToken, '   Wrong.   ');
  assert.deepEqual([short.reason, short.body['field']], ['INVALID_INPUT', 'text']);
  assert.equal((await score(realToken))['appeal'], undefined);
});

test('one person rejects with a reason and words, once; the customer reads both, and the score stays', async () => {
  const { token, id } = await appealing();
  const { data } = await open(meera, id);
  assert.deepEqual(
    listOf(data['messages']).map(({ author, text }) => [author, text]),
    [['customer', WORDS]],
  );
  assert.equal((await act(meera, id, { act: 'reject', reason: 'factsRight' })).reason, 'INVALID_INPUT');
  const answer = { act: 'reject', reason: 'factsRight', text: 'It is the fourth line of the log.' };
  assert.equal((await act(meera, id, answer)).data['outcome'], 'done');
  assert.equal((await act(arjun, id, answer)).reason, 'QUEUE_ITEM_DONE');
  const { appeal: made, score: points } = await score(token);
  const { state, reason, answer: said } = recordOf(made);
  assert.deepEqual([state, reason, said, points], ['rejected', 'factsRight', answer.text, 44]);
  // The welcome is of the same instant, on a clock that stands.
  const notices = listOf((await call('noticeList', {}, { token })).data['list']);
  const notice = notices.find(({ title }) => title === 'Your appeal was not accepted');
  assert.equal(notice?.['text'], `Your credit score stays as counted. ${answer.text}`);
});

test('accepting takes two people, and counts the corrected fact anew', async () => {
  const { token, userId, id } = await appealing();
  await score(token);
  await database.pool.query(`update login set identity_status = 'succ' where user_id = $1`, [userId]);
  const fields = {
    act: 'accept',
    reason: 'factCorrected',
    text: 'Your documents were filed under another name.',
  };
  const seen = textOf((await open(meera, id)).data, 'seen');
  assert.equal((await act(meera, id, { ...fields, seen })).data['outcome'], 'approved');
  assert.equal((await act(meera, id, { ...fields, seen })).reason, 'STAFF_SECOND_PERSON');
  const pointsOf = async () => {
    const { rows } = await database.pool.query<{ score: number }>(
      'select score from score_event join login using (login_id) where user_id = $1 order by number desc limit 1',
      [userId],
    );
    return rows[0]?.score;
  };
  assert.equal(await pointsOf(), 44);
  assert.equal((await act(arjun, id, { ...fields, seen })).data['outcome'], 'done');
  assert.equal(await pointsOf(), 50, 'without the customer’s looking');
  assert.equal(recordOf((await score(token))['appeal'])['state'], 'accepted');
});

test('nobody opens or decides an appeal of their own account', async () => {
  const { userId, id, token } = await appealing();
  const own = await enterStaff(server, { name: 'own', roles: ['risk'], userIds: [userId] });
  assert.equal((await open(own, id)).reason, 'STAFF_OWN_ACCOUNT');
  const fields = { act: 'reject', reason: 'factsRight', text: 'No.' };
  assert.equal((await act(own, id, fields)).reason, 'STAFF_OWN_ACCOUNT');
  assert.equal(recordOf((await score(token))['appeal'])['state'], 'waiting');
});

test('on a sandbox installation the rules answer after five minutes, but not what somebody has opened', async () => {
  const [same, other, opened] = [await appealing(), await appealing(), await appealing()];
  await database.pool.query(`update login set identity_status = 'succ' where user_id = $1`, [other.userId]);
  await open(meera, opened.id);
  const answers = async () => {
    await server.app.scheduler.now('score: appeals');
    await server.app.scheduler.now('score: appeals');
    return await Promise.all(
      [same, other, opened].map(async ({ token }) => recordOf((await score(token))['appeal'])['state']),
    );
  };
  server.advance(5 * MINUTE_MS - 1);
  assert.deepEqual(await answers(), ['waiting', 'waiting', 'waiting']);
  server.advance(1);
  assert.deepEqual(await answers(), ['rejected', 'accepted', 'waiting']);
  const { reason, answer } = recordOf((await score(other.token))['appeal']);
  assert.equal(reason, 'factCorrected');
  assert.match(String(answer), /^The published rules answered, not a person\. .+: 50 points, 44 before\.$/);
  assert.equal(
    (await act(meera, same.id, { act: 'reject', reason: 'factsRight', text: 'No.' })).reason,
    'QUEUE_ITEM_DONE',
  );
});

test('an appeal that waits longer than was promised is an alarm', async () => {
  const { id } = await appealing();
  const overdue = (nowMs: number) => overdueScoreAppeals(database.pool, nowMs);
  const before = await overdue(server.nowMs() + 7 * DAY_MS);
  assert.equal(await overdue(server.nowMs() + 7 * DAY_MS + 1), before + 1);
  await act(meera, id, { act: 'reject', reason: 'factsRight', text: 'It stands in the log.' });
  assert.equal(await overdue(server.nowMs() + 7 * DAY_MS + 1), before);
});

test('an appeal that cannot be answered keeps no later one from an answer', async () => {
  const [broken, later] = [await appealing(), await appealing()];
  await database.pool.query(`update score_appeal set score = 45 where appeal_id = $1`, [broken.id]);
  await database.pool.query(
    `create function refuse_45() returns trigger language plpgsql as $$ begin raise exception 'held'; end $$;
     create trigger refuse_45 before update on score_appeal for each row when (old.score = 45)
       execute function refuse_45()`,
  );
  server.advance(5 * MINUTE_MS);
  const failuresOf = () =>
    server.app.scheduler.jobs().find(({ name }) => name === 'score: appeals')?.failures ?? 0;
  const before = failuresOf();
  await server.app.scheduler.now('score: appeals');
  await server.app.scheduler.now('score: appeals');
  const stateOf = async ({ token }: { token: string }) => recordOf((await score(token))['appeal'])['state'];
  assert.deepEqual([await stateOf(broken), await stateOf(later)], ['waiting', 'rejected']);
  assert.ok(failuresOf() > before, 'it is counted');
  await database.pool.query('drop trigger refuse_45 on score_appeal');
});

test('the rules decide nothing that a member of staff has opened meanwhile', async () => {
  const { id, token } = await appealing();
  const decision = {
    state: 'rejected',
    reason: 'factsRight',
    answer: 'Counted.',
    nowMs: server.nowMs(),
  } as const;
  await open(meera, id);
  assert.equal(await decideByRules(database.pool, id, decision), false);
  assert.equal(recordOf((await score(token))['appeal'])['state'], 'waiting');
});
