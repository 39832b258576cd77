import type { Instrument } from '#model/instrument.ts';
import type { ProductName } from '#model/product-name.ts';
import type { BeaconRound, EndMix } from '#model/session-end.ts';
import type { DisclosedPart } from '#proof/row-parts.ts';
import type { Environment, Side } from '#values/index.ts';

/*
 * Facts of one fill for its owner to derive it again, amounts
 * as the journal's decimal text of the smallest unit.
 */

/** Name of the market maker among the makers of disclosed fills. */
export const MARKET_MAKER_NAME = 'marketMaker';

export interface FillOpening {
  /** The place of the fill: the command that caused it and its number among that command's fills. */
  readonly sequence: number;
  readonly index: number;
  readonly entry: JournalEntry;
  readonly instrument: FilledInstrument;
  readonly environment: Environment;
  /** A fill of continuous trading meets the book; one of an auction has the auction's one price. */
  readonly how: 'book' | 'auction';
  readonly taker: FillTaker;
  /** The market maker's quotes that stood against the taker, each with its place in the queue. */
  readonly quotes: readonly FillLevel[];
  /** The orders of customers that were filled, under names that mean nothing elsewhere. */
  readonly met: readonly MetOrder[];
  /** Fills of the taker's order with these, in order. */
  readonly fills: readonly DisclosedFill[];
  /**
   * Orders that stood at the price of a fill or better and were not
   * filled, or not whole: nobody of them may stand ahead of who was.
   */
  readonly standing: readonly StandingOrder[];
  /** Of an auction of which a record was written. */
  readonly auction?: AuctionOpening | undefined;
  readonly own: OwnSide;
}

/** An order that stood in the book, under a name that means nothing elsewhere. */
export interface StandingOrder extends FillLevel {
  readonly order: string;
  /** `orderMark` of the order's own secret: its owner can make the same, and nobody else. */
  readonly mark: string;
}

/** Record of an auction when it ended. */
export interface AuctionOpening {
  readonly referencePrice: string;
  readonly tickSize: string;
  /** As they were recorded; `linesOf` reads them. */
  readonly lines: string;
  /** For each line the `orderMark` of its order's own secret; empty for the market maker. */
  readonly marks: readonly string[];
  /** Number of the auction's first fill among the command's. */
  readonly firstIndex: number;
  /** Line of the asker's own order, from 0, whatever its priority; absent in some old records. */
  readonly ownLine?: number | undefined;
  readonly end?: AuctionEndOpening | undefined;
}

/** How the second of its end was decided. */
export interface AuctionEndOpening {
  readonly tradingDay: string;
  readonly name: string;
  readonly latestMs: number;
  readonly windowMs: number;
  readonly commitment: string;
  /** Absent: rule 1. */
  readonly rule?: 2 | undefined;
  readonly beacon?: BeaconRound | undefined;
  readonly mix?: EndMix | undefined;
  /** The row of the journal in which the commitment stands. */
  readonly publishedSequence?: number | undefined;
  readonly publishedAtMs?: number | undefined;
  /** The row in which the mix stands. */
  readonly mixSequence?: number | undefined;
  readonly mixAtMs?: number | undefined;
  /** After the day. */
  readonly seed?: string | undefined;
}

/**
 * The row of the journal: whole when nothing in it is anybody else's; in parts where customers
 * meet in it, the asker's own with their text; a sealed one of a leaf without parts by its hash alone.
 */
export interface JournalEntry {
  readonly sequence: number;
  readonly atMs: number;
  readonly leafHash: string;
  readonly text?:
    | { readonly command: string; readonly marketMakerDepth: string; readonly outcome: string }
    | undefined;
  readonly parts?: readonly DisclosedPart[] | undefined;
}

export interface FilledInstrument {
  readonly id: string;
  readonly kind: Instrument['kind'];
  readonly priceScale: number;
  readonly baseScale: number;
  readonly quoteScale: number;
  readonly quoteIsCoin: boolean;
}

export interface FillTaker {
  readonly side: Side;
  /** The worst price at which it may fill. */
  readonly priceLimit: string;
  readonly quantity: string;
  /** The order itself, where it is the asker's own. */
  readonly orderId?: string | undefined;
}

export interface FillLevel {
  readonly price: string;
  readonly quantity: string;
  /** Lower fills first at the same price; at the same number the market maker's quotes came first. */
  readonly priority: number;
}

export interface MetOrder extends Omit<FillLevel, 'priority'> {
  readonly order: string;
  /**
   * Place in the queue at the fill; absent where the order has another since, because it was changed or shows
   * itself in parts.
   */
  readonly priority?: number | undefined;
}

export interface DisclosedFill {
  readonly index: number;
  readonly price: string;
  readonly quantity: string;
  /** `MARKET_MAKER_NAME`, or the name of one of the met orders. */
  readonly maker: string;
}

/** The asker's own side of the fill, and what it was charged. */
export interface OwnSide {
  /** The own order's secret, of which its marks are made. */
  readonly markSecret: string;
  readonly side: Side;
  readonly role: 'taker' | 'maker';
  readonly priceLimit: string;
  readonly value: string;
  /** Turnover and charges of the order before this fill. */
  readonly before: {
    readonly turnoverTaken: string;
    readonly turnoverMade: string;
    readonly charges: Readonly<Record<string, string>>;
  };
  /** Charges that this fill posted, by name. */
  readonly charges: Readonly<Record<string, string>>;
  readonly spotFeeTier: number;
  /** The order's product, where it is not the usual one of its instrument's kind: its charges are its own. */
  readonly product?: ProductName | undefined;
  readonly ruleVersion: string;
  /** The charges in force for the order, as the journal has them: the text of the command that set them. */
  readonly rules: string;
}
