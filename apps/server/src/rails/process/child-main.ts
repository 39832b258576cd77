import { setPriority } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';

/**
 * The end of a little server that lives in a process of its own: it ends with the process that started it.
 */

interface Served {
  readonly port: number;
  stop(): Promise<void>;
}

/** @param open begins to serve, with what the parent tells. */
export function serveAsChild(open: (settings: unknown) => Promise<Served>): void {
  // Without a parent nobody is served: the database file is closed by the system, as after a power cut.
  process.once('disconnect', () => process.exit(0));
  // A signal to the whole group is for the one who started this: it says when to stop.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  setPriority(LOW_PRIORITY);
  let served: Promise<Served> | undefined;
  process.on('message', (settings: unknown) => {
    if (settings === 'stop') {
      void Promise.resolve(served)
        .then((open) => open?.stop())
        .finally(() => process.exit(0));
      return;
    }
    served = open(settings);
    served.then(
      ({ port }) =>
        process.send?.({ port }, undefined, undefined, (error) => {
          // The parent was killed a moment ago: its going is not a fault of this process.
          if (error !== null) process.exit(0);
        }),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  });
}

/** Orders and their database go first when processors are few. */
const LOW_PRIORITY = 10;

/**
 * Settings of a file that one process writes: durable at each commit, small in memory, and free again for the
 * next process within moments after a kill.
 */
export function prepareFile(file: DatabaseSync): void {
  file.exec(`
    pragma busy_timeout = 10000;
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma cache_size = -1024;
    pragma foreign_keys = on;
  `);
}

/** Runs work in one transaction of the file. */
export function atOnce<Result>(file: DatabaseSync, work: () => Result): Result {
  if (file.isTransaction) return work();
  file.exec('begin immediate');
  try {
    const result = work();
    file.exec('commit');
    return result;
  } catch (error) {
    file.exec('rollback');
    throw error;
  }
}
