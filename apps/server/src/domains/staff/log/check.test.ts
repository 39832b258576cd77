import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { rotateSigningKey } from '#domains/proof/index.ts';
import { checkLog } from '#domains/staff/log/check.ts';
import { dayHash, headHash, NO_HASH } from '#domains/staff/log/entry.ts';
import { listDaysAfter, listHeadsAfter, signDays, signHead } from '#domains/staff/log/signed.ts';
import { invite } from '#domains/staff/people/invite.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { rebindKey } from '#platform/secrets/installation-keys.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { openSigningKey, type SigningKey } from '#platform/secrets/signing-key.ts';
import { testClock } from '#test-clock.ts';

const { pool } = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'tarazu-staff-log-'));
after(() => rmSync(folder, { recursive: true }));
const keyOf = (name: string): SigningKey => openSigningKey({ file: join(folder, name), mayBeMade: true });
const secrets = openSecrets({ keyFile: join(folder, 'secret.key'), mayBeMade: true });
let nowMs = testClock.nowMs();
let people = 0;

/** One more entry, a head over it, and the digest of the day before. */
async function anotherDay(signingKey: SigningKey): Promise<void> {
  people += 1;
  await invite({ pool, secrets, name: `person-${people}`, roles: ['risk'], userIds: [], nowMs });
  nowMs += DAY_MS;
  await signHead({ on: pool, signingKey, nowMs });
  await signDays({ on: pool, signingKey, nowMs });
}

/** Signs all that was signed anew, as whoever has the database and a key of his own could. */
async function forge(by: SigningKey): Promise<void> {
  const publicKey = Buffer.from(by.publicKey);
  let previousHash: Buffer = NO_HASH;
  for (const head of await listHeadsAfter(pool, 0, 100)) {
    const hash = headHash({ ...head, previousHash, publicKey });
    await pool.query(
      'update staff_log_head set previous_hash = $2, hash = $3, public_key = $4, signature = $5 where number = $1',
      [head.number, previousHash, hash, publicKey, by.sign(hash)],
    );
    previousHash = hash;
  }
  previousHash = NO_HASH;
  for (const day of await listDaysAfter(pool, undefined, 100)) {
    const hash = dayHash({ ...day, previousHash, publicKey });
    await pool.query(
      'update staff_log_day set previous_hash = $2, hash = $3, public_key = $4, signature = $5 where day = $1',
      [day.day, previousHash, hash, publicKey, by.sign(hash)],
    );
    previousHash = hash;
  }
}

const problem = async (pinned: SigningKey): Promise<string> =>
  (await checkLog(pool, pinned.publicKey)).problem ?? '';

test('a log that somebody signed anew with a key of his own is found', async () => {
  const own = keyOf('own');
  const other = keyOf('other');
  await anotherDay(own);
  await anotherDay(own);
  assert.equal(await problem(own), '');
  await forge(other);
  assert.match(
    await problem(own),
    /newest head of the staff log is signed by [0-9a-f]{64}, and not by the key/,
  );
  assert.equal((await checkLog(pool, undefined)).signedBy, Buffer.from(other.publicKey).toString('hex'));
  await anotherDay(own);
  assert.match(await problem(own), /which no word of the key before it/, 'also with ours on top of it');
  await pool.query('delete from staff_log_head where number > 2');
  await pool.query(`delete from staff_log_day where day > (select min(day) from staff_log_day)`);
  await forge(own);
  assert.equal(await problem(own), '');
  const [day] = await listDaysAfter(pool, undefined, 1);
  assert.ok(day);
  const hash = dayHash({ ...day, publicKey: other.publicKey });
  await pool.query('update staff_log_day set hash = $1, public_key = $2, signature = $3', [
    hash,
    other.publicKey,
    other.sign(hash),
  ]);
  assert.match(await problem(own), /newest digest is signed by/);
  await forge(own);
});

test('another key is followed by the word of the one before it, and by no other', async () => {
  const file = join(folder, 'own');
  const own = keyOf('own');
  await rebindKey(pool, 'signing', own.publicKey);
  await pool.query(
    `insert into installation_key (name, fingerprint) values ('signing', $1) on conflict do nothing`,
    [own.publicKey],
  );
  await rotateSigningKey({ pool, file, nowMs, isOldLost: false });
  const next = keyOf('own');
  assert.notDeepEqual(next.publicKey, own.publicKey);
  assert.equal(await problem(next), '', 'before it has signed anything');
  await anotherDay(next);
  assert.equal(await problem(next), '');
  assert.notEqual(await problem(own), '');
  await pool.query(`update key_handover set signature = decode(repeat('00', 64), 'hex')`);
  assert.match(await problem(next), /which no word of the key before it/);
});

test('where a key was lost the newest head has to be signed by the new one', async () => {
  await pool.query('update key_handover set signature = null');
  const last = keyOf('own');
  assert.equal(await problem(last), '');
  await pool.query('delete from staff_log_head where number = (select max(number) from staff_log_head)');
  assert.match(await problem(last), /and not by the key of this installation/);
});
