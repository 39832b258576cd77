import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddressOf } from '#gateway/origin/client-address.ts';

function addressOf(forwardedFor: string | undefined, trustedProxies: number): string {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return clientAddressOf({ headers, socket: { remoteAddress: '10.0.0.1' } }, trustedProxies);
}

test('the address is the one that our outermost proxy has written, whatever stands before it', () => {
  assert.equal(addressOf('203.0.113.7', 0), '10.0.0.1');
  assert.equal(addressOf(undefined, 1), '10.0.0.1');
  assert.equal(addressOf('203.0.113.7', 1), '203.0.113.7');
  assert.equal(addressOf('1.1.1.1, 203.0.113.7', 1), '203.0.113.7');
  assert.equal(addressOf('1.1.1.1, 203.0.113.7,10.0.0.2', 2), '203.0.113.7');
  assert.equal(
    addressOf('10.0.0.2', 2),
    '10.0.0.2',
    'who came past the outer proxy is known by the inner one',
  );
  assert.equal(addressOf('2001:db8::1', 1), '2001:db8::1');
  assert.equal(addressOf('203.0.113.7:4711', 1), '203.0.113.7');
  assert.equal(addressOf('[2001:db8::1]:443', 1), '2001:db8::1');
  assert.equal(addressOf('[2001:db8::1]', 1), '2001:db8::1');
});

test('who is named in no way that can be read is a stranger, never this machine', () => {
  for (const said of ['nonsense', 'unknown', '', '8.8.8.8,', '8.8.8.8:x', '[1.2.3', '8.8.8.8:4711:1'])
    assert.equal(addressOf(said, 1), 'unreadable', said);
  const headers = { forwarded: 'for=8.8.8.8' };
  const socket = { remoteAddress: '127.0.0.1' };
  assert.equal(clientAddressOf({ headers, socket }, 1), 'unreadable');
  assert.equal(clientAddressOf({ headers, socket }, 0), '127.0.0.1');
});
