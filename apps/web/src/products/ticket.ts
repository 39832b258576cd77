import type { CheckedInstrument, Offer } from '@tarazu/core/checks';
import type { Amount, ChargeSets, Price, Quantity, Rate, Side } from '@tarazu/core/values';
import type { InstrumentProfile } from '@tarazu/protocol';

/** The product that an order is asked of, and what the account has open of it. */
export interface Chosen {
  /** The usual one of the instrument's kind where absent. */
  readonly product?: TicketProduct | undefined;
  /** Units open on margin: above zero bought first, below zero sold first; none where absent. */
  readonly open?: bigint | undefined;
}

/** An instrument as its products read it: integers in the decimals of its scales. */
export type TicketInstrument = CheckedInstrument & { readonly quoteIsCoin: boolean };

/** An order that sets money aside, with the prices by which its worth is judged. */
export interface HoldAsked {
  readonly side: Side;
  /** The worst price at which it may fill. */
  readonly price: Price;
  readonly priceTrigger?: Price | undefined;
  /** The best price that it may meet now. */
  readonly priceBest: Price | undefined;
  readonly quantity: Quantity;
  /** Units open on margin before it, as in `Chosen`. */
  readonly open: bigint;
}

/** The published charges for an instrument, and the account's fee tier among them. */
export interface HoldRules {
  readonly terms: TicketInstrument;
  readonly rules: ChargeSets;
  readonly feeTier: number;
}

/** Money that an order sets aside, in units of the quote asset. */
export interface Hold {
  /** Charges included. */
  readonly whole: Amount;
  /** The part that stands behind what it opens; absent where the order is paid in full. */
  readonly margin?: Amount;
}

/**
 * A product's record for the ticket: what the order preview, the checks before trade and the texts ask of it.
 * It stands beside `WebProduct`, because the first load of the app needs no arithmetic of holds.
 */
export interface TicketProduct {
  /** The plain part of it, which the engine knows too: charges, closing, whether an order holds money. */
  readonly offer: Offer;
  /** Whether an order may ask for it, by the instrument and the published charges. */
  readonly isOffered: (of: Pick<HoldRules, 'terms' | 'rules'>) => boolean;
  /** The hold that the engine would take of an order that holds money. */
  readonly holdOf: (order: HoldAsked, by: HoldRules) => Hold;
  /** Share of an order's worth that stands behind it; absent where that is all of it. */
  readonly marginRateOf?: (instrument: Pick<CheckedInstrument, 'intradayMarginRate'>) => Rate | undefined;
  /** When its positions are squared off; absent where they stay. */
  readonly squaredOffAtMs?: (profile: Pick<InstrumentProfile, 'intraday'>) => number | undefined;
  /** Label of the most that an order may cost, or the least that it brings. */
  readonly worstLabel: Readonly<Record<Side, 'holdsMost' | 'costMost' | 'bringsLeast'>>;
}
