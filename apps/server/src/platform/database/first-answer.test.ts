import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstAnswer } from '#platform/database/first-answer.ts';

function failing(times: number, message: string) {
  const asked = { times: 0 };
  const ask = async (): Promise<void> => {
    asked.times += 1;
    if (asked.times <= times) throw new Error(message);
  };
  return { asked, ask };
}

test('a database that is late is asked again, a few times; one that refuses is not', async () => {
  const late = failing(5, 'timeout exceeded when trying to connect');
  await firstAnswer(late.ask);
  assert.equal(late.asked.times, 6);
  const never = failing(100, 'Connection terminated due to connection timeout');
  await assert.rejects(firstAnswer(never.ask), /timeout/);
  assert.equal(never.asked.times, 6);
  const refusing = failing(1, 'password authentication failed');
  await assert.rejects(firstAnswer(refusing.ask), /password/);
  assert.equal(refusing.asked.times, 1);
});
