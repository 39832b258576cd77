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
  assert.equal(addressOf('nonsense', 1), '10.0.0.1');
});
