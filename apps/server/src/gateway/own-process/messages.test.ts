import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GatewayCall } from '#gateway/call.ts';
import { askedOf, askedSchema, callOf } from '#gateway/own-process/messages.ts';

test('a call comes over as it is: plain, with a file, and one whose file is announced', () => {
  const plain: GatewayCall = {
    ...{ operation: 'userUpdate', requestId: '1', language: 'en-US', token: 'token' },
    ...{ isForeign: false, isLocal: true, formText: 'a=1', queryText: '' },
    ...{ clientAddress: '203.0.113.7', userAgent: 'phone' },
  };
  const file = { path: '/spool/1', key: 'key', bytes: 3, type: 'image/png' };
  for (const call of [plain, { ...plain, file }, { ...plain, isAnnounced: true } as const]) {
    const asked = askedSchema.parse(JSON.parse(JSON.stringify(askedOf(7, call))));
    assert.ok(asked.length === 12);
    assert.deepEqual(callOf(asked), call);
  }
});
