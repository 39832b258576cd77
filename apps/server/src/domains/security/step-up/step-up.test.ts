import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATIONS, type Operation, STEP_UP_LIFE_MS, stepUpContent } from '@tarazu/protocol';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { stepUpsOf } from '#domains/security/test-step-up.ts';
import { type Fields, openTestApp, textOf } from '#test-app.ts';

const trader = await openTestApp();
const { call, advance, database } = trader;
const { logIn, registered } = peopleOf(trader);
const { begin, answer, done, stepped } = stepUpsOf(trader);
const fieldsOf = (password: string): Fields => ({ type: 'trade', password, passwordAgain: password });
const answers = { password: PASSWORD };

test('a step-up is for one content of one call, of one session and one environment, and once', async () => {
  const person = await registered();
  const { realToken: token } = person;
  const fields = fieldsOf('824193');
  const stepUpId = await done('passwordUpdate', fields, { token, answers });
  const sent = async (given: Fields, by = token) =>
    (await call('passwordUpdate', { ...given, stepUpId }, { token: by })).reason;
  assert.equal(await sent(fieldsOf('930576')), 'STEP_UP_UNFIT', 'for another content');
  const other = String((await logIn(person.phone)).data['realToken']);
  assert.equal(await sent(fields, other), 'STEP_UP_EXPIRED', 'in another session');
  assert.equal(await sent(fields, person.demoToken), 'STEP_UP_EXPIRED', 'in the other environment');
  const stranger = await registered();
  assert.equal(await sent(fields, stranger.realToken), 'STEP_UP_EXPIRED', 'of somebody else');
  assert.equal(await sent(fields), undefined);
  assert.equal(await sent({ ...fields, old: '824193' }), 'STEP_UP_UNFIT');
});

test('of ten calls at once with one step-up one is served', async () => {
  const { realToken: token } = await registered();
  const fields = fieldsOf('824193');
  const stepUpId = await done('passwordUpdate', fields, { token, answers });
  const calls = Array.from({ length: 10 }, () => call('passwordUpdate', { ...fields, stepUpId }, { token }));
  const reasons = (await Promise.all(calls)).map(({ reason }) => reason);
  // Those that come after it are told that the old one is missing, or that the step-up was used.
  assert.equal(reasons.filter((reason) => reason === undefined).length, 1, reasons.join());
  assert.ok(reasons.every((reason) => [undefined, 'STEP_UP_EXPIRED', 'INVALID_INPUT'].includes(reason)));
});

test('a step-up lives two minutes, to be answered and to be used', async () => {
  const { realToken: token } = await registered();
  const fields = fieldsOf('824193');
  const begun = await begin('passwordUpdate', fields, token);
  assert.deepEqual(begun.data['needs'], ['password']);
  advance(STEP_UP_LIFE_MS);
  assert.equal((await answer(begun, 'password', PASSWORD, token)).reason, 'STEP_UP_EXPIRED');
  const stepUpId = await done('passwordUpdate', fields, { token, answers });
  advance(STEP_UP_LIFE_MS);
  assert.equal((await call('passwordUpdate', { ...fields, stepUpId }, { token })).reason, 'STEP_UP_EXPIRED');
});

test('nothing but the right answer meets a need', async () => {
  const { realToken: token } = await registered();
  const fields = fieldsOf('824193');
  const begun = await begin('passwordUpdate', fields, token);
  const stepUpId = textOf(begun.data, 'stepUpId');
  const told = async () => (await call('passwordUpdate', { ...fields, stepUpId }, { token })).reason;
  assert.equal(await told(), 'STEP_UP_NEEDED');
  assert.deepEqual((await answer(begun, 'pin', '824193', token)).data, { needs: ['password'] });
  assert.equal((await answer(begun, 'password', 'wrong one', token)).reason, 'PASSWORD_WRONG');
  assert.equal(await told(), 'STEP_UP_NEEDED');
  assert.deepEqual((await answer(begun, 'password', PASSWORD, token)).data, { needs: [] });
  assert.equal(await told(), undefined);
});

test('the right answer many times at once is right each time, and no try is left counted', async () => {
  const { realToken: token } = await registered();
  const begun = await Promise.all(
    Array.from({ length: 12 }, () => begin('passwordUpdate', fieldsOf('824193'), token)),
  );
  const twice = [...begun, ...begun];
  const answered = await Promise.all(twice.map((one) => answer(one, 'password', PASSWORD, token)));
  assert.deepEqual(new Set(answered.map(({ reason }) => reason)), new Set([undefined]));
  const { rows } = await database.pool.query('select 1 from secret_try');
  assert.equal(rows.length, 0);
});

test('a step-up is begun only for calls that need one; a guest needs none of a login password', async () => {
  const { realToken: token } = await registered();
  assert.equal((await begin('userInfo', {}, token)).reason, 'UNKNOWN_CALL');
  const { data } = await call('demoEnter');
  const guest = textOf(data, 'demoToken');
  const set = await stepped('passwordUpdate', fieldsOf('824193'), { token: guest, answers: {} });
  assert.equal(set.code, 0, JSON.stringify(set.body));
});

test('twenty step-ups of a login may be under way', async () => {
  const { realToken: token } = await registered();
  for (let count = 0; count < 25; count += 1) await begin('passwordUpdate', fieldsOf('824193'), token);
  const { rows } = await database.pool.query<{ most: number }>(
    'select max(count)::int4 as most from (select count(*) from step_up group by login_id) as counts',
  );
  assert.equal(rows[0]?.most, 20);
});

test('every call with a step-up takes its id, and no other does', () => {
  const wrong = Object.values<Operation>(OPERATIONS).filter(
    ({ name, input, stepUp }) =>
      name !== 'stepUpAnswer' && 'stepUpId' in recordShape(input) !== (stepUp !== undefined),
  );
  assert.deepEqual(
    wrong.map(({ name }) => name),
    [],
  );
});

test('the signed text tells any two contents apart', () => {
  const texts = [
    stepUpContent('a', { b: '1', c: '2' }),
    stepUpContent('a', { b: '1\nc=2' }),
    stepUpContent('a', { b: '1' }),
    stepUpContent('ab', { b: '1' }),
  ];
  assert.equal(new Set(texts).size, texts.length);
  assert.equal(stepUpContent('a', { c: '2', b: '1', stepUpId: 'x' }), 'a\nb=1\nc=2');
});

function recordShape(schema: Operation['input']): object {
  return 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null ? schema.shape : {};
}
