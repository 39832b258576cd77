import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lets orders and their database go first when processors are few: to be called by a thread whose work may
 * wait. Linux gives each thread a priority of its own; elsewhere all of the process share one, and keep it.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(
      Number(basename(readlinkSync('/proc/thread-self'))),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // Without a process file system the thread is one like any other.
  }
}
