import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { peopleOf } from '#domains/account/test-people.ts';
import { openTestApp, recordOf, textOf } from '#test-app.ts';

const trader = await openTestApp();
const { advance, app, call, database } = trader;
const { registered } = peopleOf(trader);

type Entry = Readonly<Record<string, unknown>>;

async function scoreOf(token: string, fields: Record<string, string> = {}) {
  const reply = await call('pointChangeLog', fields, { token });
  assert.equal(reply.code, 0, JSON.stringify(reply.body));
  const { list, parts, score, band, next } = reply.data;
  const listed: Entry[] = Array.isArray(list) ? list.map(recordOf) : [];
  const points = Array.isArray(parts)
    ? Object.fromEntries(parts.map(recordOf).map((part) => [part['part'], part['points']]))
    : {};
  return { list: listed, points, score, band, next };
}

async function ageBy(token: string, days: number): Promise<void> {
  const info = await call('userInfo', {}, { token });
  await database.pool.query(
    `update login set registered_at = registered_at - make_interval(days => $2) where user_id = $1`,
    [textOf(info.data, 'id'), days],
  );
}

test('a new person’s score is the sum of its parts, and each point has its event and rule', async () => {
  const person = await registered();
  const { list, points, score, band } = await scoreOf(person.realToken);
  assert.deepEqual(points, { identity: 4, age: 0, repayment: 15, margin: 20, security: 0, record: 5 });
  assert.deepEqual([score, band], [44, 'risk']);
  assert.deepEqual(
    list.map(({ kind, delta, score: after, ruleId }) => [kind, delta, after, ruleId]),
    [
      ['recordStart', 5, 44, 'credit-score'],
      ['marginStart', 20, 39, 'credit-score'],
      ['repaymentStart', 15, 19, 'credit-score'],
      ['phone', 4, 4, 'credit-score'],
    ],
  );
  assert.equal((await scoreOf(person.realToken)).list.length, 4, 'nothing is counted twice');
});

test('what is learnt later is an event of its own, and what is lost too', async () => {
  const person = await registered();
  const id = textOf((await call('userInfo', {}, { token: person.realToken })).data, 'id');
  await scoreOf(person.realToken);
  await ageBy(person.realToken, 61);
  const setStatus = (status: string) =>
    database.pool.query('update login set identity_status = $2 where user_id = $1', [id, status]);
  await setStatus('succ');
  const raised = await scoreOf(person.realToken);
  assert.deepEqual([raised.score, raised.points['age'], raised.points['identity']], [52, 2, 10]);
  await setStatus('pending');
  const [newest] = (await scoreOf(person.realToken)).list;
  assert.deepEqual([newest?.['kind'], newest?.['delta'], newest?.['score']], ['verified', -6, 46]);
});

test('two looks at once count once; pages follow each other; a stranger sees only their own', async () => {
  const person = await registered();
  await Promise.all([1, 2, 3].map(() => scoreOf(person.realToken)));
  const first = await scoreOf(person.realToken, { limit: '3' });
  assert.equal(first.list.length, 3);
  const rest = await scoreOf(person.realToken, { limit: '3', cursor: String(first.next) });
  assert.deepEqual(
    rest.list.map(({ kind }) => kind),
    ['phone'],
  );
  assert.equal(rest.next, undefined);
  const other = await registered();
  assert.equal((await scoreOf(other.realToken)).list.length, 4);
  for (const cursor of ['x-1', '2147483648', '999999999999', '9007199254740993']) {
    const wrong = await call('pointChangeLog', { cursor }, { token: other.realToken });
    assert.deepEqual([wrong.reason, wrong.body['field']], ['INVALID_INPUT', 'cursor'], cursor);
  }
  assert.equal((await call('pointChangeLog', {})).reason, 'SIGN_IN_NEEDED');
});

test('the night counts everybody, also who never looks', async () => {
  const person = await registered();
  const id = textOf((await call('userInfo', {}, { token: person.realToken })).data, 'id');
  advance(DAY_MS);
  await app.scheduler.now('score: nightly');
  const { rows } = await database.pool.query(
    'select count(*)::int4 as count from score_event join login using (login_id) where user_id = $1',
    [id],
  );
  assert.deepEqual(rows, [{ count: 4 }]);
});
