import { type Holdings, type ValuedPosition, valuedPositions } from '#domains/balance/positions.ts';
import { type Currency, Valuation } from '#domains/balance/valuation.ts';
import type { MarketPort } from '#ports.ts';

/** A position in one currency, whatever it is priced in: shown, never posted. */
export interface HeldPosition {
  readonly position: ValuedPosition;
  readonly value: bigint;
  readonly cost: bigint;
  /** The value less the cost, charges included. */
  readonly profit: bigint;
  readonly profitToday: bigint;
}

/**
 * Positions in a currency. Home, Assets and Portfolio all read them here, or one label would have two
 * figures: where a coin has a pair with the currency, that pair's price differs from the way through tether.
 */
export class HeldPositions {
  readonly #market: MarketPort;
  readonly #now: Valuation;

  constructor(market: MarketPort) {
    this.#market = market;
    this.#now = new Valuation(market);
  }

  /** Largest first. */
  of(holdings: Holdings, currency: Currency): HeldPosition[] {
    return valuedPositions(holdings, this.#market)
      .map((position) => this.#heldIn(position, currency))
      .sort((one, other) => (one.value === other.value ? 0 : one.value < other.value ? 1 : -1));
  }

  /** The gain of today is that of its price at the present rate; what the rate made is counted apart. */
  #heldIn(position: ValuedPosition, currency: Currency): HeldPosition {
    const { baseAsset, quoteAsset, quantity } = position;
    const value = this.#now.worth(baseAsset, quantity, currency);
    const cost = this.#now.signed(quoteAsset, position.cost, currency);
    const profitToday = this.#now.signed(quoteAsset, position.profitToday, currency);
    return { position, value, cost, profit: value - cost, profitToday };
  }
}
