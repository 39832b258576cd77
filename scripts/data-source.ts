/**
 * The database of an installation: the one that is set, that of the running server, or the one at rest,
 * started for the time of the work.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../apps/server/src/platform/config/config.ts';
import { openDataDirectory } from '../apps/server/src/platform/config/data-directory.ts';
import { StartupError } from '../apps/server/src/platform/config/startup-error.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded.ts';
import { missingMigrations } from '../apps/server/src/platform/database/migrate.ts';
import {
  createPool,
  type DatabaseConnection,
  type Queryable,
} from '../apps/server/src/platform/database/pool.ts';
import { openSecrets, type Secrets } from '../apps/server/src/platform/secrets/secrets.ts';
import { openSigningKey } from '../apps/server/src/platform/secrets/signing-key.ts';
import { root } from './run/root.ts';

const STATEMENT_TIMEOUT_MS = 600_000;
const MIGRATIONS = join(root, 'apps', 'server', 'migrations');

export interface Source {
  readonly connection: DatabaseConnection;
  readonly name: string;
  close(): Promise<void>;
}

export async function openSource(config = readConfig(process.env)): Promise<Source> {
  const { dataDirectory } = config;
  const databaseUrl = config.databaseOwnerUrl ?? config.databaseUrl;
  const nothing = async (): Promise<void> => undefined;
  if (databaseUrl !== null)
    return { connection: { connectionString: databaseUrl }, name: 'DATABASE_URL', close: nothing };
  if (!existsSync(join(dataDirectory, 'postgres'))) {
    throw new StartupError(`There is no database in ${dataDirectory}. Set DATA_DIR or DATABASE_URL.`);
  }
  const directory = lockIfFree(dataDirectory);
  if (!directory)
    return { connection: runningConnection(dataDirectory), name: `${dataDirectory}, in use`, close: nothing };
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory.path,
    onExit: (reason) => process.stderr.write(`${reason}\n`),
    onLine: () => undefined,
  });
  const close = async (): Promise<void> => {
    await postgres.stop();
    directory.release();
  };
  return { connection: postgres.connection(), name: dataDirectory, close };
}

/** The key of the installation; undefined where its file is not on this machine, or not this user's. */
export function secretsOf(config: Config = readConfig(process.env)): Secrets | undefined {
  try {
    return openSecrets({ keyFile: config.secretKeyFile, mayBeMade: false });
  } catch (error) {
    if (error instanceof StartupError) return undefined;
    throw error;
  }
}

/** Reads one moment of the database: the server may go on trading. */
export async function readingOneMoment<Result>(
  { connection }: Source,
  work: (on: Queryable) => Promise<Result>,
): Promise<Result> {
  const pool = createPool({
    connection,
    name: 'tarazu-audit',
    connectionsMax: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onConnectionLost: (error) => process.stderr.write(`${error.message}\n`),
  });
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const missing = await missingMigrations(client, MIGRATIONS);
    if (missing > 0)
      throw new StartupError(
        `The database was made by an older version: ${missing} of its migrations are not applied. ` +
          'Start this version once on it, which applies them, and run this again.',
      );
    return await work(client);
  } finally {
    client.release(true);
    await pool.end();
  }
}

function lockIfFree(path: string): ReturnType<typeof openDataDirectory> | undefined {
  try {
    return openDataDirectory(path);
  } catch (error) {
    if (error instanceof StartupError) return undefined;
    throw error;
  }
}

/** The database of the server that runs on this folder. */
function runningConnection(folder: string): DatabaseConnection {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8').trim();
  const password = read('postgres-password');
  return {
    host: '127.0.0.1',
    port: Number(read('postgres-port')),
    user: 'tarazu',
    password,
    database: 'tarazu',
  };
}

/**
 * The public part of the signing key; undefined where its file is not on this machine, or not this user's.
 */
export function publicKeyOf(config: Config = readConfig(process.env)): Uint8Array | undefined {
  try {
    return openSigningKey({ file: config.signingKeyFile, mayBeMade: false }).publicKey;
  } catch (error) {
    if (error instanceof StartupError) return undefined;
    throw error;
  }
}
