import { CORE, type CorePort } from '#simulation/core-port.ts';
import { createRandom } from '#simulation/random.ts';
import { CoreRun } from '#simulation/run.ts';
import { tablesOf } from '#simulation/tables.ts';
import { createTraffic, type TrafficMix } from '#simulation/traffic/draws.ts';
import { nextCommand } from '#simulation/traffic/next-command.ts';
import { createWorld, FEW_CUSTOMERS, START } from '#simulation/world.ts';

export { INVARIANTS, type InvariantNumber, isAbout } from '#invariants/numbers.ts';
export { Replay } from '#simulation/audit/replay.ts';
export { replayResumed } from '#simulation/audit/resumed.ts';
export { CORE } from '#simulation/core-port.ts';
export { type ChangedRow, isWrittenAs, type JournalRow, keyOf } from '#simulation/journal.ts';
export { byKey } from '#simulation/key-order.ts';
export { nextAccountsStep } from '#simulation/members.ts';
export { PLANTED, type Planted } from '#simulation/planted.ts';
export { createRandom, type Random } from '#simulation/random.ts';
export { refuse, Violation } from '#simulation/run.ts';
export { type Tables, tablesOf } from '#simulation/tables.ts';
export { createTraffic, type Traffic } from '#simulation/traffic/draws.ts';
export { nextCommand } from '#simulation/traffic/next-command.ts';
export { type Customers, createWorld, FEW_CUSTOMERS, manyCustomers, START } from '#simulation/world.ts';

/** Result of a run of the core, which shows that it did something. */
export interface Simulated {
  readonly stateHash: string;
  readonly commands: number;
  readonly journaled: number;
  readonly restarts: number;
  /** Snapshots from which a replay of the journal went on. */
  readonly resumed: number;
  readonly fills: number;
  /** Fills of call auctions among them. */
  readonly auctionFills: number;
  /** How often what happened to orders that are more than market or limit, and to rights. */
  readonly happened: Readonly<Record<string, number>>;
  /** Refusals by code. */
  readonly refusals: Readonly<Record<string, number>>;
}

export interface SimulationOptions {
  readonly seed: number;
  readonly commands: number;
  /** Without a planted mistake the core keeps its promises. */
  readonly core?: CorePort;
}

const RESTART_ONE_IN = 25;
const ACCOUNTS_STEP_ONE_IN = 5;
/** Anybody may ask again with a client id that he has used. */
const ASKED_AGAIN_ONE_IN = 10;

const base = tablesOf(createWorld());
/** One run in so many has families, one own limits and one scenes: the others stay dense. */
const SPECIAL_ONE_IN = 8;
const FAMILIES_AT = 3;
const LIMITS_AT = 5;
const SCENES_AT = 6;

/** Traffic beside the usual in the run of a seed; families have limits too. */
export function trafficMixOf(seed: number): TrafficMix {
  const hasFamilies = seed % SPECIAL_ONE_IN === FAMILIES_AT;
  const isOfLimits = seed % SPECIAL_ONE_IN === LIMITS_AT;
  const isOfScenes = seed % SPECIAL_ONE_IN === SCENES_AT;
  return {
    hasFamilies,
    limitsOneIn: isOfLimits ? 6 : hasFamilies ? 40 : 0,
    scenesOneIn: isOfScenes ? 12 : 0,
  };
}

/**
 * Runs seeded customers, market, staff and clock against the core alone, which is started anew now and then.
 *
 * @throws Error that names the seed and what is wrong.
 */
export function simulate({ seed, commands, core = CORE }: SimulationOptions): Simulated {
  const traffic = createTraffic(createRandom(seed), START, trafficMixOf(seed));
  // A stream of its own, so that the same customers come whatever fails.
  const random = createRandom(seed ^ 0x5eed_fa17);
  let count = 0;
  try {
    const run = new CoreRun({ core, base, random, traffic });
    const sent = FEW_CUSTOMERS.demo.map(() => nextCommand(traffic));
    for (const command of sent) run.send(command);
    for (count = sent.length; count < commands; count += 1) {
      const command = random.once(ASKED_AGAIN_ONE_IN)
        ? (sent[random.below(sent.length)] ?? nextCommand(traffic))
        : nextCommand(traffic);
      sent.push(command);
      run.send(command);
      if (random.once(ACCOUNTS_STEP_ONE_IN)) run.stepAccounts();
      if (random.once(RESTART_ONE_IN)) run.restart();
    }
    run.check();
    return reportOf(run, count);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`Simulation failed at seed ${seed}, command ${count} of ${commands}: ${what}`, {
      cause: error,
    });
  }
}

function reportOf({ replay, journal, restarts, resumed }: CoreRun, commands: number): Simulated {
  const { totals, families, freezes, houseLosses, ownLimits, waits, rights, marks, swept } = replay;
  return {
    stateHash: replay.stateHash(),
    commands,
    journaled: journal.length,
    restarts,
    resumed,
    fills: totals.fills,
    auctionFills: totals.auctionFills,
    happened: {
      ...families.happened,
      ...replay.corrections.happened,
      ...freezes.happened,
      ...houseLosses.happened,
      ...ownLimits.happened,
      ...waits.happened,
      ...rights.happened,
      ...marks.happened,
      ...swept.happened,
      ...replay.sweptAccounts.happened,
    },
    refusals: totals.refusals,
  };
}
