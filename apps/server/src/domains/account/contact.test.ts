import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactOf } from './contact.ts';

const RIGHT: readonly (readonly [
  by: 'phone' | 'email',
  account: string,
  areaCode: string | undefined,
  address: string,
])[] = [
  ['phone', '9876543210', undefined, '+919876543210'],
  ['phone', '98765 43210', '91', '+919876543210'],
  ['phone', '6000-000-000', '91', '+916000000000'],
  ['phone', '01712345678', '880', '+8801712345678'],
  ['phone', '1712345678', '880', '+8801712345678'],
  ['phone', '11987654321', '55', '+5511987654321'],
  ['email', 'Asha.Rao+shares@Mail.Example', undefined, 'asha.rao+shares@mail.example'],
  ['email', ' a@b.co ', undefined, 'a@b.co'],
];
for (const [by, account, areaCode, address] of RIGHT) {
  test(`${areaCode ?? ''} ${account} is ${address}`, () => {
    const outcome = contactOf({ by, account, areaCode });
    assert.ok(outcome.ok);
    assert.equal(outcome.contact.address, address);
  });
}

const WRONG_PHONES: readonly (readonly [account: string, areaCode: string])[] = [
  ['5876543210', '91'],
  ['987654321', '91'],
  ['98765432100', '91'],
  ['+919876543210', '91'],
  ['९८७६५४३२१०', '91'],
  ['1212345678', '880'],
  ['1187654321', '55'],
  ['9876543210', '1'],
  ['', '91'],
];
for (const [account, areaCode] of WRONG_PHONES) {
  test(`${areaCode} ${account} is no phone number`, () =>
    assert.deepEqual(contactOf({ by: 'phone', account, areaCode }), { ok: false, key: 'PHONE_FORMAT' }));
}

const WRONG_EMAILS = [
  'a',
  'a@',
  '@b.co',
  'a@b',
  'a@b.c',
  'a..b@c.de',
  '.a@b.co',
  'a.@b.co',
  'a@b..co',
  'a@-b.co',
  'a b@c.de',
  'a@b.co,d@e.fr',
  'a@b.co\nBcc: x@y.zz',
  `${'a'.repeat(65)}@b.co`,
  `a@${'b'.repeat(250)}.co`,
  'ä@b.co',
  'a@1.2',
];
for (const account of WRONG_EMAILS) {
  test(`${account.slice(0, 30)} is no e-mail address`, () =>
    assert.deepEqual(contactOf({ by: 'email', account }), { ok: false, key: 'EMAIL_FORMAT' }));
}
