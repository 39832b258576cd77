/**
 * Kills, freezes or cuts off the server or its database while people
 * trade, and compares what they were told with what is there.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendRound, isGood, type RoundLine, roundsIn, tallyOf } from './chaos/tally.ts';
import { runRound } from './chaos-round.ts';
import { FAULTS } from './chaos-strikes.ts';
import { readArguments } from './run/arguments.ts';

const { values: flags } = readArguments('chaos', {
  options: {
    kills: { type: 'string', default: '10' },
    each: { type: 'string', default: '20' },
    traders: { type: 'string', default: '32' },
    seed: { type: 'string', default: '1' },
    database: { type: 'boolean', default: false },
    fault: { type: 'string' },
    'frozen-seconds': { type: 'string', default: '15' },
    'patience-seconds': { type: 'string', default: '60' },
    log: { type: 'string' },
  },
});
const fault = FAULTS.find((name) => name === (flags.fault ?? (flags.database ? 'database' : 'kill')));
if (fault === undefined) {
  process.stderr.write(`--fault is one of ${FAULTS.join(', ')}.\n`);
  process.exit(1);
}
const [kills, each, traders, firstSeed] = [
  wholeNumber('kills', flags.kills),
  wholeNumber('each', flags.each),
  wholeNumber('traders', flags.traders),
  wholeNumber('seed', flags.seed),
];
const frozenMs = wholeNumber('frozen-seconds', flags['frozen-seconds']) * 1_000;
const patienceMs = wholeNumber('patience-seconds', flags['patience-seconds']) * 1_000;
const startedAt = performance.now();

process.exitCode = await runAll(
  flags.log === undefined ? new Map() : roundsIn(flags.log, { fault, traders }),
);
// Of a round that failed, traders may still be asking.
process.exit();

/**
 * Round after round, each on fresh data with the next seed,
 * so that a long run fails early and can be stopped anywhere.
 */
async function runAll(known: ReadonlyMap<number, RoundLine>): Promise<number> {
  const rounds: RoundLine[] = [];
  for (let done = 0, seed = firstSeed; done < kills; seed += 1) {
    const wanted = Math.min(each, kills - done);
    const before = known.get(seed);
    const isKnown = before?.kills === wanted;
    if (isKnown) say(`round ${seed} is in the log already`);
    const round = isKnown ? before : await runSeed(seed, wanted);
    if (!isKnown && flags.log !== undefined) appendRound(flags.log, round);
    rounds.push(round);
    done += wanted;
  }
  const tally = tallyOf(rounds);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  say(JSON.stringify({ fault, seeds: `${firstSeed} to ${rounds.at(-1)?.seed}`, ...tally, seconds }));
  return tally.failedRounds === 0 && tally.kills === kills ? 0 : 1;
}

async function runSeed(seed: number, wanted: number): Promise<RoundLine> {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-chaos-'));
  const name = `${fault} round ${seed}`;
  say(`${name}: ${wanted} times, ${traders} traders`);
  const onKill = (kill: number, firstOrderMs: number): void =>
    say(`${name}: ${kill} of ${wanted}, first accepted order after ${(firstOrderMs / 1_000).toFixed(2)} s`);
  const round = await resultOf(seed, { kills: wanted, folder, onKill });
  const { acknowledged, lost, doubled, contradicted, problem } = round;
  say(
    `${name}: acknowledged ${acknowledged}, lost ${lost}, doubled ${doubled}, answered in two ways ${contradicted}; ` +
      `audit: ${problem ?? 'every outcome, hash and row agrees'}`,
  );
  if (isGood(round)) rmSync(folder, { recursive: true, force: true });
  else say(`${name} failed; its data stays in ${folder}`);
  return round;
}

/** A server that does not come back is the result of a round as well. */
async function resultOf(
  seed: number,
  plan: Pick<Parameters<typeof runRound>[0], 'kills' | 'folder' | 'onKill'>,
): Promise<RoundLine> {
  const line = { fault: fault ?? '', seed, kills: plan.kills, traders };
  const firstOrdersMs: number[] = [];
  const onKill = (kill: number, firstOrderMs: number): void => {
    firstOrdersMs.push(firstOrderMs);
    plan.onKill(kill, firstOrderMs);
  };
  try {
    return {
      ...line,
      ...(await runRound({ ...plan, onKill, fault: fault ?? 'kill', seed, traders, frozenMs, patienceMs })),
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...line, firstOrdersMs, acknowledged: 0, lost: 0, doubled: 0, contradicted: 0, problem };
  }
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
