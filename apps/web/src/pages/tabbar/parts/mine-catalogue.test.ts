import assert from 'node:assert/strict';
import { test } from 'node:test';
import bengali from '#locales/bn-BN/mine.ts';
import english from '#locales/en-US/mine.ts';
import { ENTRIES, GROUPS, isFoundBy, SETTINGS } from './mine-catalogue.ts';

test('a search in Mine finds by the beginnings of words, in any order and case', () => {
  assert.ok(isFoundBy('DAR mo', 'Theme dark mode'));
  assert.ok(isFoundBy('mode theme', 'Theme dark mode'));
  assert.ok(isFoundBy('রং', 'লাভ-ক্ষতির রং'));
  assert.ok(!isFoundBy('ark', 'Theme dark mode'));
  assert.ok(!isFoundBy('dark zzz', 'Theme dark mode'));
});

test('nothing typed finds everything', () => {
  for (const typed of ['', '  ', '--']) assert.ok(isFoundBy(typed, 'Theme'));
});

test('each line and setting has its words for the search in both languages, and no line stands twice', () => {
  for (const texts of [english, bengali])
    for (const key of [...ENTRIES.map(({ label }) => label), ...SETTINGS, 'demoReset', 'signOut'] as const)
      assert.ok(texts[`find_${key}`].length > 0, key);
  assert.equal(new Set(ENTRIES.map(({ path }) => path)).size, ENTRIES.length);
  assert.ok(ENTRIES.every(({ group }) => GROUPS.includes(group)));
});
