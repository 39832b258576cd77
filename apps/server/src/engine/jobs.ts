import { type Command, venuesLeftBehind } from '@tarazu/core';
import { MINUTE_MS } from '@tarazu/core/values';
import { scheduledSweeps } from '#engine/writer/sweeps/scheduled-sweeps.ts';
import { inGroups } from '#platform/paced.ts';
import type { Job } from '#platform/time/scheduler.ts';
import type { Answer } from '#ports.ts';
import type { EngineOptions } from './options.ts';
import type { WriterEpochs } from './writer-epochs.ts';

const DUE_EVERY_MS = 1_000;
const CHECKS_EVERY_MS = MINUTE_MS;
/** The market maker's own prints that a kill may lose; a customer's fill is written with its command. */
const KEEP_PRICES_EVERY_MS = 30_000;

export interface EngineWork {
  readonly epochs: WriterEpochs;
  readonly options: Pick<EngineOptions, 'clock' | 'dueEveryMs' | 'checksEveryMs'>;
  readonly submit: (command: Command) => Promise<Answer>;
  /** A sweep that had to wait goes on. */
  readonly wakeSweeps: () => void;
}

/** The engine's own work by time; 0 as a time leaves it out, for tests that move the clock. */
export function engineJobs(work: EngineWork): readonly Job[] {
  const { epochs, options, submit } = work;
  const { dueEveryMs = DUE_EVERY_MS, checksEveryMs = CHECKS_EVERY_MS } = options;
  const due: readonly Job[] = [
    {
      name: 'engine: due work',
      everyMs: dueEveryMs,
      problem: 'Work that was due has to wait.',
      run: async () => {
        work.wakeSweeps();
        await inGroups(await dueNow(work), submit);
      },
    },
    {
      name: 'engine: last prices',
      everyMs: KEEP_PRICES_EVERY_MS,
      problem: 'The last prices could not be written down.',
      run: async () => {
        if (epochs.open()) await submit({ type: 'prices.keep' });
      },
    },
  ];
  const checks: Job = {
    name: 'engine: invariants',
    everyMs: checksEveryMs,
    problem: 'The invariants could not be checked.',
    run: () => epochs.checkNow(),
  };
  return [...(dueEveryMs === 0 ? [] : due), ...(checksEveryMs === 0 ? [] : [checks])];
}

/**
 * Commands that time has made due, from tables and memory alone, so that nothing is forgotten by a restart:
 * lots that became usable, orders whose time is over, and day orders that a closed session has left behind
 * (the market ends them at the close; this is for a close that nobody was there for).
 */
export async function dueNow({
  epochs,
  options,
}: Pick<EngineWork, 'epochs' | 'options'>): Promise<Command[]> {
  const open = epochs.open();
  if (!open) return [];
  const { database, memory } = open.writerEpoch;
  const ofTables = await scheduledSweeps(database.reading, options.clock.nowMs());
  const ends = venuesLeftBehind(memory.state).map((venue): Command => ({ type: 'session.end', venue }));
  return [...ofTables, ...ends];
}
