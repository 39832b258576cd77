import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactInput, contactProblem } from './contact.ts';

const contact = { by: 'phone', phone: '98765 43210', email: ' a@b.co ', areaCode: '91' } as const;

test('a phone number goes without blanks and with its area code, an address without', () => {
  assert.deepEqual(contactInput(contact), { by: 'phone', account: '9876543210', areaCode: '91' });
  assert.deepEqual(contactInput({ ...contact, by: 'email' }), { by: 'email', account: 'a@b.co' });
});

test('what cannot be a number or an address is told before the call', () => {
  assert.equal(contactProblem(contact), undefined);
  assert.equal(contactProblem({ ...contact, phone: '12345' }), 'phoneFormat');
  assert.equal(contactProblem({ ...contact, phone: '98765x3210' }), 'phoneFormat');
  assert.equal(contactProblem({ ...contact, by: 'email' }), undefined);
  for (const email of ['', 'a', 'a@b', 'a b@c.d', '@b.co']) {
    assert.equal(contactProblem({ ...contact, by: 'email', email }), 'emailFormat', email);
  }
});
