import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '#platform/config/startup-error.ts';
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts';
import {
  chooseFreePort,
  hasEnded,
  PostmasterFailure,
  runProgram,
  startPostmaster,
  stopOrphan,
  stopPostmaster,
} from './postmaster.ts';
import type { RoleConnection } from './roles.ts';
import { type Owner, planRunAs, type RunAs } from './run-as.ts';

export interface EmbeddedOptions {
  /**
   * The folder of the installation; PostgreSQL keeps its files in `postgres` and `postgres-socket` below it.
   */
  readonly dataDirectory: string;
  /** Called when PostgreSQL ends although nobody asked it to. `restart()` may be called from here. */
  readonly onExit: (reason: string) => void;
  /** Called with each line that PostgreSQL writes, such as `WARNING:  …`. */
  readonly onLine: (line: string) => void;
  /** Settings of PostgreSQL that differ from an installation's, as for many servers at once in tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A PostgreSQL 18 of our own, for one server, on this machine only. */
export interface EmbeddedPostgres {
  /** Read it again after `restart()`: the port changes if another program took it meanwhile. */
  connection(): RoleConnection;
  /** The number of the main process; null while it is down. */
  processId(): number | null;
  /** Stops it if it runs, waits for what is left of a killed one, and starts it. */
  restart(): Promise<void>;
  /** Fast and clean shutdown; answers when the process is gone. */
  stop(): Promise<void>;
}

const USER = 'tarazu';
const DATABASE = 'tarazu';
const SOCKET_PATH_BYTES_MAX = 103;
const START_ATTEMPTS = 100;
const START_RETRY_MS = 100;

/** Sized so that the whole installation idles well under 600 MB; nothing here trades safety for speed. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '33',
  shared_buffers: '64MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  wal_buffers: '8MB',
  min_wal_size: '128MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '10min',
  wal_level: 'replica',
  max_wal_senders: '2',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  autovacuum_worker_slots: '2',
  autovacuum_max_workers: '2',
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_min_messages: 'warning',
  // A statement in the log could carry a customer's data.
  log_min_error_statement: 'panic',
};

interface Files {
  readonly data: string;
  readonly unfinished: string;
  readonly socket: string;
  readonly password: string;
  readonly port: string;
}

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const files = filesOf(options.dataDirectory);
  const binaries = findPostgresBinaries();
  const runAs = planRunAs({
    dataDirectory: files.data,
    binaryDirectory: dirname(binaries.postgres),
    dataOwner: ownerOf(files.data),
  });
  const password = readOrMakePassword(files);
  if (!existsSync(files.data))
    await initialise({ files, binaries, runAs, password, onLine: options.onLine, settings: {} });
  await stopOrphan(files.data, options.onLine);
  makeOwned(files.socket, runAs.owner);

  let state = await start({
    files,
    binaries,
    runAs,
    password,
    onLine: options.onLine,
    settings: options.settings ?? {},
  });
  const watch = (child: ChildProcess): void => {
    child.once('exit', (code, signal) => {
      if (child === state.child && !state.stopping)
        options.onExit(`PostgreSQL ended (${signal ?? `code ${code}`}).`);
    });
  };
  watch(state.child);
  try {
    await createDatabase(state.connection);
  } catch (error) {
    state.stopping = true;
    await stopPostmaster(state.child);
    throw error;
  }

  const stop = async (): Promise<void> => {
    state.stopping = true;
    await stopPostmaster(state.child);
  };
  const restart = async (): Promise<void> => {
    await stop();
    state = await start({
      files,
      binaries,
      runAs,
      password,
      onLine: options.onLine,
      settings: options.settings ?? {},
    });
    watch(state.child);
  };
  // One after the other, so that a stop during a restart stops what the restart has started.
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (action: () => Promise<void>): Promise<void> => {
    const outcome = turn.then(action);
    turn = outcome.catch(() => undefined);
    return outcome;
  };
  return {
    connection: () => state.connection,
    processId: () => (hasEnded(state.child) ? null : (state.child.pid ?? null)),
    restart: () => inTurn(restart),
    stop: () => inTurn(stop),
  };
}

interface StartInput {
  readonly files: Files;
  readonly binaries: PostgresBinaries;
  readonly runAs: RunAs;
  readonly password: string;
  readonly onLine: (line: string) => void;
  readonly settings: Readonly<Record<string, string>>;
}

interface Running {
  readonly child: ChildProcess;
  readonly connection: RoleConnection;
  stopping: boolean;
}

/**
 * Makes the cluster beside its final place and moves it
 * there when it is complete, so that no half one is used.
 */
async function initialise(input: StartInput): Promise<void> {
  const { files, binaries, runAs } = input;
  rmSync(files.unfinished, { recursive: true, force: true });
  makeOwned(files.unfinished, runAs.owner);
  const passwordCopy = `${files.password}-for-initdb`;
  writeFileSync(passwordCopy, `${input.password}\n`, { mode: 0o600 });
  if (runAs.owner !== null) chownSync(passwordCopy, runAs.owner.uid, runAs.owner.gid);
  try {
    await runProgram({
      runAs,
      program: binaries.initdb,
      arguments: [
        `--pgdata=${files.unfinished}`,
        `--username=${USER}`,
        `--pwfile=${passwordCopy}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      onLine: input.onLine,
    });
  } catch (error) {
    throw asStartupError(error, files);
  } finally {
    rmSync(passwordCopy, { force: true });
  }
  renameSync(files.unfinished, files.data);
}

async function start(input: StartInput): Promise<Running> {
  let port = await chooseFreePort(readPort(input.files));
  for (let attempt = 1; ; attempt += 1) {
    try {
      const child = await startPostmaster({
        runAs: input.runAs,
        program: input.binaries.postgres,
        arguments: ['-D', input.files.data, ...settingArguments(input, port)],
        onLine: input.onLine,
      });
      writeFileSync(input.files.port, `${port}\n`);
      return { child, connection: connectionTo(input, port), stopping: false };
    } catch (error) {
      if (!(error instanceof PostmasterFailure) || attempt === START_ATTEMPTS)
        throw asStartupError(error, input.files);
      if (error.isPortTaken) port = await chooseFreePort(null);
      else if (error.isPredecessorEnding) await delay(START_RETRY_MS);
      else throw asStartupError(error, input.files);
    }
  }
}

function settingArguments({ files, settings: own }: StartInput, port: number): string[] {
  const settings = {
    ...SETTINGS,
    ...own,
    port: String(port),
    unix_socket_directories: hasSocket(files, port) ? files.socket : '',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The socket in the file system is the faster way, unless its path is too long for the system. */
function connectionTo(input: StartInput, port: number): RoleConnection {
  const host = hasSocket(input.files, port) ? input.files.socket : '127.0.0.1';
  return { host, port, user: USER, password: input.password, database: DATABASE };
}

function hasSocket(files: Files, port: number): boolean {
  return Buffer.byteLength(join(files.socket, `.s.PGSQL.${port}`)) <= SOCKET_PATH_BYTES_MAX;
}

async function createDatabase(connection: RoleConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function filesOf(dataDirectory: string): Files {
  return {
    data: join(dataDirectory, 'postgres'),
    unfinished: join(dataDirectory, 'postgres-unfinished'),
    socket: join(dataDirectory, 'postgres-socket'),
    password: join(dataDirectory, 'postgres-password'),
    port: join(dataDirectory, 'postgres-port'),
  };
}

function ownerOf(directory: string): Owner | null {
  if (!existsSync(directory)) return null;
  const { uid, gid } = statSync(directory);
  const ourselves = process.getuid?.() ?? uid;
  if (ourselves !== 0 && uid !== ourselves) {
    throw new StartupError(
      `The folder ${directory} belongs to user ${uid}, and this server runs as user ${ourselves}. ` +
        'Start it as that user or as root, or choose another DATA_DIR.',
    );
  }
  if (uid === 0) {
    throw new StartupError(
      `The folder ${directory} belongs to root, as whom PostgreSQL refuses to run. ` +
        `Give it to the user who shall run PostgreSQL ("chown -R postgres ${directory}").`,
    );
  }
  return { uid, gid };
}

function readOrMakePassword(files: Files): string {
  if (existsSync(files.password)) return readFileSync(files.password, 'utf8').trim();
  if (existsSync(files.data)) {
    throw new StartupError(
      `The file ${files.password} is missing, without which ${files.data} can't be opened. Bring it back from a backup.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(files.password, `${password}\n`, { mode: 0o600 });
  return password;
}

function readPort(files: Files): number | null {
  if (!existsSync(files.port)) return null;
  const port = Number(readFileSync(files.port, 'utf8').trim());
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : null;
}

function makeOwned(directory: string, owner: Owner | null): void {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o700);
  if (owner !== null) chownSync(directory, owner.uid, owner.gid);
}

function asStartupError(error: unknown, files: Files): unknown {
  if (!(error instanceof PostmasterFailure)) return error;
  return new StartupError(error.sentence(files.data), { cause: error });
}
