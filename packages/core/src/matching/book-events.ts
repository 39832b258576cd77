import {
  type BookFill,
  type EntryId,
  entryId,
  type Lots,
  lots,
  type Owner,
  owner,
  type Ticks,
  ticks,
} from '#matching/order-book.ts';
import { assert, type Side } from '#values/index.ts';

/** Words of an event: 64 bytes. */
export const EVENT_WORDS = 8;
export const KIND = 0;
/** 0 for buy, 1 for sell: the side of the order of the event, of the taker at a fill. */
export const EVENT_SIDE = 1;
export const EVENT_ID = 2;
/** Owner of the order; at a fill, of the resting one. */
export const EVENT_OWNER = 3;
export const EVENT_PRICE = 4;
/** Lots accepted, filled, no longer in the book, or left after a reduction. */
export const EVENT_LOTS = 5;
/** At a fill the resting entry's id, at a cancel its cause, when accepted its priority. */
export const EVENT_DETAIL = 6;
/** At a fill, what is left of the resting entry. */
export const EVENT_MAKER_LEFT = 7;

export const ACCEPTED = 1;
export const FILLED = 2;
export const CANCELLED = 3;
export const REDUCED = 4;

export const CAUSE_REQUESTED = 1;
export const CAUSE_IMMEDIATE = 2;
export const CAUSE_SELF_TRADE = 3;

type BookCancelCause = 'requested' | 'immediateOrCancel' | 'selfTrade';

interface Concerned {
  readonly id: EntryId;
  readonly owner: Owner;
  readonly side: Side;
  readonly price: Ticks;
  readonly quantity: Lots;
}

/** An event of a book, as a reader sees it. */
export type BookEvent =
  | (Concerned & { readonly kind: 'accepted'; readonly priority: number })
  | (Concerned & { readonly kind: 'cancelled'; readonly cause: BookCancelCause })
  | (Concerned & { readonly kind: 'reduced' })
  | (BookFill & { readonly kind: 'filled'; readonly takerId: EntryId; readonly takerSide: Side });

const EVENTS_AT_FIRST = 16;
const CAUSES: readonly BookCancelCause[] = ['requested', 'immediateOrCancel', 'selfTrade'];

/**
 * Record of a book's events, in order, until its reader has read and clears it.
 * The record grows when a reader lets more pile up than ever before, and never
 * loses an event; a reader that clears as it goes makes it allocate nothing.
 */
export class BookEvents {
  count = 0;
  numbers = new Float64Array(EVENTS_AT_FIRST * EVENT_WORDS);

  /** The first word of a new event. Read `numbers` after it: they may have moved. */
  claim(): number {
    const at = this.count * EVENT_WORDS;
    if (at === this.numbers.length) this.#grow();
    this.count += 1;
    return at;
  }

  clear(): void {
    this.count = 0;
  }

  read(index: number): BookEvent {
    const kind = this.#word(index, KIND);
    if (kind === FILLED) {
      const [id, side] = [this.#word(index, EVENT_ID), this.#word(index, EVENT_SIDE)];
      return { kind: 'filled', takerId: entryId(id), takerSide: sideOf(side), ...this.fill(index) };
    }
    const concerned = this.#concerned(index);
    const detail = this.#word(index, EVENT_DETAIL);
    if (kind === ACCEPTED) return { kind: 'accepted', ...concerned, priority: detail };
    if (kind === REDUCED) return { kind: 'reduced', ...concerned };
    const cause = CAUSES[detail - CAUSE_REQUESTED];
    assert(kind === CANCELLED && cause !== undefined, 'Invariant: an event is of a known kind and cause');
    return { kind: 'cancelled', ...concerned, cause };
  }

  /** The fill of an event that is one. */
  fill(index: number): BookFill {
    return {
      makerId: entryId(this.#word(index, EVENT_DETAIL)),
      makerOwner: owner(this.#word(index, EVENT_OWNER)),
      price: ticks(this.#word(index, EVENT_PRICE)),
      quantity: lots(this.#word(index, EVENT_LOTS)),
      makerLeft: lots(this.#word(index, EVENT_MAKER_LEFT)),
    };
  }

  #concerned(index: number): Concerned {
    return {
      id: entryId(this.#word(index, EVENT_ID)),
      owner: owner(this.#word(index, EVENT_OWNER)),
      side: sideOf(this.#word(index, EVENT_SIDE)),
      price: ticks(this.#word(index, EVENT_PRICE)),
      quantity: lots(this.#word(index, EVENT_LOTS)),
    };
  }

  #word(index: number, word: number): number {
    return this.numbers[index * EVENT_WORDS + word] ?? 0;
  }

  #grow(): void {
    const before = this.numbers;
    this.numbers = new Float64Array(before.length * 2);
    this.numbers.set(before);
  }
}

function sideOf(word: number): Side {
  return word === 0 ? 'buy' : 'sell';
}
