import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { identityOf } from '#domains/identity/test-identity.ts';
import { openTestBucket } from '#platform/files/test-bucket.ts';
import { documentPicture } from '#platform/pictures/test-pictures.ts';
import { openTestApp } from '#test-app.ts';

const bucket = await openTestBucket();
after(() => bucket.stop());
const server = await openTestApp({
  environment: {
    S3_URL: bucket.url,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY: bucket.accessKey,
    S3_SECRET_KEY: bucket.secretKey,
  },
});
const { app, database, dataDirectory, advance } = server;
const { auth, registered, sendPhoto, sendPhotos, submit } = identityOf(server);
const { rows: installations } = await database.pool.query<{ place: string }>(
  'select place from installation',
);
const folder = `${installations[0]?.place}/identity`;

test('photos lie in the bucket and nowhere else, are read there, and go from there', async () => {
  const { realToken: token } = await registered();
  await sendPhotos(token);
  const stored = bucket.stored(folder);
  assert.match(folder, /^[0-9a-f]{32}\/identity$/);
  assert.equal(stored.length, 3);
  assert.equal(existsSync(join(dataDirectory, 'identity')), false);
  for (const name of stored) assert.equal(bucket.bytesOf(`${folder}/${name}`).includes('JFIF'), false);
  assert.equal((await submit(token)).code, 0);
  const { rows } = await database.pool.query<{ case_id: string }>('select case_id from identity_case');
  assert.ok(await app.identity.queue.picture?.(database.pool, rows[0]?.case_id ?? '', 'selfie'));
  const other = await registered();
  await sendPhoto(other.realToken, 'front', documentPicture({ text: 'LATER' }));
  assert.equal(bucket.stored(folder).length, 4);
  advance(7 * DAY_MS + 1_000);
  await app.scheduler.now('identity: photos');
  assert.deepEqual(bucket.stored(folder).sort(), stored.sort(), 'what nobody submitted goes');
});

test('what another installation stored in the same bucket is not seen, and outlasts the daily look', async () => {
  const other = `${'f'.repeat(32)}/identity`;
  const theirs = `${'0'.repeat(25)}y`;
  const { BucketStore } = await import('#platform/files/bucket-store.ts');
  for (const place of [other, 'identity'])
    await new BucketStore(bucket, place).write(theirs, Buffer.from('of a stranger'));
  for (const place of [other, 'identity'])
    bucket.setWritten(`${place}/${theirs}`, Date.now() - 2 * 3_600_000);
  advance(DAY_MS);
  await app.scheduler.now('identity: orphans');
  for (const place of [other, 'identity']) assert.deepEqual(bucket.stored(place), [theirs]);
});

test('an object without a row goes by the daily look, an hour after it was written', async () => {
  const orphan = `${'0'.repeat(25)}z`;
  const [known = ''] = bucket.stored(folder);
  const { BucketStore } = await import('#platform/files/bucket-store.ts');
  await new BucketStore(bucket, folder).write(orphan, Buffer.from('left by a crash'));
  bucket.setWritten(`${folder}/${orphan}`, Date.now() - 2 * 3_600_000);
  bucket.setWritten(`${folder}/${known}`, Date.now() - 2 * 3_600_000);
  advance(DAY_MS);
  await app.scheduler.now('identity: orphans');
  const left = bucket.stored(folder);
  assert.equal(left.includes(orphan), false);
  assert.ok(left.includes(known));
});

test('without the store a photo is refused with its own code and changes nothing', async () => {
  const { realToken: token } = await registered();
  await bucket.stop();
  const sent = await sendPhoto(token, 'front', documentPicture({ text: 'AWAY' }));
  assert.deepEqual([sent.status, sent.reason], [503, 'PICTURES_AWAY']);
  const state = await auth(token);
  assert.deepEqual([state['photosLeft'], state['photos']], [20, []]);
});
