import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { PLACES_MAX } from './hash-pool.ts';
import { createPasswordHasher } from './password.ts';
import { findPasswordWeakness } from './password-strength.ts';
import { openSecrets } from './secrets.ts';

const root = mkdtempSync(join(tmpdir(), 'tarazu-password-'));
after(() => rmSync(root, { recursive: true, force: true }));
const secrets = openSecrets({ keyFile: join(root, 'a.key'), mayBeMade: true });
const otherSecrets = openSecrets({ keyFile: join(root, 'b.key'), mayBeMade: true });
const hasher = createPasswordHasher(secrets, 'password');

test('a password is recognised and another is not; the same password is stored differently each time', async () => {
  const stored = await hasher.hash('correct horse 1');
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await hasher.verify('correct horse 1', stored), true);
  assert.equal(await hasher.verify('correct horse 2', stored), false);
  assert.notEqual(await hasher.hash('correct horse 1'), stored);
  assert.equal(hasher.isOutdated(stored), false);
});

test('without the key the right password does not verify, nor for another purpose', async () => {
  const stored = await hasher.hash('824193');
  assert.equal(await createPasswordHasher(otherSecrets, 'password').verify('824193', stored), false);
  assert.equal(await createPasswordHasher(secrets, 'transaction-password').verify('824193', stored), false);
});

test('an accent typed as one character or as two is the same password', async () => {
  assert.equal(await hasher.verify('caf\u00e9-noir', await hasher.hash('cafe\u0301-noir')), true);
});

test('an unknown account is refused after the same work', async () => {
  assert.equal(await hasher.verifyUnknown('anything'), false);
});

test('a hash of other costs is outdated', async () => {
  assert.equal(hasher.isOutdated(await hash('x', { memoryCost: 4_096, timeCost: 1, parallelism: 1 })), true);
});

const WEAK = {
  common: [
    'password',
    'Password1',
    'P@ssw0rd',
    'p4ssword123!',
    'welcome2024',
    'ILOVEYOU',
    '123password',
    'India@123',
    'krishna108',
    'tarazu1',
    'adminadmin',
    'trustno1',
  ],
  pattern: [
    '123456',
    '654321',
    'aaaaaa',
    '111111',
    'abcdef',
    'qwerty',
    'qwertyuiop',
    'asdfgh',
    'zxcvbnm',
    '121212',
    'abc123',
    'xyxyxyx',
    '1qaz2wsx',
    '1q2w3e4r',
    'aaa111',
    '123qwe',
    'a1b2c3d4',
    '112112112',
  ],
  number: ['01011990', '19900131', '13-02-1988', '250399', '9870651234', '+8801712345678'],
  personal: ['rupom-x77', 'xXrupomXx', '01712998812', 'rupomdas'],
} as const;
for (const [weakness, passwords] of Object.entries(WEAK)) {
  for (const password of passwords) {
    test(`${password} is ${weakness}`, () => {
      assert.equal(findPasswordWeakness(password, ['rupom.das@mail.example', '+88 01712-998812']), weakness);
    });
  }
}

test('passwords that leaks have often are common, whatever their letters’ size', () => {
  for (const password of ['galatasaray', 'Chewbacca', '55bgates', 'WHOSYOURDADDY', 'jupiter2'])
    assert.equal(findPasswordWeakness(password, []), 'common', password);
  // A part of one is not in it, nor are two lines.
  for (const password of ['hosyourdadd', 'galatasaray,', 'galatasaray\nchewbacca'])
    assert.equal(findPasswordWeakness(password, []), null, password);
});

for (const password of ['correct horse 1', 'tx9#kw', 'mango-bicycle-42', 'Zk71pqLm', 'আমার নৌকা', '824193']) {
  test(`${password} has nothing against it`, () => {
    assert.equal(findPasswordWeakness(password, ['rupom.das@mail.example', '+88 01712-998812']), null);
  });
}

test('an account that nobody has is timed also after its hash could not be made', async () => {
  const wave = Array.from({ length: PLACES_MAX.signIn }, () => hasher.hash('one of many'));
  const late = createPasswordHasher(secrets, 'password');
  await Promise.all(wave);
  assert.equal(await late.verifyUnknown('anything'), false);
});
