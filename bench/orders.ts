/**
 * Orders through HTTP, durable before the reply: ours, with its HTTP side in a process of
 * its own; the plain design, one process with one transaction for each order, bare and with
 * a chained journal as ours keeps; and our gateway that answers without engine or database.
 * The plain one is measured with our two processes too, and the last one in a single
 * process. Each server and the load client are apart; ratios are what to carry away.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { serverFlags } from '../scripts/run/server-flags.mjs';
import type { LoadOptions, LoadResult } from './load/client.ts';

const KINDS = ['ours', 'naive', 'naiveTwo', 'journaled', 'ceiling', 'ceilingOne'] as const;
type Kind = (typeof KINDS)[number];
interface Serving {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly price: number;
}

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64,256' },
    serve: { type: 'string' },
    folder: { type: 'string', default: '' },
  },
});
const STOP_MS_MAX = 15_000;
const INSTRUMENT = 'COIN_SIM:BTC-USDT';

if (flags.serve === undefined) await compare();
else await serve(flags.serve);

async function compare(): Promise<void> {
  const counts = flags.connections.split(',').map(Number);
  const results = new Map<string, LoadResult>();
  for (const kind of KINDS) {
    for (const connections of counts) results.set(`${kind} ${connections}`, await measure(kind, connections));
  }
  for (const connections of counts) {
    const of = (kind: Kind): LoadResult =>
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
async function measure(kind: Kind, connections: number): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-bench-'));
  const server = start([...serverFlags, import.meta.filename, '--serve', kind, '--folder', folder]);
  try {
    const serving: Serving = JSON.parse(await lineOf(server));
    const load: LoadOptions = {
      ...serving,
      connections,
      warmSeconds: Number(flags.warm),
      seconds: Number(flags.seconds),
      instrumentId: INSTRUMENT,
      quantity: '0.0001',
    };
    const client = start([join(import.meta.dirname, 'load', 'client.ts'), JSON.stringify(load)]);
    const result: LoadResult = JSON.parse(await lineOf(client));
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

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The first line that is JSON. */
async function lineOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) return fail('the output of a child is piped');
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('{')) return line;
  return fail('a process of the bench ended without a result');
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
  process.stdout.write(
    `${JSON.stringify({ port: serving.port, tokens: serving.tokens, price: serving.price })}\n`,
  );
}
