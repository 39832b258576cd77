/** Runs every n-th seed and tells of each. */
import { parentPort, workerData } from 'node:worker_threads';
import { PLANTED, simulate } from '@tarazu/core/simulation';

export interface Share {
  readonly from: number;
  readonly until: number;
  readonly step: number;
  readonly commands: number;
  readonly planted: string | undefined;
}

/** What one seed became. */
export interface SeedOutcome {
  readonly seed: number;
  readonly violation: string | undefined;
  readonly commands: number;
  readonly crashes: number;
  readonly fills: number;
  readonly fenced: number;
}

const share: Share = workerData;
const mistake = PLANTED.find(({ name }) => name === share.planted);
for (let seed = share.from; seed < share.until; seed += share.step) {
  const outcome = run(seed);
  parentPort?.postMessage(outcome);
  if (outcome.violation !== undefined && mistake !== undefined) break;
}

function run(seed: number): SeedOutcome {
  try {
    const { commands, crashes, fills, fenced } = simulate({
      seed,
      commands: share.commands,
      ...(mistake !== undefined && { rules: mistake.rules }),
    });
    return { seed, violation: undefined, commands, crashes, fills, fenced };
  } catch (error) {
    const violation = error instanceof Error ? error.message : String(error);
    return { seed, violation, commands: 0, crashes: 0, fills: 0, fenced: 0 };
  }
}
