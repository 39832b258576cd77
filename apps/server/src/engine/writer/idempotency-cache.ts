import type { ClientId } from '@tarazu/core/values';
import type { Answer } from '#ports.ts';

/** What was answered first, and to what content. */
export interface FirstAnswer {
  readonly contentHash: string;
  readonly answer: Answer;
}

/** Ids that are loaded with an account; one with more is asked about in the journal at each command. */
export const IDS_LOADED_MAX = 4_096;
/** Half of them is more than one account can have in batches that are not durable yet. */
const IDS_MAX = 16_384;
const ANSWERS_MAX = 64;
/** About what a name and an answer take, measured generously: they only have to bound the whole. */
const ID_BYTES = 100;
const ANSWER_BYTES = 2_000;

/**
 * The client ids of one account. Recent ones with their answer; older ones as a name, whose answer is in the journal; and whether
 * these are all that the account ever used, so that an unknown one need not be looked up. Nothing is forgotten before `trim`.
 */
export class IdempotencyCache {
  /** Null for one whose answer only the journal has. */
  readonly #ids = new Map<ClientId, FirstAnswer | null>();
  /** Oldest first. */
  readonly #answered: { readonly id: ClientId; readonly batch: number }[] = [];
  #complete: boolean;

  constructor(ids: readonly ClientId[], complete: boolean) {
    for (const id of ids) this.#ids.set(id, null);
    this.#complete = complete;
  }

  /** About how much memory they take. */
  get bytes(): number {
    return this.#ids.size * ID_BYTES + this.#answered.length * ANSWER_BYTES;
  }

  get isTooMany(): boolean {
    return this.#answered.length > ANSWERS_MAX || this.#ids.size > IDS_MAX;
  }

  answerTo(id: ClientId): FirstAnswer | undefined {
    return this.#ids.get(id) ?? undefined;
  }

  /** Whether only the journal can tell if the id was used, or what was answered to it. */
  isUncertain(id: ClientId): boolean {
    const known = this.#ids.get(id);
    return known === undefined ? !this.#complete : known === null;
  }

  /** `batch` is the one that writes it; 0 for what the journal said. */
  remember(id: ClientId, first: FirstAnswer, batch: number): void {
    this.#ids.set(id, first);
    this.#answered.push({ id, batch });
  }

  /** Forgets the oldest beyond the bounds: only what the journal can answer, and never between a look at it and its use. */
  trim(durableBatch: number): void {
    while (this.#answered.length > ANSWERS_MAX) {
      const [oldest] = this.#answered;
      if (oldest === undefined || oldest.batch > durableBatch) break;
      this.#answered.shift();
      if (this.#ids.has(oldest.id)) this.#ids.set(oldest.id, null);
    }
    if (this.#ids.size > IDS_MAX) this.#forgetOldIds();
  }

  #forgetOldIds(): void {
    this.#complete = false;
    let left = this.#ids.size / 2;
    for (const id of this.#ids.keys()) {
      if (left <= 0) return;
      this.#ids.delete(id);
      left -= 1;
    }
  }
}
