/**
 * The batch writer in this process (orders and cancels with checks, matching,
 * journal, postings, balances, lots) against the simplest transactions of
 * `pgbench -N` on the same database: an update, a read and an insert each.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { COIN, SHARE, worldCommands } from '../apps/server/src/engine/test-world.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import type { ByHandOptions } from './gen-by-hand.ts';
import { OrderFlow } from './gen-order-flow.ts';
import { type OwnDatabase, openOwnDatabase } from './gen-own-database.ts';
import { processorSeconds } from './load/processor-time.ts';

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    accounts: { type: 'string', default: '2000' },
    clients: { type: 'string', default: '16' },
    /** Without anything to compare with: for a profile. */
    alone: { type: 'boolean', default: false },
    /**
     * The program to compare with; without it, or when it is `none`, the same transactions are made by hand.
     */
    pgbench: { type: 'string', default: 'pgbench' },
  },
});
const GOAL = 12;
/** pgbench's own: 100,000 accounts, ten tellers and a branch for each step of the scale. */
const SCALE = 20;
const ACCOUNTS_PER_SCALE = 100_000;
const OPEN_ORDERS = 20_000;
const SEED = 3;
const PATIENCE_MS = 600_000;
const PGBENCH_TABLES = `
  create table pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
  create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84)) with (fillfactor = 100);
  create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100);
  create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  insert into pgbench_branches (bid, bbalance) select n, 0 from generate_series(1, ${SCALE}) as n;
  insert into pgbench_tellers (tid, bid, tbalance) select n, (n - 1) / 10 + 1, 0 from generate_series(1, ${SCALE * 10}) as n;
  insert into pgbench_accounts (aid, bid, abalance, filler)
    select n, (n - 1) / ${ACCOUNTS_PER_SCALE} + 1, 0, '' from generate_series(1, ${SCALE * ACCOUNTS_PER_SCALE}) as n;`;

interface Measured {
  readonly perSecond: number;
  readonly cpuMicros: number;
  /** The part of it that is this process, without PostgreSQL. */
  readonly nodeCpuMicros: number;
  readonly allocatedBytes: number;
}

interface Round {
  readonly writer: Measured;
  readonly pgbench: Measured | undefined;
}

