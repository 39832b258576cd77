import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const code = readFileSync(join(import.meta.dirname, '../../public/push.js'), 'utf8');
const origin = 'https://tarazu.example';

interface Touched {
  readonly notification: { readonly close: () => void; readonly data: { readonly path: string } };
  readonly waitUntil: (work: Promise<void>) => void;
}

/** Where a touched message leads, with these windows open. */
async function ledTo(...paths: readonly string[]): Promise<string[]> {
  const led: string[] = [];
  let touch: (event: Touched) => void = () => undefined;
  const windows = paths.map((path) => ({
    url: `${origin}${path}`,
    postMessage: () => void led.push(path),
    focus: async () => undefined,
  }));
  const self = {
    location: { origin },
    addEventListener: (name: string, listener: (event: Touched) => void) => {
      if (name === 'notificationclick') touch = listener;
    },
    clients: { matchAll: async () => windows, openWindow: async () => void led.push('new') },
  };
  runInNewContext(code, { self, URL });
  let work = Promise.resolve();
  touch({
    notification: { close: () => undefined, data: { path: '/pages/notice/list' } },
    waitUntil: (until) => {
      work = until;
    },
  });
  await work;
  return led;
}

test('a touched message opens in a window of the app, and in no other one of its origin', async () => {
  assert.deepEqual(await ledTo('/console/queue', '/pages/tabbar/home'), ['/pages/tabbar/home']);
  assert.deepEqual(await ledTo('/console', '/api/docs', '/sandbox/outbox'), ['new']);
  assert.deepEqual(await ledTo('/consoles', '/'), ['/consoles']);
});
