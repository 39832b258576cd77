import { apply } from '#engine.ts';
import type { Sequenced } from '#model/command.ts';
import type { Applied } from '#model/outcome.ts';
import { stateOf, type Tables } from '#simulation/tables.ts';
import type { CoreState } from '#state.ts';

/** The core as the simulated writer and the replay meet it, wrapped to plant mistakes outside the product. */
export interface CorePort {
  apply(state: CoreState, sequenced: Sequenced): Applied;
  /** A restart. */
  load(tables: Tables, lastSequence: number): CoreState;
}

export const CORE: CorePort = { apply, load: stateOf };
