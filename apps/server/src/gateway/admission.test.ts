import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Admission, createAdmission, LIMITS, type Rank } from './admission.ts';

/** A clock that stands until it is moved, and the admission that goes by it. */
function open(): { admission: Admission; clock: { ms: number }; enters(rank: Rank): boolean } {
  const clock = { ms: 1_000_000 };
  const admission = createAdmission({ ...LIMITS, lateMsMax: Number.POSITIVE_INFINITY }, () => clock.ms);
  const enters = (rank: Rank): boolean =>
    admission.enter({ rank, clientAddress: '127.0.0.1', nowMs: clock.ms }) === undefined;
  return { admission, clock, enters };
}

function howMany(enters: () => boolean): number {
  for (let count = 0; ; count += 1) if (!enters()) return count;
}

test('orders are refused as soon as one more would wait too long for what was served in the last second', () => {
  const { admission, clock, enters } = open();
  assert.equal(
    howMany(() => enters('command')),
    300,
    'a few are let in whatever was served before',
  );
  for (let ms = 0; ms < 1_000; ms += 1) {
    clock.ms += 1;
    for (let nth = 0; nth < 10; nth += 1) {
      admission.leave('command');
      enters('command');
    }
  }
  const more = howMany(() => enters('command'));
  const taken = 300 + more;
  assert.ok(taken > 9 * LIMITS.waitMsMax && taken <= 10 * LIMITS.waitMsMax, `${taken} at ten a millisecond`);
  clock.ms += 2_000;
  assert.equal(enters('command'), false, 'nothing was served since: nobody is let in');
  for (let nth = 0; nth < taken; nth += 1) admission.leave('command');
  assert.equal(enters('command'), true);
  admission.stop();
});

test('while orders are refused cancels are let in, and reads are not until it has been over for a while', () => {
  const { admission, clock, enters } = open();
  assert.equal(enters('read'), true);
  howMany(() => enters('command'));
  assert.equal(enters('first'), true);
  assert.equal(enters('read'), false);
  for (let nth = 0; nth < 300; nth += 1) admission.leave('command');
  clock.ms += 249;
  assert.equal(enters('read'), false);
  clock.ms += 1;
  assert.equal(enters('read'), true);
  admission.stop();
});

test('cancels are refused only when they alone would wait twice as long', () => {
  const { admission, clock, enters } = open();
  howMany(() => enters('command'));
  assert.equal(
    howMany(() => enters('first')),
    300,
  );
  for (let ms = 0; ms < 1_000; ms += 1) {
    clock.ms += 1;
    for (let nth = 0; nth < 5; nth += 1) {
      admission.leave('first');
      enters('first');
    }
  }
  const taken = 300 + howMany(() => enters('first'));
  assert.ok(taken > 9 * LIMITS.waitMsMax && taken <= 10 * LIMITS.waitMsMax, `${taken} at five a millisecond`);
  admission.stop();
});

/* A server that does so many a millisecond, first come first served, and is asked for twice that. */
for (const perMs of [3, 8]) {
  test(`at twice of the ${perMs} a millisecond that can be served nearly all of these are, and nobody waits longer than promised`, () => {
    const { admission, clock, enters } = open();
    const queue: number[] = [];
    const waits: number[] = [];
    for (let ms = 1; ms <= 5_000; ms += 1) {
      clock.ms += 1;
      for (let due = (ms - 1) * perMs * 2; due < ms * perMs * 2; due += 1)
        if (enters('command')) queue.push(clock.ms);
      for (let due = Math.ceil((ms - 1) * perMs); due < ms * perMs; due += 1) {
        const arrivedAt = queue.shift();
        if (arrivedAt === undefined) break;
        waits.push(clock.ms - arrivedAt);
        admission.leave('command');
      }
    }
    assert.ok(waits.length > 0.95 * perMs * 5_000, `${waits.length} were served`);
    assert.ok(Math.max(...waits) <= 2 * LIMITS.waitMsMax + 10, `the longest waited ${Math.max(...waits)} ms`);
    admission.stop();
  });
}
