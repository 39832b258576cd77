import { encodeJournaled, encodeMarketMakerDepth } from '#codec/journal-codec.ts';
import { stepsBefore } from '#engine.ts';
import type { Command, Sequenced } from '#model/command.ts';
import type { Applied, Changes, Outcome } from '#model/outcome.ts';
import { RULES_VERSION } from '#rules-version.ts';
import type { CorePort } from '#simulation/core-port.ts';
import { type Commit, type JournalRow, keyOf, type Lease, type Store } from '#simulation/store.ts';
import { fromText, toText } from '#simulation/text.ts';
import type { CoreState } from '#state.ts';
import { instantMs } from '#values/index.ts';

/** What the writer promises, each of which can be taken away from it. */
export interface WriterRules {
  /** Nobody is told anything before it is durable. */
  readonly repliesAfterCommit: boolean;
  readonly publishesAfterCommit: boolean;
  /** A commit that failed has no answer. */
  readonly believesFailures: boolean;
  /** After a failure the state is read again from the tables. */
  readonly rebuilds: boolean;
  /** What memory does not know of a client id, the journal does. */
  readonly looksUpIds: boolean;
  readonly comparesContent: boolean;
  readonly writesMarketMakerDepth: boolean;
  /** A command that is not journaled gives its number back. */
  readonly reusesSequence: boolean;
  /** What is written of a command. */
  readonly rowsOf: (applied: Applied) => Applied['changes'];
}

/** A command that waits, with whom to tell. Of the house nobody waits. */
export interface Ask {
  readonly command: Command;
  readonly isMarketMaker: boolean;
}

export interface Answer {
  readonly sequence: number;
  readonly outcome: Outcome;
  readonly duplicate: boolean;
  readonly journaled: boolean;
}

/** Who hears the writer: customers, the stream, and anyone who watches each command. */
export interface Listeners {
  readonly reply: (ask: Ask, answer: Answer) => void;
  readonly publish: (row: JournalRow) => void;
  /** Applies and looks at the state before and after. */
  readonly watch: (state: CoreState, sequenced: Sequenced, work: () => Applied) => Applied;
}

export interface WriterParts {
  readonly core: CorePort;
  readonly store: Store;
  readonly rules: WriterRules;
  readonly nowMs: () => number;
  readonly listeners: Listeners;
}

interface Batch {
  readonly rows: JournalRow[];
  readonly changes: Changes[];
  readonly replies: { readonly ask: Ask; readonly answer: Answer }[];
}

interface KnownAnswer {
  readonly contentHash: string;
  readonly answer: Answer;
}

/**
 * The single writer for one term, by the rules of the server's: one batch commits while the next one fills.
 */
export class SimulatedWriter {
  readonly #parts: WriterParts;
  readonly #lease: Lease;
  readonly #state: CoreState;
  readonly #known = new Map<string, KnownAnswer>();
  #queue: Ask[] = [];
  #open: Batch = { rows: [], changes: [], replies: [] };
  #committing: Batch | undefined;
  #lastSequence: number;
  #lastAtMs: number;
  #hasEnded = false;

  constructor(parts: WriterParts, lease: Lease, former?: SimulatedWriter) {
    this.#parts = parts;
    this.#lease = lease;
    const keeps = former !== undefined && !parts.rules.rebuilds;
    this.#state = keeps ? former.#state : parts.core.load(parts.store.tables, lease.lastSequence);
    if (keeps) this.#state.lastSequence = lease.lastSequence;
    this.#lastSequence = lease.lastSequence;
    this.#lastAtMs = lease.lastAtMs;
  }

  get epoch(): number {
    return this.#lease.epoch;
  }

  get state(): CoreState {
    return this.#state;
  }

  get isIdle(): boolean {
    return !this.#committing && this.#queue.length === 0 && isEmpty(this.#open);
  }

  submit(ask: Ask): void {
    this.#queue.push(ask);
  }

