import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFromThisMachine, isLoopbackHost } from './this-machine.ts';

const PLAIN = { publicUrl: null, trustedProxies: 0 };

test('who asks at this machine is told from whom a proxy, a name or the network brings here (trial 6)', () => {
  const asks = (
    clientAddress: string,
    headers: Record<string, string> = {},
    options: { publicUrl: string | null; trustedProxies: number } = PLAIN,
  ): boolean =>
    isFromThisMachine({ clientAddress, headers: { host: 'localhost:8080', ...headers } }, options);
  for (const address of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])
    assert.ok(asks(address), address);
  for (const address of ['10.0.0.4', '2001:db8::1', '172.17.0.1', '']) assert.ok(!asks(address), address);
  for (const name of [
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'via',
  ])
    assert.ok(!asks('127.0.0.1', { [name]: '127.0.0.1' }), name);
  assert.ok(!asks('127.0.0.1', { host: 'evil.test' }), 'a name that was made to lead here');
  const behind = { publicUrl: null, trustedProxies: 1 };
  assert.ok(!asks('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, behind), 'may be of the caller’s writing');
  assert.ok(!asks('127.0.0.1', {}, behind), 'of a proxy that says nothing of its callers');
  assert.ok(!asks('10.0.0.4', { 'x-forwarded-for': '10.0.0.4' }, behind));
  assert.ok(!asks('127.0.0.1', {}, { publicUrl: 'https://tarazu.example', trustedProxies: 0 }));
  assert.ok(asks('127.0.0.1', {}, { publicUrl: 'http://localhost:8080', trustedProxies: 0 }));
});

test('names of this machine, with and without a port', () => {
  for (const host of ['localhost', 'localhost:80', 'a.localhost', '127.0.0.1:1', '[::1]', '[::1]:8080'])
    assert.ok(isLoopbackHost(host), host);
  for (const host of ['', 'evil.test', 'localhost.evil.test', '0.0.0.0:1', '10.0.0.1', 'a b', '[::2]'])
    assert.ok(!isLoopbackHost(host), host);
});
