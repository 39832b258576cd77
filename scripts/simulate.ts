/**
 * Runs the writer with the core, its journal, its clock and a disk
 * that fails through any number of seeds, and says what broke.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { isAbout, PLANTED as OF_THE_CORE } from '@tarazu/core/simulation';
import { PLANTED as OF_THE_WRITER } from '../apps/server/src/engine/simulation/index.ts';
import type { SeedOutcome, Share } from '../apps/server/src/engine/simulation/worker.ts';
import { readArguments } from './run/arguments.ts';

const { values: flags } = readArguments('simulate', {
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    commands: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    planted: { type: 'string' },
  },
});
const [seeds, from, commands, jobs] = [
  wholeNumber('seeds', flags.seeds),
  wholeNumber('from', flags.from),
  flags.commands === undefined ? undefined : wholeNumber('commands', flags.commands),
  wholeNumber('jobs', flags.jobs),
];
const PROGRESS_EVERY_MS = 5_000;
const SHOWN_MAX = 10;
const PLANTED = [...OF_THE_WRITER, ...OF_THE_CORE];

const startedAt = performance.now();
process.exitCode = flags.planted === undefined ? await runSeeds() : await runPlanted(flags.planted);

interface Sums {
  seeds: number;
  commands: number;
  crashes: number;
  fills: number;
  fenced: number;
}

async function runSeeds(): Promise<number> {
  const sums: Sums = { seeds: 0, commands: 0, crashes: 0, fills: 0, fenced: 0 };
  const failures: SeedOutcome[] = [];
  const progress = setInterval(() => say(progressOf(sums)), PROGRESS_EVERY_MS);
  await share(undefined, (outcome) => {
    sums.seeds += 1;
    for (const name of ['commands', 'crashes', 'fills', 'fenced'] as const) sums[name] += outcome[name];
    if (outcome.violation === undefined) return;
    failures.push(outcome);
    if (failures.length <= SHOWN_MAX) sayFailure(outcome);
  });
  clearInterval(progress);
  say(JSON.stringify({ ...sums, failures: failures.length, seconds: secondsSince() }));
  return failures.length === 0 && sums.seeds > 0 ? 0 : 1;
}

/** A planted mistake is there to be found by its invariant: whatever else breaks does not count. */
async function runPlanted(name: string): Promise<number> {
  const mistakes = PLANTED.filter((planted) => name === 'all' || planted.name === name);
  if (mistakes.length === 0) {
    say(`No planted mistake is called ${name}. There are: all, ${PLANTED.map((one) => one.name).join(', ')}`);
    return 1;
  }
  let missed = 0;
  for (const { name: planted, mistake, caughtBy } of mistakes) {
    let first: SeedOutcome | undefined;
    await share(planted, (outcome) => {
      const isFound = outcome.violation !== undefined && isAbout(outcome.violation, caughtBy);
      if (isFound && outcome.seed < (first?.seed ?? Infinity)) first = outcome;
    });
    if (first === undefined) missed += 1;
    say(`${first === undefined ? 'MISSED' : 'found '}  ${planted}: ${mistake} (invariant ${caughtBy})`);
    if (first !== undefined) sayFailure(first, planted);
  }
  say(JSON.stringify({ planted: mistakes.length, missed, seconds: secondsSince() }));
  return missed === 0 ? 0 : 1;
}

/** Divides the seeds over the cores. */
async function share(planted: string | undefined, onOutcome: (outcome: SeedOutcome) => void): Promise<void> {
  const workers = Array.from({ length: Math.min(jobs, seeds) }, (_, place) => {
    const workerData: Share = { from: from + place, until: from + seeds, step: jobs, commands, planted };
    const worker = new Worker(new URL('../apps/server/src/engine/simulation/worker.ts', import.meta.url), {
      workerData,
    });
    worker.on('message', onOutcome);
    return new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', () => resolve());
    });
  });
  await Promise.all(workers);
}

function sayFailure({ seed, violation }: SeedOutcome, planted?: string): void {
  const plant = planted === undefined ? '' : ` --planted ${planted}`;
  say(`  ${violation}`);
  const asked = commands === undefined ? '' : ` --commands ${commands}`;
  say(`  again: npm run simulate -- --from ${seed} --seeds 1${asked}${plant}`);
}

function progressOf({ seeds: done, crashes }: Sums): string {
  const perSecond = (done / secondsSince()).toFixed(1);
  return `  ${done} of ${seeds} seeds, ${crashes} crashes, ${perSecond} seeds/s`;
}

function secondsSince(): number {
  return Math.round((performance.now() - startedAt) / 100) / 10;
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  say(`--${name} takes a whole number above zero, not ${text}.`);
  process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
