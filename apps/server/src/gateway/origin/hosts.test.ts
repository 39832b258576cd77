import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostsOf } from '#gateway/origin/hosts.ts';

const UNSAID = { publicUrl: null, apiUrl: null, allowedOrigins: [] };

test('this machine and its addresses are known, a name that nobody gave is not (trial 29)', () => {
  const hosts = hostsOf(UNSAID);
  const known = [
    undefined,
    'localhost',
    'LOCALHOST:8080',
    '127.0.0.1:80',
    '[::1]:8080',
    '192.168.1.5:8080',
    '[2001:db8::1]',
  ];
  for (const host of known) assert.equal(hosts.answersTo(host), true, String(host));
  for (const host of [
    '',
    'evil.test',
    'evil.test:8080',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    '[::1',
    'a:b:c',
  ])
    assert.equal(hosts.answersTo(host), false, host);
});

test('an installation answers to the names that it was given, and to no other address (trial 29)', () => {
  const hosts = hostsOf({
    publicUrl: 'https://App.example:8443',
    apiUrl: 'https://calls.example',
    allowedOrigins: ['https://other.example'],
  });
  for (const host of ['app.example', 'app.example.:8443', 'calls.example', 'other.example', '127.0.0.1:8080'])
    assert.equal(hosts.answersTo(host), true, host);
  for (const host of ['example', 'x.app.example', 'api.example', '203.0.113.7'])
    assert.equal(hosts.answersTo(host), false, host);
  assert.equal(
    hostsOf({ ...UNSAID, publicUrl: 'https://app.tarazu.example' }).answersTo('api.tarazu.example'),
    true,
  );
});
