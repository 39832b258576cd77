import type { ClientId } from '@tarazu/core/values';
import type { Answer } from '#ports.ts';

/** What was answered first, and to what content. */
export interface FirstAnswer {
  readonly contentHash: string;
  readonly answer: Answer;
}

/** Ids that are loaded with an account; one with more is asked about in the journal at each command. */
export const IDS_LOADED_MAX = 4_096;
const IDS_MAX = 10_000;
const ANSWERS_MAX = 64;

/**
 * The client ids of one account. Recent ones with their answer; older ones as a name, whose answer is in the journal; and whether
 * these are all that the account ever used, so that an unknown one need not be looked up.
 */
export class KnownIds {
  readonly #ids = new Map<ClientId, FirstAnswer | undefined>();
  readonly #answered: ClientId[] = [];
  #complete: boolean;

  constructor(ids: readonly ClientId[], complete: boolean) {
    for (const id of ids) this.#ids.set(id, undefined);
    this.#complete = complete;
  }

  answerTo(id: ClientId): FirstAnswer | undefined {
    return this.#ids.get(id);
  }

  /** Whether only the journal can tell if the id was used, or what was answered to it. */
  isUncertain(id: ClientId): boolean {
    return this.#ids.has(id) ? this.#ids.get(id) === undefined : !this.#complete;
  }

  remember(id: ClientId, first: FirstAnswer): void {
    this.#ids.set(id, first);
    this.#answered.push(id);
    if (this.#answered.length > ANSWERS_MAX) this.#forgetAnswer(this.#answered.shift());
    if (this.#ids.size > IDS_MAX) this.#forgetOldIds();
  }

  #forgetAnswer(id: ClientId | undefined): void {
    if (id !== undefined && this.#ids.has(id)) this.#ids.set(id, undefined);
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
