import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ThreadBudget } from '#gateway/admission/thread-budget.ts';

/** Serves calls one after the other as soon as they may begin, and counts what they took of so much time. */
function servedIn(budget: ThreadBudget, of: { costMs: number; fromMs: number; toMs: number }): number {
  let served = 0;
  for (let nowMs = of.fromMs; nowMs < of.toMs; nowMs += 1)
    while (budget.has(nowMs)) {
      const takenMs = budget.take('candles');
      budget.settle('candles', { takenMs, costMs: of.costMs });
      served += 1;
    }
  return served;
}

test('reads take their share of the thread, whatever one costs (trial 25)', () => {
  for (const costMs of [0.1, 2, 70]) {
    const budget = new ThreadBudget(0.35);
    budget.has(1_000);
    const took = servedIn(budget, { costMs, fromMs: 1_000, toMs: 11_000 }) * costMs;
    assert.ok(took > 3_400 && took < 3_500 + 10 + 70, `reads of ${costMs} ms took ${took} of 10,000 ms`);
  }
});

test('what a call will cost is set aside when it begins: many at once do not slip through', () => {
  const budget = new ThreadBudget(0.35);
  budget.has(1_000);
  budget.settle('candles', { takenMs: budget.take('candles'), costMs: 4 });
  let begun = 0;
  for (; budget.has(1_100); begun += 1) budget.take('candles');
  assert.equal(begun, 3, 'ten are saved up, each is expected to take four');
});

test('a dear call is expected at once, a cheap one only after many', () => {
  const budget = new ThreadBudget(0.35);
  const expected = (costMs: number): number => {
    const takenMs = budget.take('candles');
    budget.settle('candles', { takenMs, costMs });
    return takenMs;
  };
  assert.deepEqual([expected(2), expected(20), expected(0)], [1, 2, 20]);
  assert.equal(expected(0), 19);
});

test('one call that takes very long does not keep others from reading for minutes', () => {
  const budget = new ThreadBudget(0.5);
  budget.has(1_000);
  budget.settle('candles', { takenMs: budget.take('candles'), costMs: 20_000 });
  assert.deepEqual([budget.has(2_900), budget.has(3_001)], [false, true]);
});
