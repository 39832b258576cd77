import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunAs } from './run-as.ts';

/**
 * The variables that the programs may know of our environment: none that would change how PostgreSQL behaves.
 */
const PROGRAM_ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  // The C library would give memory back after each batch and ask
  // for it again at the next: a tenth of the database's time.
  MALLOC_TRIM_THRESHOLD_: '33554432',
  MALLOC_MMAP_THRESHOLD_: '33554432',
  MALLOC_TOP_PAD_: '4194304',
};
const LAST_LINES_KEPT = 20;
const WORDS_SHOWN = 5;
const STOP_PATIENCE_MS = 10_000;
const POLL_MS = 20;

/** The main process of PostgreSQL did not come up; `lines` are its last words. */
export class PostmasterFailure extends Error {
  override readonly name = 'PostmasterFailure';
  readonly lines: readonly string[];

  constructor(program: string, lines: readonly string[]) {
    super(`${program} failed: ${lines.join(' | ') || 'it said nothing'}`);
    this.lines = lines;
  }

  /** A killed predecessor's helpers still hold the shared memory: they end by themselves within moments. */
  get isPredecessorEnding(): boolean {
    return this.lines.some((line) => line.includes('is still in use') || line.includes('already exists'));
  }

  get isPortTaken(): boolean {
    return this.lines.some(
      (line) => line.includes('could not bind') || line.includes('could not create any TCP/IP'),
    );
  }

  /** For the person who starts it; a full disk says more in its first lines than in its last. */
  sentence(folder: string): string {
    if (this.lines.some((line) => line.includes('No space left on device')))
      return (
        `PostgreSQL did not start in ${folder}: its disk is full. Nothing is lost: make room there, or move ` +
        'DATA_DIR to a larger disk, and start again.'
      );
    return `PostgreSQL did not start in ${folder}. Its last words: ${this.lines.slice(-WORDS_SHOWN).join(' ')}`;
  }
}

export interface ProgramStart {
  readonly runAs: RunAs;
  readonly program: string;
  readonly arguments: readonly string[];
  readonly onLine: (line: string) => void;
}

/** Runs a program to its end. */
export async function runProgram(start: ProgramStart): Promise<void> {
  const { child, lastLines } = spawnProgram(start);
  const code = await exitOf(child);
  if (code !== 0) throw new PostmasterFailure(start.program, lastLines);
}

/** Starts the main process and answers when it accepts connections. */
export async function startPostmaster(start: ProgramStart): Promise<ChildProcess> {
  const ready = Promise.withResolvers<void>();
  const { child, lastLines } = spawnProgram({
    ...start,
    onLine: (line) => {
      if (line.includes('database system is ready to accept connections')) ready.resolve();
      start.onLine(line);
    },
  });
  const ended = exitOf(child).then(() => {
    throw new PostmasterFailure(start.program, lastLines);
  });
  await Promise.race([ready.promise, ended]);
  // The caller watches the process from here on; this promise has done its work.
  ended.catch(() => undefined);
  return child;
}

/** Fast shutdown: sessions end, everything is written, then the process goes. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  // Immediate shutdown, if it takes too long: nothing committed is lost, the next start recovers it.
  const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_PATIENCE_MS);
  await ended;
  clearTimeout(impatience);
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Deals with a main process that outlived the server which started it: stops it and waits until it is gone,
 * so that the one we start is our own child and no statement of the dead server can commit any more.
 */
export async function stopOrphan(dataDirectory: string, onLine: (line: string) => void): Promise<void> {
  const lockFile = join(dataDirectory, 'postmaster.pid');
  const processId = readProcessId(lockFile);
  // A lock file of a process that is gone is left to PostgreSQL, which checks the shared memory as well.
  if (processId === null || !isAlive(processId)) return;
  if (!commandLineOf(processId).includes(dataDirectory)) {
    onLine(`LOG:  removing the lock file of process ${processId}, whose number another program has now`);
    rmSync(lockFile, { force: true });
    return;
  }
  onLine(`LOG:  stopping process ${processId}, which a server that was killed has left behind`);
  process.kill(processId, 'SIGINT');
  const impatientAtMs = performance.now() + STOP_PATIENCE_MS;
  let hurried = false;
  // The process is not our child, so that there is no event to wait for.
  while (isAlive(processId)) {
    await delay(POLL_MS);
    if (hurried || performance.now() < impatientAtMs) continue;
    hurried = true;
    process.kill(processId, 'SIGQUIT');
  }
}

/**
 * Below the range from which the system takes the ports of outgoing connections, so that they rarely collide.
 */
const PORT_FIRST = 15_000;
const PORT_COUNT = 15_000;
const PORT_ATTEMPTS = 50;

/** The preferred port if it is free on 127.0.0.1, else another one that is. */
export async function chooseFreePort(preferred: number | null): Promise<number> {
  if (preferred !== null && (await isPortFree(preferred))) return preferred;
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const port = PORT_FIRST + Math.floor(Math.random() * PORT_COUNT);
    if (await isPortFree(port)) return port;
  }
  throw new Error('Invariant: no port of fifty tried is free on 127.0.0.1.');
}

async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  const outcome = Promise.withResolvers<boolean>();
  server.once('error', () => outcome.resolve(false));
  server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
    server.close(() => outcome.resolve(true)),
  );
  return await outcome.promise;
}

function spawnProgram(start: ProgramStart): { child: ChildProcess; lastLines: string[] } {
  const command = start.runAs.command(start.program, start.arguments);
  const child = spawn(command.file, command.arguments, {
    ...(command.owner ?? {}),
    cwd: '/',
    env: PROGRAM_ENVIRONMENT,
    // A process group of its own: Ctrl-C in the terminal is for the server, which stops the database last.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastLines: string[] = [];
  const onLine = (line: string): void => {
    lastLines.push(line);
    if (lastLines.length > LAST_LINES_KEPT) lastLines.shift();
    start.onLine(line);
  };
  child.on('error', (error) => onLine(`FATAL:  ${error.message}`));
  for (const output of [child.stdout, child.stderr]) readLines(output, onLine);
  return { child, lastLines };
}

function readLines(output: Readable | null, onLine: (line: string) => void): void {
  if (output === null) return;
  const lines = createInterface({ input: output });
  lines.on('line', onLine);
  // The interface repeats errors of its input, and an error that nobody hears would end this server.
  lines.on('error', (error) => onLine(`LOG:  ${error.message}`));
}

/** Waits for the end of the output too, so that the last words are in. */
async function exitOf(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : null;
}

function readProcessId(lockFile: string): number | null {
  try {
    const number = Number.parseInt(readFileSync(lockFile, 'utf8'), 10);
    return number > 0 ? number : null;
  } catch {
    // No lock file: nothing runs here.
    return null;
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return !isZombie(processId);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * In a container without an init process, an orphan that ended stays in the list until someone waits for it.
 */
function isZombie(processId: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${processId}/status`, 'utf8'));
  } catch {
    // No such file outside Linux, where a dead process has already been answered for.
    return false;
  }
}

function commandLineOf(processId: number): string {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return execFileSync('ps', ['-o', 'command=', '-p', String(processId)], { encoding: 'utf8' });
  }
}
