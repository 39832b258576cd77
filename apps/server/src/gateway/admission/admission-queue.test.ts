import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AdmissionQueue, type Rank } from '#gateway/admission/admission-queue.ts';
import { LIMITS } from '#gateway/admission/limits.ts';

const { placesMin, waitMsMax } = LIMITS;

/** A line whose clock stands until it is moved, and what became of those who joined it, by their names. */
function open() {
  const clock = { ms: 1_000_000, mayRead: true };
  const line = new AdmissionQueue(LIMITS, { monotonicMs: () => clock.ms, mayRead: () => clock.mayRead });
  after(() => line.stop());
  const begun: string[] = [];
  const refused: string[] = [];
  const join = (rank: Rank, name: string, isWanted = (): boolean => true): void =>
    line.join(rank, { isWanted, begin: () => begun.push(name), refuse: () => refused.push(name) });
  const fill = (rank: Rank, count: number): void => {
    for (let nth = 0; nth < count; nth += 1) join(rank, `filler ${nth}`);
    assert.equal(begun.length, count);
    begun.length = 0;
  };
  const pass = (ms: number): void => {
    clock.ms += ms;
    line.sweep();
  };
  return { line, clock, begun, refused, join, fill, pass };
}

test('a few are served at once however slowly; the next waits for a place, and is let in when one has left', () => {
  const { line, begun, refused, join, fill, pass } = open();
  fill('command', placesMin);
  join('command', 'next');
  pass(waitMsMax - 1);
  assert.deepEqual([begun, refused], [[], []]);
  line.leave('command');
  assert.deepEqual([begun, refused], [['next'], []]);
});

test('while reads have taken their share of the thread they wait or are refused, and orders are served (trial 25)', () => {
  const { clock, begun, refused, join, pass } = open();
  clock.mayRead = false;
  join('read', 'chart');
  join('command', 'order');
  join('first', 'cancel');
  assert.deepEqual(begun, ['order', 'cancel']);
  pass(waitMsMax);
  assert.deepEqual(refused, ['chart']);
  join('read', 'list');
  clock.mayRead = true;
  pass(1);
  assert.deepEqual([begun, refused], [['order', 'cancel', 'list'], ['chart']]);
});

test('whoever has waited for too long is refused, and nobody is told twice', () => {
  const { line, begun, refused, join, fill, pass } = open();
  fill('command', placesMin);
  join('command', 'late');
  pass(1);
  join('command', 'later');
  pass(waitMsMax - 1);
  assert.deepEqual(refused, ['late']);
  line.leave('command');
  assert.deepEqual([begun, refused], [['later'], ['late']]);
  pass(waitMsMax);
  assert.deepEqual([begun, refused], [['later'], ['late']]);
});

test('a cancel waits longer before it is refused', () => {
  const { begun, refused, join, fill, pass } = open();
  fill('first', Math.ceil(placesMin * 1.25));
  join('command', 'order');
  join('first', 'cancel');
  pass(waitMsMax);
  assert.deepEqual([begun, refused], [[], ['order']]);
  pass(waitMsMax * 3 - 1);
  assert.deepEqual(refused, ['order']);
  pass(1);
  assert.deepEqual(refused, ['order', 'cancel']);
});

test('many cancels may wait, also right after some had to be refused', () => {
  const { line, refused, join, fill, pass } = open();
  fill('first', Math.ceil(placesMin * 1.25));
  join('first', 'late');
  pass(waitMsMax * 4);
  assert.deepEqual(refused, ['late']);
  for (let nth = 0; nth < placesMin * 4; nth += 1) {
    assert.equal(line.turnsAway('first'), false);
    join('first', 'waits');
  }
  assert.equal(line.turnsAway('first'), true);
});

test('one that is late is refused also when a place gets free before anybody looked', () => {
  const { line, clock, begun, refused, join, fill } = open();
  fill('command', placesMin);
  join('command', 'late');
  clock.ms += waitMsMax;
  line.leave('command');
  assert.deepEqual([begun, refused], [[], ['late']]);
});

