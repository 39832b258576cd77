/**
 * Runs every test of the repository, each file in a process of its own, with what its group needs (a
 * database, a Chromium, the built app). A few files that failed beside others run once more alone; what then
 * passes is named as unsteady.
 */
import {
  globalSetup,
  globalTeardown,
  type PreparedDatabase,
  prepareDatabase,
} from '../apps/server/src/platform/database/test-setup.ts';
import { readArguments } from './run/arguments.ts';
import { stopChildren, stopChildrenOnSignal } from './run/child.ts';
import { ensureChromium } from './run/chromium.ts';
import { root } from './run/root.ts';
import { ensureWebBuild } from './run/web-build.ts';
import { groupsOf, type TestGroup, testFiles } from './test/plan.ts';
import { type Repeated, repeatFailed } from './test/repeat.ts';
import { type FileOutcome, runTestFile } from './test/run-file.ts';

/** Four times what the longest file takes on a quiet machine: one that is shared may be as slow as that. */
const FILE_TIMEOUT_MS = 10 * 60_000;
const PROGRESS_MS = 30_000;

const { values: options } = readArguments('test', {
  options: { only: { type: 'string', multiple: true }, list: { type: 'boolean' }, once: { type: 'boolean' } },
});
const files = testFiles(root, options.only ?? []);
if (options.list === true) {
  for (const file of files) say(file);
  process.exit(0);
}

let prepared: PreparedDatabase | undefined;
stopChildrenOnSignal(tearDown);
const startedAtMs = Date.now();
const firstOutcomes: FileOutcome[] = [];
const environmentOf = new Map<string, Record<string, string>>();
const troubles: string[] = [];
for (const group of groupsOf(files)) {
  const env = await prepare(group);
  const files = [...group.files, ...group.waiting];
  say(`${group.name}: ${files.length} ${files.length === 1 ? 'file' : 'files'}`);
  for (const file of files) environmentOf.set(file, env);
  await runGroup(group, env);
}
const { outcomes, unsteady } =
  options.once === true ? onceOnly() : await repeatFailed(firstOutcomes, runAlone);
await stopChildren();
await tearDown();
process.exitCode = summarize();

/**
 * Environment that the group needs beside its files; trouble
 * here is a failure of its own, and the tests run all the same.
 */
async function prepare(group: TestGroup): Promise<Record<string, string>> {
  if (group.name === 'pure') return {};
  const build = await ensureWebBuild(say);
  if (build.kind === 'failed') note(`The app could not be built:\n${build.output}`);
  if (group.name === 'server') {
    await globalSetup();
    return {};
  }
  prepared = await prepareDatabase();
  const env = { TARAZU_PREPARED_DATABASE: prepared.folder };
  const chromium = await ensureChromium(say);
  if (chromium.kind === 'found') return { ...env, CHROMIUM_PATH: chromium.path };
  note(chromium.advice);
  return env;
}

async function tearDown(): Promise<void> {
  await globalTeardown();
  prepared?.remove();
}

async function runGroup(group: TestGroup, env: Record<string, string>): Promise<void> {
  const worker = async (queue: string[]): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const startedAtMs = Date.now();
      const progress = setInterval(() => {
        say(`  …    ${Math.round((Date.now() - startedAtMs) / 1000)} s  ${file}  (still running)`);
      }, PROGRESS_MS);
      const outcome = await runTestFile({ file, env, timeoutMs: FILE_TIMEOUT_MS });
      clearInterval(progress);
      firstOutcomes.push(outcome);
      sayOutcome(outcome);
    }
  };
  const shared = [...group.files];
  const workers = Array.from({ length: group.concurrency }, () => worker(shared));
  await Promise.all([...workers, worker([...group.waiting])]);
}

async function runAlone(file: string): Promise<FileOutcome> {
  say(`again, alone: ${file}`);
  const env = environmentOf.get(file) ?? {};
  const outcome = await runTestFile({ file, env, timeoutMs: FILE_TIMEOUT_MS });
  sayOutcome(outcome);
  return outcome;
}

function onceOnly(): Repeated {
  return { outcomes: firstOutcomes, unsteady: [] };
}

function sayOutcome(outcome: FileOutcome): void {
  const mark = outcome.failures.length === 0 ? 'ok  ' : 'FAIL';
  const failed = outcome.failures.length === 0 ? '' : `, ${outcome.failures.length} failed`;
  const skipped = outcome.skipped.length === 0 ? '' : `, ${outcome.skipped.length} skipped`;
  const seconds = (outcome.tookMs / 1000).toFixed(1).padStart(6);
  say(`  ${mark} ${seconds} s  ${outcome.file}  (${outcome.passed} passed${failed}${skipped})`);
  for (const failure of outcome.failures) say(`\n${failure}\n`);
}

function summarize(): number {
  const failures = [...troubles, ...outcomes.flatMap((outcome) => outcome.failures)];
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const skipped = outcomes.flatMap((outcome) => outcome.skipped.map((name) => `${outcome.file} > ${name}`));
  if (skipped.length > 0) say(`\nSkipped (${skipped.length}):\n  ${skipped.join('\n  ')}`);
  if (unsteady.length > 0) {
    const failures = unsteady.flatMap((outcome) => outcome.failures);
    say(`\nUnsteady, passed only when run again alone (${failures.length}):\n\n${failures.join('\n\n')}`);
  }
  // Whole and once more, because of a long log often only the end is kept.
  if (failures.length > 0) {
    say(`\nFailed (${failures.length}):\n\n${failures.join('\n\n')}`);
    if (failures.length > 1)
      say(`\nIn short:\n  ${failures.map((failure) => failure.split('\n')[0]).join('\n  ')}`);
  }
  if (passed + failures.length === 0) say('No test ran: no file matches.');
  say(`\nTook ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s.`);
  say(`${passed} passed, ${failures.length} failed`);
  return failures.length > 0 || passed === 0 ? 1 : 0;
}

function note(trouble: string): void {
  if (!troubles.includes(trouble)) troubles.push(trouble);
  say(trouble);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
