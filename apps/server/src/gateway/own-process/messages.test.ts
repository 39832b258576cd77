import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GatewayCall } from '#gateway/call.ts';
import { askedOf, callOf, isAnswered, isAsked } from '#gateway/own-process/messages.ts';

test('a call comes over as it is: plain, with a file, and one whose file is announced', () => {
  const plain: GatewayCall = {
    ...{ operation: 'userUpdate', requestId: '1', language: 'en-US', token: 'token' },
    ...{ isForeign: false, isLocal: true, formText: 'a=1', queryText: '' },
    ...{ clientAddress: '203.0.113.7', userAgent: 'phone' },
  };
  const file = { path: '/spool/1', key: 'key', bytes: 3, type: 'image/png' };
  for (const call of [plain, { ...plain, file }, { ...plain, isAnnounced: true } as const]) {
    const asked: unknown = JSON.parse(JSON.stringify(askedOf(7, call)));
    assert.ok(isAsked(asked) && asked.length === 12);
    assert.deepEqual(callOf(asked), call);
  }
});

test('what differs from a message in any of its fields is none', () => {
  const call: readonly unknown[] = [
    7,
    'ads',
    'r-1',
    'bn-BN',
    'token',
    false,
    true,
    '',
    'page=1',
    '127.0.0.1',
    'test',
    null,
  ];
  const file: readonly unknown[] = ['/spool/1', 'key', 3, 'image/png'];
  const answered: readonly unknown[] = [7, 200, 1.5, null, null];
  for (const message of [
    [7],
    call,
    call.with(4, null),
    call.with(11, 'announced'),
    [...call.slice(0, 11), file],
  ])
    assert.ok(isAsked(message), JSON.stringify(message));
  for (const message of [answered, [7, 429, 0, 1_000, 'RATE_LIMITED']]) assert.ok(isAnswered(message));
  const wrongFiles = ['other', [], file.with(2, '3'), file.with(0, null), file.slice(1)];
  const others = [null, {}, 'text', [], [null], call.slice(1), [...call, 1], call.with(3, 'xx-XX')];
  for (const message of [...others, ...wrongFiles.map((one) => [...call.slice(0, 11), one])])
    assert.ok(!isAsked(message), JSON.stringify(message));
  for (const [place] of call.entries())
    assert.ok(!isAsked(call.with(place, {})), `a call with ${place} changed`);
  for (const [place] of answered.entries())
    assert.ok(!isAnswered(answered.with(place, {})), `an answer with ${place} changed`);
  assert.ok(!isAnswered(answered.slice(1)));
});