test('of those who wait cancels are let in first, then commands, then reads; among equals the first', () => {
  const { line, begun, join, fill } = open();
  // Reads and commands leave places free for what goes first: all are taken.
  fill('first', Math.ceil(placesMin * 1.25));
  for (const name of ['read 1', 'read 2']) join('read', name);
  for (const name of ['order 1', 'order 2']) join('command', name);
  for (const name of ['cancel 1', 'cancel 2']) join('first', name);
  assert.deepEqual(begun, []);
  while (begun.length < 6) line.leave('first');
  assert.deepEqual(begun, ['cancel 1', 'cancel 2', 'order 1', 'order 2', 'read 1', 'read 2']);
});

test('reads leave places free for commands, and these for cancels', () => {
  const { begun, join, fill } = open();
  fill('read', placesMin * 0.75);
  join('read', 'read');
  for (let nth = 0; nth < placesMin / 4; nth += 1) join('command', 'order');
  join('command', 'order too many');
  join('first', 'cancel');
  assert.equal(begun.filter((name) => name === 'order').length, placesMin / 4);
  assert.deepEqual(begun.at(-1), 'cancel');
  assert.ok(!begun.includes('read') && !begun.includes('order too many'));
});

test('whose caller has gone is not begun, and takes no place', () => {
  const { line, begun, refused, join, fill } = open();
  fill('command', placesMin);
  join('command', 'gone', () => false);
  join('command', 'there');
  line.leave('command');
  assert.deepEqual([begun, refused], [['there'], []]);
});

test('as many are let in as were served lately in a tenth of a second, at most', () => {
  const { line, clock, begun, join } = open();
  let inside = 0;
  for (let ms = 0; ms < 1_000; ms += 1) {
    clock.ms += 1;
    for (let nth = 0; nth < 20; nth += 1) {
      join('command', 'served');
      line.leave('command');
    }
  }
  begun.length = 0;
  for (; inside < 3_000; inside += 1) join('command', 'more');
  assert.ok(begun.length >= 20 * 90 && begun.length <= 20 * 100, `${begun.length} at twenty a millisecond`);
  line.stop();
});

test('once some had to be refused no more of them wait than are served in time, and this is over after a while', () => {
  const { line, clock, join, fill, pass } = open();
  fill('command', placesMin);
  assert.equal(line.turnsAway('command'), false);
  join('command', 'late');
  pass(waitMsMax);
  for (let nth = 0; nth < 8; nth += 1) join('command', 'waits');
  assert.equal(line.turnsAway('command'), true, 'nothing was served lately');
  assert.equal(line.turnsAway('first'), false, 'another rank is not meant');
  pass(waitMsMax);
  clock.ms += 250;
  assert.equal(line.turnsAway('command'), false);
});

/* A server that does so many a millisecond and is asked for twice that, by each kind in its share. */
for (const perMs of [3, 8]) {
  test(`at twice of the ${perMs} a millisecond that can be served these are, cancels all, and nobody is kept waiting`, () => {
    const { line, clock } = open();
    const inside: Rank[] = [];
    const counts: Record<Rank, { asked: number; served: number }> = {
      first: { asked: 0, served: 0 },
      command: { asked: 0, served: 0 },
      read: { asked: 0, served: 0 },
    };
    let longest = 0;
    for (let ms = 1; ms <= 5_000; ms += 1) {
      clock.ms += 1;
      for (let nth = 0; nth < perMs * 2; nth += 1) {
        const turn = (ms * perMs * 2 + nth) % 10;
        const rank: Rank = turn === 0 ? 'read' : turn < 4 ? 'first' : 'command';
        const joinedAtMs = clock.ms;
        const told = (): void => {
          longest = Math.max(longest, clock.ms - joinedAtMs);
        };
        counts[rank].asked += 1;
        line.join(rank, {
          isWanted: () => true,
          refuse: told,
          begin: () => {
            told();
            inside.push(rank);
          },
        });
      }
      for (let nth = 0; nth < perMs; nth += 1) {
        const rank = inside.shift();
        if (rank === undefined) break;
        counts[rank].served += 1;
        line.leave(rank);
      }
      if (ms % 5 === 0) line.sweep();
    }
    const served = counts.first.served + counts.command.served + counts.read.served;
    assert.ok(served > 0.98 * perMs * 5_000, `${served} were served`);
    assert.ok(counts.first.served > 0.97 * counts.first.asked, `${counts.first.served} cancels were served`);
    assert.ok(counts.read.served < 0.2 * counts.read.asked, `${counts.read.served} reads were served`);
    assert.ok(longest <= waitMsMax + 5, `somebody was told after ${longest} ms`);
  });
}
