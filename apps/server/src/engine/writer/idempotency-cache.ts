import type { ClientId } from '@tarazu/core/values';
import type { Answer } from '#ports.ts';
import { IdSet } from './id-set.ts';

/** The first answer, and the content to which it was given. */
export interface FirstAnswer {
  readonly contentHash: string;
  readonly answer: Answer;
}

/** Ids that are loaded with an account; one with more is asked about in the journal at each command. */
export const IDS_LOADED_MAX = 4_096;
const IDS_MAX = 16_384;
/** A client that asks again does so within seconds: older answers are read from the journal. */
const ANSWERS_MAX = 8;
/** About what an answer takes, measured generously: it only has to bound the whole. */
const ANSWER_BYTES = 1_000;

/**
 * Client ids of one account: recent ones with their answer, older ones as used, and whether these are all.
 * Nothing is forgotten before `trim`.
 */
export class IdempotencyCache {
  readonly #answers = new Map<ClientId, FirstAnswer>();
  /** Oldest first. */
  readonly #answered: { readonly id: ClientId; readonly batch: number }[] = [];
  readonly #used = new IdSet();
  #complete: boolean;

  constructor(ids: readonly ClientId[], complete: boolean) {
    for (const id of ids) this.#used.add(id);
    this.#complete = complete;
  }

  /** About how much memory they take. */
  get bytes(): number {
    return this.#used.bytes + this.#answered.length * ANSWER_BYTES;
  }

  get isTooMany(): boolean {
    return this.#answered.length > ANSWERS_MAX || this.#used.size > IDS_MAX;
  }

  answerTo(id: ClientId): FirstAnswer | undefined {
    return this.#answers.get(id);
  }

  /** Whether only the journal can tell if the id was used, or what was answered to it. */
  isUncertain(id: ClientId): boolean {
    return !this.#answers.has(id) && (!this.#complete || this.#used.has(id));
  }

  /** `batch` is the one that writes it; 0 for what the journal said. */
  remember(id: ClientId, first: FirstAnswer, batch: number): void {
    this.#answers.set(id, first);
    this.#answered.push({ id, batch });
    this.#used.add(id);
  }

  /**
   * Forgets the oldest beyond the bounds: only what the journal
   * can answer, and never between a look at it and its use.
   */
  trim(durableBatch: number): void {
    while (this.#answered.length > ANSWERS_MAX) {
      const [oldest] = this.#answered;
      if (oldest === undefined || oldest.batch > durableBatch) break;
      this.#answered.shift();
      this.#answers.delete(oldest.id);
    }
    if (this.#used.size > IDS_MAX) this.#forgetUsed();
  }

  /** From then on the journal is asked of every id but those whose answers are here. */
  #forgetUsed(): void {
    this.#complete = false;
    this.#used.clear();
  }
}
