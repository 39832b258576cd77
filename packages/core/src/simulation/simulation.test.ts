import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Simulated, simulate } from '#simulation/index.ts';

/*
 * The core alone; `apps/server/src/engine/simulation` runs
 * the last 400 of a thousand seeds through the writer.
 */

const SEEDS = 150;
const WORKERS_MAX = 4;
const COMMANDS = 200;
/** A run of before had 40 commands, and traded three times at least. */
const FILLS_PER_40 = 3;

/** Runs of one worker, added up. */
interface Sums {
  readonly sums: Record<'fills' | 'auctionFills' | 'restarts' | 'resumed', number>;
  readonly seen: readonly string[];
}

/** Every n-th seed: half of the work for each of two cores. */
function runSeeds(from: number, step: number): Sums {
  const sums = { fills: 0, auctionFills: 0, restarts: 0, resumed: 0 };
  const seen = new Set<string>();
  for (let seed = from; seed <= SEEDS; seed += step) {
    const result = simulate({ seed, commands: COMMANDS });
    for (const name of keysOf(sums)) sums[name] += result[name];
    for (const met of [result.refusals, result.happened]) for (const name of Object.keys(met)) seen.add(name);
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

test(`${SEEDS} seeds of customers, market, staff and clock: no invariant breaks, whenever the core is read again from its tables`, async (t) => {
  const step = Math.min(availableParallelism(), WORKERS_MAX);
  const shares = await Promise.all(
    Array.from({ length: step }, (_, place) => runInWorker({ from: place + 1, step })),
  );
  const [first, ...others] = shares;
  assert.ok(first !== undefined);
  const sums = { ...first.sums };
  for (const other of others) for (const name of keysOf(sums)) sums[name] += other.sums[name];
  const seen = new Set(shares.flatMap((one) => one.seen));
  t.diagnostic(`${SEEDS} seeds: ${JSON.stringify(sums)}`);
  const fillsMin = (SEEDS * COMMANDS * FILLS_PER_40) / 40;
  assert.ok(sums.fills > fillsMin, `the simulation trades: ${sums.fills} fills`);
  assert.ok(sums.auctionFills > 0, `its auctions trade: ${sums.auctionFills} fills`);
  assert.ok(sums.restarts > 5 * SEEDS, `the core is read again: ${sums.restarts} times`);
  assert.ok(sums.resumed > SEEDS, `replays went on from snapshots: ${sums.resumed} times`);
  for (const name of [...REFUSALS, ...HAPPENED]) assert.ok(seen.has(name), `the simulation meets ${name}`);
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
  'OWN_EXCLUSION',
  'OWN_HOURS',
  'OWN_LEVERAGE',
  'OWN_LOSS',
  'OWN_ORDERS',
  'OWN_LIMIT_LOOSER',
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
  'corrected to an account',
  'corrected from an account',
  'toSubAccount',
  'fromSubAccount',
  'limit loosened',
  'frozen by its owner',
  'freed by its owner',
  'closes while frozen',
  'house paid',
  'loss ended an order',
  'dayLoss used',
  'dayOrders used',
  'sweep sessionEnd',
  'sweep bandChange',
  'sweep release',
  'sweep triggers',
  'sweep uncrossing',
  'sweep auctionStart',
  'sweep taking',
  'sweep step',
  'ends in steps',
  'stood in line',
  'accounts swept settlement',
  'accounts swept expiry',
  'accounts swept rightsClose',
  'accounts swept corporate',
  'reached ahead',
  'marked',
  'mark too old',
];

test('the same seed gives the same run', () => {
  assert.deepEqual(simulate({ seed: 7, commands: 300 }), simulate({ seed: 7, commands: 300 }));
});

function keysOf<Sums extends Partial<Record<keyof Simulated, number>>>(sums: Sums): (keyof Sums)[] {
  const names: (keyof Sums)[] = [];
  for (const name in sums) names.push(name);
  return names;
}