  /** Applies what waits, at most so many. */
  gather(count: number): void {
    if (this.#hasEnded) return;
    for (const ask of this.#queue.splice(0, count)) this.#apply(ask);
  }

  /**
   * Closes the open batch, unless one is on its way; gives
   * the commit to send, if there is something to write.
   */
  seal(): Commit | undefined {
    if (this.#hasEnded || this.#committing || isEmpty(this.#open)) return undefined;
    const batch = this.#open;
    this.#open = { rows: [], changes: [], replies: [] };
    if (batch.rows.length === 0) {
      this.#tell(batch);
      return undefined;
    }
    this.#committing = batch;
    const { rules, listeners } = this.#parts;
    if (!rules.repliesAfterCommit) this.#reply(batch);
    if (!rules.publishesAfterCommit) for (const row of batch.rows) listeners.publish(row);
    return { epoch: this.#lease.epoch, rows: batch.rows, changes: batch.changes };
  }

  /** The commit is durable: everybody is told. */
  committed(): void {
    const batch = this.#committing;
    if (this.#hasEnded || !batch) return;
    this.#committing = undefined;
    this.#tell(batch);
  }

  /** The term is over, and it is not known what became of the commit. Gives those who had no answer. */
  end(): Ask[] {
    if (this.#hasEnded) return [];
    this.#hasEnded = true;
    if (!this.#parts.rules.believesFailures && this.#committing) this.#reply(this.#committing);
    const unanswered = [...(this.#committing?.replies ?? []), ...this.#open.replies].map(({ ask }) => ask);
    return [...unanswered, ...this.#queue];
  }

  #tell(batch: Batch): void {
    const { rules, listeners } = this.#parts;
    if (rules.repliesAfterCommit || batch.rows.length === 0) this.#reply(batch);
    if (rules.publishesAfterCommit) for (const row of batch.rows) listeners.publish(row);
  }

  #reply(batch: Batch): void {
    for (const { ask, answer } of batch.replies) this.#parts.listeners.reply(ask, answer);
  }

  #apply(ask: Ask): void {
    const { command } = ask;
    const known = this.#answerTo(command);
    if (known) {
      this.#open.replies.push({ ask, answer: this.#again(command, known) });
      return;
    }
    for (const before of stepsBefore(this.#state, command)) this.#applyNow(before);
    const answer = this.#applyNow(command);
    if (!ask.isMarketMaker) this.#open.replies.push({ ask, answer });
  }

  #applyNow(command: Command): Answer {
    const { core, rules, nowMs, listeners } = this.#parts;
    const atMs = instantMs(Math.max(nowMs(), this.#lastAtMs));
    this.#lastAtMs = atMs;
    const sequence = this.#lastSequence + 1;
    const sequenced = { sequence, atMs, command };
    const applied = listeners.watch(this.#state, sequenced, () => core.apply(this.#state, sequenced));
    const { outcome, duplicate, journaled } = applied;
    if (journaled || !rules.reusesSequence) this.#lastSequence = sequence;
    const answer: Answer = { sequence, outcome, duplicate, journaled };
    if (journaled) this.#journal(sequenced, applied);
    if (journaled && 'clientId' in command) this.#remember(command, answer);
    return answer;
  }

  #journal({ sequence, atMs, command }: Sequenced, applied: Applied): void {
    const { rules } = this.#parts;
    const changes = rules.rowsOf(applied);
    this.#open.changes.push(changes);
    this.#open.rows.push({
      sequence,
      atMs,
      epoch: this.#lease.epoch,
      command: encodeJournaled({ command, rulesVersion: RULES_VERSION }),
      marketMakerDepth: encodeMarketMakerDepth(rules.writesMarketMakerDepth ? applied.marketMakerDepth : []),
      outcome: toText(applied.outcome),
      changes: toText(changes),
    });
  }

  #remember(command: Command & { readonly contentHash: string }, answer: Answer): void {
    const key = keyOf(command);
    if (key !== undefined) this.#known.set(key, { contentHash: command.contentHash, answer });
  }

  /** From memory, or from the journal for a client id of an earlier term. */
  #answerTo(command: Command): KnownAnswer | undefined {
    const key = keyOf(command);
    if (key === undefined) return undefined;
    const { store, rules } = this.#parts;
    const known = this.#known.get(key);
    if (known || !rules.looksUpIds) return known;
    const row = store.rowOf(key);
    if (!row) return undefined;
    const outcome = fromText<Outcome>(row.outcome);
    const { contentHash = '' }: { contentHash?: string } = JSON.parse(row.command);
    return { contentHash, answer: { sequence: row.sequence, outcome, duplicate: false, journaled: true } };
  }

  #again(command: Command, known: KnownAnswer): Answer {
    const isSame = 'contentHash' in command && known.contentHash === command.contentHash;
    if (isSame || !this.#parts.rules.comparesContent) return { ...known.answer, duplicate: true };
    const outcome: Outcome = { ok: false, refusal: { code: 'CLIENT_ID_REUSED' } };
    return { ...known.answer, outcome, duplicate: false, journaled: false };
  }
}

function isEmpty({ rows, replies }: Batch): boolean {
  return rows.length === 0 && replies.length === 0;
}
