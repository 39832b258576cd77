import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf, stepOfField, stepReached } from './registration.ts';

const contact = { by: 'phone', phone: '98765 43210', email: '', areaCode: '91' } as const;
const entries = {
  code: '123456',
  password: 'Weighing-2026',
  passwordAgain: 'Weighing-2026',
  inviteCode: '',
  hasAgreed: true,
};

test('each step tells its own problems and no other', () => {
  const empty = { code: '', password: '', passwordAgain: 'x', inviteCode: '', hasAgreed: false };
  assert.deepEqual(problemsOf('contact', { ...contact, phone: '1' }, empty), { account: 'phoneFormat' });
  assert.deepEqual(problemsOf('contact', contact, empty), {});
  assert.deepEqual(problemsOf('code', contact, empty), { code: 'codeMissing' });
  assert.deepEqual(problemsOf('password', contact, empty), {
    password: 'passwordLength',
    passwordAgain: 'passwordMismatch',
    agreement: 'agreementNeeded',
  });
  assert.deepEqual(problemsOf('password', contact, entries), {});
});

test('a refusal leads to the step of its field', () => {
  assert.equal(stepOfField('account'), 'contact');
  assert.equal(stepOfField('code'), 'code');
  assert.equal(stepOfField('inviteCode'), 'password');
  assert.equal(stepOfField('toString'), undefined);
  assert.equal(stepOfField(undefined), undefined);
});

test('an address that names a later step leads to the one that was reached', () => {
  assert.equal(stepReached('password', false, true), 'contact');
  assert.equal(stepReached('password', true, false), 'code');
  assert.equal(stepReached('password', true, true), 'password');
  assert.equal(stepReached('code', true, false), 'code');
  assert.equal(stepReached('contact', true, true), 'contact');
});
