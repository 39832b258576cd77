import type { Environment, InstantMs, InstrumentId } from '#values/index.ts';

/** Every kind of sweep: each is described in `sweeps/`, or in the folder of the product that brings it. */
export type SweepName = 'sessionEnd' | 'bandChange' | 'release' | 'triggers' | 'uncrossing';

/**
 * Work over many that is done in steps: which kind, where, and how far. A row of
 * the state: what is left of it follows from this row and from what stands in
 * the books, so that a restart at any step goes on as if there had been none.
 */
export interface Sweep {
  /** The command that opened it, and its place among the sweeps of that command: together its name. */
  readonly sequence: number;
  readonly index: number;
  readonly name: SweepName;
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
  readonly openedAtMs: InstantMs;
  /** What its kind must know to go on, as JSON text. */
  readonly place: string;
  /** Orders or accounts that it has been over. */
  readonly doneCount: number;
  /** Absent while it is open. */
  readonly endedAtMs?: InstantMs;
}

export function sweepKey({ sequence, index }: Pick<Sweep, 'sequence' | 'index'>): string {
  return `${sequence}.${index}`;
}
