import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentToast, hideToast, showPlainToast, showToast, subscribeToast } from './toast.ts';

test('one toast at a time, 2 s, and 1 s for the plain one', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const seen: (string | undefined)[] = [];
  const stop = subscribeToast(() => seen.push(currentToast()?.text));
  showToast('first');
  context.mock.timers.tick(1500);
  showToast('second', { tone: 'success' });
  context.mock.timers.tick(1999);
  assert.equal(currentToast()?.text, 'second', 'the first one must not take the second one along');
  assert.equal(currentToast()?.hasIcon, true);
  context.mock.timers.tick(1);
  assert.equal(currentToast(), undefined);
  showPlainToast('third');
  assert.equal(currentToast()?.hasIcon, false);
  context.mock.timers.tick(1000);
  stop();
  assert.deepEqual(seen, ['first', 'second', undefined, 'third', undefined]);
});

test('a toast can be hidden by its number only while it is shown', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const first = showToast('first');
  showToast('second');
  hideToast(first);
  assert.equal(currentToast()?.text, 'second');
  hideToast();
  assert.equal(currentToast(), undefined);
});

test('nothing lies on top of the plain toast: what came meanwhile, the newest alone, follows it', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  showPlainToast('once');
  showToast('of the same call', { tone: 'error' });
  showToast('newest');
  assert.equal(currentToast()?.text, 'once');
  context.mock.timers.tick(999);
  assert.equal(currentToast()?.text, 'once');
  context.mock.timers.tick(1);
  assert.equal(currentToast()?.text, 'newest');
  context.mock.timers.tick(2000);
  assert.equal(currentToast(), undefined);
});
