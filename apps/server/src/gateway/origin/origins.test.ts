import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrigins } from './origins.ts';

test('a page is our own when it stands on the same host or on the list, exactly', () => {
  const origins = createOrigins(['https://app.tarazu.example']);
  const foreign = (headers: Record<string, string>): boolean =>
    origins.isForeign({ host: 'api.tarazu.example', ...headers });
  assert.equal(foreign({}), false, 'no browser, no page');
  assert.equal(foreign({ origin: 'https://app.tarazu.example' }), false);
  assert.equal(foreign({ origin: 'https://api.tarazu.example' }), false);
  assert.equal(foreign({ 'sec-fetch-site': 'same-origin' }), false);
  assert.equal(foreign({ 'sec-fetch-site': 'none' }), false);
  for (const origin of [
    'https://app.tarazu.example.evil.example',
    'http://app.tarazu.example',
    'https://App.tarazu.example',
    'null',
    '',
    'evil',
  ]) {
    assert.equal(foreign({ origin }), true, origin);
    assert.equal(origins.granted({ origin }), undefined);
  }
  assert.equal(foreign({ 'sec-fetch-site': 'cross-site' }), true);
  assert.equal(foreign({ 'sec-fetch-site': 'same-site' }), true);
});
