import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { LANGUAGE_NAMES } from '#locales/language-names.ts';

const FULL = '@fontsource-variable/noto-sans-bengali/files/noto-sans-bengali-bengali-wght-normal.woff2';

test('the page of languages has its own letters of Bengali, and no other font has to come for it', async () => {
  const names = LANGUAGE_NAMES.flatMap(({ lang, name, hello, choose }) =>
    lang === 'bn' ? [name, hello, choose] : [],
  );
  const letters = [...new Set(names.join(''))].filter((letter) => letter > '~').sort();
  const css = await readFile(new URL('./font-language-names.css', import.meta.url), 'utf8');
  const ranges = [...css.matchAll(/U\+([0-9A-F]{4})(?:-([0-9A-F]{4}))?/g)].map(
    ([, from = '', to = from]) => ({
      from: Number.parseInt(from, 16),
      to: Number.parseInt(to, 16),
    }),
  );
  const isCovered = (letter: string) =>
    ranges.some(({ from, to }) => {
      const code = letter.codePointAt(0) ?? 0;
      return from <= code && code <= to;
    });
  assert.deepEqual(
    letters.filter((letter) => !isCovered(letter)),
    [],
    'letters outside the unicode-range',
  );
  const full = await readFile(fileURLToPath(import.meta.resolve(FULL)));
  const file = await readFile(new URL('./fonts/bengali-names.woff2', import.meta.url));
  const wanted = await subsetFont(full, letters.join(''), { targetFormat: 'woff2' });
  assert.ok(file.equals(wanted), `the file is not the subset of ${letters.join('')}`);
});
