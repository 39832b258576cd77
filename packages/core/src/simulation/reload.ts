import { stateOf, tablesOf } from '#simulation/tables.ts';
import type { CoreState } from '#state.ts';

/** A new state from the rows of an old one, as a restart reads them: the market maker's quotes are gone. */
export function reload(state: CoreState): CoreState {
  return stateOf(tablesOf(state), state.lastSequence);
}
