import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encryptPush, isDevicePoint } from './push-encryption.ts';

/** Appendix A of RFC 8291. */
const RFC = {
  text: 'When I grow up, I want to be a watermelon',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  device: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('a push is encrypted as the example of RFC 8291 is', () => {
  const body = encryptPush(RFC.text, RFC.device, {
    privateKey: Buffer.from(RFC.privateKey, 'base64url'),
    salt: Buffer.from(RFC.salt, 'base64url'),
    isFilled: false,
  });
  assert.equal(body.toString('base64url'), RFC.body);
});

test('two pushes of one text differ, and short texts are of one length', () => {
  const [one, two] = [encryptPush('Order filled', RFC.device), encryptPush('Order filled', RFC.device)];
  assert.notDeepEqual(one, two);
  assert.equal(one.length, encryptPush('A', RFC.device).length);
  assert.ok(encryptPush('x'.repeat(3_993), RFC.device).length <= 4_096);
});

test('what is no point of the curve is no key of a device', () => {
  assert.equal(isDevicePoint(RFC.device.p256dh), true);
  assert.equal(isDevicePoint(`${RFC.device.p256dh.slice(0, -4)}AAAA`), false);
  assert.equal(isDevicePoint(''), false);
});
