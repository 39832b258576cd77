import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Parts of a data folder that are its database; the port is chosen by each server that starts there. */
const PARTS = ['postgres', 'postgres-password'];

/**
 * Gives a new data folder the database that `npm test` prepared once for all journeys, under the same owner
 * of its files. A file that runs by itself has none prepared, and its server makes the database.
 */
export function copyPreparedDatabase(dataFolder: string): void {
  const from = process.env['TARAZU_PREPARED_DATABASE'];
  if (from === undefined || readdirSync(dataFolder).length > 0) return;
  const { status, stderr } = spawnSync('cp', ['-a', ...PARTS.map((name) => join(from, name)), dataFolder]);
  if (status !== 0) throw new Error(`The prepared database could not be copied: ${stderr}`);
}
