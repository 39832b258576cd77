/** Two servers on one database: one writes, the other waits as its standby. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDataDirectory } from '../apps/server/src/platform/config/data-directory.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded.ts';
import { connectionOf, openedAt, type VictimServer } from './chaos/server.ts';
import { root } from './run/root.ts';

export interface Pair extends VictimServer {
  readonly databaseFolder: string;
  /**
   * Freezes the writer until the standby has taken over and
   * the writer ended by itself, then starts another standby.
   */
  takeOver(onOver: () => void): Promise<void>;
}

interface Running {
  readonly child: ChildProcess;
  readonly opened: Promise<string>;
}

const MAIN = join(root, 'apps', 'server', 'src', 'main.ts');
const ENDS_MS_MAX = 60_000;

export function createPair(folder: string): Pair {
  const databaseFolder = join(folder, 'database');
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined;
  let writer: Running | undefined;
  let standby: Running | undefined;
  let url: string | undefined;
  let servers = 0;

  const startServer = (): Running => {
    servers += 1;
    const dataFolder = join(folder, `server-${servers}`);
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        ...settingsOf(databaseFolder),
        DATA_DIR: dataFolder,
        // The first one makes the keys that all of them use.
        ...(servers > 1 && {
          SECRET_KEY_FILE: join(folder, 'server-1', 'secret.key'),
          SIGNING_KEY_FILE: join(folder, 'server-1', 'signing.key'),
        }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const opened = openedAt(child);
    // Callers that wait for the promise hear of its refusal.
    opened.catch(() => undefined);
    return { child, opened };
  };
  return {
    databaseFolder,
    url: () => url,
    start: async () => {
      mkdirSync(databaseFolder, { recursive: true });
      openDataDirectory(databaseFolder);
      postgres = await startEmbeddedPostgres({
        dataDirectory: databaseFolder,
        onExit: () => undefined,
        onLine: () => undefined,
      });
      writer = startServer();
      url = await writer.opened;
      standby = startServer();
    },
    takeOver: async (onOver) => {
      const [old, next] = [writer, standby];
      if (!old || !next) throw new Error('Condition: a pair is started before one takes over');
      old.child.kill('SIGSTOP');
      onOver();
      url = await next.opened;
      const ended = once(old.child, 'exit', { signal: AbortSignal.timeout(ENDS_MS_MAX) });
      old.child.kill('SIGCONT');
      await ended;
      writer = next;
      standby = startServer();
    },
    killServer: async () => undefined,
    signalDatabase: () => undefined,
    stop: async () => {
      url = undefined;
      for (const { child } of [standby, writer].filter((one) => one !== undefined)) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      await postgres?.stop();
    },
  };
}

function settingsOf(databaseFolder: string): Record<string, string> {
  const { user, password, host, port, database } = connectionOf(databaseFolder);
  return {
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: 'off',
    LOG_LEVEL: 'fatal',
  };
}
