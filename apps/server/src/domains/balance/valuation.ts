import {
  type Amount,
  amount,
  BASIS_POINTS,
  divide,
  formatDecimal,
  parseDecimal,
  price,
  quantity,
  valueOf as tradedValueOf,
} from '@tarazu/core/values';
import type { Listing, MarketPort } from '#ports.ts';

const RUPEE_SCALE = 2;
const TETHER_SCALE = 8;
export type Currency = 'INR' | 'USDT';

export function currencyScale(currency: Currency): number {
  return currency === 'INR' ? RUPEE_SCALE : TETHER_SCALE;
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

/** The worth of things at the last prices: shown, never posted. Rounded down. */
export class Valuation {
  readonly #market: Prices;
  readonly #bySymbol: ReadonlyMap<string, Listing>;

  constructor(market: Prices) {
    this.#market = market;
    this.#bySymbol = new Map(
      market.listings().map((listing) => [`${listing.baseAsset}/${listing.quoteAsset}`, listing]),
    );
  }

  /**
   * An amount of an asset in a currency, by the pair that joins
   * them or by way of tether. Zero when no price joins them.
   */
  worth(asset: string, units: bigint, currency: Currency): Amount {
    if (asset === currency) return amount(units);
    const direct = this.#bySymbol.get(`${asset}/${currency}`);
    if (direct) return valueAt(direct, units, lastPrice(this.#market, direct));
    if (asset === 'INR') return this.#rupeesInTether(units);
    const throughTether = this.#bySymbol.get(`${asset}/USDT`);
    if (currency === 'INR' && throughTether) {
      return this.worth('USDT', valueAt(throughTether, units, lastPrice(this.#market, throughTether)), 'INR');
    }
    const inRupees = this.#bySymbol.get(`${asset}/INR`);
    if (currency === 'USDT' && inRupees)
      return this.#rupeesInTether(valueAt(inRupees, units, lastPrice(this.#market, inRupees)));
    return amount(0n);
  }

  #rupeesInTether(rupees: bigint): Amount {
    const pair = this.#bySymbol.get('USDT/INR');
    const at = pair === undefined ? 0n : lastPrice(this.#market, pair);
    if (pair === undefined || at === 0n || rupees <= 0n) return amount(0n);
    const shift = TETHER_SCALE + pair.priceScale - RUPEE_SCALE;
    return amount(divide({ dividend: rupees * 10n ** BigInt(shift), divisor: at, rounding: 'down' }));
  }
}

/** A signed amount as a percentage of a base with two decimals, toward zero. */
export function percentText(part: bigint, base: bigint): string {
  if (base <= 0n) return '0.00';
  return formatDecimal((part * BASIS_POINTS) / base, 2);
}
