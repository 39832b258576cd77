import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATIENCE_MS, Unanswered } from '#gateway/own-process/unanswered.ts';

test('who is answered gets the answer; who is not is told so after a while, and an answer after that is for nobody', async () => {
  const clock = { ms: 5_000 };
  const unanswered = new Unanswered(() => clock.ms);
  const sent: number[] = [];
  const ask = () =>
    unanswered.ask(
      (number) => sent.push(number),
      () => ({ status: 503, body: 'silence' }),
    );
  const [first, second] = [ask(), ask()];
  clock.ms += 1;
  const third = ask();
  assert.equal(new Set(sent).size, 3);
  const [one = 0, two = 0, three = 0] = sent;
  unanswered.answer(two, { status: 200, body: 'yes' });
  assert.deepEqual(await second, { status: 200, body: 'yes' });
  clock.ms += PATIENCE_MS - 1;
  unanswered.sweep();
  assert.deepEqual(await first, { status: 503, body: 'silence' });
  unanswered.answer(one, { status: 200, body: 'late' });
  unanswered.answer(three, { status: 200, body: 'in time' });
  assert.deepEqual(await third, { status: 200, body: 'in time' });
});
