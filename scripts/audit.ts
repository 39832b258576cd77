/** Replays the journal of an installation and says whether its tables are what the journal gives. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditResult, audit } from '../apps/server/src/engine/audit.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openDataDirectory } from '../apps/server/src/platform/data-directory.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded.ts';
import { createPool, type DatabaseConnection } from '../apps/server/src/platform/database/pool.ts';
import { StartupError } from '../apps/server/src/platform/startup-error.ts';

const STATEMENT_TIMEOUT_MS = 600_000;
const PROGRESS_EVERY_MS = 1_000;

interface Source {
  readonly connection: DatabaseConnection;
  readonly name: string;
  close(): Promise<void>;
}

/** The database that is set, the one of the running server, or the one at rest, started for the time of the audit. */
async function openSource(): Promise<Source> {
  const { databaseUrl, dataDirectory } = readConfig(process.env);
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

async function run(source: Source): Promise<AuditResult> {
  const pool = createPool({
    connection: source.connection,
    name: 'tarazu-audit',
    connectionsMax: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onConnectionLost: (error) => process.stderr.write(`${error.message}\n`),
  });
  const client = await pool.connect();
  try {
    // One moment of the database: the server may go on trading.
    await client.query('begin isolation level repeatable read read only');
    return await audit({ on: client, onProgress: progress() });
  } finally {
    client.release(true);
    await pool.end();
  }
}

function progress(): (done: number, all: number) => void {
  let shownAtMs = Date.now();
  return (done, all) => {
    if (Date.now() - shownAtMs < PROGRESS_EVERY_MS) return;
    shownAtMs = Date.now();
    process.stdout.write(`${done} of ${all} commands (${Math.floor((100 * done) / all)} %)\n`);
  };
}

try {
  const source = await openSource();
  process.stdout.write(`Auditing ${source.name}\n`);
  const startedAtMs = Date.now();
  const { commands, lastHash, problem } = await run(source).finally(() => source.close());
  const seconds = ((Date.now() - startedAtMs) / 1_000).toFixed(1);
  if (problem === undefined) {
    process.stdout.write(
      `${commands} commands replayed in ${seconds} s: every outcome, hash and row agrees.\nJournal hash ${lastHash}\n`,
    );
  } else {
    process.stdout.write(`First difference, after ${commands} commands that agree:\n${problem}\n`);
    process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
