/**
 * Runs a child to its end, with everything it starts itself. Each child leads a process group, so that a hung
 * one, or one that leaves a database behind, is ended whole; and its output comes through pipes of ours, so
 * that a forgotten grandchild cannot hold the terminal (or the pipe behind it) open.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './root.ts';

export type ChildRequest = {
  readonly file: string;
  readonly args: readonly string[];
  /** Folder to run in; the root of the repository by default. */
  readonly cwd?: string;
  /** Added to our own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Past this time the child and what it started are killed. */
  readonly timeoutMs?: number;
  /** Sees the output as it comes. */
  readonly onOutput?: (chunk: string) => void;
};

export type ChildResult = {
  /** The exit status, 128 + signal when a signal ended it, 127 when it could not be started. */
  readonly status: number;
  readonly output: string;
  readonly timedOut: boolean;
  /** Something it started is out of our reach and still held its output after it had ended. */
  readonly leftBehind: boolean;
  readonly tookMs: number;
};

const CLOSE_GRACE_MS = 2000;
const TERMINATE_GRACE_MS = 3000;
const SIGNAL_STATUS = 128;
const living = new Set<ChildProcess>();

export function runChild(request: ChildRequest): Promise<ChildResult> {
  const startedAtMs = Date.now();
  const child = spawn(request.file, request.args, {
    cwd: request.cwd ?? root,
    env: { ...process.env, ...request.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  living.add(child);
  const chunks: string[] = [];
  const take = (chunk: string): void => {
    chunks.push(chunk);
    request.onOutput?.(chunk);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take);
  let timedOut = false;
  let leftBehind = false;
  const timer = setTimeout(
    () => {
      timedOut = true;
      killGroup(child, 'SIGKILL');
    },
    request.timeoutMs ?? 2 ** 31 - 1,
  );
  return new Promise((resolve) => {
    const finish = (status: number): void => {
      clearTimeout(timer);
      living.delete(child);
      resolve({ status, output: chunks.join(''), timedOut, leftBehind, tookMs: Date.now() - startedAtMs });
    };
    child.on('error', (error) => {
      take(`${request.file} could not be started: ${error.message}\n`);
      finish(SIGNAL_STATUS - 1);
    });
    child.on('exit', (code, signal) => {
      // Processes that it left behind would hold the pipes open; nothing of a finished child may live on.
      killGroup(child, 'SIGKILL');
      const status = code ?? SIGNAL_STATUS + (signal === null ? 0 : constants.signals[signal]);
      const patience = setTimeout(() => {
        leftBehind = true;
        child.stdout.destroy();
        child.stderr.destroy();
      }, CLOSE_GRACE_MS);
      child.once('close', () => {
        clearTimeout(patience);
        finish(status);
      });
    });
  });
}

/** Ends every child still running: first asked, then killed. */
export async function stopChildren(): Promise<void> {
  const children = [...living];
  for (const child of children) killGroup(child, 'SIGTERM');
  const ended = Promise.all(children.map((child) => new Promise((resolve) => child.once('close', resolve))));
  const patience = setTimeout(() => {
    for (const child of children) killGroup(child, 'SIGKILL');
  }, TERMINATE_GRACE_MS);
  await ended;
  clearTimeout(patience);
}

/** Makes a script that runs children stop them all, and do what is given, when it is told to stop itself. */
export function stopChildrenOnSignal(andThen: () => Promise<void> = async () => undefined): void {
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => {
      stopChildren()
        .then(andThen)
        .then(() => process.exit(status));
    });
  }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: the group is gone, which is what was wanted; EPERM: macOS says so of a group of zombies.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM')))
      throw error;
  }
}
