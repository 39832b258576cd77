import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../run/root.ts';

const ROW = /^\| (\d+) \|.*\| ([^|]+) \|$/gm;
const TRIALS = 37;

test('each trial has files that are there and name it', () => {
  const rows = [...readFileSync(join(root, 'docs/security/trials.md'), 'utf8').matchAll(ROW)];
  const wanted = Array.from({ length: TRIALS }, (_, index) => String(index + 1));
  assert.deepEqual(
    rows.map(([, number]) => number),
    wanted,
  );
  for (const [, number = '', tests = ''] of rows) {
    const files = [...tests.matchAll(/`([^` ]+\.ts)`/g)].map(([, file = '']) => file);
    assert.ok(files.length > 0, `trial ${number} has a test`);
    for (const file of files) {
      const text = readFileSync(join(root, file), 'utf8');
      assert.match(text, new RegExp(`trials? (\\d+ and )?${number}\\b`, 'i'), `${file} names ${number}`);
    }
  }
});
