import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { withoutPlaces } from '#platform/secrets/test-places.ts';
import { openTestApp } from '#test-app.ts';

const trader = await openTestApp();
const { call, database } = trader;
const { codeFor, logIn, newPhone, registered, registration, solveWork } = peopleOf(trader);

test('whoever finds no place to be hashed has used up neither work, nor code, nor a try', async () => {
  const phone = newPhone();
  const form = registration(phone, await codeFor(phone), await solveWork());
  const full = await withoutPlaces('password', () => call('register', form));
  assert.equal(full.reason, 'OVERLOADED');
  assert.equal((await call('register', form)).code, 0);

  const person = await registered();
  const code = await codeFor(person.phone, 'resetPassword');
  const password = 'nine quiet rivers';
  const reset = { by: 'phone', account: person.phone, code, password, passwordAgain: password };
  const none = await withoutPlaces('password', () => call('passwordReset', reset));
  assert.equal(none.reason, 'OVERLOADED');
  assert.equal((await call('passwordReset', reset)).code, 0);

  for (let tries = 0; tries < 3; tries += 1)
    assert.equal((await withoutPlaces('password', () => logIn(phone, PASSWORD))).reason, 'OVERLOADED');
  const { rows } = await database.pool.query('select 1 from login_failure where failure_count > 1');
  assert.equal(rows.length, 0);
  assert.equal((await logIn(phone, PASSWORD)).code, 0);
});
