import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { HOUR_MS } from '@tarazu/core/values';
import { StartupError } from '#platform/config/startup-error.ts';
import { randomId } from '#platform/ids.ts';
import { BucketStore } from './bucket-store.ts';
import { FolderStore } from './folder-store.ts';
import { type ObjectStore, StoreAway } from './object-store.ts';
import { SealedFiles } from './sealed-files.ts';
import { openTestBucket } from './test-bucket.ts';

const bucket = await openTestBucket();
const folder = mkdtempSync(join(tmpdir(), 'tarazu-folder-'));
after(async () => {
  await bucket.stop();
  rmSync(folder, { recursive: true, force: true });
});
const { signal } = new AbortController();
const keyOf = (name: string) => Buffer.alloc(32, name);
const PLAIN = Buffer.from('a face and a number');

async function namesOf(store: ObjectStore): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.names(signal)) names.push(name);
  return names.sort();
}

for (const [kind, store] of [
  ['folder', new FolderStore(join(folder, 'some'))],
  ['bucket', new BucketStore(bucket, 'some')],
] as const)
  test(`a ${kind} gives back what was written, as often as it is, and nothing of other names`, async () => {
    assert.deepEqual(await namesOf(store), []);
    assert.equal(await store.read('one'), undefined);
    assert.equal(await store.changedAtMs('one'), undefined);
    await store.remove('one');
    for (const bytes of [PLAIN, Buffer.alloc(3_000_000, 7), Buffer.alloc(0)]) {
      await store.write('one', bytes);
      assert.deepEqual(await store.read('one'), bytes);
    }
    await store.write('other', PLAIN);
    assert.deepEqual(await namesOf(store), ['one', 'other']);
    assert.ok(Math.abs(((await store.changedAtMs('one')) ?? 0) - Date.now()) < HOUR_MS);
    await store.remove('one');
    assert.deepEqual(await namesOf(store), ['other']);
  });

test('in a bucket files are sealed, each under its own name', async () => {
  const files = new SealedFiles({ store: new BucketStore(bucket, 'sealed'), keyOf });
  const [name, other] = [randomId(), randomId()];
  await files.write(name, PLAIN);
  assert.equal(bucket.bytesOf(`sealed/${name}`).includes(PLAIN), false);
  assert.deepEqual(await files.read(name), PLAIN);
  await new BucketStore(bucket, 'sealed').write(other, bucket.bytesOf(`sealed/${name}`));
  assert.equal(await files.read(other), undefined, 'a file under another name is noticed');
  await files.remove(name);
  assert.equal(await files.read(name), undefined);
});

test('a sweep of a bucket finds all of many pages, and leaves what is known or new', async () => {
  const store = new BucketStore(bucket, 'swept');
  const files = new SealedFiles({ store, keyOf });
  const names = Array.from({ length: 1_005 }, () => randomId()).sort();
  for (const name of names) await store.write(name, PLAIN);
  const [known, fresh] = [names[3] ?? '', names[1_003] ?? ''];
  for (const name of names) if (name !== fresh) bucket.setWritten(`swept/${name}`, Date.now() - 2 * HOUR_MS);
  const asked: number[] = [];
  await files.sweep((page) => {
    asked.push(page.length);
    return Promise.resolve(new Set(page.filter((name) => name === known)));
  }, signal);
  assert.deepEqual(bucket.stored('swept').sort(), [known, fresh]);
  assert.ok(asked.every((length) => length <= 500) && asked.length >= 3, String(asked));
});

for (const [what, changed, said] of [
  ['another secret', { secretKey: 'another' }, /403 SignatureDoesNotMatch/],
  ['an unknown key', { accessKey: 'NOBODY' }, /403 InvalidAccessKeyId/],
  ['no such bucket', { url: bucket.url.replace(/pictures$/, 'nothing') }, /404 NoSuchBucket/],
] as const)
  test(`${what}: the start says so in one sentence, and no picture is merely missing`, async () => {
    const store = new BucketStore({ ...bucket, ...changed }, 'some');
    await assert.rejects(store.check(), (error) => {
      assert.ok(error instanceof StartupError);
      assert.match(error.message, /^S3_URL=\S+ can't be used: the store answered /);
      assert.match(error.message, said);
      assert.equal(error.message.includes('another'), false, 'no secret is repeated');
      return true;
    });
    await assert.rejects(store.read('other'), StoreAway);
    await assert.rejects(store.write('other', PLAIN), StoreAway);
  });

test('the check of the start touches no object of another check', async () => {
  const store = new BucketStore(bucket, 'checked');
  await store.write('check', PLAIN);
  await store.check();
  assert.deepEqual(await store.read('check'), PLAIN);
});

test('a store that takes for ever holds no start up beyond its time', async (context) => {
  const asked = Promise.withResolvers<void>();
  const server = createServer(() => asked.resolve()).listen(0, '127.0.0.1');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const start = new AbortController();
  const store = new BucketStore({ ...bucket, url: `http://127.0.0.1:${address.port}/b` }, 'check');
  const checked = store.check(start.signal).then(() => 'over');
  await asked.promise;
  start.abort();
  const patient = new Promise((resolve) => setTimeout(resolve, 10_000, 'held up').unref());
  assert.equal(await Promise.race([checked, patient]), 'over');
});

test('the check of the start leaves nothing behind', async () => {
  await new BucketStore(bucket, 'check').check();
  assert.deepEqual(bucket.stored('check'), []);
});

type Bad = readonly [what: string, answer: (passTime: () => void) => RequestListener];
const BAD: readonly Bad[] = [
  ['never answers', (passTime) => passTime],
  ['breaks off', () => (request) => request.socket.destroy()],
  [
    'stops in the middle',
    (passTime) => (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      passTime();
    },
  ],
  ['has too much to do', () => (_request, response) => response.writeHead(503).end('<Code>SlowDown</Code>')],
  [
    'sends elsewhere',
    () => (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  ],
  [
    'answers without end',
    () => (_request, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536))) if (response.destroyed) return;
        response.once('drain', more);
      };
      response.writeHead(200);
      more();
    },
  ],
];
for (const [what, answer] of BAD)
  test(`a store that ${what} is away, and never a hang; it stops no start`, async (context) => {
    let patience = new AbortController();
    const timeout = context.mock.method(AbortSignal, 'timeout', () => {
      patience = new AbortController();
      return patience.signal;
    });
    const server = createServer(answer(() => patience.abort()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const store = new BucketStore({ ...bucket, url: `http://127.0.0.1:${port}/pictures` }, 'some');
    await assert.rejects(store.read('one'), StoreAway);
    await store.check();
    assert.ok(timeout.mock.callCount() >= 2);
    assert.deepEqual(timeout.mock.calls[0]?.arguments, [15_000]);
    server.closeAllConnections();
    server.close();
  });
