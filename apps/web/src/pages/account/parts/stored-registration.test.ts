import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRegistration } from './stored-registration.ts';

const sent = {
  account: '+91 9876543210',
  sentTo: '+91 ••••• •3210',
  expiresAtMs: 1_000,
  resendAtMs: 500,
  isDelayed: false,
};
const kept = { contact: { by: 'phone', phone: '98765 43210', email: '' }, sent, code: '1234' };

test('a registration goes on after a reload until its code has expired', () => {
  assert.deepEqual(parseRegistration(JSON.parse(JSON.stringify(kept)), 999), kept);
  assert.equal(parseRegistration(kept, 1_000), undefined);
});

test('what does not fit is forgotten', () => {
  assert.equal(parseRegistration(null, 0), undefined);
  assert.equal(parseRegistration({ ...kept, contact: { by: 'post' } }, 0), undefined);
  assert.equal(parseRegistration({ ...kept, sent: { ...sent, expiresAtMs: 'soon' } }, 0), undefined);
});
