import type { AuctionSeal } from '#model/auction-record.ts';
import type { MarketMakerDepth } from '#model/command.ts';
import type { Balance, Entitlement, Posting } from '#model/ledger.ts';
import type { Fill, Order } from '#model/order.ts';
import type { LockCode, Refusal } from '#model/refusal.ts';
import type { RowName, RowsOf } from '#model/rows/kinds.ts';
import type { Environment, InstantMs, InstrumentId, OrderId, Price, Quantity, Side } from '#values/index.ts';

export type { AuctionRecord, AuctionSeal } from '#model/auction-record.ts';
export type { AccountRow } from '#model/ledger.ts';

/** The answer to the caller. */
export type Outcome =
  | {
      readonly ok: true;
      readonly type: 'done';
      readonly auctions?: readonly AuctionSeal[];
      /** Of a square-off that has cancelled orders: why it could not place the one that closes. */
      readonly notPlaced?: Refusal;
    }
  | ({ readonly ok: true; readonly type: 'order' } & PlacedLeg)
  | {
      readonly ok: true;
      readonly type: 'orders';
      readonly orders: readonly Order[];
      /** Of orders that were meant too, how many stay open for each reason; absent where none does. */
      readonly left?: readonly OrdersLeft[];
    }
  | {
      readonly ok: true;
      readonly type: 'ordersEnded';
      /** Orders that the command has ended, oldest first. */
      readonly orderIds: readonly OrderId[];
      /** How many of them a sweep has still to release; absent where it has none. */
      readonly endingCount?: number;
      readonly left?: readonly OrdersLeft[];
    }
  | { readonly ok: true; readonly type: 'entitlement'; readonly entitlement: Entitlement }
  | { readonly ok: true; readonly type: 'basket'; readonly legs: readonly PlacedLeg[] }
  | {
      readonly ok: false;
      readonly refusal: Refusal;
      /** Legs of a basket that are refused; the refusal is that of the first. */
      readonly legs?: readonly RefusedLeg[];
    };

/** An order of a basket as the command left it, with its own fills; in the order of the legs. */
export interface PlacedLeg {
  readonly order: Order;
  readonly fills: readonly Fill[];
  /** Set where the order meets more others than one command may fill, and goes on to take in steps. */
  readonly goesOn?: true;
}

/** Open orders that can't be let go now, by the refusal that each alone would meet. */
export interface OrdersLeft {
  readonly code: LockCode;
  readonly count: number;
}

export interface RefusedLeg {
  /** Place in the basket, from 0. */
  readonly leg: number;
  readonly refusal: Refusal;
}

/** Rows as they are after the command, by kind: what the writer saves; none after a refusal. */
export interface Changes extends RowsOf<RowName> {
  readonly postings: readonly Posting[];
  readonly balances: readonly Balance[];
}

/** A print of the tape, of customers or of the market maker with itself. */
export interface Print {
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
  readonly price: Price;
  readonly quantity: Quantity;
  readonly takerSide: Side;
  readonly atMs: InstantMs;
}

/** All that applying one command gives. */
export interface Applied {
  readonly outcome: Outcome;
  readonly changes: Changes;
  readonly prints: readonly Print[];
  /** Books whose visible levels changed, for the stream. */
  readonly books: readonly { readonly instrumentId: InstrumentId; readonly environment: Environment }[];
  /**
   * Whether the command must be journaled: a customer's but for a repeated client id, or one of the market
   * maker that touched a customer.
   */
  readonly journaled: boolean;
  readonly marketMakerDepth: readonly MarketMakerDepth[];
  /** The client id was known: `outcome` is the first answer again, and nothing changed. */
  readonly duplicate: boolean;
}
