/** Runs every n-th seed and tells of each. */
import { parentPort, workerData } from 'node:worker_threads';
import { PLANTED as OF_THE_CORE, simulate as simulateCore } from '@tarazu/core/simulation';
import { PLANTED as OF_THE_WRITER, simulate } from './index.ts';
import { planOf } from './plan.ts';

export interface Share {
  readonly from: number;
  readonly until: number;
  readonly step: number;
  /** Of each seed; where it is not told each seed has its own (`plan.ts`). */
  readonly commands: number | undefined;
  readonly planted: string | undefined;
}

/** The result of one seed. */
export interface SeedOutcome {
  readonly seed: number;
  readonly violation: string | undefined;
  readonly commands: number;
  readonly crashes: number;
  readonly fills: number;
  readonly fenced: number;
}

const share: Share = workerData;
const ofTheCore = OF_THE_CORE.find(({ name }) => name === share.planted);
const ofTheWriter = OF_THE_WRITER.find(({ name }) => name === share.planted);
for (let seed = share.from; seed < share.until; seed += share.step) parentPort?.postMessage(await run(seed));

async function run(seed: number): Promise<SeedOutcome> {
  const plan = share.commands === undefined ? planOf(seed) : { commands: share.commands };
  try {
    if (ofTheCore) {
      const { commands, fills } = simulateCore({ seed, commands: plan.commands, core: ofTheCore.core });
      return { seed, violation: undefined, commands, crashes: 0, fills, fenced: 0 };
    }
    const rules = ofTheWriter === undefined ? {} : { rules: ofTheWriter.rules };
    const { commands, crashes, fills, fenced } = await simulate({ seed, ...plan, ...rules });
    return { seed, violation: undefined, commands, crashes, fills, fenced };
  } catch (error) {
    const violation = error instanceof Error ? error.message : String(error);
    return { seed, violation, commands: 0, crashes: 0, fills: 0, fenced: 0 };
  }
}
