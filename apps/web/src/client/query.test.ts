import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { QueryObserver } from '@tanstack/react-query';
import { callQuery, queryClient, readAgain } from './query.ts';

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
  readAgain(['stockOrders', 'coinOrders'], performance.now());
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

test('what was asked since is not asked again', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end(JSON.stringify({ code: 0, msg: '', data: {} }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  Object.assign(globalThis, {
    window: { location: new URL(`http://127.0.0.1:${address.port}`) },
    document: { querySelector: () => null },
  });
  const beforeMs = performance.now();
  const observer = new QueryObserver(queryClient, callQuery('userAssets', {}, 'demo'));
  const leave = observer.subscribe(() => undefined);
  const isIdle = () => observer.getCurrentResult().isSuccess && !observer.getCurrentResult().isFetching;
  const whenIdle = async () => {
    while (!isIdle()) await new Promise((resolve) => setImmediate(resolve));
  };
  await whenIdle();
  readAgain(['userAssets'], beforeMs);
  await whenIdle();
  assert.equal(asked, 1, 'it was asked after the account had changed last');
  readAgain(['userAssets'], performance.now());
  await whenIdle();
  assert.equal(asked, 2, 'a change after it was asked makes it old');
  leave();
  server.close();
  queryClient.clear();
});
