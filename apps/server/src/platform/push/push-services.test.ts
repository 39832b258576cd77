import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPushAddress } from './push-services.ts';

test('only services of browsers and the operator’s own origins are called (server-side request forgery)', () => {
  const own = ['http://127.0.0.1:9009'];
  for (const address of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://sin.notify.windows.com/w/?token=abc',
    'http://127.0.0.1:9009/push/1',
  ])
    assert.equal(isPushAddress(address, own), true, address);
  for (const address of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user:word@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.example.org/abc',
    'https://evilfcm.googleapis.com/abc',
    'https://example.org/fcm.googleapis.com',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.5/abc',
    'http://127.0.0.1:9010/push/1',
    'http://localhost:9009/push/1',
    'file:///etc/passwd',
    'abc',
  ])
    assert.equal(isPushAddress(address, own), false, address);
});
