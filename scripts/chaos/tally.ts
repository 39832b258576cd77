/**
 * Results of the rounds of chaos so far, kept in a file so that a run that was stopped goes on where it was.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** One round as its line of the file says it. */
export interface RoundLine {
  readonly fault: string;
  readonly seed: number;
  readonly kills: number;
  readonly traders: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly contradicted: number;
  readonly firstOrdersMs: readonly number[];
  /** Problem besides, in a sentence. */
  readonly problem?: string | undefined;
}

export interface Tally {
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly contradicted: number;
  readonly failedRounds: number;
  readonly firstOrderMedianMs: number;
  readonly firstOrderWorstMs: number;
}

export function tallyOf(rounds: readonly RoundLine[]): Tally {
  const sum = (of: (round: RoundLine) => number): number =>
    rounds.reduce((total, round) => total + of(round), 0);
  const times = rounds.flatMap(({ firstOrdersMs }) => firstOrdersMs).sort((one, other) => one - other);
  return {
    kills: times.length,
    acknowledged: sum(({ acknowledged }) => acknowledged),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    contradicted: sum(({ contradicted }) => contradicted),
    failedRounds: rounds.filter((round) => !isGood(round)).length,
    firstOrderMedianMs: times[Math.floor(times.length / 2)] ?? 0,
    firstOrderWorstMs: times.at(-1) ?? 0,
  };
}

export function isGood({ lost, doubled, contradicted, problem }: RoundLine): boolean {
  return lost === 0 && doubled === 0 && contradicted === 0 && problem === undefined;
}

/**
 * Rounds of a fault that a file has already, by their seed. A line that was cut off by a kill is no round.
 */
export function roundsIn(
  path: string,
  plan: Pick<RoundLine, 'fault' | 'traders'>,
): ReadonlyMap<number, RoundLine> {
  if (!existsSync(path)) return new Map();
  const rounds = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line): RoundLine => JSON.parse(line))
    .filter(({ fault, traders }) => fault === plan.fault && traders === plan.traders);
  return new Map(rounds.map((round) => [round.seed, round]));
}

export function appendRound(path: string, round: RoundLine): void {
  appendFileSync(path, `${JSON.stringify(round)}\n`);
}
