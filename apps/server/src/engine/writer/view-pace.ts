import { type BookKey, textOf } from './publish.ts';

/**
 * An auction with more prices than this is viewed at a bounded rate: its indicative price asks all of them.
 */
const LEVELS_AT_ONCE = 64;
/** Time between two views of such an auction. */
export const VIEW_EVERY_MS = 250;

/**
 * Books that are viewed with a batch: each that it changed, but for an auction of many prices. That is viewed
 * at a bounded rate, and its last change is not forgotten.
 */
export class ViewPace {
  readonly #levelCountOf: (book: BookKey) => number;
  /** Auctions of many prices, with when they were viewed last. */
  readonly #viewedAtMs = new Map<string, number>();
  readonly #postponed = new Map<string, BookKey>();

  constructor(levelCountOf: (book: BookKey) => number) {
    this.#levelCountOf = levelCountOf;
  }

  /** Whether a book has changed since it was viewed. */
  get isBehind(): boolean {
    return this.#postponed.size > 0;
  }

  /** Books to view now, of those that have just changed and those that were postponed. */
  take(changed: Iterable<BookKey>, nowMs: number): BookKey[] {
    for (const book of changed) this.#postponed.set(textOf(book), book);
    const taken: BookKey[] = [];
    for (const [name, book] of this.#postponed) {
      const isDear = this.#levelCountOf(book) > LEVELS_AT_ONCE;
      const before = this.#viewedAtMs.get(name);
      if (isDear && before !== undefined && nowMs - before < VIEW_EVERY_MS) continue;
      if (isDear) this.#viewedAtMs.set(name, nowMs);
      else this.#viewedAtMs.delete(name);
      this.#postponed.delete(name);
      taken.push(book);
    }
    return taken;
  }
}
