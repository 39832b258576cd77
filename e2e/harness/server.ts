/** A real server in a process of its own, on a folder of its own, started as `npm start` starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copyPreparedDatabase } from './prepared-database.ts';
import { root } from './root.ts';

export interface ServerOptions {
  /** Settings beside those that every journey shares. */
  readonly env?: Readonly<Record<string, string>>;
  /** An existing data folder, which is then not removed at the end. */
  readonly dataFolder?: string;
  /** How far its clock stands ahead of the machine's, for what happens on a certain day. */
  readonly aheadMs?: number;
}

export interface RunningServer {
  readonly url: string;
  readonly dataFolder: string;
  processId(): number;
  databaseProcessId(): number;
  /** All that it has printed since the first start. */
  output(): string;
  /** `kill -9`: it is told nothing and can finish nothing. */
  kill(): Promise<void>;
  /** Starts again on the same folder and the same port. */
  startAgain(): Promise<void>;
  /** As a Ctrl-C would; gives the exit status. */
  stop(): Promise<number>;
  /** Ends whatever still runs and removes the folder. */
  dispose(): Promise<void>;
}

const START_MS_MAX = 90_000;
const OPEN_LINE = /Tarazu is open at (\S+)/;
const MAIN = join(root, 'apps', 'server', 'src', 'main.ts');
const SHARED_SETTINGS = {
  HOST: '127.0.0.1',
  METRICS_PORT: 'off',
  MARKET_SEED: 'journeys',
  LOG_LEVEL: 'warn',
  NODE_ENV: 'test',
};

export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const isOurFolder = options.dataFolder === undefined;
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'tarazu-e2e-'));
  copyPreparedDatabase(dataFolder);
  const lines: string[] = [];
  const start = (port: string): Promise<Started> =>
    startProcess({
      env: { ...SHARED_SETTINGS, ...clockOf(options), ...options.env, DATA_DIR: dataFolder, PORT: port },
      lines,
    });
  let started = await start('0');
  const { url } = started;

  const end = async (signal: NodeJS.Signals): Promise<number> => {
    const { child } = started;
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    return child.exitCode ?? -1;
  };
  return {
    url,
    dataFolder,
    processId: () => numberOf(started.child.pid),
    databaseProcessId: () => readDatabaseProcessId(dataFolder),
    output: () => lines.join('\n'),
    kill: async () => {
      await end('SIGKILL');
    },
    startAgain: async () => {
      started = await start(new URL(url).port);
    },
    stop: () => end('SIGTERM'),
    dispose: async () => {
      await end('SIGTERM');
      endDatabase(dataFolder);
      if (isOurFolder) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

function clockOf({ aheadMs }: ServerOptions): Readonly<Record<string, string>> {
  if (aheadMs === undefined) return {};
  const module = join(import.meta.dirname, 'clock-ahead.ts');
  return { CLOCK_AHEAD_MS: String(aheadMs), NODE_OPTIONS: `--import ${module}` };
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
}

function startProcess(setting: {
  readonly env: Record<string, string>;
  readonly lines: string[];
}): Promise<Started> {
  const child = spawn(process.execPath, [MAIN], {
    cwd: root,
    env: { ...process.env, ...setting.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { stdout, stderr } = child;
  return new Promise((resolve, reject) => {
    const told = (): string => setting.lines.slice(-30).join('\n');
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server was not open within ${START_MS_MAX / 1000} s.\n${told()}`));
    }, START_MS_MAX);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`The server ended (${signal ?? code}) before it was open.\n${told()}`));
    });
    for (const stream of [stdout, stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        setting.lines.push(line);
        const url = OPEN_LINE.exec(line)?.[1];
        if (url === undefined) return;
        clearTimeout(timer);
        resolve({ child, url });
      });
    }
  });
}

function numberOf(processId: number | undefined): number {
  if (processId === undefined) throw new Error('Invariant: a started process has a number.');
  return processId;
}

/** The first line of PostgreSQL's own note says which process it is. */
function readDatabaseProcessId(dataFolder: string): number {
  const note = join(dataFolder, 'postgres', 'postmaster.pid');
  return Number(readFileSync(note, 'utf8').split('\n')[0]);
}

/** A server that was killed may leave its database behind; a journey must not. */
function endDatabase(dataFolder: string): void {
  if (!existsSync(join(dataFolder, 'postgres', 'postmaster.pid'))) return;
  try {
    process.kill(readDatabaseProcessId(dataFolder), 'SIGQUIT');
  } catch (error) {
    // Gone meanwhile, which is what was wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
