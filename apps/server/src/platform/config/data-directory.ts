import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '#platform/make-folder.ts';
import { StartupError } from './startup-error.ts';

/** The folder that holds all that this installation keeps, held by this process alone. */
export interface DataDirectory {
  /** Absolute, with links resolved. */
  readonly path: string;
  /** Gives the folder free for the next server. */
  release(): void;
}

const LOCK_FILE = 'server.lock';

/**
 * Makes the folder if it is missing and takes its lock.
 *
 * The lock is the one that SQLite takes on an empty database: Node has no file lock of its own, and this one
 * is given back by the operating system when the process ends, however it ends, so that it is never stale.
 */
export function openDataDirectory(path: string): DataDirectory {
  makeDirectory(path);
  const directory = realpathSync(path);
  const processFile = join(directory, 'server.pid');
  const lock = openLock(join(directory, LOCK_FILE), path);
  try {
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    throw new StartupError(
      `Another Tarazu server${holderOf(processFile)} uses the data folder ${directory}. ` +
        'Stop it, or give this one a folder of its own, such as DATA_DIR=/var/lib/tarazu-2.',
      { cause: error },
    );
  }
  try {
    writeFileSync(processFile, `${process.pid}\n`);
  } catch (error) {
    lock.close();
    throw unusable(path, error);
  }
  return {
    path: directory,
    release: () => {
      rmSync(processFile, { force: true });
      lock.close();
    },
  };
}

/**
 * Looks at a folder without making it.
 * @throws StartupError when another server holds it.
 */
export function checkHolder(path: string): void {
  if (existsSync(join(path, LOCK_FILE))) openDataDirectory(path).release();
}

/** As root, PostgreSQL runs as another user and must be able to pass through; it can't list the folder. */
function makeDirectory(path: string): void {
  try {
    makeFolder(path, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw unusable(path, error);
  }
}

function openLock(file: string, path: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, cause: unknown): StartupError {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC')
    return new StartupError(
      `The disk of the data folder DATA_DIR=${path} is full. Make room there, or move it to a larger disk, and start again.`,
      { cause },
    );
  return new StartupError(
    `The data folder DATA_DIR=${path} can't be made or written to. Choose one that this user may write to, ` +
      'such as DATA_DIR=/var/lib/tarazu.',
    { cause },
  );
}

function holderOf(processFile: string): string {
  try {
    return ` (process ${readFileSync(processFile, 'utf8').trim()})`;
  } catch {
    // The other server may be between taking the lock and writing its number.
    return '';
  }
}
