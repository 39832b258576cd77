import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Simulated, simulate } from '#simulation/index.ts';
import { PLANTED } from '#simulation/planted.ts';

const SEEDS = 1_000;
const WORKERS_MAX = 4;
/**
 * Enough for each run to have its crashes, and for a thousand runs to end within a minute on a slow machine.
 */
const COMMANDS = 40;
/** One run in ten is long, so that lots settle, auctions end and books grow deep. */
const COMMANDS_LONG = 150;
const PLANTED_COMMANDS = 100;
/** A planted mistake that shows in none of so many runs is not found. */
const PLANTED_SEEDS = 300;
const PLANTED_MIN = 20;

/** Runs of one worker, added up. */
interface Sums {
  readonly sums: Record<'fills' | 'auctionFills' | 'crashes' | 'fenced' | 'resumed' | 'acknowledged', number>;
  readonly seen: readonly string[];
}

/** Every n-th seed: half of the work for each of two cores. */
function runSeeds(from: number, step: number): Sums {
  const sums = { fills: 0, auctionFills: 0, crashes: 0, fenced: 0, resumed: 0, acknowledged: 0 };
  const seen = new Set<string>();
  for (let seed = from; seed <= SEEDS; seed += step) {
    const result = simulate({ seed, commands: seed % 10 === 0 ? COMMANDS_LONG : COMMANDS });
    for (const name of keysOf(sums)) sums[name] += result[name];
    for (const met of [result.refusals, result.faults, result.happened])
      for (const name of Object.keys(met)) seen.add(name);
  }
  return { sums, seen: [...seen] };
}

function runInWorker(share: { readonly from: number; readonly step: number }): Promise<Sums> {
  const worker = new Worker(new URL(import.meta.url), { workerData: share });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

if (!isMainThread) {
  const { from, step }: { from: number; step: number } = workerData;
  parentPort?.postMessage(runSeeds(from, step));
  process.exit();
}

test(`${SEEDS} seeds of customers, market, staff, clock and faults: no acknowledged command is lost or doubled, no invariant breaks`, async (t) => {
  const startedAtMs = performance.now();
  const step = Math.min(availableParallelism(), WORKERS_MAX);
  const shares = await Promise.all(
    Array.from({ length: step }, (_, place) => runInWorker({ from: place + 1, step })),
  );
  const [first, ...others] = shares;
  assert.ok(first !== undefined);
  const sums = { ...first.sums };
  for (const other of others) for (const name of keysOf(sums)) sums[name] += other.sums[name];
  const seen = new Set(shares.flatMap((one) => one.seen));
  const tookSeconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  t.diagnostic(`${SEEDS} seeds in ${tookSeconds} s: ${JSON.stringify(sums)}`);
  assert.ok(sums.fills > 2.5 * SEEDS, `the simulation trades: ${sums.fills} fills`);
  assert.ok(sums.auctionFills > 0, `its auctions trade: ${sums.auctionFills} fills`);
  assert.ok(sums.crashes >= 3 * SEEDS, `the simulation crashes: ${sums.crashes} times`);
  assert.ok(sums.fenced > 0, 'writers that lost their lease tried to write');
  assert.ok(sums.resumed > SEEDS, `replays went on from snapshots: ${sums.resumed} times`);
  for (const name of [...REFUSALS, ...FAULTS, ...HAPPENED])
    assert.ok(seen.has(name), `the simulation meets ${name}`);
});

const REFUSALS = [
  'SESSION_CLOSED',
  'TYPE_NOT_ALLOWED',
  'INSUFFICIENT_FUNDS',
  'HOLDINGS_UNSETTLED',
  'WOULD_TAKE',
  'NO_LIQUIDITY',
  'PRICE_BAND',
  'ORDER_NOT_OPEN',
  'RIGHTS_CLOSED',
  'RIGHTS_MAX',
  'RIGHTS_UNKNOWN',
];
const FAULTS = [
  'the writer is killed',
  'the database is killed',
  'the machine is killed',
  'the line is cut in a commit',
  'the disk is full',
  'a second writer takes over',
];

const HAPPENED = [
  'stopLimit triggered',
  'stopMarket triggered',
  'takeProfitLimit triggered',
  'takeProfitMarket triggered',
  'trailingStop triggered',
  'trail moved',
  'repriced',
  'repriced waiting',
  'gtt triggered',
  'one of two triggered',
  'session began',
  'expired',
  'killed',
  'filled whole',
  'iceberg shown again',
  'kept its place',
  'entitled',
  'applied',
  'allotted',
  'lapsed',
  'changed',
  'bracket end rejected',
  'bracket end waits',
  'bracket end came',
  'basket placed',
  'basket refused',
  'sub-account opened',
  'toSubAccount',
  'fromSubAccount',
  'sweep sessionEnd',
  'sweep bandChange',
  'sweep release',
  'sweep triggers',
  'sweep uncrossing',
  'sweep auctionStart',
  'sweep step',
  'accounts swept settlement',
  'accounts swept expiry',
  'accounts swept rightsClose',
  'accounts swept corporate',
  'reached ahead',
];

test('the same seed gives the same run', () => {
  assert.deepEqual(simulate({ seed: 7, commands: 300 }), simulate({ seed: 7, commands: 300 }));
});

test('a failure names its seed', () => {
  const [mistake] = PLANTED;
  assert.ok(mistake !== undefined);
  assert.throws(
    () => simulate({ seed: 1, commands: COMMANDS, rules: mistake.rules }),
    /seed 1, command \d+ of \d+: 9: /,
  );
});

test('there are enough planted mistakes, each with a name of its own', () => {
  assert.ok(PLANTED.length >= PLANTED_MIN);
  assert.equal(new Set(PLANTED.map(({ name }) => name)).size, PLANTED.length);
});

for (const { name, mistake, rules } of PLANTED) {
  test(`planted: ${mistake} (${name})`, (t) => {
    for (let seed = 1; seed <= PLANTED_SEEDS; seed += 1) {
      const violation = violationOf(() => simulate({ seed, commands: PLANTED_COMMANDS, rules }));
      if (violation === undefined) continue;
      t.diagnostic(violation.slice(0, 160));
      return;
    }
    assert.fail(`not found in ${PLANTED_SEEDS} seeds`);
  });
}

function violationOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function keysOf<Sums extends Partial<Record<keyof Simulated, number>>>(sums: Sums): (keyof Sums)[] {
  const names: (keyof Sums)[] = [];
  for (const name in sums) names.push(name);
  return names;
}
