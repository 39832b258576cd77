import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeTicks } from './time-axis.ts';

test('a label of the time axis that the edge would cut is left out', () => {
  const texts = ['16-10-2026', '16-11-2026', '26-11-2026'];
  const ticks = [8, 140, 232].map((coord, place) => ({ coord, text: texts[place] ?? '', value: place }));
  const shown = wholeTicks({ bounding: { width: 240 }, defaultTicks: ticks });
  assert.deepEqual(
    shown.map(({ text }) => text),
    ['16-11-2026'],
  );
  assert.equal(wholeTicks({ bounding: { width: 400 }, defaultTicks: ticks }).length, 2);
});
