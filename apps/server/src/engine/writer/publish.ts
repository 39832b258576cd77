import type { Environment, InstrumentId } from '@tarazu/core/values';
import type { BookView } from '#ports.ts';

export type WriterState = 'open' | 'recovering';

/** Which book: one for each instrument and environment. */
export interface BookKey {
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
}

export type Levels = Pick<BookView, 'bids' | 'asks' | 'auction'>;

/**
 * The books as they were at the last commit. What is asked from outside is answered from here and never from
 * the working state, which is ahead of what is durable.
 */
export class DurableBooks {
  readonly #shown = new Map<string, { readonly key: BookKey; readonly view: BookView }>();
  #version = 0;

  /** Versions go on growing when the writer starts anew, so that nobody takes an old view for a newer one. */
  show({ instrumentId, environment }: BookKey, levels: Levels): void {
    this.#version += 1;
    this.#shown.set(textOf({ instrumentId, environment }), {
      key: { instrumentId, environment },
      view: { version: this.#version, ...levels },
    });
  }

  view(key: BookKey, levels: number): BookView {
    const shown = this.#shown.get(textOf(key));
    if (!shown) return { version: 0, bids: [], asks: [] };
    const { bids, asks } = shown.view;
    return { ...shown.view, bids: bids.slice(0, levels), asks: asks.slice(0, levels) };
  }

  /** Shows every book anew, after a rebuild: the market maker's quotes are gone until it quotes again. */
  showAgain(levelsOf: (key: BookKey) => Levels): void {
    for (const { key } of this.#shown.values()) this.show(key, levelsOf(key));
  }
}

/** Name of a book as a key. */
export function textOf({ instrumentId, environment }: BookKey): string {
  return `${environment}:${instrumentId}`;
}
