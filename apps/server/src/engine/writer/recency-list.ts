/** Links of an item that stands in such a list: the list alone writes them. */
export interface Listed<Item> {
  older: Item | undefined;
  newer: Item | undefined;
}

/**
 * Items by when they were last used, each step of which takes the same short time. A map is made anew by the
 * platform now and then, which held the writer for 13 ms at 50,000.
 */
export class RecencyList<Item extends Listed<Item>> {
  #oldest: Item | undefined;
  #newest: Item | undefined;

  /** Puts an item in that is in no list, as the one used last. */
  add(item: Item): void {
    item.older = this.#newest;
    item.newer = undefined;
    if (this.#newest) this.#newest.newer = item;
    else this.#oldest = item;
    this.#newest = item;
  }

  remove(item: Item): void {
    if (item.older) item.older.newer = item.newer;
    else this.#oldest = item.newer;
    if (item.newer) item.newer.older = item.older;
    else this.#newest = item.older;
    item.older = undefined;
    item.newer = undefined;
  }

  /** Notes that an item is used now. */
  use(item: Item): void {
    this.remove(item);
    this.add(item);
  }

  /** Least recently used first; one that is used during a visit comes once more. */
  *[Symbol.iterator](): Generator<Item, void> {
    for (let item = this.#oldest; item; ) {
      const { newer } = item;
      yield item;
      item = newer;
    }
  }
}
