import { encodeCommand, encodeJournaled, encodeMarketMakerDepth } from '#codec/journal-codec.ts';
import { encodeOutcome } from '#codec/outcome-codec.ts';
import { writeText } from '#codec/tagged-json.ts';
import { stepsBefore } from '#engine.ts';
import type { Command } from '#model/command.ts';
import type { Applied } from '#model/outcome.ts';
import { RULES_VERSION } from '#rules-version.ts';
import { Replay } from '#simulation/audit/replay.ts';
import { replayResumed } from '#simulation/audit/resumed.ts';
import { watched } from '#simulation/audit/watch.ts';
import type { CorePort } from '#simulation/core-port.ts';
import { type ChangedRow, keyOf } from '#simulation/journal.ts';
import { nextAccountsStep } from '#simulation/members.ts';
import type { Random } from '#simulation/random.ts';
import { copyTables, type Tables, writeRows, writeRules } from '#simulation/tables.ts';
import type { Traffic } from '#simulation/traffic/draws.ts';
import type { CoreState } from '#state.ts';

/** Thrown with what is wrong; anyone who runs a simulation adds the seed. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export function refuse(violations: readonly string[]): void {
  if (violations.length > 0) throw new Violation(violations.join('; '));
}

/** So many runs are replayed once more from snapshots: it takes as long as all the rest of a run's checks. */
const RESUMED_ONE_IN = 2;

/** One in so many of these stops at each of its commands, unless it has more than so many. */
const STOPPED_AT_EACH_ONE_IN = 8;
const STOPPED_AT_EACH_MAX = 500;

interface Parts {
  readonly core: CorePort;
  readonly base: Tables;
  readonly random: Random;
  readonly traffic: Traffic;
}

/**
 * The core alone, with its tables and journal, started anew
 * at any command, beside an auditor who replays the journal.
 */
export class CoreRun {
  readonly replay: Replay;
  readonly journal: ChangedRow[] = [];
  restarts = 0;
  resumed = 0;
  readonly #parts: Parts;
  readonly #tables: Tables;
  #state: CoreState;
  /** First outcomes by client id. */
  readonly #answers = new Map<string, string>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#tables = copyTables(parts.base);
    this.#state = parts.core.load(parts.base, 0);
    this.replay = new Replay(parts.core, parts.base);
  }

  send(command: Command): void {
    const key = keyOf(command);
    const known = key === undefined ? undefined : this.#answers.get(key);
    // The core's idempotency cache holds the last few ids since it was loaded; the writer answers the others.
    if (known !== undefined && !isRemembered(this.#state, command)) return;
    for (const before of stepsBefore(this.#state, command)) this.#apply(before);
    const applied = this.#apply(command);
    if (known !== undefined) refuse(answeredAgain(known, applied));
    const outcome = encodeOutcome(applied.outcome);
    if (key !== undefined && applied.journaled && known === undefined) this.#answers.set(key, outcome);
    this.#notePlaced(applied);
  }

  /** Goes on with a sweep over accounts, by who is next in the tables. */
  stepAccounts(): void {
    const { random, traffic } = this.#parts;
    const step = nextAccountsStep(this.#tables, traffic.atMs, random);
    if (step) this.send(step);
  }

  #apply(command: Command): Applied {
    const { core, random, traffic } = this.#parts;
    const sequenced = { sequence: this.journal.length + 1, atMs: traffic.atMs, command };
    const work = (): Applied => core.apply(this.#state, sequenced);
    const { applied, violations } = watched({ state: this.#state, random }, sequenced, work);
    if (violations.length > 0) violations.push(`after ${encodeCommand(command)}`);
    refuse(violations);
    if (applied.journaled) this.#write(command, applied);
    return applied;
  }

  /** The state read again from its tables is the one that the journal leads to. */
  restart(): void {
    this.restarts += 1;
    this.#state = this.#parts.core.load(this.#tables, this.journal.length);
    refuse(this.replay.compare(this.#state));
  }

  /** Checks at the end of a run, and after a last restart. */
  check(): void {
    const { core, base, random } = this.#parts;
    refuse(this.replay.compare(this.#state));
    this.restart();
    if (!random.once(RESUMED_ONE_IN)) return;
    const { length } = this.journal;
    const isAtEach = length <= STOPPED_AT_EACH_MAX && length % STOPPED_AT_EACH_ONE_IN === 0;
    const resumed = replayResumed({ core, base, random, ...(isAtEach && { stopsOneIn: 1 }) }, this.journal);
    this.resumed = resumed.stops;
    refuse(resumed.violations);
    if (resumed.stateHash !== this.replay.stateHash())
      refuse(['8: a replay that resumed from snapshots ends in another state']);
  }

  #write(command: Command, { outcome, changes, marketMakerDepth }: Applied): void {
    this.journal.push({
      sequence: this.journal.length + 1,
      atMs: this.#parts.traffic.atMs,
      epoch: 1,
      command: encodeJournaled({ command, rulesVersion: RULES_VERSION }),
      marketMakerDepth: encodeMarketMakerDepth(marketMakerDepth),
      outcome: encodeOutcome(outcome),
      changes: writeText(changes),
    });
    writeRows(this.#tables, changes);
    if (outcome.ok) writeRules(this.#tables, command);
    refuse(this.replay.catchUp(this.journal));
  }

  #notePlaced({ outcome }: Applied): void {
    if (!outcome.ok) return;
    const orders =
      outcome.type === 'order'
        ? [outcome.order]
        : outcome.type === 'basket'
          ? outcome.legs.map(({ order }) => order)
          : [];
    for (const { accountId, id: orderId, instrumentId } of orders)
      this.#parts.traffic.placed.push({ accountId, orderId, instrumentId });
  }
}

function isRemembered({ accountSide }: CoreState, command: Command): boolean {
  if (!('clientId' in command)) return false;
  return accountSide.accounts.get(command.accountId)?.answers.has(command.clientId) ?? false;
}

/** 7: the same client id has the same answer, or other content is refused. */
function answeredAgain(first: string, { outcome, duplicate }: Applied): string[] {
  const isSame = duplicate && encodeOutcome(outcome) === first;
  const isRefused = !outcome.ok && outcome.refusal.code === 'CLIENT_ID_REUSED';
  return isSame || isRefused ? [] : ['7: a used client id was answered differently'];
}
