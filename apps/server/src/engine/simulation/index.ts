import type { Command } from '@tarazu/core';
import {
  type Customers,
  createRandom,
  createTraffic,
  FEW_CUSTOMERS,
  manyCustomers,
  nextCommand,
  type Random,
  START,
  trafficMixOf,
} from '@tarazu/core/simulation';
import { Harness, RULES, type Rules } from './harness.ts';

export { PLANTED } from './planted.ts';

/** The counts of a simulation: they show that it did something. */
export interface Simulated {
  readonly stateHash: string;
  readonly commands: number;
  readonly customers: number;
  readonly journaled: number;
  readonly acknowledged: number;
  readonly crashes: number;
  /** Writes that a lease stopped. */
  readonly fenced: number;
  /** Snapshots from which a replay of the journal went on. */
  readonly resumed: number;
  readonly fills: number;
  /** Fills of call auctions among them. */
  readonly auctionFills: number;
  readonly faults: Readonly<Record<string, number>>;
  /** Counts of events on rights, and on orders that are more than market or limit. */
  readonly happened: Readonly<Record<string, number>>;
  /** Refusals by code. */
  readonly refusals: Readonly<Record<string, number>>;
}

export interface SimulationOptions {
  readonly seed: number;
  /** Commands that customers, market, staff and clock send; more are sent again. */
  readonly commands: number;
  readonly customers?: number;
  /** Without a planted mistake the world keeps its promises. */
  readonly rules?: Rules;
}

const FEW = FEW_CUSTOMERS.demo.length + FEW_CUSTOMERS.real.length;
/** One thing in so many is a fault. */
const FAULT_ONE_IN = 60;
const CRASHES_MIN = 3;
/** Commands that arrive together, so that a second batch is worth sending while the first is on its way. */
const BURST_MAX = 8;
/** Longer runs look at all that must hold now and then, and at each restart. */
const CHECKED_EACH_UP_TO = 150;
const CHECKED_ONE_IN = 10;

/**
 * Runs seeded customers, market, staff, clock and faults against the writer
 * of the server, on a database on a disk. An audit replays the journal beside
 * it, and after every restart each acknowledged command is there once.
 *
 * @throws Error that names the seed and what is wrong.
 */
export async function simulate(options: SimulationOptions): Promise<Simulated> {
  return reportOf(await runSeed(options), options.customers ?? FEW);
}

/** World as it is at the end of such a run. */
export async function runSeed({
  seed,
  commands,
  customers = FEW,
  rules = RULES,
}: SimulationOptions): Promise<Harness> {
  const traders = tradersOf(customers);
  const traffic = createTraffic(createRandom(seed), START, {
    customers: traders,
    ...trafficMixOf(seed),
  });
  // A stream of its own, so that the same customers come whatever fails.
  const random = createRandom(seed ^ 0x5eed_fa17);
  // Mostly so little memory that idle accounts leave it and are read again.
  const limits = random.once(3)
    ? { accountsMax: 50_000, knownBytesMax: 1 << 28 }
    : { accountsMax: 1 + random.below(4), knownBytesMax: 2_000 };
  const checkedOneIn = commands > CHECKED_EACH_UP_TO ? CHECKED_ONE_IN : 1;
  const harness = new Harness({ rules, random, traffic, traders, limits, checkedOneIn });
  try {
    await harness.open();
    for (const _ of traders.demo) harness.send(nextCommand(traffic));
    await harness.settle();
    while (harness.counts.commands < commands) await happen(harness, random, () => nextCommand(traffic));
    while (harness.counts.crashes < CRASHES_MIN) {
      fail(harness, random);
      await harness.turn();
    }
    await harness.settle();
    await harness.check();
    return harness;
  } catch (error) {
    const step = `command ${harness.counts.commands} of ${commands}`;
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`Simulation failed at seed ${seed}, ${step}: ${what}`, { cause: error });
  }
}

/** Customers of a run with so many. */
export function tradersOf(customers: number = FEW): Customers {
  return customers === FEW ? FEW_CUSTOMERS : manyCustomers(customers);
}

/** One thing happens: mostly work, sometimes a fault. */
async function happen(harness: Harness, random: Random, next: () => Command): Promise<void> {
  const roll = random.below(100);
  if (random.once(FAULT_ONE_IN)) fail(harness, random);
  else if (roll < 20) {
    for (let count = random.once(2) ? random.below(BURST_MAX) : 0; count >= 0; count -= 1)
      harness.send(next());
  } else if (roll < 25) harness.sendAgain();
  else if (roll < 30) harness.stepAccounts();
  else if (roll < 33) harness.wake();
  else if (roll < 75) harness.work();
  if (roll >= 60 || random.once(2)) await harness.turn();
}

function fail(harness: Harness, random: Random): void {
  const faults: readonly [() => void, ...(() => void)[]] = [
    () => harness.crashWriter(),
    () => harness.crashStore(),
    () => harness.crashMachine(),
    () => harness.cut(),
    () => harness.fillDisk(),
    () => harness.pause(),
  ];
  // A disk shows what it is only while something is not synced.
  if (harness.isCommitUnderWay && random.once(2)) harness.crashMachine();
  else random.pick(faults)();
}

function reportOf({ counts, customers, database, auditor }: Harness, traders: number): Simulated {
  const { replay } = auditor;
  return {
    stateHash: replay.stateHash(),
    commands: counts.commands,
    customers: traders,
    journaled: database.journal.length,
    acknowledged: customers.acknowledgedCount,
    crashes: counts.crashes,
    fenced: counts.fenced,
    resumed: auditor.resumed,
    fills: replay.totals.fills,
    auctionFills: replay.totals.auctionFills,
    faults: counts.faults,
    happened: {
      ...replay.families.happened,
      ...replay.waits.happened,
      ...replay.rights.happened,
      ...replay.marks.happened,
      ...replay.swept.happened,
      ...replay.sweptAccounts.happened,
    },
    refusals: replay.totals.refusals,
  };
}
