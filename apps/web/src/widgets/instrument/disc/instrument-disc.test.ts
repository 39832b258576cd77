import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname, '..', '..', '..');
/** Draws the disc of an instrument, for everybody else. */
const OWN = join('widgets', 'instrument', 'disc', 'instrument-disc.tsx');

test('an instrument has one disc everywhere: nobody draws another from its name', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const others = files.filter((file) => {
    // The kit shows parts by themselves.
    if (!file.endsWith('.tsx') || file === OWN || file.startsWith('kit')) return false;
    const text = readFileSync(join(source, file), 'utf8');
    return text.includes('<InitialsDisc') && /\binstrumentId\b|\bsymbol\b/.test(text);
  });
  assert.deepEqual(others, []);
});
