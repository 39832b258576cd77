import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '#platform/logging/logging.ts';
import { openDatabase } from './open-database.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

/** PostgreSQL for all test files of a run, each with databases of its own, as `npm test` starts it. */
let cluster: TestCluster | undefined;

export async function globalSetup(): Promise<void> {
  cluster = await startTestCluster();
  process.env['TARAZU_TEST_CLUSTER'] = JSON.stringify(cluster.connection);
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop();
}

/** The embedded database of a data folder, its tables made and nothing in them. */
export interface PreparedDatabase {
  /** Data folder from which journeys copy the database into theirs. */
  readonly folder: string;
  remove(): void;
}

/**
 * Made once for the journeys of a run, each of which has a server and a data folder of its own: all of them
 * would make the same cluster and apply the same migrations.
 */
export async function prepareDatabase(): Promise<PreparedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-prepared-'));
  const log = createLogger({ level: 'fatal', destination: process.stderr });
  const database = await openDatabase({ config: { dataDirectory: folder, databaseUrl: null }, log });
  await database.stop();
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
