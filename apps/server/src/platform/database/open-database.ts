import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '#platform/config.ts';
import { openDataDirectory } from '#platform/data-directory.ts';
import { connectProblem } from '#platform/database/connect-problem.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded.ts';
import { firstAnswer } from '#platform/database/first-answer.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createPool, type DatabaseConnection } from '#platform/database/pool.ts';
import { checkDatabase } from '#platform/database/startup-checks.ts';
import type { Logger } from '#platform/logging.ts';

/** The database of this server, checked and brought up to date: our own PostgreSQL, or the one that was given. */
export interface Database {
  readonly pool: pg.Pool;
  /** Ask again after a loss: our own PostgreSQL may have moved to another port. */
  connection(): DatabaseConnection;
  stop(): Promise<void>;
}

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations');
const CONNECTIONS_MAX = 12;

export async function openDatabase(options: {
  readonly config: Pick<Config, 'dataDirectory' | 'databaseUrl'>;
  readonly log: Logger;
}): Promise<Database> {
  const { config, log } = options;
  const directory = openDataDirectory(config.dataDirectory);
  const undo: (() => unknown)[] = [() => directory.release()];
  const stop = async (): Promise<void> => {
    for (let next = undo.pop(); next !== undefined; next = undo.pop()) await next();
  };
  try {
    const server = await openServer({ databaseUrl: config.databaseUrl, dataDirectory: directory.path, log });
    undo.push(server.stop);
    const pool = createPool({
      connection: server.connection(),
      name: 'tarazu',
      connectionsMax: CONNECTIONS_MAX,
      onConnectionLost: (error) => log.warn({ err: error }, 'A connection to the database was lost.'),
    });
    undo.push(() => pool.end());
    await firstAnswer(() => pool.query('select 1'));
    await checkDatabase(pool);
    const applied = await migrate({ pool, folder: MIGRATIONS });
    if (applied.length > 0) log.info({ applied }, 'The database is up to date.');
    return { pool, connection: server.connection, stop };
  } catch (error) {
    await stop();
    throw config.databaseUrl === null ? error : connectProblem(error, config.databaseUrl);
  }
}

interface Server {
  readonly connection: () => DatabaseConnection;
  readonly stop: () => Promise<void>;
}

async function openServer(options: {
  readonly databaseUrl: string | null;
  readonly dataDirectory: string;
  readonly log: Logger;
}): Promise<Server> {
  const { databaseUrl, dataDirectory, log } = options;
  if (databaseUrl !== null)
    return { connection: () => ({ connectionString: databaseUrl }), stop: async () => undefined };
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    onExit: (reason) => {
      log.error({ reason }, 'The database ended; it is started again.');
      postgres
        .restart()
        .catch((error: unknown) => log.fatal({ err: error }, 'The database could not be started again.'));
    },
    onLine: (line) => {
      const isTrouble = /\b(WARNING|ERROR|FATAL|PANIC): /.test(line);
      log[isTrouble ? 'warn' : 'debug']({ line }, 'The database says something.');
    },
  });
  return { connection: () => postgres.connection(), stop: () => postgres.stop() };
}
