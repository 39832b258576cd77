import assert from 'node:assert/strict';
import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { test } from 'node:test';
import { openLink } from '#gateway/own-process/link.ts';
import { type Answered, type Asked, isAnswered, isAsked } from '#gateway/own-process/messages.ts';

const CALL: Asked = [7, 'ads', 'r-1', 'bn-BN', null, false, true, '', 'page=1', '127.0.0.1', 'test', null];

/** The two ends of a pipe: one opened as the dispatcher's, the other written to by hand or opened too. */
function pipe() {
  const [here, there] = duplexPair();
  const heard: Asked[] = [];
  const unreadable = Promise.withResolvers<Error>();
  const link = openLink<Answered, Asked>(here, {
    isMessage: isAsked,
    onMessage: (asked) => heard.push(asked),
    onUnreadable: unreadable.resolve,
  });
  return { here, there, link, heard, unreadable: unreadable.promise };
}

test('what one process says the other hears, in both directions and in order', async () => {
  const { there, link, heard } = pipe();
  const answered: [answered: Answered, body: string][] = [];
  const { promise: both, resolve, reject } = Promise.withResolvers<void>();
  const other = openLink<Asked, Answered>(there, {
    isMessage: isAnswered,
    onMessage: (...one) => {
      if (answered.push(one) === 2) resolve();
    },
    onUnreadable: reject,
  });
  other.send([1]);
  other.send(CALL);
  const body = JSON.stringify({
    msg: 'সফল',
    text: 'a "quote",\ta tab\nand a line',
    long: 'x'.repeat(100_000),
  });
  link.send([7, 200, 1.5, null, 'RATE_LIMITED'], body);
  link.send([8, 200, 1.5, null, null], '{}');
  await both;
  assert.deepEqual(answered, [
    [[7, 200, 1.5, null, 'RATE_LIMITED'], body],
    [[8, 200, 1.5, null, null], '{}'],
  ]);
  assert.deepEqual(heard, [[1], CALL]);
});

test('what is no message ends the link, with its place, and nothing of the line is served', async () => {
  const broken: readonly [string, string][] = [
    ['nonsense', 'the whole'],
    ['{}', 'the whole'],
    [JSON.stringify([CALL, CALL.slice(0, 5)]), '1'],
    [JSON.stringify([CALL.with(3, 'xx-XX')]), '0'],
    [JSON.stringify([CALL.with(0, '7')]), '0'],
  ];
  for (const [line, place] of broken) {
    const { here, there, heard, unreadable } = pipe();
    const closed = once(here, 'close');
    there.write(`${line}\n${JSON.stringify([CALL])}\n`);
    const { message } = await unreadable;
    assert.ok(message.startsWith('Invariant: ') && message.includes(`at ${place}`), `${line}: ${message}`);
    await closed;
    assert.deepEqual(heard, []);
  }
});
