import type { Command, Sequenced } from '#command.ts';
import { apply } from '#engine.ts';
import { checkInvariants } from '#invariants.ts';
import { decodeCommand, decodeHouseDepth, encodeCommand, encodeHouseDepth } from '#journal-codec.ts';
import type { Applied } from '#outcome.ts';
import { checkApplied, createTotals, type Totals } from '#simulation/checks.ts';
import { createRandom } from '#simulation/random.ts';
import { reload } from '#simulation/reload.ts';
import { createTraffic, nextCommand, type Traffic } from '#simulation/traffic.ts';
import { createWorld, START } from '#simulation/world.ts';
import type { CoreState } from '#state.ts';
import { canonical, stateHash } from '#state-hash.ts';
import { type InstantMs, instantMs } from '#values/index.ts';

/** What a simulation did: shows that it did something. */
export interface Simulated {
  readonly stateHash: string;
  readonly journaled: number;
  readonly fills: number;
  /** Fills of call auctions among them. */
  readonly auctionFills: number;
  /** Refusals by code. */
  readonly refusals: Readonly<Record<string, number>>;
}

/** A row of the journal as the writer keeps it. */
interface JournalRow {
  readonly sequence: number;
  readonly atMs: InstantMs;
  readonly command: string;
  readonly houseDepth: string;
  /** Outcome and changes, to be met again byte for byte. */
  readonly effect: string;
}

/**
 * Runs seeded customers, market, staff and clock against the core, checks the invariants after every command, reloads the state from its
 * rows now and then, and replays the journal to the same state.
 *
 * @throws Error that names the seed, the command and what is wrong.
 */
export function simulate(options: { readonly seed: number; readonly commands: number }): Simulated {
  const { seed, commands } = options;
  const traffic = createTraffic(createRandom(seed), START);
  const totals = createTotals();
  const journal: JournalRow[] = [];
  const answered = new Map<string, Answered>();
  let state = createWorld();
  for (let step = 0; step < commands; step += 1) {
    const command = nextCommand(traffic);
    const at = `seed ${seed}, command ${step} ${encodeCommand(command)}`;
    journalStep({ state, traffic, totals, journal, answered }, command, at);
    if (!traffic.random.once(40)) continue;
    state = reloaded(state, at);
    for (const answer of answered.values()) answer.inMemory = false;
  }
  replay(journal, { seed, hash: stateHash(state) });
  return {
    stateHash: stateHash(state),
    journaled: journal.length,
    fills: totals.fills,
    auctionFills: totals.auctionFills,
    refusals: totals.refusals,
  };
}

interface Run {
  readonly state: CoreState;
  readonly traffic: Traffic;
  readonly totals: Totals;
  readonly journal: JournalRow[];
  readonly answered: Map<string, Answered>;
}

/** A client id that was answered. After a restart the core has forgotten it, and the writer answers from its tables. */
interface Answered {
  readonly contentHash: string;
  readonly outcome: string;
  inMemory: boolean;
}

function journalStep(run: Run, command: Command, at: string): void {
  const { state, traffic, totals, journal } = run;
  const known =
    'clientId' in command ? run.answered.get(`${command.accountId} ${command.clientId}`) : undefined;
  if (known && !known.inMemory) return;
  const sequenced: Sequenced = { sequence: state.lastSequence + 1, atMs: traffic.atMs, command };
  const before = traffic.random.once(6) ? stateHash(state) : undefined;
  const applied = attempt(at, () => apply(state, sequenced));
  const isUnchanged = applied.duplicate || !applied.outcome.ok;
  if (before && isUnchanged && before !== stateHash(state))
    refuseViolations(at, ['7: a refusal changed the state']);
  refuseViolations(at, [
    ...checkInvariants(state, { allLoaded: true }),
    ...checkApplied(totals, state, { applied, atMs: sequenced.atMs }),
  ]);
  refuseViolations(at, checkAnswer(run, command, { applied, known }));
  if (command.type === 'rules.set') totals.auctionFills += applied.changes.fills.length;
  if (applied.outcome.ok && applied.outcome.type === 'order' && command.type === 'order.place') {
    traffic.placed.push({ accountId: command.accountId, orderId: applied.outcome.order.id });
  }
  if (!applied.journaled) return;
  journal.push({
    sequence: sequenced.sequence,
    atMs: sequenced.atMs,
    command: encodeCommand(command),
    houseDepth: encodeHouseDepth(applied.houseDepth),
    effect: effectOf(applied),
  });
}

/** 7: a known client id gets its first answer again, or is refused when its content differs. */
function checkAnswer(
  run: Run,
  command: Command,
  given: { applied: Applied; known: Answered | undefined },
): string[] {
  if (!('clientId' in command) || !run.state.accountSide.accounts.has(command.accountId)) return [];
  const { applied, known } = given;
  const outcome = canonical(applied.outcome);
  if (!known) {
    const { contentHash } = command;
    run.answered.set(`${command.accountId} ${command.clientId}`, { contentHash, outcome, inMemory: true });
    return [];
  }
  if (applied.journaled) return ['7: a repeated client id was journaled again'];
  if (known.contentHash !== command.contentHash)
    return outcome.includes('CLIENT_ID_REUSED') ? [] : ['7: other content passed'];
  return outcome === known.outcome && applied.duplicate
    ? []
    : ['7: a repeated client id was answered differently'];
}

function effectOf({ outcome, changes }: Applied): string {
  return canonical({ outcome, changes });
}

function attempt<Value>(at: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw new Error(`Simulation failed at ${at}`, { cause: error });
  }
}

function refuseViolations(at: string, violations: readonly string[]): void {
  if (violations.length > 0) throw new Error(`Simulation failed at ${at}: ${violations.join('; ')}`);
}

/** A restart: the state rebuilt from its rows must be the same. */
function reloaded(state: CoreState, at: string): CoreState {
  const fresh = attempt(at, () => reload(state));
  if (stateHash(fresh) !== stateHash(state))
    throw new Error(`Simulation failed at ${at}: a reload changed the state`);
  return fresh;
}

/** The journal alone reaches the same state, with every outcome and every change the same on the way. */
function replay(journal: readonly JournalRow[], expected: { seed: number; hash: string }): void {
  const state = createWorld();
  for (const row of journal) {
    const at = `seed ${expected.seed}, replay of ${row.sequence} ${row.command}`;
    const { sequence } = row;
    const command = decodeCommand(row.command);
    const sequenced = {
      sequence,
      atMs: instantMs(row.atMs),
      command,
      houseDepth: decodeHouseDepth(row.houseDepth),
    };
    const applied = attempt(at, () => apply(state, sequenced));
    if (effectOf(applied) !== row.effect) {
      throw new Error(`Simulation failed at ${at}: ${effectOf(applied)} where the journal has ${row.effect}`);
    }
  }
  if (stateHash(state) !== expected.hash)
    throw new Error(`Simulation failed at seed ${expected.seed}: the replay ends in another state`);
}
