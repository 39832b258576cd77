import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexOf } from '#hash/bytes.ts';
import { sha256 } from '#hash/sha256.ts';
import { contentHash, orderContent, sentContentHash } from '#proof/sent-content.ts';

test('a content’s hash is the beginning of its SHA-256 in base64url', () => {
  const content = ['NSE_SIM:ARUNA', 'buy', 'limit', 'day', '100.05', '3', 'product=MIS'];
  const made = contentHash(sha256, content);
  assert.equal(made.length, 22);
  const bytes = sha256(new TextEncoder().encode(content.join('\n')));
  const bits = [...made].map((one) => {
    const at = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.indexOf(one);
    return at.toString(2).padStart(6, '0');
  });
  const whole = BigInt(`0b${bits.join('').slice(0, 128)}`)
    .toString(16)
    .padStart(32, '0');
  assert.equal(whole, hexOf(bytes).slice(0, 32));
});

test('what a call implies is part of the content; its id and the confirmation are not (trial 16)', () => {
  const fields = { instrumentId: 'NSE_SIM:ARUNA', type: 'limit', validity: 'day', price: '9', quantity: '1' };
  const of = (call: 'stockBuy' | 'stockSell' | 'coinOrderAdd', more: Record<string, string> = {}) =>
    sentContentHash(sha256, { call, fields: { ...fields, ...more } });
  assert.notEqual(of('stockBuy'), of('stockSell'));
  assert.equal(of('stockBuy'), of('coinOrderAdd', { side: 'buy' }));
  assert.equal(
    of('stockBuy'),
    of('stockBuy', { clientId: 'order-000001', confirmLarge: 'true', placeBeforeMs: '1' }),
  );
  assert.notEqual(of('stockBuy'), of('stockBuy', { quantity: '2' }));
  assert.notEqual(of('stockBuy'), of('stockBuy', { product: 'MIS' }));
  assert.deepEqual(orderContent({ ...fields, gtt: true, side: 'buy' }).at(-1), 'gtt=gtt');
});
