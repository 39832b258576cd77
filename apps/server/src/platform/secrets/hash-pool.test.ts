import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Busy } from '#platform/busy.ts';
import { type HashAnswer, HashPool, WAITING_MAX } from './hash-pool.ts';

const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const hashing = (text: string) => ({ kind: 'hash', text, cost }) as const;
const signIn = { isSignIn: true };
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

test('confirmations go before sign-ins, each kind in its order', async () => {
  const pool = new HashPool({ threads: 1 });
  const ended: string[] = [];
  const run = (name: string, isSignIn: boolean) =>
    pool.run(hashing(name), { isSignIn }).then(() => ended.push(name));
  await Promise.all([
    run('at work', true),
    run('sign-in 1', true),
    run('sign-in 2', true),
    run('pin', false),
  ]);
  assert.deepEqual(ended, ['at work', 'pin', 'sign-in 1', 'sign-in 2']);
});

test('beyond those that may wait a sign-in is told to come again, and a confirmation is not', async () => {
  const pool = new HashPool({ threads: 1 });
  const taken = Array.from({ length: WAITING_MAX + 1 }, () => pool.run(hashing('x'), signIn));
  await assert.rejects(pool.run(hashing('x'), signIn), Busy);
  const pin = pool.run(hashing('pin'), { isSignIn: false });
  assert.equal((await Promise.all([...taken, pin])).length, WAITING_MAX + 2);
  assert.match(hashOf(await pool.run(hashing('later'), signIn)), /^\$argon2id\$/);
});

test('the thread that asks goes on while a hash is made', async () => {
  const pool = new HashPool({ threads: 1 });
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  await pool.run({ ...hashing('long'), cost: { memoryCost: 65_536, timeCost: 8, parallelism: 1 } }, signIn);
  clearInterval(counting);
  assert.ok(turns > 1, `${turns} turns meanwhile`);
});
