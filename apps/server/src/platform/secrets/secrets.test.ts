import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hashOfToken, isSame, newToken, openSecrets } from './secrets.ts';

const root = mkdtempSync(join(tmpdir(), 'tarazu-secrets-'));
after(() => rmSync(root, { recursive: true, force: true }));

test('the key is made once, for this user alone, and hashes stay the same after a restart', () => {
  const keyFile = join(root, 'made.key');
  const first = openSecrets({ keyFile, mayBeMade: true }).hmac('password', 'abc');
  assert.equal(statSync(keyFile).mode & 0o777, 0o600);
  assert.deepEqual(openSecrets({ keyFile, mayBeMade: false }).hmac('password', 'abc'), first);
  assert.ok(!first.toString('base64url').includes(readFileSync(keyFile, 'utf8').trim()));
});

test('another key and another purpose give another hash', () => {
  const one = openSecrets({ keyFile: join(root, 'one.key'), mayBeMade: true });
  const two = openSecrets({ keyFile: join(root, 'two.key'), mayBeMade: true });
  const hashes = [
    one.hmac('code', '123456'),
    two.hmac('code', '123456'),
    one.hmac('transaction-password', '123456'),
  ];
  assert.equal(new Set(hashes.map((hash) => hash.toString('hex'))).size, 3);
  assert.equal(hashes[0]?.length, 32);
});

test('a hash is recognised, another is not, whatever its length', () => {
  const secrets = openSecrets({ keyFile: join(root, 'same.key'), mayBeMade: true });
  const hash = secrets.hmac('code', '123456');
  assert.equal(secrets.isHmacOf('code', '123456', hash), true);
  assert.equal(secrets.isHmacOf('code', '123457', hash), false);
  assert.equal(secrets.isHmacOf('captcha', '123456', hash), false);
  assert.equal(isSame(hash, hash.subarray(1)), false);
});

test('a key that is missing, open to others or damaged is refused in a sentence', () => {
  const keyFile = join(root, 'given.key');
  assert.throws(
    () => openSecrets({ keyFile, mayBeMade: false }),
    /^StartupError: The key file .* does not exist\./,
  );
  writeFileSync(keyFile, Buffer.alloc(32, 7).toString('base64'));
  chmodSync(keyFile, 0o644);
  assert.throws(
    () => openSecrets({ keyFile, mayBeMade: true }),
    /^StartupError: Other users may read the key file/,
  );
  chmodSync(keyFile, 0o600);
  assert.equal(openSecrets({ keyFile, mayBeMade: false }).hmac('code', '1').length, 32);
  writeFileSync(keyFile, 'short');
  chmodSync(keyFile, 0o644);
  assert.throws(
    () => openSecrets({ keyFile, mayBeMade: true }),
    /^StartupError: The key file .* does not hold a key/,
  );
});

test('tokens carry 256 bits and differ; only their hash is needed to know them again', () => {
  const token = newToken();
  assert.match(token, /^[\w-]{43}$/);
  assert.notEqual(newToken(), token);
  assert.deepEqual(hashOfToken(token), hashOfToken(token));
  assert.equal(hashOfToken('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
