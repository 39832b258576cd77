import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { isRecord, listOf, oneOf, text } from './parse.ts';

/** The browser's storage, before the module asks for it. */
const kept = new Map<string, string>();
Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  },
});
const { createSlice } = await import('./slice.ts');

beforeEach(() => kept.clear());

const colour = () => createSlice({ name: 'colour', version: 2, initial: 'red', parse: oneOf('red', 'blue') });

test('a value is kept with its version and is there again', () => {
  const slice = colour();
  const heard: string[] = [];
  slice.subscribe((value) => heard.push(value));
  slice.set('blue');
  assert.deepEqual(JSON.parse(kept.get('tarazu.colour') ?? ''), { state: { value: 'blue' }, version: 2 });
  assert.equal(colour().get(), 'blue');
  slice.clear();
  assert.equal(colour().get(), 'red');
  assert.deepEqual(heard, ['blue', 'red']);
});

test('an older version is read by the same parser, and what does not fit becomes the first value', () => {
  for (const [stored, expected] of [
    ['{"state":{"value":"blue"},"version":1}', 'blue'],
    ['{"state":{"value":"green"},"version":2}', 'red'],
    ['{"state":null,"version":2}', 'red'],
    ['7', 'red'],
  ] as const) {
    kept.set('tarazu.colour', stored);
    assert.equal(colour().get(), expected, stored);
  }
});

test('a bare value is plain text, as boot.js reads it', () => {
  const slice = createSlice({
    name: 'tongue',
    version: 1,
    initial: '',
    parse: oneOf('', 'bn-BN'),
    bare: true,
  });
  slice.set('bn-BN');
  assert.equal(kept.get('tarazu.tongue'), 'bn-BN');
  kept.set('tarazu.tongue', 'xx');
  assert.equal(
    createSlice({ name: 'tongue', version: 1, initial: '', parse: oneOf('', 'bn-BN'), bare: true }).get(),
    '',
  );
});

test('lists keep what fits, up to their limit', () => {
  const parse = listOf(text, 2);
  assert.deepEqual(parse(['a', 7, 'b', 'c']), ['a', 'b']);
  assert.equal(parse('a'), undefined);
  assert.equal(isRecord([]), false);
});
