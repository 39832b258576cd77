/**
 * Orders through HTTP, durable before the reply: ours, the plain design (one transaction for each order) and
 * our gateway alone. Each server and the load client are processes of their own; the ratios count.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { serverFlags } from '../scripts/run/server-flags.mjs';
import type { LoadOptions, LoadResult } from './load/client.ts';
import { processorSecondsBy } from './load/processor-time.ts';

const KINDS = ['ours', 'naive', 'naiveTwo', 'journaled', 'ceiling', 'ceilingOne'] as const;
type Kind = (typeof KINDS)[number];
interface Serving {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly price: number;
}

/** Cost of an order while it was measured: processor time by process, and garbage in the engine's. */
interface Cost {
  readonly cpuMicrosPerOrder: {
    readonly engine: number;
    readonly httpSide: number;
    readonly database: number;
    readonly all: number;
  };
  readonly allocatedBytesPerOrder: number;
}
type Measured = LoadResult & Cost;

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64,256' },
    /** Only ours, with what an order costs: without those that it is compared with. */
    alone: { type: 'boolean', default: false },
    serve: { type: 'string' },
    folder: { type: 'string', default: '' },
  },
});
const STOP_MS_MAX = 15_000;
const INSTRUMENT = 'COIN_SIM:BTC-USDT';

if (flags.serve !== undefined) await serve(flags.serve);
else if (flags.alone) await measureAlone();
else await compare();

async function measureAlone(): Promise<void> {
  for (const connections of connectionCounts()) {
    const { cpuMicrosPerOrder, allocatedBytesPerOrder, ...ours } = await measure('ours', connections);
    const { perSecond: durablePerSecond, p50Ms, p99Ms, others } = ours;
    const line = { connections, durablePerSecond, cpuMicrosPerOrder, allocatedBytesPerOrder };
    process.stdout.write(`${JSON.stringify({ ...line, p50Ms, p99Ms, others })}\n`);
  }
}

function connectionCounts(): number[] {
  return flags.connections.split(',').map(Number);
}

async function compare(): Promise<void> {
  const counts = connectionCounts();
  const results = new Map<string, Measured>();
  for (const kind of KINDS) {
    for (const connections of counts) results.set(`${kind} ${connections}`, await measure(kind, connections));
  }
  for (const connections of counts) {
    const of = (kind: Kind): Measured =>
      results.get(`${kind} ${connections}`) ?? fail(`${kind} was not measured`);
    const [ours, naive, journaled, ceiling] = [of('ours'), of('naive'), of('journaled'), of('ceiling')];
    const [naiveTwo, ceilingOne] = [of('naiveTwo'), of('ceilingOne')];
    const line = {
      connections,
      durablePerSecond: ours.perSecond,
      naivePerSecond: naive.perSecond,
      naiveJournaledPerSecond: journaled.perSecond,
      naiveTwoProcessesPerSecond: naiveTwo.perSecond,
      ceilingPerSecond: ceiling.perSecond,
      ceilingOneProcessPerSecond: ceilingOne.perSecond,
      overNaive: ratio(ours.perSecond, naive.perSecond),
      overNaiveJournaled: ratio(ours.perSecond, journaled.perSecond),
      overNaiveTwoProcesses: ratio(ours.perSecond, naiveTwo.perSecond),
      overCeiling: ratio(ours.perSecond, ceiling.perSecond),
      overCeilingOneProcess: ratio(ours.perSecond, ceilingOne.perSecond),
      p50Ms: ours.p50Ms,
      p99Ms: ours.p99Ms,
      naiveP99Ms: naive.p99Ms,
      cpuMicrosPerOrder: ours.cpuMicrosPerOrder,
      allocatedBytesPerOrder: ours.allocatedBytesPerOrder,
      others: ours.others,
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
}

function ratio(one: number, other: number): number {
  return Number((one / other).toFixed(2));
}

function fail(message: string): never {
  throw new Error(`Invariant: ${message}`);
}

/** A fresh server and database for each run, so that none is helped or slowed by what another left. */
async function measure(kind: Kind, connections: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-bench-'));
  const server = start([...serverFlags, import.meta.filename, '--serve', kind, '--folder', folder]);
  try {
    const serving: Serving = JSON.parse(await nextOf(linesOf(server)));
    const load: LoadOptions = {
      ...serving,
      connections,
      warmSeconds: Number(flags.warm),
      seconds: Number(flags.seconds),
      instrumentId: INSTRUMENT,
      quantity: '0.0001',
    };
    const result = await costOf(server, load);
    process.stderr.write(`${kind} ${connections}: ${JSON.stringify(result)}\n`);
    return result;
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

/** Loads the server, and looks at it when the load begins to measure and when it has. */
async function costOf(server: ChildProcess, load: LoadOptions): Promise<Measured> {
  const lines = linesOf(start([join(import.meta.dirname, 'load', 'client.ts'), JSON.stringify(load)]));
  await nextOf(lines);
  const before = await usedBy(server);
  const result: LoadResult = JSON.parse(await nextOf(lines));
  const after = await usedBy(server);
  const micros = (used: (of: typeof before) => number): number =>
    Number((((used(after) - used(before)) * 1e6) / result.answered).toFixed(1));
  return {
    ...result,
    cpuMicrosPerOrder: {
      engine: micros(({ own }) => own),
      httpSide: micros(({ others }) => others),
      database: micros(({ database }) => database),
      all: micros(({ own, database, others }) => own + database + others),
    },
    allocatedBytesPerOrder: Math.round((after.allocatedBytes - before.allocatedBytes) / result.answered),
  };
}

async function usedBy(
  server: ChildProcess,
): Promise<ReturnType<typeof processorSecondsBy> & { allocatedBytes: number }> {
  const answer = once(server, 'message');
  server.send('used');
  const [{ allocatedBytes }] = await answer;
  return { ...processorSecondsBy(server.pid ?? fail('the server runs')), allocatedBytes };
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}

/** The lines that are JSON, as they come. */
async function* linesOf(child: ChildProcess): AsyncGenerator<string, undefined> {
  if (!child.stdout) return fail('the output of a child is piped');
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('{')) yield line;
}

async function nextOf(lines: AsyncGenerator<string, undefined>): Promise<string> {
  return (await lines.next()).value ?? fail('a process of the bench ended without a result');
}

async function serve(kind: string): Promise<void> {
  const { startOurs, startPlain } = await import('./gen-order-servers.ts');
  const plain = {
    naive: { behind: 'orders', isOneProcess: true },
    naiveTwo: { behind: 'orders', isOneProcess: false },
    journaled: { behind: 'journaledOrders', isOneProcess: true },
    ceiling: { behind: 'nothing', isOneProcess: false },
    ceilingOne: { behind: 'nothing', isOneProcess: true },
  } as const;
  const known = KINDS.find((each) => each === kind) ?? fail(`there is no server called ${kind}`);
  const { folder } = flags;
  const serving = known === 'ours' ? await startOurs(folder) : await startPlain({ folder, ...plain[known] });
  process.once('SIGTERM', () => void serving.stop().then(() => process.exit(0)));
  process.on('message', () => {
    process.send?.({ allocatedBytes: getHeapStatistics().total_allocated_bytes });
  });
  process.stdout.write(
    `${JSON.stringify({ port: serving.port, tokens: serving.tokens, price: serving.price })}\n`,
  );
}
