import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = fileURLToPath(new URL('..', import.meta.url));
const files = globSync('locales/en-US/**/*.ts', { cwd: source });

async function textsOf(language: string, namespace: string): Promise<Record<string, string>> {
  const file = pathToFileURL(`${source}locales/${language}/${namespace}.ts`).href;
  const module: { default: Record<string, string> } = await import(file);
  return module.default;
}

/** The names between braces and the tags: what a sentence is given must be in both languages. */
function holes(text: string): string[] {
  return [...text.matchAll(/\{[^}]+\}|\[[\w.]+\]|<\/?[a-z]+>/g)].map(([hole]) => hole).toSorted();
}

/** Keys that each source file asks of a namespace: `t('key')`, a prefix of a template, or any quoted key. */
function usedKeys(namespace: string): { has: (key: string) => boolean } {
  const asking = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((path) => !path.startsWith('locales/') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(`${source}${path}`, 'utf8') }))
    .filter(
      ({ path, text }) =>
        [`'${namespace}'`, `locales/en-US/${namespace}.ts'`].some((name) => text.includes(name)) ||
        path.startsWith(`widgets/${namespace}/`) ||
        path.startsWith(`${namespace}/`) ||
        // A product's records name the texts that the ticket and the trading pages ask for.
        (namespace === 'trade' && path.startsWith('products/')) ||
        namespace === 'shell',
    )
    .map(({ text }) => text);
  const quoted = new Set(
    asking.flatMap((text) => [...text.matchAll(/['"]([A-Za-z][\w.]*)['"]/g)].map((match) => match[1] ?? '')),
  );
  const prefixes = asking.flatMap((text) =>
    [...text.matchAll(/`([A-Za-z][\w.]*)\$\{/g)].map((match) => match[1] ?? ''),
  );
  const isAsked = (key: string) => quoted.has(key) || prefixes.some((prefix) => key.startsWith(prefix));
  // The form for one and the form for more are asked for by the name without its ending.
  return { has: (key) => isAsked(key) || isAsked(key.replace(/_(one|other)$/, '')) };
}

/** Letters of an alphabet of ours: names and abbreviations that Bengali writes as they are. */
const LATIN_NAMES: readonly string[] = [
  'Tarazu',
  'Apache',
  'Chrome',
  'Edge',
  'Samsung',
  'Internet',
  'Safari',
  'iOS',
  'WebP',
  'English',
  // Entries of a browser's own menu.
  'Install',
  'app',
  'Add',
  'to',
  'Home',
  'Screen',
  // Keys of a keyboard, a kind of signature and the end of a file's name.
  'Enter',
  'Ctrl',
  'Ed',
  'csv',
];

/** Latin words of a Bengali text that are no name and no abbreviation in capitals. */
function englishIn(text: string): string[] {
  const words = text.replace(/\{[^}]+\}|\[[\w.]+\]|<[^>]+>/g, ' ').match(/[A-Za-z]+/g) ?? [];
  return words.filter((word) => word !== word.toUpperCase() && !LATIN_NAMES.includes(word));
}

test('an English word in a Bengali text is seen, a symbol and a name are not', () => {
  assert.deepEqual(englishIn('Tarazu-তে {name} GTT <b>অর্ডার</b> Order'), ['Order']);
});

for (const file of files) {
  const namespace = file.replace(/^locales\/en-US\/|\.ts$/g, '');
  test(`both languages have the same texts in ${namespace}, with the same holes, and none is empty`, async () => {
    const english = await textsOf('en-US', namespace);
    const bengali = await textsOf('bn-BN', namespace);
    assert.deepEqual(Object.keys(bengali), Object.keys(english));
    for (const [key, text] of Object.entries(english)) {
      assert.notEqual(text.trim(), '', key);
      assert.notEqual((bengali[key] ?? '').trim(), '', key);
      assert.deepEqual(holes(bengali[key] ?? ''), holes(text), key);
      // Words that a search also finds are typed in either alphabet.
      if (!key.startsWith('find_')) assert.deepEqual(englishIn(bengali[key] ?? ''), [], key);
    }
  });

  test(`every text in ${namespace} is used`, async () => {
    const used = usedKeys(namespace);
    const idle = Object.keys(await textsOf('en-US', namespace)).filter((key) => !used.has(key));
    assert.deepEqual(idle, []);
  });
}
