import { accessSync, constants, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { checkInvariants, stateHash } from '@tarazu/core';
import { StartupError } from '#platform/config/startup-error.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from './snapshot-file.ts';
import { type StateOfRows, stateOfRows } from './snapshot-state.ts';

/** An audit that goes on from a snapshot. */
export interface Begun extends StateOfRows {
  readonly snapshot: Snapshot;
  /** Of the snapshot's file. */
  readonly hash: string;
}

const batchEnding = statement<{ hash: Buffer }>(
  'snapshot-batch',
  'select hash from journal_batch where last_sequence = $1',
);

/**
 * Loads a snapshot, and holds it against the journal whose last command is given.
 * @throws StartupError, with a sentence for what is wrong with the snapshot.
 */
export async function beginAt(on: Queryable, path: string, lastSequence: number): Promise<Begun> {
  if (!existsSync(path)) throw new StartupError(`There is no snapshot ${path}.`);
  const { snapshot, hash } = await readSnapshot(path);
  const problem = await journalProblem(on, snapshot, lastSequence);
  if (problem !== undefined) throw new StartupError(`The snapshot ${path} is refused. ${problem}`);
  const loaded = await stateOfRows(on, snapshot.alive, snapshot.sequence);
  const broken = stateProblem(snapshot, loaded);
  if (broken !== undefined) throw new StartupError(`The snapshot ${path} is refused. ${broken}`);
  return { ...loaded, snapshot, hash };
}

async function journalProblem(
  on: Queryable,
  { sequence, journalHash }: Snapshot,
  lastSequence: number,
): Promise<string | undefined> {
  if (sequence > lastSequence)
    return `It was made after command ${sequence}, and the journal ends with command ${lastSequence}: it is of another installation, or the journal is older than it.`;
  const [batch] = await batchEnding(on, [sequence]);
  const found = batch?.hash.toString('hex');
  if (found === journalHash) return undefined;
  return `After command ${sequence} the journal has ${found === undefined ? 'no hash' : `the hash ${found}`}, and the snapshot names ${journalHash}: it is of another installation, or history was rewritten.`;
}

function stateProblem(snapshot: Snapshot, { state }: StateOfRows): string | undefined {
  const found = stateHash(state);
  if (found !== snapshot.stateHash)
    return `Its rows give the state hash ${found}, and it names ${snapshot.stateHash}.`;
  const [broken] = checkInvariants(state, { allLoaded: true });
  return broken && `What must always hold does not hold in it: ${broken}.`;
}

/** @throws StartupError when a snapshot can't be kept there: to be asked before the work is done. */
export function checkFree(path: string): void {
  if (existsSync(path)) throw new StartupError(`${path} is there already: a snapshot is never written over.`);
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new StartupError(`No snapshot can be kept in ${dirname(path)}: nothing can be written there.`, {
      cause: error,
    });
  }
}

/**
 * Writes a snapshot, loads it once as the next audit will, only then gives it its name, and gives its hash.
 */
export async function saveSnapshot(on: Queryable, path: string, snapshot: Snapshot): Promise<string> {
  const part = `${path}.part`;
  try {
    const hash = writeSnapshot(part, snapshot);
    await beginAt(on, part, snapshot.sequence);
    renameSync(part, path);
    return hash;
  } finally {
    rmSync(part, { force: true });
  }
}
