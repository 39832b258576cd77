import type { Command } from '#model/command.ts';
import { Harness, RULES, type Rules } from '#simulation/harness.ts';
import { createRandom, type Random } from '#simulation/random.ts';
import { createTraffic } from '#simulation/traffic/draws.ts';
import { nextCommand } from '#simulation/traffic/next-command.ts';
import { CUSTOMERS, START } from '#simulation/world.ts';

export { PLANTED, type Planted } from '#simulation/planted.ts';

/** What a simulation did: shows that it did something. */
export interface Simulated {
  readonly stateHash: string;
  readonly commands: number;
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
  /** How often what happened to orders that are more than market or limit, and to rights. */
  readonly happened: Readonly<Record<string, number>>;
  /** Refusals by code. */
  readonly refusals: Readonly<Record<string, number>>;
}

export interface SimulationOptions {
  readonly seed: number;
  /** Commands that customers, market, staff and clock send; more are sent again. */
  readonly commands: number;
  /** Without a planted mistake the world keeps its promises. */
  readonly rules?: Rules;
}

/** One thing in so many is a fault. */
const FAULT_ONE_IN = 60;
const CRASHES_MIN = 3;
/** One run in so many has families, never one of the long ones. */
const FAMILIES_ONE_IN = 8;
const FAMILIES_AT = 3;

/**
 * Runs seeded customers, market, staff, clock and faults against a writer on a database on a disk. The
 * invariants are checked after every command; after every restart each acknowledged command is there once,
 * and the tables hold what the journal leads to.
 *
 * @throws Error that names the seed and what is wrong.
 */
export function simulate({ seed, commands, rules = RULES }: SimulationOptions): Simulated {
  let harness: Harness | undefined;
  try {
    const traffic = createTraffic(createRandom(seed), START, seed % FAMILIES_ONE_IN === FAMILIES_AT);
    // A stream of its own, so that the same customers come whatever fails.
    const random = createRandom(seed ^ 0x5eed_fa17);
    harness = new Harness({ rules, random, traffic });
    for (const _ of CUSTOMERS) harness.send(nextCommand(traffic));
    harness.settle();
    while (harness.counts.commands < commands) happen(harness, random, () => nextCommand(traffic));
    while (harness.counts.crashes < CRASHES_MIN) fail(harness, random);
    harness.settle();
    harness.check();
    return reportOf(harness);
  } catch (error) {
    const step = harness === undefined ? 'the start' : `command ${harness.counts.commands} of ${commands}`;
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`Simulation failed at seed ${seed}, ${step}: ${what}`, { cause: error });
  }
}

/** One thing happens: mostly work, sometimes a fault. */
function happen(harness: Harness, random: Random, next: () => Command): void {
  const roll = random.below(100);
  if (random.once(FAULT_ONE_IN)) fail(harness, random);
  else if (roll < 36) harness.send(next());
  else if (roll < 40) harness.sendAgain();
  else if (roll < 47) harness.stepAccounts();
  else if (roll < 60) harness.gather();
  else if (roll < 75) harness.seal();
  else if (roll < 78) harness.wake();
  else harness.work();
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

function reportOf({ counts, customers, store, replay }: Harness): Simulated {
  return {
    stateHash: replay.stateHash(),
    commands: counts.commands,
    journaled: store.journal.length,
    acknowledged: customers.acknowledgedCount,
    crashes: counts.crashes,
    fenced: counts.fenced,
    resumed: counts.resumed,
    fills: replay.totals.fills,
    auctionFills: replay.totals.auctionFills,
    faults: counts.faults,
    happened: {
      ...replay.families.happened,
      ...replay.waits.happened,
      ...replay.rights.happened,
      ...replay.swept.happened,
      ...replay.sweptAccounts.happened,
    },
    refusals: replay.totals.refusals,
  };
}
