import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOriginOf } from './api-origin.ts';

const NAMED: readonly (readonly [page: string, api: string])[] = [
  ['https://app.tarazu.example', 'https://api.tarazu.example'],
  ['https://m.in.tarazu.example', 'https://api.in.tarazu.example'],
  ['https://app.tarazu.co.in', 'https://api.tarazu.co.in'],
  ['https://app.tarazu.com.bd', 'https://api.tarazu.com.bd'],
  ['https://app.tarazu.gov.bd', 'https://api.tarazu.gov.bd'],
  ['https://dispatcher.tail1234.ts.net', 'https://api.tail1234.ts.net'],
  ['https://app.mine.duckdns.org', 'https://api.mine.duckdns.org'],
  ['http://app.tarazu.example:8080', 'http://api.tarazu.example:8080'],
  ['https://app.tarazu.example.', 'https://api.tarazu.example'],
];

/** Addresses whose parent belongs to everybody, or that have none. */
const SAME: readonly string[] = [
  'https://x.duckdns.org',
  'https://x.fly.dev',
  'https://x.vercel.app',
  'https://x.ts.net',
  'https://x.github.io',
  'https://x.herokuapp.com',
  'https://x.ngrok-free.app',
  'https://x.s3.amazonaws.com',
  'https://x.duckdns.org.',
  'https://tarazu.example',
  'https://tarazu.co.in',
  'https://tarazu.com.bd',
  'https://tarazu.uk',
  'http://localhost:3000',
  'http://demo.localhost:3000',
  'http://a.demo.localhost:3000',
  'http://server:8080',
  'http://127.0.0.1:3000',
  'http://192.168.1.20',
  'http://[::1]:3000',
  'http://[2001:db8::1]',
  // As browsers read it: a number is an address.
  'http://2130706433',
];

for (const [publicUrl, api] of NAMED) {
  test(`a page at ${publicUrl} calls ${api} (trial 1)`, () => {
    assert.equal(apiOriginOf({ publicUrl, apiUrl: null }), api);
  });
}

for (const publicUrl of SAME) {
  test(`a page at ${publicUrl} calls nobody else (trial 1)`, () => {
    assert.equal(apiOriginOf({ publicUrl, apiUrl: null }), undefined);
  });
}

test('whoever says where the calls go is believed (trial 1)', () => {
  const said = (publicUrl: string | null, apiUrl: string | null) => apiOriginOf({ publicUrl, apiUrl });
  assert.equal(said(null, null), undefined, 'nobody knows where the page stands: where it came from');
  assert.equal(said(null, 'https://calls.example'), 'https://calls.example');
  assert.equal(said('https://x.duckdns.org', 'https://y.duckdns.org'), 'https://y.duckdns.org');
  assert.equal(said('https://app.tarazu.example', 'https://app.tarazu.example'), undefined);
});
