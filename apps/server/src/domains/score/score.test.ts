import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { stepUpsOf } from '#domains/security/test-step-up.ts';
import { factorCode } from '#platform/secrets/totp.ts';
import { openTestApp, recordOf, textOf } from '#test-app.ts';

const trader = await openTestApp();
const { advance, app, call, database, nowMs } = trader;
const { registered } = peopleOf(trader);
const { stepped } = stepUpsOf(trader);

const HALF_MINUTE_MS = 30_000;

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

test('a transaction password and a second factor raise the part of security, and losing one lowers it', async () => {
  const { realToken: token, demoToken } = await registered();
  const answers = { password: PASSWORD };
  const securityPoints = async (by = token) => {
    const { points, list } = await scoreOf(by);
    return [points['security'], list[0]?.['kind'], list[0]?.['delta']];
  };
  assert.deepEqual(await securityPoints(), [0, 'recordStart', 5]);
  const pin = { type: 'trade', password: '735182', passwordAgain: '735182' };
  const set = await stepped('passwordUpdate', pin, { token, answers });
  assert.equal(set.code, 0, JSON.stringify(set.body));
  assert.deepEqual(await securityPoints(), [2, 'transactionPassword', 2]);
  const key = textOf((await stepped('totpBegin', {}, { token, answers })).data, 'key');
  assert.deepEqual(await securityPoints(), [2, 'transactionPassword', 2], 'not before it is confirmed');
  assert.equal((await call('totpConfirm', { code: factorCode(key, nowMs()) }, { token })).code, 0);
  assert.deepEqual(await securityPoints(), [7, 'secondFactor', 5]);
  advance(HALF_MINUTE_MS);
  const both = { ...answers, factor: factorCode(key, nowMs()) };
  assert.equal((await stepped('totpRemove', {}, { token, answers: both })).code, 0);
  assert.deepEqual(await securityPoints(), [2, 'secondFactor', -5]);
  const list = { name: 'allowList', value: '1' };
  assert.equal((await call('limitSet', list, { token: demoToken })).code, 0);
  assert.deepEqual(await securityPoints(), [2, 'secondFactor', -5], 'of practice money it counts nothing');
  assert.equal((await call('limitSet', list, { token })).code, 0);
  assert.deepEqual(await securityPoints(), [5, 'allowList', 3]);
  assert.equal((await stepped('limitLoosen', { name: 'allowList' }, { token, answers })).code, 0);
  assert.deepEqual(await securityPoints(), [5, 'allowList', 3], 'it holds for a day');
  advance(DAY_MS);
  assert.deepEqual(await securityPoints(demoToken), [2, 'allowList', -3]);
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

test('what would raise each part is told from the account’s own facts', async () => {
  const { realToken: token } = await registered();
  const raised = async () => {
    const { parts } = (await call('pointChangeLog', {}, { token })).data;
    const lines = (Array.isArray(parts) ? parts.map(recordOf) : []).map(({ part, raises }) => [
      part,
      (Array.isArray(raises) ? raises.map(recordOf) : []).map(({ kind, points, atMs }) => [
        kind,
        points,
        atMs,
      ]),
    ]);
    return Object.fromEntries(lines);
  };
  const info = await call('userInfo', {}, { token });
  const monthMs = 30 * DAY_MS;
  const sinceMs = Number(info.data['registeredAtMs']);
  assert.deepEqual(await raised(), {
    identity: [
      ['email', 4, undefined],
      ['verified', 6, undefined],
    ],
    age: [['month', 1, sinceMs + monthMs]],
    // No domain counts loans, bank accounts or liquidations yet: nothing is promised for them.
    repayment: [],
    margin: [],
    security: [
      ['secondFactor', 5, undefined],
      ['transactionPassword', 2, undefined],
      ['allowList', 3, undefined],
    ],
    record: [],
  });
  await database.pool.query(
    `update login set identity_status = 'succ', registered_at = registered_at - interval '1000 days' where user_id = $1`,
    [textOf(info.data, 'id')],
  );
  const { identity, age } = await raised();
  assert.deepEqual([identity, age], [[['email', 4, undefined]], []]);
});

test('badges follow the events of the score as they come and go, and a guest has none', async () => {
  const person = await registered();
  const token = person.realToken;
  const held = async (of: string) => {
    const { badges } = (await call('userInfo', {}, { token: of })).data;
    const list = Array.isArray(badges) ? badges.map(recordOf) : [];
    return list.flatMap(({ badge, isHeld }) => (isHeld === true ? [String(badge)] : []));
  };
  assert.deepEqual(await held(token), []);
  const set = (what: string, value: string | null) =>
    database.pool.query(`update login set ${what} = $1 where phone = $2`, [value, `+91${person.phone}`]);
  await set('email', 'badges@mail.example');
  await set('identity_status', 'succ');
  assert.deepEqual(await held(token), ['identified', 'reachable']);
  assert.deepEqual(await held(person.demoToken), ['identified', 'reachable'], 'they are the login’s');
  const pin = { type: 'trade', password: '824193', passwordAgain: '824193' };
  assert.equal((await stepped('passwordUpdate', pin, { token, answers: { password: PASSWORD } })).code, 0);
  assert.equal((await held(token)).includes('protected'), false, 'one of two events is none');
  await ageBy(token, 359);
  assert.equal((await held(token)).includes('year'), false);
  await ageBy(token, 1);
  await set('email', null);
  assert.deepEqual(await held(token), ['identified', 'year']);
  const guest = textOf((await call('demoEnter')).data, 'demoToken');
  assert.deepEqual((await call('userInfo', {}, { token: guest })).data['badges'], []);
});
