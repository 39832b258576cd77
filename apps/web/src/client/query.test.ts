import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryObserver } from '@tanstack/react-query';
import { queryClient, readAgain } from './query.ts';

/** A query on screen whose answers come when the test says so. */
function shown(name: string) {
  const asked: ((answer: string) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: [name, {}, 'demo'],
    queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
  });
  const answers: string[] = [];
  const leave = observer.subscribe(({ data }) => {
    if (data !== undefined && data !== answers.at(-1)) answers.push(data);
  });
  const answer = async (text: string) => {
    const last = asked.at(-1);
    assert.ok(last, `${name} was never asked`);
    last(text);
    while (answers.at(-1) !== text) await new Promise((resolve) => setImmediate(resolve));
  };
  return { asked, answer, leave };
}

test('what is read again is asked anew, and so is what was on its way already', async () => {
  const answered = shown('stockOrders');
  const onItsWay = shown('coinOrders');
  const other = shown('stockInfo');
  await answered.answer('before');
  await other.answer('before');
  readAgain('stockOrders', 'coinOrders');
  assert.equal(answered.asked.length, 2, 'an answer from before is asked again at once');
  assert.equal(onItsWay.asked.length, 1);
  await onItsWay.answer('written before the change');
  assert.equal(onItsWay.asked.length, 2, 'what was on its way is asked again as soon as it came');
  await onItsWay.answer('after');
  await answered.answer('after');
  assert.deepEqual([answered.asked.length, onItsWay.asked.length, other.asked.length], [2, 2, 1]);
  for (const { leave } of [answered, onItsWay, other]) leave();
  queryClient.clear();
});
