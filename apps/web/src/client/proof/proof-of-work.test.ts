import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { solveWork } from './proof-of-work.ts';
import { sha256Hex } from './sha256.ts';

const nodeHash = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex');

test('our SHA-256 agrees with the one of Node on every short text', () => {
  const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 200 });
  fc.assert(fc.property(ascii, (text) => assert.equal(sha256Hex(text), nodeHash(text))));
  for (const length of [0, 55, 56, 63, 64, 119, 120]) {
    const text = 'a'.repeat(length);
    assert.equal(sha256Hex(text), nodeHash(text), `${length} letters`);
  }
});

test('the number behind the salt is found, at both ends of the range too, with rests in between', async () => {
  for (const answer of [0, 4321, 5000]) {
    let rests = 0;
    const work = { challenge: nodeHash(`salt${answer}`), salt: 'salt', maxNumber: 5000 };
    const rest = async () => {
      rests += 1;
    };
    assert.equal(await solveWork(work, rest), answer);
    assert.equal(rests, Math.floor(answer / 1500));
  }
  assert.equal(
    await solveWork({ challenge: nodeHash('nothing'), salt: 'salt', maxNumber: 10 }, async () => undefined),
    undefined,
  );
});
