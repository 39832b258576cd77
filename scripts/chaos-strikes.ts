/** Strikes against a server while people trade. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { connectionOf, createVictim, type OwnConnection, type VictimServer } from './chaos/server.ts';
import { createPair } from './chaos-pair.ts';

export interface Scene {
  readonly victim: VictimServer;
  /** The data of the server that is harassed. */
  readonly folder: string;
  /** Does it once. `onOver` is called when nothing stands in the way of an order any more. */
  strike(onOver: () => void): Promise<void>;
  /** Undoes what the scene needed. */
  close(): void;
}

export const FAULTS = ['kill', 'gateway', 'database', 'freeze', 'cut', 'disk-full', 'second-writer'] as const;
export type Fault = (typeof FAULTS)[number];

const FULL_MS = 4_000;
const DISK_BYTES = 512 * 2 ** 20;
const BALLAST_CHUNK_BYTES = 2 ** 20;

export function sceneOf(fault: Fault, folder: string, frozenMs: number): Scene {
  if (fault === 'second-writer') return pairScene(folder);
  const isOnSmallDisk = fault === 'disk-full';
  if (isOnSmallDisk) mountSmallDisk(folder);
  const victim = createVictim(folder);
  const strikes: Record<Exclude<Fault, 'second-writer'>, Scene['strike']> = {
    kill: async (onOver) => {
      await victim.killServer();
      onOver();
      await victim.start();
    },
    gateway: async (onOver) => {
      victim.killGateway();
      onOver();
    },
    database: async (onOver) => {
      victim.signalDatabase('SIGKILL');
      onOver();
    },
    freeze: async (onOver) => {
      victim.signalDatabase('SIGSTOP');
      await pause(frozenMs);
      victim.signalDatabase('SIGCONT');
      onOver();
    },
    cut: async (onOver) => {
      await cutConnections(connectionOf(folder));
      onOver();
    },
    'disk-full': async (onOver) => {
      const ballast = fillDisk(folder);
      await pause(FULL_MS);
      rmSync(ballast);
      onOver();
    },
  };
  const close = (): void => (isOnSmallDisk ? unmount(folder) : undefined);
  return { victim, folder, strike: strikes[fault], close };
}

function pairScene(folder: string): Scene {
  const pair = createPair(folder);
  return { victim: pair, folder: pair.databaseFolder, strike: pair.takeOver, close: () => undefined };
}

/** Ends every connection of the server, whatever it is in the middle of. */
async function cutConnections(connection: OwnConnection): Promise<void> {
  const pool = createPool({
    connection,
    name: 'chaos',
    connectionsMax: 1,
    onConnectionLost: () => undefined,
  });
  try {
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tarazu%' and pid <> pg_backend_pid()`,
    );
  } finally {
    await pool.end();
  }
}

/** Mounts a disk in memory, small enough to be filled, with the right to do so. */
function mountSmallDisk(folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder]);
}

function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder]);
}

/** Writes until nothing more fits, and says where. */
function fillDisk(folder: string): string {
  const path = join(folder, 'ballast');
  const file = openSync(path, 'w');
  try {
    for (let size = BALLAST_CHUNK_BYTES; size >= 1; ) {
      try {
        writeSync(file, Buffer.alloc(size));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
  return path;
}
