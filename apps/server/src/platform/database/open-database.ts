import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { SETTINGS } from '#platform/config/config-table.ts';
import { openDataDirectory } from '#platform/config/data-directory.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { connectProblem } from '#platform/database/connect-problem.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded.ts';
import { firstAnswer } from '#platform/database/first-answer.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createPool, type DatabaseConnection } from '#platform/database/pool.ts';
import {
  APP_ROLE,
  appConnectionOf,
  appRoleProblems,
  grantToApp,
  isGranted,
  makeAppRole,
} from '#platform/database/roles.ts';
import { checkDatabase } from '#platform/database/startup-checks.ts';
import type { Logger } from '#platform/logging/logging.ts';

/**
 * The database of this server, checked and brought up to date: our own PostgreSQL, or the one that was given.
 */
export interface Database {
  readonly pool: pg.Pool;
  /** Ask again after a loss: our own PostgreSQL may have moved to another port. */
  connection(): DatabaseConnection;
  stop(): Promise<void>;
}

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations');
const CONNECTIONS_MAX = 12;

export type DatabaseConfig = Pick<Config, 'dataDirectory' | 'databaseUrl'> &
  Partial<Pick<Config, 'databaseOwnerUrl' | 'mode'>>;

export async function openDatabase(options: {
  readonly config: DatabaseConfig;
  readonly log: Logger;
}): Promise<Database> {
  const { config, log } = options;
  const directory = openDataDirectory(config.dataDirectory);
  const undo: (() => unknown)[] = [() => directory.release()];
  const stop = async (): Promise<void> => {
    for (let next = undo.pop(); next !== undefined; next = undo.pop()) await next();
  };
  try {
    const server = await openServer({ config, dataDirectory: directory.path, log });
    undo.push(server.stop);
    await bringUpToDate(server, { config, log });
    const pool = createPool({
      connection: server.connection(),
      name: 'tarazu',
      connectionsMax: CONNECTIONS_MAX,
      onConnectionLost: (error) => log.warn({ err: error }, 'A connection to the database was lost.'),
    });
    undo.push(() => pool.end());
    await firstAnswer(() => pool.query('select 1'));
    await checkDatabase(pool);
    await checkRole(pool, { config, log });
    return { pool, connection: server.connection, stop };
  } catch (error) {
    await stop();
    throw config.databaseUrl === null ? error : connectProblem(error, config.databaseUrl);
  }
}

interface Opening {
  readonly config: DatabaseConfig;
  readonly log: Logger;
}

/** The owner's work: tables as this version needs them, and what the app may do with them. */
async function bringUpToDate(server: Server, { config, log }: Opening): Promise<void> {
  const owner = createPool({
    connection: server.owner(),
    name: 'tarazu-owner',
    connectionsMax: 1,
    onConnectionLost: (error) => log.warn({ err: error }, 'The connection of the owner was lost.'),
  });
  try {
    await firstAnswer(() => owner.query('select 1'));
    await checkDatabase(owner);
    const applied = await migrate({ pool: owner, folder: MIGRATIONS });
    if (applied.length > 0) log.info({ applied }, 'The database is up to date.');
    const role = await server.appRole(owner);
    if (role !== undefined && !(await isGranted(owner, role))) await grantToApp(owner, role);
  } catch (error) {
    throw config.databaseOwnerUrl
      ? connectProblem(error, config.databaseOwnerUrl, 'DATABASE_OWNER_URL')
      : error;
  } finally {
    await owner.end();
  }
}

/** A database of the operator's may still be used by one role for all, but not with people's money. */
async function checkRole(pool: pg.Pool, { config, log }: Opening): Promise<void> {
  const problems = await appRoleProblems(pool);
  if (problems.length === 0) return;
  const advice =
    'Give the app a role of its own in DATABASE_URL and the owner in DATABASE_OWNER_URL, such as ' +
    `DATABASE_OWNER_URL=${SETTINGS.DATABASE_OWNER_URL.example}; docs/running.md says how.`;
  const isSplit = config.databaseUrl === null || Boolean(config.databaseOwnerUrl);
  if (isSplit || config.mode === 'licensed') throw new StartupError([...problems, advice].join('\n'));
  log.warn({ problems }, `The app could change the journal that it writes. ${advice}`);
}

interface Server {
  /** As which the app works. */
  readonly connection: () => DatabaseConnection;
  readonly owner: () => DatabaseConnection;
  /** Name of the role that works, once it is there; undefined where the owner works itself. */
  readonly appRole: (owner: pg.Pool) => Promise<string | undefined>;
  readonly stop: () => Promise<void>;
}

async function openServer(options: Opening & { readonly dataDirectory: string }): Promise<Server> {
  const { config, dataDirectory, log } = options;
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl !== null) {
    const ownerUrl = databaseOwnerUrl ?? databaseUrl;
    return {
      connection: () => ({ connectionString: databaseUrl }),
      owner: () => ({ connectionString: ownerUrl }),
      appRole: async () => (databaseOwnerUrl ? await roleOf(databaseUrl) : undefined),
      stop: async () => undefined,
    };
  }
  let isStopping = false;
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    onExit: (reason) => {
      log.error({ reason }, 'The database ended; it is started again.');
      postgres
        .restart()
        .catch((error: unknown) => log.fatal({ err: error }, 'The database could not be started again.'));
    },
    onLine: (line) => {
      log[isTrouble(line, isStopping) ? 'warn' : 'debug']({ line }, 'The database says something.');
    },
  });
  return {
    connection: () => appConnectionOf(postgres.connection()),
    owner: () => postgres.connection(),
    appRole: async (owner) => {
      await makeAppRole(owner, appConnectionOf(postgres.connection()).password);
      return APP_ROLE;
    },
    stop: () => {
      isStopping = true;
      return postgres.stop();
    },
  };
}

/** Whether a line of the database's is for a person; one that we stop cuts what is still connected. */
export function isTrouble(line: string, isStopping: boolean): boolean {
  if (isStopping && line.includes('terminating connection due to administrator command')) return false;
  return /\b(WARNING|ERROR|FATAL|PANIC): /.test(line);
}

/** The role that signs in by an address: its name may stand there, in a file of the system, or nowhere. */
async function roleOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect().catch((error: unknown) => {
    throw connectProblem(error, databaseUrl);
  });
  try {
    const { rows } = await client.query<{ role: string }>('select current_user::text as role');
    return rows[0]?.role ?? '';
  } finally {
    await client.end();
  }
}
