import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbout } from '@tarazu/core/simulation';
import { PLANTED, simulate } from './index.ts';

/* A file of its own beside the seeds without a mistake: each may take long, and both go at the same time. */

const PLANTED_COMMANDS = 100;
/** A planted mistake that its invariant does not name in so many runs is not found. */
const PLANTED_SEEDS = 200;
const PLANTED_MIN = 15;

test('there are enough planted mistakes, each with a name of its own', () => {
  assert.ok(PLANTED.length >= PLANTED_MIN);
  assert.equal(new Set(PLANTED.map(({ name }) => name)).size, PLANTED.length);
});

for (const { name, mistake, caughtBy, rules } of PLANTED) {
  test(`planted: ${mistake} (${name}, invariant ${caughtBy})`, async (t) => {
    for (let seed = 1; seed <= PLANTED_SEEDS; seed += 1) {
      const violation = await violationOf(simulate({ seed, commands: PLANTED_COMMANDS, rules }));
      // The invariant that is there for it counts, whatever else breaks.
      if (violation === undefined || !isAbout(violation, caughtBy)) continue;
      t.diagnostic(violation.slice(0, 160));
      return;
    }
    assert.fail(`invariant ${caughtBy} does not say so in ${PLANTED_SEEDS} seeds`);
  });
}

async function violationOf(run: Promise<unknown>): Promise<string | undefined> {
  try {
    await run;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
