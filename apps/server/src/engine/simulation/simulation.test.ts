import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Simulated, simulate } from './index.ts';
import { planOf, SEEDS } from './plan.ts';

/* All seeds are run by `npm run verify -- --slow`: here the last of them, the longest run among them. */

const WORKERS_MAX = 4;
const RUNS = 400;
const LARGE_MIN = (RUNS * 3) / 10;

const SUMMED = ['fills', 'auctionFills', 'crashes', 'fenced', 'resumed', 'acknowledged'] as const;

/** Runs of one worker, added up. */
interface Sums {
  readonly sums: Record<(typeof SUMMED)[number], number>;
  /** Runs of more than 400 commands and at least 30 customers. */
  readonly large: number;
  readonly commandsMax: number;
  readonly seen: readonly string[];
}

/** Every n-th seed: half of the work for each of two cores. */
async function runSeeds(from: number, step: number): Promise<Sums> {
  const sums = { fills: 0, auctionFills: 0, crashes: 0, fenced: 0, resumed: 0, acknowledged: 0 };
  const seen = new Set<string>();
  let [large, commandsMax] = [0, 0];
  for (let seed = SEEDS - RUNS + from; seed <= SEEDS; seed += step) {
    const result = await simulate({ seed, ...planOf(seed) });
    for (const name of SUMMED) sums[name] += result[name];
    if (isLarge(result)) large += 1;
    commandsMax = Math.max(commandsMax, result.commands);
    for (const met of [result.refusals, result.faults, result.happened])
      for (const name of Object.keys(met)) seen.add(name);
  }
  return { sums, large, commandsMax, seen: [...seen] };
}

function isLarge({ commands, customers }: Simulated): boolean {
  return commands > 400 && customers >= 30;
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
  parentPort?.postMessage(await runSeeds(from, step));
  process.exit();
}

test(`${RUNS} seeds of customers, market, staff, clock and faults through the writer: no acknowledged command is lost or doubled, no invariant breaks`, async (t) => {
  const step = Math.min(availableParallelism(), WORKERS_MAX);
  const shares = await Promise.all(
    Array.from({ length: step }, (_, place) => runInWorker({ from: place + 1, step })),
  );
  const sumOf = (name: (typeof SUMMED)[number]): number =>
    shares.reduce((sum, one) => sum + one.sums[name], 0);
  const seen = new Set(shares.flatMap((one) => one.seen));
  t.diagnostic(
    `${RUNS} seeds: ${JSON.stringify(Object.fromEntries(SUMMED.map((name) => [name, sumOf(name)])))}`,
  );
  const large = shares.reduce((sum, one) => sum + one.large, 0);
  assert.ok(large >= LARGE_MIN, `runs of more than 400 commands and 30 customers: ${large}`);
  assert.ok(Math.max(...shares.map((one) => one.commandsMax)) >= 5_000, 'one run has 5,000 commands');
  assert.ok(sumOf('fills') > 10 * RUNS, `the simulation trades: ${sumOf('fills')} fills`);
  assert.ok(sumOf('auctionFills') > 0, `its auctions trade: ${sumOf('auctionFills')} fills`);
  assert.ok(sumOf('crashes') >= 3 * RUNS, `the simulation crashes: ${sumOf('crashes')} times`);
  assert.ok(sumOf('fenced') > 0, 'writers that lost their lease tried to write');
  assert.ok(sumOf('resumed') > RUNS, `replays went on from snapshots: ${sumOf('resumed')} times`);
  for (const name of FAULTS) assert.ok(seen.has(name), `the simulation meets ${name}`);
});

const FAULTS = [
  'the writer is killed',
  'the database is killed',
  'the machine is killed',
  'the line is cut in a commit',
  'the disk is full',
  'a second writer takes over',
  '0 batches were on their way',
  '1 batches were on their way',
  '2 batches were on their way',
  'SESSION_CLOSED',
  'sweep uncrossing',
  'sweep step',
];

test('the same seed gives the same run', async () => {
  const [one, other] = [
    await simulate({ seed: 7, commands: 300 }),
    await simulate({ seed: 7, commands: 300 }),
  ];
  assert.deepEqual(one, other);
});
