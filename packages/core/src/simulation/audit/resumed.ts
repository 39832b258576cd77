import { decodeJournaled, decodeMarketMakerDepth } from '#codec/journal-codec.ts';
import { writeText } from '#codec/tagged-json.ts';
import { stateHash } from '#engine.ts';
import type { CorePort } from '#simulation/core-port.ts';
import { type ChangedRow, isWrittenAs } from '#simulation/journal.ts';
import type { Random } from '#simulation/random.ts';
import { copyTables, type Tables, writeRows, writeRules } from '#simulation/tables.ts';

/** The replay stops, and goes on from its tables, once in so many commands, unless told otherwise. */
const STOPS_ONE_IN = 2;

export interface Resumed {
  readonly violations: readonly string[];
  readonly stateHash: string;
  readonly stops: number;
}

/**
 * Replay resumed from the tables' rows at any command, which
 * must meet every outcome and state of one that never stopped.
 */
export function replayResumed(
  at: {
    readonly core: CorePort;
    readonly base: Tables;
    readonly random: Random;
    readonly stopsOneIn?: number;
  },
  journal: readonly ChangedRow[],
): Resumed {
  const { core, base, random, stopsOneIn = STOPS_ONE_IN } = at;
  const tables = copyTables(base);
  let state = core.load(tables, 0);
  let stops = 0;
  const end = (...violations: string[]): Resumed => ({ violations, stateHash: stateHash(state), stops });
  for (const row of journal) {
    const { sequence, atMs } = row;
    if (random.once(stopsOneIn)) {
      const before = stateHash(state);
      state = core.load(tables, sequence - 1);
      stops += 1;
      if (stateHash(state) !== before)
        return end(`8: the snapshot before ${sequence} is not the state that it was made of`);
    }
    const { command, rulesVersion } = decodeJournaled(row.command);
    const marketMakerDepth = decodeMarketMakerDepth(row.marketMakerDepth);
    const { outcome, changes } = core.apply(state, {
      sequence,
      atMs,
      command,
      marketMakerDepth,
      rulesVersion,
    });
    if (!isWrittenAs(outcome, row.outcome))
      return end(`8: resumed from a snapshot, the replay of ${sequence} answers otherwise`);
    if (writeText(changes) !== row.changes)
      return end(`8: resumed from a snapshot, the replay of ${sequence} changes something else`);
    writeRows(tables, changes);
    if (outcome.ok) writeRules(tables, command);
  }
  return end();
}
