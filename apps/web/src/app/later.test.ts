import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterFirstTouch, whenHandRests } from '#app/later.ts';

/** Without the browser's own idle times work is begun two seconds later. */
const IDLE_MS = 2_000;

test('heavy work waits until the hand rests, is done once, and what a touch needs comes with it', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const window = new EventTarget();
  Object.assign(globalThis, { window });
  const touch = (type: string) => window.dispatchEvent(new Event(type));
  const done: string[] = [];
  afterFirstTouch(() => done.push('layers'));
  whenHandRests(() => done.push('rest'));
  context.mock.timers.tick(9_000);
  touch('pointerdown');
  context.mock.timers.tick(IDLE_MS);
  assert.deepEqual(done, ['layers']);
  for (const type of ['keydown', 'pointermove', 'wheel']) {
    touch(type);
    context.mock.timers.tick(2_900);
  }
  assert.deepEqual(done, ['layers'], 'the hand has not rested for three seconds');
  context.mock.timers.tick(100);
  context.mock.timers.tick(IDLE_MS);
  assert.deepEqual(done, ['layers', 'rest']);
  touch('keydown');
  context.mock.timers.tick(60_000);
  assert.deepEqual(done, ['layers', 'rest']);
});

test('a page that is only looked at gets it after ten seconds', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  Object.assign(globalThis, { window: new EventTarget() });
  let times = 0;
  whenHandRests(() => {
    times += 1;
  });
  context.mock.timers.tick(10_000);
  assert.equal(times, 0);
  context.mock.timers.tick(IDLE_MS);
  assert.equal(times, 1);
});
