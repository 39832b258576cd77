import { IS_SIGNPOST, LINKS, NEXT, type Slots } from '#matching/slots.ts';
import { assert } from '#values/index.ts';

/** Entries from one signpost to the next, where the queue was walked along. */
const GAP = 64;

/**
 * Signposts in one side's queues, by rank, for orders that a
 * restart or a corporate action puts back amid long queues.
 */
export class Signposts {
  readonly #slots: Slots;
  readonly #comesBefore: (slot: number, other: number) => boolean;
  /** Slots in the sequence of their queue. */
  #posts = new Map<number, number[]>();

  constructor(slots: Slots, comesBefore: (slot: number, other: number) => boolean) {
    this.#slots = slots;
    this.#comesBefore = comesBefore;
  }

  /** The entry of a rank's queue behind which a slot goes; 0 where it goes first. */
  entryBefore(slot: number, { rank, head }: { readonly rank: number; readonly head: number }): number {
    const posts = this.#posts.getOrInsertComputed(rank, () => []);
    assert(head !== 0 && head !== slot, 'Condition: signposts are for a queue in which others stand');
    let place = this.#postBefore(posts, slot);
    let before = posts[place] ?? 0;
    const { links } = this.#slots;
    let next = before === 0 ? head : (links[before * LINKS + NEXT] ?? 0);
    for (let walked = 1; next !== 0 && !this.#comesBefore(slot, next); walked += 1) {
      before = next;
      if (walked % GAP === 0 && links[before * LINKS + IS_SIGNPOST] !== 1) {
        place += 1;
        posts.splice(place, 0, before);
        links[before * LINKS + IS_SIGNPOST] = 1;
      }
      next = links[before * LINKS + NEXT] ?? 0;
    }
    return before;
  }

  /** A signpost leaves its queue: whoever stands behind it takes its place. */
  remove(slot: number, rank: number): void {
    const { links } = this.#slots;
    const posts = this.#posts.get(rank);
    const place = posts ? this.#postBefore(posts, slot) : -1;
    assert(posts?.[place] === slot, 'Invariant: a signpost is known by its rank');
    links[slot * LINKS + IS_SIGNPOST] = 0;
    const next = links[slot * LINKS + NEXT] ?? 0;
    if (next === 0 || links[next * LINKS + IS_SIGNPOST] === 1) posts.splice(place, 1);
    else {
      posts[place] = next;
      links[next * LINKS + IS_SIGNPOST] = 1;
    }
    if (posts.length === 0) this.#posts.delete(rank);
  }

  /** The side is counted by smaller steps of price. */
  refine(tickFactor: number): void {
    this.#posts = new Map(Array.from(this.#posts, ([rank, posts]) => [rank * tickFactor, posts]));
  }

  /** Index of the last signpost that does not stand behind a slot, -1 for none. */
  #postBefore(posts: readonly number[], slot: number): number {
    let low = 0;
    let high = posts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#comesBefore(slot, posts[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return low - 1;
  }
}
