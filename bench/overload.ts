/**
 * Twice of what saturates the server, offered by the clock, and what it does with it: how much it still
 * serves, how soon it refuses the rest, what it keeps first, and how soon all is as before. The server and
 * the load are processes of their own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { LIMITS } from '../apps/server/src/gateway/admission/limits.ts';
import { serverFlags } from '../scripts/run/server-flags.mjs';
import { startOurs } from './gen-order-servers.ts';
import type { OpenLoopOptions, OpenLoopResult, PhaseResult } from './load/open-loop.ts';
import { processorSeconds } from './load/processor-time.ts';

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    find: { type: 'string', default: '10' },
    connections: { type: 'string', default: '256' },
    serve: { type: 'string' },
  },
});
const INSTRUMENT = 'COIN_SIM:BTC-USDT';
const STOP_MS_MAX = 20_000;
const SAMPLE_MS = 1_000;
const AFTER_SECONDS = 5;

if (flags.serve === undefined) await measure();
else await serve(flags.serve);

/** The product as it is, but for the limits of one account: here are few, and they order much. */
async function serve(folder: string): Promise<void> {
  const { port, tokens, price, stop } = await startOurs(folder, LIMITS);
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
  process.stdout.write(`${JSON.stringify({ port, tokens, price })}\n`);
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-overload-'));
  const server = start([...serverFlags, import.meta.filename, '--serve', folder]);
  try {
    const serving = await firstLine(server);
    const options: OpenLoopOptions = {
      ...JSON.parse(serving),
      instrumentId: INSTRUMENT,
      quantity: '0.0001',
      connections: Number(flags.connections),
      findSeconds: Number(flags.find),
      overloadSeconds: Number(flags.seconds),
    };
    const { result, memory, cores } = await load(options, server.pid ?? 0);
    process.stdout.write(`${JSON.stringify({ ...figuresOf(result), memory, cores })}\n`);
  } finally {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      const late = setTimeout(() => server.kill('SIGKILL'), STOP_MS_MAX);
      await once(server, 'exit');
      clearTimeout(late);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the load; beside it, what the server's process takes, in MB by phase. */
async function load(
  options: OpenLoopOptions,
  processId: number,
): Promise<{ result: OpenLoopResult; memory: ReturnType<typeof memoryOf>; cores: Cores }> {
  const client = start([join(import.meta.dirname, 'load', 'open-loop.ts'), JSON.stringify(options)]);
  const samples: Sample[] = [];
  let phase = '';
  let startedAt = { ms: 0, server: 0, load: 0 };
  const now = () => ({
    ms: performance.now(),
    server: processorSeconds(processId),
    load: processorSeconds(client.pid ?? 0),
  });
  let cores = { server: 0, load: 0 };
  const timer = setInterval(() => samples.push({ phase, megabytes: residentOf(processId) }), SAMPLE_MS);
  for await (const line of linesOf(client)) {
    const said: { readonly phase?: string; readonly result?: OpenLoopResult } = JSON.parse(line);
    if (said.phase !== undefined) {
      if (said.phase === 'overload') startedAt = now();
      if (phase === 'overload') cores = coresBetween(startedAt, now());
      phase = said.phase;
      process.stderr.write(`${phase} …\n`);
    }
    if (said.result === undefined) continue;
    clearInterval(timer);
    process.stderr.write(`${JSON.stringify(said.result)}\n`);
    return { result: said.result, memory: memoryOf(samples), cores };
  }
  throw new Error('The load ended without a result.');
}

function figuresOf({ found, before, overload, after }: OpenLoopResult) {
  const served = (kind: 'order' | 'cancel' | 'read'): number =>
    Number((overload.good[kind] / Math.max(1, overload.sent[kind])).toFixed(3));
  const normalP99Ms = before.acceptedP99Ms;
  return {
    peakPerSecond: found.goodPerSecond,
    offeredPerSecond: overload.offeredPerSecond,
    goodPerSecond: overload.goodPerSecond,
    goodputPercent: Math.round((100 * overload.goodPerSecond) / found.goodPerSecond),
    acceptedP50Ms: overload.acceptedP50Ms,
    acceptedP99Ms: overload.acceptedP99Ms,
    refused: overload.refused,
    refusedP50Ms: overload.refusedP50Ms,
    refusedP99Ms: overload.refusedP99Ms,
    otherStatuses: overload.others,
    hungSockets: overload.hung,
    notSent: overload.notSent,
    turnedDown: overload.turnedDown,
    servedShare: { cancel: served('cancel'), order: served('order'), read: served('read') },
    normalP99Ms,
    p99AfterMs: after.secondsP99Ms[AFTER_SECONDS] ?? 0,
    secondsToNormal: secondsToNormal(after, normalP99Ms),
  };
}

/**
 * The first second after the load in which the slowest answers are at most half as slow again as before it.
 */
function secondsToNormal(after: PhaseResult, normalP99Ms: number): number {
  return after.secondsP99Ms.findIndex((p99Ms) => p99Ms <= normalP99Ms * 1.5);
}

/**
 * Processors kept busy during the overload: by the server with
 * its HTTP side and its database, and by the load beside it.
 */
interface Cores {
  readonly server: number;
  readonly load: number;
}

interface Reading extends Cores {
  readonly ms: number;
}

function coresBetween(from: Reading, to: Reading): Cores {
  const seconds = (to.ms - from.ms) / 1_000;
  const cores = (spent: number): number => Number((spent / seconds).toFixed(2));
  return { server: cores(to.server - from.server), load: cores(to.load - from.load) };
}

interface Sample {
  readonly phase: string;
  readonly megabytes: number;
}

function memoryOf(samples: readonly Sample[]) {
  const of = (phase: string): number[] =>
    samples.filter((sample) => sample.phase === phase).map(({ megabytes }) => megabytes);
  const during = of('overload');
  const third = Math.ceil(during.length / 3);
  const mean = (values: readonly number[]): number =>
    Math.round(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));
  return {
    beforeMb: mean(of('before')),
    duringMb: [0, 1, 2].map((part) => mean(during.slice(part * third, (part + 1) * third))),
    afterMb: mean(of('after')),
    mostMb: Math.max(...samples.map(({ megabytes }) => megabytes)),
  };
}

function residentOf(processId: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1_024);
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

function linesOf(child: ChildProcess): AsyncIterable<string> {
  if (!child.stdout) throw new Error('Invariant: the output of a child is piped');
  return createInterface({ input: child.stdout });
}

async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of linesOf(child)) if (line.startsWith('{')) return line;
  throw new Error('The server ended before it was open.');
}
