import { encodeJournaled } from '#codec/journal-codec.ts';
import type { Command } from '#model/command.ts';
import { RULES_VERSION } from '#rules-version.ts';
import type { Random } from '#simulation/random.ts';
import { keyOf, type Store } from '#simulation/store.ts';
import { toText } from '#simulation/text.ts';
import type { Answer, Ask } from '#simulation/writer.ts';

/** What a customer was told and will not forget. */
interface Acknowledged {
  readonly sequence: number;
  readonly command: string;
  readonly outcome: string;
}

/**
 * People who write their client id down before they send. Who has no answer asks again with the same id; who
 * had one remembers it, and whatever crashes, it must stay true.
 */
export class Customers {
  /** Sent, and not known what became of it. */
  readonly #unknown: Command[] = [];
  readonly #acknowledged = new Map<number, Acknowledged>();
  /** The first answer to each client id. */
  readonly #answers = new Map<string, { readonly contentHash: string; readonly outcome: string }>();
  readonly #sent = new Map<string, Command>();

  get acknowledgedCount(): number {
    return this.#acknowledged.size;
  }

  get isWaiting(): boolean {
    return this.#unknown.length > 0;
  }

  send(command: Command): Ask {
    const isMarketMaker = command.type === 'marketMaker.quote' || command.type === 'marketMaker.take';
    const key = keyOf(command);
    if (key !== undefined && !this.#sent.has(key)) this.#sent.set(key, command);
    return { command, isMarketMaker };
  }

  /** No answer will come. */
  lost(ask: Ask): void {
    if (!ask.isMarketMaker) this.#unknown.push(ask.command);
  }

  /** One who asks again: mostly for want of an answer, sometimes out of mistrust. */
  again(random: Random): Command | undefined {
    if (this.#unknown.length > 0 && !random.once(4))
      return this.#unknown.splice(random.below(this.#unknown.length), 1)[0];
    const sent = [...this.#sent.values()];
    return sent[random.below(Math.max(1, sent.length))];
  }

  /** 6, 7 and 9: an answer is in the journal before it is given, and stays the same. */
  answered(ask: Ask, answer: Answer, store: Store): string[] {
    const { command } = ask;
    const outcome = toText(answer.outcome);
    const violations: string[] = [];
    if (answer.journaled) {
      this.#acknowledged.set(answer.sequence, {
        sequence: answer.sequence,
        command: encodeJournaled({ command, rulesVersion: RULES_VERSION }),
        outcome,
      });
      violations.push(...this.#missing(store, answer.sequence));
    }
    const key = keyOf(command);
    if (key === undefined || !('contentHash' in command)) return violations;
    const first = this.#answers.get(key);
    if (!first) {
      if (answer.journaled) this.#answers.set(key, { contentHash: command.contentHash, outcome });
    } else if (first.contentHash !== command.contentHash) {
      if (!outcome.includes('CLIENT_ID_REUSED')) violations.push(`7: other content of ${key} passed`);
    } else if (first.outcome !== outcome) violations.push(`7: ${key} was answered differently`);
    return violations;
  }

  /** 6: after a restart every acknowledged command is there, once. */
  check(store: Store): string[] {
    const violations: string[] = [];
    for (const sequence of this.#acknowledged.keys()) violations.push(...this.#missing(store, sequence));
    for (const epoch of store.late)
      violations.push(`6: something was written under lease ${epoch}, which was over`);
    for (const key of store.doubled) violations.push(`6: client id ${key} is in the journal twice`);
    return violations;
  }

  #missing(store: Store, sequence: number): string[] {
    const told = this.#acknowledged.get(sequence);
    const row = store.journal[sequence - 1];
    if (!told) return [];
    if (!row) return [`9: command ${sequence} was answered and is not in the journal`];
    if (row.sequence !== sequence || row.command !== told.command || row.outcome !== told.outcome)
      return [`6: command ${sequence} is not in the journal as it was answered`];
    return [];
  }
}
