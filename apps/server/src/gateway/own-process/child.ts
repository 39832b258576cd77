import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { SETTINGS } from '#platform/config/config-table.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
/** Each call leaves some 10 KB of short-lived objects behind. */
const NODE_FLAGS = ['--max-semi-space-size=32'];

/**
 * A process that listens to the network is given what it needs, and never the database's address or the
 * signing keys.
 */
export function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !Object.hasOwn(SETTINGS, name)));
}

/** Starts the process of an HTTP side, which takes a while, before it is known what it is to do. */
export function startHttpProcess(): ChildProcess {
  return spawn(process.execPath, [...NODE_FLAGS, MAIN], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
    serialization: 'advanced',
    env: withoutSettings(process.env),
  });
}
