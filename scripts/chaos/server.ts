/** A real server process that can be killed and started again on the same data. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../run/root.ts';

export interface VictimServer {
  url(): string | undefined;
  /** Kills the server itself: its database is left behind for the next one to find. */
  killServer(): Promise<void>;
  /** Sends a signal to every process of its PostgreSQL; the server goes on and must recover. */
  signalDatabase(signal: NodeJS.Signals): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface LoneServer extends VictimServer {
  /** Kills the process of its HTTP side, which the server starts again. */
  killGateway(): void;
}

export interface OwnConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** How to reach the database that a server runs in its folder. */
export function connectionOf(folder: string): OwnConnection {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8').trim();
  return {
    host: '127.0.0.1',
    port: Number(read('postgres-port')),
    user: 'tarazu',
    password: read('postgres-password'),
    database: 'tarazu',
  };
}

const STARTS_MAX = 5;
const MAIN = join(root, 'apps', 'server', 'src', 'main.ts');

export function createVictim(folder: string): LoneServer {
  let child: ChildProcess | undefined;
  let url: string | undefined;
  return {
    url: () => url,
    start: async () => {
      const environment = {
        ...process.env,
        DATA_DIR: folder,
        HOST: '127.0.0.1',
        PORT: '0',
        METRICS_PORT: 'off',
        LOG_LEVEL: 'fatal',
      };
      // A server that could not start is started again, as whoever watches over it would do.
      for (let left = STARTS_MAX; url === undefined; left -= 1) {
        child = spawn(process.execPath, [MAIN], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
        url = await openedAt(child).catch((error: unknown) => {
          if (left <= 1) throw error;
          return undefined;
        });
      }
    },
    killServer: async () => {
      url = undefined;
      if (!child || child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    killGateway: () => {
      for (const processId of childrenOf(child?.pid, 'own-process')) signalIfThere(processId, 'SIGKILL');
    },
    signalDatabase: (signal) => {
      for (const processId of databaseProcesses(folder)) signalIfThere(processId, signal);
    },
    stop: async () => {
      url = undefined;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Address at which the server says it is open. */
export async function openedAt(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('Invariant: the output of the server is piped');
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const found = /is open at (\S+)/.exec(line)?.[1];
    if (found !== undefined) {
      child.stdout.resume();
      return found;
    }
  }
  throw new Error('The server ended before it was open.');
}

/** Of a process, those whose command line has this in it. */
function childrenOf(processId: number | undefined, text: string): number[] {
  if (processId === undefined) return [];
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(processId)], {
    encoding: 'utf8',
  });
  return children
    .split('\n')
    .filter((line) => line.includes(text))
    .map((line) => Number.parseInt(line, 10));
}

/** The main process and its children, by the lock file of this folder's own cluster. */
function databaseProcesses(folder: string): number[] {
  const main = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' });
  return [main, ...children.trim().split(/\s+/).map(Number)].filter((processId) => processId > 1);
}

function signalIfThere(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(processId, signal);
  } catch (error) {
    const hasEnded = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!hasEnded) throw error;
  }
}
