import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Busy } from '#platform/busy.ts';
import { type HashAnswer, HashPool, type HashQueue, PLACES_MAX, PLACES_OF_LOGIN_MAX } from './hash-pool.ts';

const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const hashing = (text: string) => ({ kind: 'hash', text, cost }) as const;
const signIn = { queue: 'signIn' } as const;
const long = {
  kind: 'hash',
  text: 'long',
  cost: { memoryCost: 65_536, timeCost: 8, parallelism: 1 },
} as const;
const hashOf = (answer: HashAnswer): string => ('hash' in answer ? answer.hash : '');

test('a hash made in a thread verifies there, and what is no hash is a problem that ends nothing', async () => {
  const pool = new HashPool();
  const stored = hashOf(await pool.run(hashing('word'), signIn));
  assert.match(stored, /^\$argon2id\$/);
  for (const [text, isRight] of [
    ['word', true],
    ['Word', false],
  ] as const)
    assert.deepEqual(await pool.run({ kind: 'verify', text, stored }, signIn), { isRight });
  const bad = await pool.run({ kind: 'verify', text: 'word', stored: 'not a hash' }, signIn);
  assert.ok('problem' in bad, JSON.stringify(bad));
  assert.deepEqual(await pool.run({ kind: 'verify', text: 'word', stored }, signIn), { isRight: true });
});

test('no queue starves another: of those that wait each has its turn, and guests come last', async () => {
  const pool = new HashPool({ threads: 1 });
  const ended: string[] = [];
  const run = (queue: HashQueue, loginId?: number) =>
    pool
      .run(hashing(queue), { queue, ...(loginId !== undefined && { loginId }) })
      .then(() => ended.push(queue));
  const first = run('staff');
  const all = [1, 2, 3, 4].flatMap((loginId) => [
    ...[run('guest', loginId), run('confirmation', loginId + 4)],
    ...(loginId <= 2 ? [run('signIn'), run('staff')] : []),
  ]);
  await Promise.all([first, ...all]);
  assert.deepEqual(ended.slice(0, 8), [
    ...['staff', 'confirmation', 'signIn', 'staff'],
    ...['confirmation', 'signIn', 'staff', 'guest'],
  ]);
});

test('of one login one hash is made at a time, and a few wait behind it', async () => {
  const pool = new HashPool({ threads: 2 });
  const ended: string[] = [];
  const own = { queue: 'guest', loginId: 7 } as const;
  const one = pool.run(long, own).then(() => ended.push('first'));
  const behind = Array.from({ length: PLACES_OF_LOGIN_MAX.guest - 1 }, () =>
    pool.run(hashing('x'), own).then(() => ended.push('behind')),
  );
  await assert.rejects(pool.run(hashing('x'), own), Busy);
  const other = pool.run(hashing('x'), { ...own, loginId: 8 }).then(() => ended.push('other'));
  await Promise.all([one, other, ...behind]);
  const ofOne = ended.filter((name) => name !== 'other');
  assert.deepEqual([ofOne[0], ofOne.length], ['first', PLACES_OF_LOGIN_MAX.guest]);
});

test('beyond those that may wait a sign-in is told to come again, and a confirmation is not', async () => {
  const pool = new HashPool({ threads: 1 });
  const taken = Array.from({ length: PLACES_MAX.signIn }, () => pool.run(hashing('x'), signIn));
  await assert.rejects(pool.run(hashing('x'), signIn), Busy);
  const pin = pool.run(hashing('pin'), { queue: 'confirmation', loginId: 1 });
  assert.equal((await Promise.all([...taken, pin])).length, PLACES_MAX.signIn + 1);
  assert.match(hashOf(await pool.run(hashing('later'), signIn)), /^\$argon2id\$/);
});

test('what has waited for too long is refused, and what has a place is not', async () => {
  const pool = new HashPool({ threads: 1, waitMsMax: 20 });
  const place = pool.hold(signIn);
  const first = place.run(long);
  const late = assert.rejects(pool.run(hashing('late'), signIn), Busy);
  const placed = place.run(hashing('placed'));
  await Promise.all([first, late]);
  assert.match(hashOf(await placed), /^\$argon2id\$/);
});

test('a place counts until it is left', async () => {
  const pool = new HashPool({ threads: 1 });
  const places = Array.from({ length: PLACES_MAX.guest }, () => pool.hold({ queue: 'guest' }));
  assert.throws(() => pool.hold({ queue: 'guest' }), Busy);
  places[0]?.leave();
  assert.match(hashOf(await pool.run(hashing('x'), { queue: 'guest' })), /^\$argon2id\$/);
});

test('the thread that asks goes on while a hash is made', async () => {
  const pool = new HashPool({ threads: 1 });
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  await pool.run(long, signIn);
  clearInterval(counting);
  assert.ok(turns > 1, `${turns} turns meanwhile`);
});
