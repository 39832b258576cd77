import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isProblemKnown, problemIn } from './problems.ts';

test('each sentence of an input check has its Bengali', () => {
  const source = join(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('messages'),
  );
  const told = files.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/'(must (?:be|have) [^']*)'/g)].map(
      ([, text = '']) => text,
    ),
  );
  assert.ok(told.length > 20);
  assert.deepEqual(
    told.filter((text) => !isProblemKnown(text)),
    [],
  );
});

test('the field and the values stay, and what has no words of its own is told in general', () => {
  assert.equal(problemIn('price: must be given once', 'en-US'), 'price: must be given once');
  assert.equal(problemIn('price: must be given once', 'bn-BN'), 'price: একবারই দিন');
  assert.equal(problemIn('side: must be one of buy, sell', 'bn-BN'), 'side: এগুলির একটি দিন: buy, sell');
  assert.equal(problemIn('x: Too small', 'bn-BN'), 'x: মান ঠিক নয়');
  assert.equal(problemIn('is missing', 'bn-BN'), 'দেওয়া হয়নি');
});
