import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = fileURLToPath(new URL('..', import.meta.url));
const files = globSync('locales/en-US/*.ts', { cwd: source });

async function textsOf(language: string, namespace: string): Promise<Record<string, string>> {
  const file = pathToFileURL(`${source}locales/${language}/${namespace}.ts`).href;
  const module: { default: Record<string, string> } = await import(file);
  return module.default;
}

/** The names between braces and the tags: what a sentence is given must be in both languages. */
function holes(text: string): string[] {
  return [...text.matchAll(/\{[^}]+\}|<\/?[a-z]+>/g)].map(([hole]) => hole).toSorted();
}

/**
 * The keys that each source file asks of a namespace: `t('key')`, a prefix of a template, or any quoted word
 * that is a key. A file asks that names the namespace, takes its keys as a type, or lies in its folder.
 */
function usedKeys(namespace: string): { has: (key: string) => boolean } {
  const asking = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((path) => !path.startsWith('locales/') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(`${source}${path}`, 'utf8') }))
    .filter(
      ({ path, text }) =>
        [`'${namespace}'`, `locales/en-US/${namespace}.ts'`].some((name) => text.includes(name)) ||
        path.startsWith(`widgets/${namespace}/`) ||
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

for (const file of files) {
  const namespace = basename(file, '.ts');
  test(`both languages have the same texts in ${namespace}, with the same holes, and none is empty`, async () => {
    const english = await textsOf('en-US', namespace);
    const bengali = await textsOf('bn-BN', namespace);
    assert.deepEqual(Object.keys(bengali), Object.keys(english));
    for (const [key, text] of Object.entries(english)) {
      assert.notEqual(text.trim(), '', key);
      assert.notEqual((bengali[key] ?? '').trim(), '', key);
      assert.deepEqual(holes(bengali[key] ?? ''), holes(text), key);
    }
  });

  test(`every text in ${namespace} is used`, async () => {
    const used = usedKeys(namespace);
    const idle = Object.keys(await textsOf('en-US', namespace)).filter((key) => !used.has(key));
    assert.deepEqual(idle, []);
  });
}
