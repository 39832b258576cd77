import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOrigin, streamOrigin } from './api-base.ts';

const cases: readonly (readonly [page: string, api: string])[] = [
  ['https://app.tarazu.example', 'https://api.tarazu.example'],
  ['https://m.in.tarazu.example', 'https://api.in.tarazu.example'],
  ['https://app.tarazu.co.in', 'https://api.tarazu.co.in'],
  ['http://app.tarazu.example:8080', 'http://api.tarazu.example:8080'],
  ['https://tarazu.example', 'https://api.tarazu.example'],
  ['https://tarazu.co.in', 'https://api.tarazu.co.in'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://demo.localhost:3000', 'http://demo.localhost:3000'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
];

for (const [page, api] of cases) {
  test(`a page at ${page} calls ${api}`, () => {
    assert.equal(apiOrigin(new URL(page)), api);
  });
}

test('the stream goes to the same place', () => {
  assert.equal(streamOrigin(new URL('https://app.tarazu.example')), 'wss://api.tarazu.example');
  assert.equal(streamOrigin(new URL('http://127.0.0.1:3000')), 'ws://127.0.0.1:3000');
});
