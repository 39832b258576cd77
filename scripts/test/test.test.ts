import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { root } from '../run/root.ts';
import { groupsOf, longest, testFiles, waitingLong } from './plan.ts';
import { repeatFailed } from './repeat.ts';
import { type FileOutcome, runTestFile } from './run-file.ts';

test('test files are found in every workspace, sorted, filtered and grouped', (t) => {
  const { base, write } = folderFor(t);
  for (const path of [
    'packages/core/src/a.test.ts',
    'packages/core/src/a.ts',
    'apps/server/src/domains/user/user.test.ts',
    'apps/web/src/client/client.test.ts',
    'apps/web/node_modules/x/x.test.ts',
    'e2e/newcomer.test.ts',
  ]) {
    write(path, '');
  }
  const files = testFiles(base, []);
  assert.equal(files.length, 4);
  assert.deepEqual(testFiles(base, ['server', 'e2e']), [
    'apps/server/src/domains/user/user.test.ts',
    'e2e/newcomer.test.ts',
  ]);
  assert.deepEqual(
    groupsOf(files).map((group) => [group.name, group.files.length]),
    [
      ['pure', 2],
      ['server', 1],
      ['journeys', 1],
    ],
  );
  const journeys = groupsOf(files).find((group) => group.name === 'journeys');
  assert.ok(journeys !== undefined && journeys.concurrency <= 2, 'a browser needs much of the machine');
  assert.deepEqual(groupsOf([]), []);
});

test('a file that takes long begins before the others of its group', () => {
  const files = ['e2e/account.test.ts', 'e2e/back.test.ts', 'e2e/pages/looks.test.ts'];
  assert.deepEqual(groupsOf(files)[0]?.files, [
    'e2e/pages/looks.test.ts',
    'e2e/account.test.ts',
    'e2e/back.test.ts',
  ]);
});

test('journeys that wait run beside the others, and each file runs once', () => {
  const files = [...waitingLong, 'e2e/back.test.ts'];
  const [journeys] = groupsOf(files);
  assert.deepEqual(journeys?.files, ['e2e/back.test.ts']);
  assert.deepEqual(journeys.waiting, waitingLong);
});

test('each file that is said to take long, or to wait long, is there', () => {
  for (const file of [...longest, ...waitingLong]) assert.ok(existsSync(join(root, file)), file);
});

test('passed, failed and skipped tests are told apart, and suites are not counted', async (t) => {
  const { run } = folderFor(t);
  const outcome = await run(`
    import { describe, test } from 'node:test';
    describe('suite', () => {
      test('good', () => {});
      test('bad', () => { throw new Error('the reason'); });
      test('later', { skip: 'needs data' }, () => {});
    });
    test('parent', async (t) => { await t.test('child', () => {}); });`);
  assert.equal(outcome.passed, 3);
  assert.equal(outcome.failures.length, 1);
  assert.match(outcome.failures[0] ?? '', /suite > bad[\s\S]*the reason/);
  assert.deepEqual(outcome.skipped, ['suite > later']);
});

test('a file without a test, one that crashes and one that hangs each count as a failure', async (t) => {
  const { run } = folderFor(t);
  assert.match((await run('export {};')).failures.join(), /no test ran/);
  assert.match((await run('import "./not-there.ts";')).failures.join(), /not-there/);
  const crash = `
    import { after, test } from 'node:test';
    test('good', () => {});
    process.on('exit', () => { process.exitCode = 7; });`;
  assert.match((await run(crash)).failures.join(), /ended with status 7/);
  const hang = `
    import { test } from 'node:test';
    test('good', () => {});
    setInterval(() => {}, 1000);`;
  assert.match((await run(hang, 1500)).failures.join(), /killed: it did not end/);
});

test('a few files that failed run again alone, and what passes then is named as unsteady', async () => {
  const outcome = (file: string, failures: readonly string[]): FileOutcome => ({
    file,
    passed: 1,
    skipped: [],
    failures,
    tookMs: 1,
  });
  const first = [outcome('steady', []), outcome('unsteady', ['late']), outcome('broken', ['wrong'])];
  const asked: string[] = [];
  const run = async (file: string): Promise<FileOutcome> => {
    asked.push(file);
    return outcome(file, file === 'broken' ? ['wrong'] : []);
  };
  const repeated = await repeatFailed(first, run);
  assert.deepEqual(asked, ['unsteady', 'broken']);
  assert.deepEqual(
    repeated.outcomes.map(({ file, failures }) => [file, failures.length]),
    [
      ['steady', 0],
      ['unsteady', 0],
      ['broken', 1],
    ],
  );
  assert.deepEqual(repeated.unsteady, [first[1]]);
  const many = ['a', 'b', 'c', 'd'].map((file) => outcome(file, ['wrong']));
  assert.deepEqual(await repeatFailed(many, run), { outcomes: many, unsteady: [] });
  assert.equal(asked.length, 2, 'so many are broken, and none runs again');
});

function folderFor(t: TestContext) {
  const base = mkdtempSync(join(tmpdir(), 'tarazu-plan-'));
  t.after(() => rmSync(base, { recursive: true }));
  const write = (path: string, content: string): string => {
    const full = join(base, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
    return full;
  };
  const run = (source: string, timeoutMs = 60_000) => {
    const file = write('sample.test.ts', source);
    // A test runner started inside another one reports to it; the sample must report to us.
    return runTestFile({ file, env: { NODE_TEST_CONTEXT: '' }, timeoutMs });
  };
  return { base, write, run };
}
