import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataDirectory } from '#platform/config/data-directory.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { createPool } from './pool.ts';
import { appConnectionOf, makeAppRole, type RoleConnection } from './roles.ts';

export interface TestCluster {
  readonly connection: RoleConnection;
  stop(): Promise<void>;
}

/** Several whole servers work in it at once, some of them two in one file. */
const CONNECTIONS_MAX = '200';

const DIRECTORY_PREFIX = 'tarazu-test-';

/** A real PostgreSQL in a temporary folder, which `stop` removes. */
export async function startTestCluster(): Promise<TestCluster> {
  removeLeftovers();
  const path = mkdtempSync(join(tmpdir(), `${DIRECTORY_PREFIX}${process.pid}-`));
  const directory = openDataDirectory(path);
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory.path,
    onExit: (reason) => {
      throw new Error(`The database of the tests is gone: ${reason}`);
    },
    onLine: () => undefined,
    settings: { max_connections: CONNECTIONS_MAX },
  });
  await makeRole(postgres.connection());
  return {
    connection: postgres.connection(),
    stop: async () => {
      await postgres.stop();
      directory.release();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** As which whole servers work in their tests: once, for all databases. */
async function makeRole(owner: RoleConnection): Promise<void> {
  const pool = createPool({
    connection: { ...owner, database: 'postgres' },
    name: 'tarazu-test',
    connectionsMax: 1,
    onConnectionLost: () => undefined,
  });
  await makeAppRole(pool, appConnectionOf(owner).password);
  await pool.end();
}

/** Folders of test runs that were killed before they could clean up. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const processId = Number(new RegExp(`^${DIRECTORY_PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!Number.isNaN(processId) && !isAlive(processId))
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
