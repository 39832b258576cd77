import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostInUrl, isLoopback, networksOf } from '#platform/network/address.ts';

test('an IPv6 caller is its /64, and a wider network stands above it (trial 31)', () => {
  const networks = [
    { name: '2001:db8:7:1::/64', share: 1 },
    { name: '2001:db8:7::/48', share: 10 },
  ];
  for (const address of [
    '2001:db8:7:1::9',
    '2001:0DB8:7:1:ffff::',
    '2001:db8:7:1:1:2:3:4',
    '2001:db8:7:1::1.2.3.4',
  ])
    assert.deepEqual(networksOf(address), networks, address);
  assert.equal(networksOf('2001:db8:7:2::9')[0]?.name, '2001:db8:7:2::/64');
  assert.deepEqual(
    networksOf('fe80::1%eth0').map(({ name }) => name),
    ['fe80:0:0:0::/64', 'fe80:0:0::/48'],
  );
});

test('an IPv4 caller is its address, however a socket names it', () => {
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7'])
    assert.deepEqual(networksOf(address), [{ name: '203.0.113.7', share: 1 }], address);
  assert.deepEqual(networksOf('unknown'), [{ name: 'unknown', share: 1 }]);
});

test('this machine is known under each of its names', () => {
  assert.deepEqual(
    ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '128.0.0.1', '::2', '127.evil.test'].map(
      isLoopback,
    ),
    [true, true, true, true, false, false, false],
  );
});

test('this machine is opened by its name, any other address by its number', () => {
  const named = ['127.0.0.1', '::1', '0.0.0.0', '::', '127.0.0.2', '192.0.2.1', '2001:db8::1'].map(hostInUrl);
  const name = 'localhost';
  assert.deepEqual(named, [name, name, name, name, '127.0.0.2', '192.0.2.1', '[2001:db8::1]']);
});
