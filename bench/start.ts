/**
 * How long the second `npm start` takes to its first page, and what the whole default install weighs while it
 * idles with its markets running. One JSON object a line; `ratio` is measured over goal, so below 1 is good.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from '../scripts/run/root.ts';

const START_GOAL_S = 5;
const MEMORY_GOAL_MB = 600;
const GONE_POLL_MS = 20;
const { values } = parseArgs({
  options: { starts: { type: 'string', default: '3' }, idle: { type: 'string', default: '60' } },
});
const startsCount = Number(values.starts);
const idleSeconds = Number(values.idle);

interface Opened {
  readonly child: ChildProcess;
  readonly url: string;
  /** From the command to the first page in hand. */
  readonly seconds: number;
  /** Whether the app was built on the way: its sources changed, so that this is no second start. */
  readonly hasBuilt: boolean;
}

const folder = mkdtempSync(join(tmpdir(), 'tarazu-bench-'));
try {
  const first = await open();
  await close(first.child);
  say({ bench: 'start', what: 'first npm start to first page', seconds: round(first.seconds) });
  const again: number[] = [];
  let last = await openAgain();
  again.push(last.seconds);
  while (again.length < startsCount) {
    await close(last.child);
    last = await openAgain();
    again.push(last.seconds);
  }
  const seconds = median(again);
  say({
    bench: 'start',
    what: 'second npm start to first page, median',
    runs: again.map(round),
    seconds: round(seconds),
    goal: START_GOAL_S,
    ratio: round(seconds / START_GOAL_S),
  });
  await delay(idleSeconds * 1000);
  sayMemory(numberOf(last.child.pid));
  await close(last.child);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** `npm start` as a person types it, on a data folder of its own. */
async function open(): Promise<Opened> {
  const startedAtMs = performance.now();
  const npm = process.env['npm_execpath'];
  const [file, args] = npm === undefined ? ['npm', ['start']] : [process.execPath, [npm, 'start']];
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const { url, hasBuilt } = await openLineOf(child);
  const response = await fetch(url);
  const page = await response.text();
  if (!response.ok || !page.includes('id="root"'))
    throw new Error(`${url} served no page (${response.status}).`);
  return { child, url, hasBuilt, seconds: (performance.now() - startedAtMs) / 1000 };
}

function openLineOf(child: ChildProcess): Promise<Pick<Opened, 'url' | 'hasBuilt'>> {
  const { stdout } = child;
  if (stdout === null) throw new Error('Invariant: the output of npm start is piped.');
  let hasBuilt = false;
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`npm start ended with status ${code}.`)));
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith('Building')) hasBuilt = true;
      const url = /Tarazu is open at (\S+)/.exec(line)?.[1];
      if (url !== undefined) resolve({ url, hasBuilt });
    });
  });
}

/** A start that had nothing to build. */
async function openAgain(): Promise<Opened> {
  for (;;) {
    const opened = await open();
    if (!opened.hasBuilt) return opened;
    await close(opened.child);
  }
}

/** As a Ctrl-C; the next start must not have to wait for what this one leaves behind. */
async function close(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  const processes = descendantsOf(numberOf(child.pid));
  process.kill(-numberOf(child.pid), 'SIGINT');
  await exited;
  while (processes.some((processId) => parentOf(processId) !== undefined)) await delay(GONE_POLL_MS);
}

/**
 * Proportional set size where the kernel tells it, so that pages shared by PostgreSQL's processes count once.
 */
function sayMemory(rootProcessId: number): void {
  const processes = descendantsOf(rootProcessId).map((processId) => ({
    processId,
    name: nameOf(processId),
    kilobytes: memoryOf(processId),
  }));
  const sum = (isCounted: (name: string) => boolean): number =>
    processes.filter(({ name }) => isCounted(name)).reduce((total, { kilobytes }) => total + kilobytes, 0) /
    1024;
  const database = sum((name) => name === 'postgres');
  const server = sum((name) => name === 'server');
  const gateway = sum((name) => name === 'gateway');
  const rails = sum((name) => name === 'rails');
  const launchers = sum((name) => name === 'launcher');
  const megabytes = server + gateway + rails + database;
  say({
    bench: 'start',
    what: `memory (PSS) after ${idleSeconds} s idle, markets running: server, its HTTP side, the sandbox's rails and PostgreSQL`,
    server: round(server),
    gateway: round(gateway),
    rails: round(rails),
    postgres: round(database),
    postgresProcesses: processes.filter(({ name }) => name === 'postgres').length,
    megabytes: round(megabytes),
    goal: MEMORY_GOAL_MB,
    ratio: round(megabytes / MEMORY_GOAL_MB),
  });
  say({
    bench: 'start',
    what: 'memory (PSS) of npm and the launcher beside them',
    megabytes: round(launchers),
  });
}

function descendantsOf(processId: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(Number(name));
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [processId];
  for (const member of found) found.push(...(children.get(member) ?? []));
  return found;
}

/** Undefined for a process that ended while we looked. */
function parentOf(processId: number): number | undefined {
  const status = readProc(processId, 'status');
  return status === undefined ? undefined : Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
}

function nameOf(processId: number): 'postgres' | 'gateway' | 'rails' | 'server' | 'launcher' {
  const commandLine = readProc(processId, 'cmdline') ?? '';
  if (commandLine.includes('postgres')) return 'postgres';
  if (commandLine.includes(join('own-process', 'main.ts'))) return 'gateway';
  if (/rails\/[a-z-]+\/main\.ts/.test(commandLine)) return 'rails';
  return commandLine.includes(join('scripts', 'start.ts')) ? 'server' : 'launcher';
}

function memoryOf(processId: number): number {
  const rollup = readProc(processId, 'smaps_rollup') ?? '';
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
}

function readProc(processId: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${processId}/${file}`, 'utf8');
  } catch {
    // The process ended between the listing and now.
    return undefined;
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function numberOf(processId: number | undefined): number {
  if (processId === undefined) throw new Error('Invariant: a started process has a number.');
  return processId;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function say(line: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
