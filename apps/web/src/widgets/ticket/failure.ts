/** Refusals that can be foreseen here, by the engine's own names and in its order. */
export type CheckCode =
  | 'TICK'
  | 'LOT'
  | 'QUANTITY_MIN'
  | 'QUANTITY_MAX'
  | 'VALUE_MIN'
  | 'VALUE_MAX'
  | 'PRICE_BAND'
  | 'NO_LIQUIDITY'
  | 'WOULD_TAKE'
  | 'TRAIL'
  | 'QUANTITY_SHOWN'
  | 'TRIGGER_SIDE'
  | 'TP_SL_SIDE'
  | 'TRIGGER_LIMIT'
  | 'INSUFFICIENT_FUNDS'
  | 'INSUFFICIENT_HOLDINGS';

/** What the sentences of the checks speak of, as decimal text. */
export interface CheckDetail {
  readonly tickSize?: string;
  readonly lotSize?: string;
  readonly quantityMin?: string;
  readonly quantityMax?: string;
  readonly valueMin?: string;
  readonly valueMax?: string;
  readonly priceLow?: string;
  readonly priceHigh?: string;
  readonly needed?: string;
  readonly available?: string;
  readonly priceBest?: string;
  readonly priceLast?: string;
  /** The worst price of the order itself. */
  readonly priceLimit?: string;
  readonly trailMin?: string;
  readonly trailMax?: string;
}

export interface CheckFailure {
  readonly code: CheckCode;
  readonly field: 'price' | 'quantity' | 'trigger' | 'trail' | 'shown' | 'takeProfit' | 'stopLoss';
  readonly detail: CheckDetail;
}
