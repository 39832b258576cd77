import { type Command, encodeJournaled, encodeOutcome, type Outcome, RULES_VERSION } from '@tarazu/core';
import { withoutLeafSecret } from '@tarazu/core/proof';
import { isWrittenAs, type JournalRow, keyOf, type Random } from '@tarazu/core/simulation';
import type { Answer } from '#ports.ts';
import type { SimulatedDatabase } from './database.ts';
import type { Ask } from './writer-process.ts';

/** An answer that a customer was told and will not forget. */
interface Acknowledged {
  readonly sequence: number;
  readonly command: string;
  readonly outcome: Outcome;
}

/**
 * People who write their client id down before they send, and ask again with it. An answer that one had must
 * stay true, whatever crashes.
 */
export class Customers {
  /** Sent, and not known what became of it. */
  readonly #unknown: Command[] = [];
  readonly #acknowledged = new Map<number, Acknowledged>();
  /** The first answer to each client id. */
  readonly #answers = new Map<string, { readonly contentHash: string; readonly outcome: string }>();
  readonly #sent = new Map<string, Command>();
  /** To draw one of all that was sent without walking them. */
  readonly #sentInOrder: Command[] = [];

  get acknowledgedCount(): number {
    return this.#acknowledged.size;
  }

  get isWaiting(): boolean {
    return this.#unknown.length > 0;
  }

  send(command: Command): Ask {
    const isMarketMaker = command.type === 'marketMaker.quote' || command.type === 'marketMaker.take';
    const key = keyOf(command);
    if (key !== undefined && !this.#sent.has(key)) {
      this.#sent.set(key, command);
      this.#sentInOrder.push(command);
    }
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
    return this.#sentInOrder[random.below(Math.max(1, this.#sentInOrder.length))];
  }

  /** 6, 7 and 9: an answer is in the journal before it is given, and stays the same. */
  answered({ command }: Ask, answer: Answer, journal: readonly JournalRow[]): string[] {
    const { outcome } = answer;
    const isReused = !outcome.ok && outcome.refusal.code === 'CLIENT_ID_REUSED';
    const isJournaled = answer.leafHash !== undefined && !isReused;
    const violations: string[] = [];
    if (isJournaled) {
      const { sequence } = answer;
      const written = encodeJournaled({ command, rulesVersion: RULES_VERSION });
      this.#acknowledged.set(sequence, { sequence, command: written, outcome });
      violations.push(...this.#missing(journal, sequence));
    }
    const key = keyOf(command);
    if (key === undefined || !('contentHash' in command)) return violations;
    const first = this.#answers.get(key);
    if (!first) {
      if (isJournaled)
        this.#answers.set(key, { contentHash: command.contentHash, outcome: encodeOutcome(outcome) });
    } else if (first.contentHash !== command.contentHash) {
      if (!isReused) violations.push(`7: other content of ${key} passed`);
    } else if (!isWrittenAs(outcome, first.outcome)) violations.push(`7: ${key} was answered differently`);
    return violations;
  }

  /** 6: after a restart every acknowledged command is there, once. */
  check({ journal, late }: SimulatedDatabase): string[] {
    const violations: string[] = [];
    for (const sequence of this.#acknowledged.keys()) violations.push(...this.#missing(journal, sequence));
    for (const epoch of late)
      violations.push(`6: something was written under lease ${epoch}, which was over`);
    return violations;
  }

  #missing(journal: readonly JournalRow[], sequence: number): string[] {
    const acknowledged = this.#acknowledged.get(sequence);
    const row = journal[sequence - 1];
    if (!acknowledged) return [];
    if (!row) return [`9: command ${sequence} was answered and is not in the journal`];
    if (
      row.sequence !== sequence ||
      withoutLeafSecret(row.command) !== acknowledged.command ||
      !isWrittenAs(acknowledged.outcome, row.outcome)
    )
      return [`6: command ${sequence} is not in the journal as it was answered`];
    return [];
  }
}
