/* A file of its own beside the seeds without a mistake: each may take long, and both go at the same time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbout } from '#invariants/numbers.ts';
import { simulate } from '#simulation/index.ts';
import { PLANTED } from '#simulation/planted.ts';

const PLANTED_COMMANDS = 100;
/** A planted mistake that its invariant does not name in so many runs is not found. */
const PLANTED_SEEDS = 400;
const PLANTED_MIN = 30;

test('a failure names its seed and its invariant', () => {
  const [mistake] = PLANTED;
  assert.ok(mistake !== undefined);
  assert.throws(
    () => simulate({ seed: 1, commands: 40, core: mistake.core }),
    /seed 1, command \d+ of \d+: \d+: /,
  );
});

test('there are enough planted mistakes, each with a name of its own', () => {
  assert.ok(PLANTED.length >= PLANTED_MIN);
  assert.equal(new Set(PLANTED.map(({ name }) => name)).size, PLANTED.length);
});

test('what no customer may have, no refusal may do and no environment may see has a planted mistake each', () => {
  const caught = new Set(PLANTED.map(({ caughtBy }) => caughtBy));
  for (const number of [2, 7, 11] as const) assert.ok(caught.has(number), `invariant ${number}`);
});

for (const { name, mistake, caughtBy, core } of PLANTED) {
  test(`planted: ${mistake} (${name}, invariant ${caughtBy})`, (t) => {
    for (let seed = 1; seed <= PLANTED_SEEDS; seed += 1) {
      const violation = violationOf(() => simulate({ seed, commands: PLANTED_COMMANDS, core }));
      // Other violations do not count: only the invariant that is there for this mistake.
      if (violation === undefined || !isAbout(violation, caughtBy)) continue;
      t.diagnostic(violation.slice(0, 160));
      return;
    }
    assert.fail(`invariant ${caughtBy} does not say so in ${PLANTED_SEEDS} seeds`);
  });
}

function violationOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
