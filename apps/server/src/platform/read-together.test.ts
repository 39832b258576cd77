import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReadTogether } from './read-together.ts';

test('questions of one turn are read together, each once, and each has its own answer', async () => {
  const readings: (readonly string[])[] = [];
  const lengths = new ReadTogether<number>(async (words) => {
    readings.push(words);
    return new Map(words.filter((word) => word !== 'unknown').map((word) => [word, word.length]));
  });
  const asked = ['a', 'bcd', 'unknown', 'a'].map((word) => lengths.of(word));
  assert.deepEqual(await Promise.all(asked), [1, 3, undefined, 1]);
  assert.equal(await lengths.of('ef'), 2);
  assert.deepEqual(readings, [['a', 'bcd', 'unknown'], ['ef']]);
});

test('a reading that fails fails for all who asked, and for nobody after them', async () => {
  let isAway = true;
  const names = new ReadTogether<string>(async (ids) => {
    if (isAway) throw new Error('away');
    return new Map(ids.map((id) => [id, `name of ${id}`]));
  });
  const asked = [names.of('1'), names.of('2')];
  for (const { status } of await Promise.allSettled(asked)) assert.equal(status, 'rejected');
  isAway = false;
  assert.equal(await names.of('1'), 'name of 1');
});
