import {
  type Amount,
  amount,
  BASIS_POINTS,
  COIN_SCALE,
  divide,
  formatDecimal,
  PERCENT_SCALE,
  parseDecimal,
  price,
  quantity,
  RUPEE_SCALE,
  valueOf as tradedValueOf,
} from '@tarazu/core/values';
import type { Listing, MarketPort } from '#ports.ts';

export type Currency = 'INR' | 'USDT';

export function currencyScale(currency: Currency): number {
  return currency === 'INR' ? RUPEE_SCALE : COIN_SCALE;
}

/** Where prices come from: the market's own of now, or those that were written down of a day. */
export type Prices = Pick<MarketPort, 'listings'> & {
  ticker(instrumentId: string): { readonly price: string };
};

/** The last price of the tape, as an integer at the listing's price decimals. */
export function lastPrice(market: Prices, listing: Listing): bigint {
  return parseDecimal(market.ticker(listing.instrumentId).price, listing.priceScale) ?? 0n;
}

/** Units of a listing's base asset in its quote asset at a price, rounded down. */
export function valueAt(listing: Listing, units: bigint, at: bigint): Amount {
  return tradedValueOf({ price: price(at), quantity: quantity(units), scales: listing, rounding: 'down' });
}

/** Pairs of assets with a price for each. */
interface Pairs {
  readonly bySymbol: ReadonlyMap<string, Listing>;
  readonly priceOf: (listing: Listing) => bigint;
}

/** The worth of things at the last prices: shown, never posted. Rounded down. */
export class Valuation {
  readonly #priceOf: Pairs['priceOf'];
  readonly #bySymbol: ReadonlyMap<string, Listing>;

  constructor(from: Prices | Pairs) {
    if ('bySymbol' in from) {
      this.#priceOf = from.priceOf;
      this.#bySymbol = from.bySymbol;
      return;
    }
    this.#priceOf = (listing) => lastPrice(from, listing);
    this.#bySymbol = new Map(
      from.listings().map((listing) => [`${listing.baseAsset}/${listing.quoteAsset}`, listing]),
    );
  }

  /** The same pairs at other prices. */
  at(priceOf: Pairs['priceOf']): Valuation {
    return new Valuation({ bySymbol: this.#bySymbol, priceOf });
  }

  /** The pair through which tether is counted in rupees; none where it is not traded. */
  get tetherPair(): Listing | undefined {
    return this.#bySymbol.get('USDT/INR');
  }

  /**
   * An amount of an asset in a currency, by the pair that joins
   * them or by way of tether. Zero when no price joins them.
   */
  worth(asset: string, units: bigint, currency: Currency): Amount {
    if (asset === currency) return amount(units);
    const direct = this.#bySymbol.get(`${asset}/${currency}`);
    if (direct) return valueAt(direct, units, this.#priceOf(direct));
    if (asset === 'INR') return this.#rupeesInTether(units);
    const throughTether = this.#bySymbol.get(`${asset}/USDT`);
    if (currency === 'INR' && throughTether) {
      return this.worth('USDT', valueAt(throughTether, units, this.#priceOf(throughTether)), 'INR');
    }
    const inRupees = this.#bySymbol.get(`${asset}/INR`);
    if (currency === 'USDT' && inRupees)
      return this.#rupeesInTether(valueAt(inRupees, units, this.#priceOf(inRupees)));
    return amount(0n);
  }

  /** The same of an amount below zero, rounded toward zero. */
  signed(asset: string, units: bigint, currency: Currency): bigint {
    const worth = this.worth(asset, units < 0n ? -units : units, currency);
    return units < 0n ? -worth : worth;
  }

  #rupeesInTether(rupees: bigint): Amount {
    const pair = this.tetherPair;
    const at = pair === undefined ? 0n : this.#priceOf(pair);
    if (pair === undefined || at === 0n || rupees <= 0n) return amount(0n);
    const shift = COIN_SCALE + pair.priceScale - RUPEE_SCALE;
    return amount(divide({ dividend: rupees * 10n ** BigInt(shift), divisor: at, rounding: 'down' }));
  }
}

/** A signed amount as a percentage of a base with two decimals, toward zero. */
export function percentText(part: bigint, base: bigint): string {
  if (base <= 0n) return '0.00';
  return formatDecimal((part * BASIS_POINTS) / base, PERCENT_SCALE);
}
