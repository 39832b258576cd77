import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOrigin, streamOrigin } from './api-base.ts';

/** A page as the server sends it. */
function stand(page: string, said: string | null): void {
  const querySelector = (): { content: string } | null => (said === null ? null : { content: said });
  Object.assign(globalThis, { window: { location: new URL(page) }, document: { querySelector } });
}

test('calls and the stream go where the page says (trial 1)', () => {
  stand('https://x.duckdns.org', 'https://calls.example');
  assert.equal(apiOrigin(), 'https://calls.example');
  assert.equal(streamOrigin(), 'wss://calls.example');
});

test('nothing said is where the page came from, whatever its name is (trial 1)', () => {
  for (const said of ['', null]) {
    for (const page of ['https://app.tarazu.example', 'https://x.duckdns.org', 'http://127.0.0.1:3000']) {
      stand(page, said);
      assert.equal(apiOrigin(), page);
      assert.equal(streamOrigin(), page.replace(/^http/, 'ws'));
    }
  }
});
