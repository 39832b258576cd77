import { PHASE_TERMS, type PhaseTerms } from '#checks/phase.ts';
import type { Instrument, SessionPhase } from '#model/instrument.ts';
import type { OrderIntent } from '#model/messages.ts';
import type { RefusalCode } from '#model/refusal.ts';
import { formatDecimal, type InstantMs, type Price } from '#values/index.ts';

/** Facts of an instrument for the checks: the engine has all of it, a ticket reads them from its detail. */
export type CheckedInstrument = Pick<
  Instrument,
  | 'kind'
  | 'priceScale'
  | 'baseScale'
  | 'quoteScale'
  | 'tickSize'
  | 'lotSize'
  | 'quantityMin'
  | 'quantityMax'
  | 'valueMin'
  | 'valueMax'
  | 'protectionBps'
> & {
  readonly quoteAsset: string;
  readonly protectionLow?: Instrument['protectionLow'] | undefined;
  readonly intradayMarginRate?: Instrument['intradayMarginRate'] | undefined;
  readonly band?: Instrument['band'] | undefined;
};

/** Fields of an order for the checks. */
export type CheckedOrder = Omit<OrderIntent, 'environment' | 'instrumentId'>;

/** State of a market when an order is asked for: all that a price can be judged by. */
export interface PriceQuestion {
  readonly order: CheckedOrder;
  readonly instrument: CheckedInstrument;
  /** Orders are gathered for one price: a market order may fill anywhere in the band. */
  readonly isAuction: boolean;
  readonly bestOpposite: Price | undefined;
  /**
   * Last price paid, if it is known and fresh enough to judge by; asked for by orders that are more than
   * market or limit, and where a collar holds.
   */
  readonly priceLast: Price | undefined;
}

/** All that the checks of an order look at. */
export interface Question extends PriceQuestion {
  /** Absent where the asker does not know the hours: then nothing is refused for them. */
  readonly phase?: PhaseAsked | undefined;
  /** Replay before `priceCollar`. */
  readonly isBeforeCollar?: boolean;
  readonly atMs: InstantMs;
}

/** The instrument's phase, and whether its venue has phases, which a refusal then names. */
export interface PhaseAsked {
  readonly name: SessionPhase;
  readonly isNamed: boolean;
}

/** Refusals that an order meets for what it is, whoever sends it. */
export type CheckCode = Extract<
  RefusalCode,
  | 'TYPE_NOT_ALLOWED'
  | 'TICK'
  | 'LOT'
  | 'QUANTITY_MIN'
  | 'QUANTITY_MAX'
  | 'VALUE_MIN'
  | 'VALUE_MAX'
  | 'PRICE_BAND'
  | 'EXPIRY'
  | 'QUANTITY_SHOWN'
  | 'TRAIL'
  | 'NO_LIQUIDITY'
  | 'WOULD_TAKE'
  | 'STALE_PRICE'
  | 'TP_SL_SIDE'
  | 'TRIGGER_SIDE'
  | 'TRIGGER_NEAR'
  | 'TRIGGER_LIMIT'
>;

/** The part of an order that a refusal is about: where a form says it. */
export type OrderPart =
  | 'orderType'
  | 'quantity'
  | 'priceLimit'
  | 'priceTrigger'
  | 'otherLeg'
  | 'priceTakeProfit'
  | 'priceStop'
  | 'trail'
  | 'quantityShown'
  | 'expiry';

/** Why an order is refused, and what the customer needs to mend it, as decimal text or a word. */
export interface CheckFailure {
  readonly code: CheckCode;
  readonly part: OrderPart;
  readonly detail?: Readonly<Record<string, string>>;
}

/** Rules of the phase; those of continuous matching where the hours are not known. */
export function phaseTermsOf({ phase }: Pick<Question, 'phase'>): PhaseTerms {
  return PHASE_TERMS[phase?.name ?? 'continuous'];
}

/** The phase for the text of a refusal that the phase decides. */
export function phaseText({ phase }: Pick<Question, 'phase'>): Readonly<Record<string, string>> {
  return phase?.isNamed ? { phase: phase.name } : {};
}

export function priceText({ priceScale }: CheckedInstrument, value: Price): string {
  return formatDecimal(value, priceScale);
}

export function bandText(
  instrument: CheckedInstrument,
  { priceLow, priceHigh }: { priceLow: Price; priceHigh: Price },
): { priceLow: string; priceHigh: string } {
  return { priceLow: priceText(instrument, priceLow), priceHigh: priceText(instrument, priceHigh) };
}
