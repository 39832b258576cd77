import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** Weights that the app draws. */
const WEIGHTS = { wght: { min: 400, max: 700, default: 400 } } as const;
const MAKE_AGAIN = process.env['TARAZU_MAKE_FONTS'] === '1';

const SUBSETS = [
  {
    css: 'fonts.css',
    file: 'inter-core.woff2',
    full: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    texts: 'en-US',
    bytesMax: 24_000,
  },
  {
    css: 'font-bengali.css',
    file: 'bengali.woff2',
    full: '@fontsource-variable/noto-sans-bengali/files/noto-sans-bengali-bengali-wght-normal.woff2',
    texts: 'bn-BN',
    bytesMax: 74_000,
  },
] as const;

for (const { css, file, full, texts, bytesMax } of SUBSETS) {
  test(`${file} holds the letters of its unicode-range, and that holds the letters of ${texts}`, async () => {
    const letters = lettersOf(await readFile(new URL(css, import.meta.url), 'utf8'), file);
    const wanted = await subsetFont(await readFile(fileURLToPath(import.meta.resolve(full))), letters, {
      targetFormat: 'woff2',
      variationAxes: WEIGHTS,
    });
    const place = new URL(`./fonts/${file}`, import.meta.url);
    if (MAKE_AGAIN) await writeFile(place, wanted);
    const made = await readFile(place);
    assert.ok(made.equals(wanted), `TARAZU_MAKE_FONTS=1 makes ${file} of the letters in ${css}`);
    assert.ok(made.length <= bytesMax, `${made.length} bytes`);
    const missing = [...(await lettersOfTexts(texts))].filter((letter) => !letters.includes(letter));
    assert.deepEqual(missing, [], `letters of ${texts} that would bring another file`);
  });
}

/** The letters of the unicode-range that stands with this file. */
function lettersOf(css: string, file: string): string {
  const face = css.split('@font-face').find((part) => part.includes(file)) ?? '';
  const range = /unicode-range:([^;]*);/.exec(face)?.[1] ?? '';
  return [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, from = '', to = from]) => {
      const first = Number.parseInt(from, 16);
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) =>
        String.fromCodePoint(first + index),
      );
    })
    .join('');
}

/**
 * Letters of the language's own script, and of English beside
 * ASCII; the rupee and names of languages have files of their own.
 */
async function lettersOfTexts(language: string): Promise<Set<string>> {
  const folder = new URL(`../../locales/${language}/`, import.meta.url);
  const letters = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    for (const letter of await readFile(join(entry.parentPath, entry.name), 'utf8')) letters.add(letter);
  }
  const isOwn = (letter: string): boolean =>
    language === 'bn-BN'
      ? /\p{Script=Bengali}|[\u0964\u0965]/u.test(letter)
      : letter >= ' ' && letter !== '\u20b9' && !/\p{Script=Bengali}/u.test(letter);
  return new Set([...letters].filter(isOwn));
}