const folder = mkdtempSync(join(tmpdir(), 'tarazu-writer-'));
const own = await openOwnDatabase(folder);
try {
  await compare(own);
} finally {
  await own.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function compare({ openEngine }: OwnDatabase): Promise<void> {
  if (!flags.alone) await makeTables();
  const engine = await openEngine();
  for (const command of worldCommands(Date.now())) await engine.submit(command);
  const orderFlow = new OrderFlow({
    engine,
    traded: [
      { instrument: COIN, price: 7_800_000n },
      { instrument: SHARE, price: 50_000n },
    ],
    accountIdFirst: 1,
    accounts: Number(flags.accounts),
    openOrders: OPEN_ORDERS,
    seed: SEED,
    name: 'writer',
  });
  await orderFlow.enter();
  await ours(orderFlow);
  const measured: Round[] = [];
  for (let round = 0; round < Number(flags.rounds); round += 1)
    measured.push({ writer: await ours(orderFlow), pgbench: flags.alone ? undefined : await theirs() });
  report(measured);
}

/** Two million rows take longer than the product lets a statement take. */
async function makeTables(): Promise<void> {
  const patient = createPool({
    connection: own.owner(),
    name: 'bench',
    connectionsMax: 1,
    statementTimeoutMs: PATIENCE_MS,
    onConnectionLost: () => undefined,
  });
  await patient.query(PGBENCH_TABLES);
  await patient.query('vacuum analyze');
  await patient.end();
}

function report(rounds: readonly Round[]): void {
  const ofWriter = (of: (writer: Measured) => number): number =>
    median(rounds.map(({ writer }) => of(writer)));
  const result = {
    bench: 'writer',
    writerPerSecond: Math.round(ofWriter(({ perSecond }) => perSecond)),
    cpuMicrosPerOrder: rounded(ofWriter(({ cpuMicros }) => cpuMicros)),
    ofWhichNode: rounded(ofWriter(({ nodeCpuMicros }) => nodeCpuMicros)),
    allocatedBytesPerOrder: Math.round(ofWriter(({ allocatedBytes }) => allocatedBytes)),
    ...compared(rounds),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** Figures beside the writer's own, where there was something to compare with. */
function compared(rounds: readonly Round[]): object {
  const both = rounds.flatMap(({ writer, pgbench }) => (pgbench ? [{ writer, pgbench }] : []));
  if (both.length === 0) return {};
  const middle = (of: (round: (typeof both)[number]) => number): number => median(both.map(of));
  return {
    against: pgbenchPath() === undefined ? 'the transactions of pgbench -N, by hand' : 'pgbench -N',
    clients: Number(flags.clients),
    pgbenchPerSecond: Math.round(middle(({ pgbench }) => pgbench.perSecond)),
    pgbenchCpuMicros: rounded(middle(({ pgbench }) => pgbench.cpuMicros)),
    ratio: rounded(middle(({ writer, pgbench }) => writer.perSecond / pgbench.perSecond)),
    ratioByCpu: rounded(middle(({ writer, pgbench }) => pgbench.cpuMicros / writer.cpuMicros)),
    goal: GOAL,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Processor time of this process and of PostgreSQL below it. */
async function ours(orderFlow: OrderFlow): Promise<Measured> {
  const cpuBefore = processorSeconds(process.pid);
  const nodeBefore = process.cpuUsage();
  const allocatedBefore = getHeapStatistics().total_allocated_bytes;
  const before = orderFlow.accepted;
  const startedAt = performance.now();
  const endsAt = startedAt + Number(flags.seconds) * 1_000;
  let ahead = orderFlow.trade();
  while (performance.now() < endsAt) {
    const following = orderFlow.trade();
    await ahead;
    ahead = following;
  }
  await ahead;
  const seconds = (performance.now() - startedAt) / 1_000;
  const count = orderFlow.accepted - before;
  const { user, system } = process.cpuUsage(nodeBefore);
  return {
    perSecond: count / seconds,
    cpuMicros: ((processorSeconds(process.pid) - cpuBefore) * 1e6) / count,
    nodeCpuMicros: (user + system) / count,
    allocatedBytes: (getHeapStatistics().total_allocated_bytes - allocatedBefore) / count,
  };
}

async function theirs(): Promise<Measured> {
  const cpuBefore = processorSeconds(process.pid);
  const child = startTheirs();
  const { stdout } = child;
  if (!stdout) throw new Error('Invariant: the output of a child is piped.');
  let perSecond = 0;
  for await (const line of createInterface({ input: stdout })) {
    const found = /^tps = ([\d.]+)/.exec(line)?.[1];
    if (found !== undefined) perSecond = Number(found);
  }
  if (perSecond === 0) throw new Error('The program to compare with gave no result.');
  const cpuSeconds = processorSeconds(process.pid) - cpuBefore;
  const cpuMicros = (cpuSeconds * 1e6) / (perSecond * Number(flags.seconds));
  return { perSecond, cpuMicros, nodeCpuMicros: 0, allocatedBytes: 0 };
}

function startTheirs(): ChildProcess {
  const connection = own.owner();
  const path = pgbenchPath();
  if (path !== undefined) {
    const { host, port, user, password, database } = connection;
    const args = ['-n', '-N', '-M', 'prepared', '-c', flags.clients, '-j', '2', '-T', flags.seconds];
    const where = ['-h', host, '-p', String(port), '-U', user, database];
    const env = { ...process.env, PGPASSWORD: password };
    return spawn(path, [...args, ...where], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  }
  const options: ByHandOptions = {
    connection,
    clients: Number(flags.clients),
    seconds: Number(flags.seconds),
    accounts: SCALE * ACCOUNTS_PER_SCALE,
  };
  const file = join(import.meta.dirname, 'gen-by-hand.ts');
  return spawn(process.execPath, [file, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] });
}

function pgbenchPath(): string | undefined {
  if (flags.pgbench === 'none') return undefined;
  try {
    execFileSync(flags.pgbench, ['--version'], { stdio: 'ignore' });
    return flags.pgbench;
  } catch {
    return undefined;
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
