import { currencyOf } from '@tarazu/core/countries';
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
import type { ShownCurrency } from '@tarazu/protocol';
import type { Listing, MarketPort } from '#ports.ts';
import { CURRENCY_RATE_SCALE, RATED_CURRENCIES } from '#rules/families/currency-rates.ts';

export type Currency = ShownCurrency;

const RUPEE = 'INR';
const TETHER = 'USDT';

export function currencyScale(currency: Currency): number {
  return currencyOf(currency)?.scale ?? COIN_SCALE;
}

/** A pair of assets: an instrument, or a currency in rupees at its published rate. */
export type Pair = Pick<
  Listing,
  'instrumentId' | 'baseAsset' | 'quoteAsset' | 'priceScale' | 'baseScale' | 'quoteScale'
>;

/** Where prices come from: the market's own of now, or those that were written down of a day. */
export type Prices = Pick<MarketPort, 'listings'> & {
  ticker(instrumentId: string): { readonly price: string };
  currencyRate(asset: string): { readonly price: bigint } | undefined;
};

/** The last price of the tape, as an integer at the listing's price decimals. */
export function lastPrice(market: Pick<Prices, 'ticker'>, listing: Pair): bigint {
  return parseDecimal(market.ticker(listing.instrumentId).price, listing.priceScale) ?? 0n;
}

/** Units of a listing's base asset in its quote asset at a price, rounded down. */
export function valueAt(listing: Pair, units: bigint, at: bigint): Amount {
  return tradedValueOf({ price: price(at), quantity: quantity(units), scales: listing, rounding: 'down' });
}

/** Currencies with a published rate, each as a pair with the rupee in which no instrument is traded. */
const RATE_PAIRS: readonly Pair[] = RATED_CURRENCIES.map((asset) => ({
  instrumentId: '',
  baseAsset: asset,
  quoteAsset: RUPEE,
  priceScale: CURRENCY_RATE_SCALE,
  baseScale: currencyOf(asset)?.scale ?? RUPEE_SCALE,
  quoteScale: RUPEE_SCALE,
}));

/** Whether a pair has a published rate and no price of a market. */
export function isRatePair(pair: Pair): boolean {
  return RATE_PAIRS.includes(pair);
}

/** Pairs of assets with a price for each. */
interface Pairs {
  readonly bySymbol: ReadonlyMap<string, Pair>;
  readonly priceOf: (pair: Pair) => bigint;
}

/** The worth of things at the last prices: shown, never posted. Rounded down. */
export class Valuation {
  readonly #priceOf: Pairs['priceOf'];
  readonly #bySymbol: ReadonlyMap<string, Pair>;

  constructor(from: Prices | Pairs) {
    if ('bySymbol' in from) {
      this.#priceOf = from.priceOf;
      this.#bySymbol = from.bySymbol;
      return;
    }
    this.#priceOf = (pair) =>
      isRatePair(pair) ? (from.currencyRate(pair.baseAsset)?.price ?? 0n) : lastPrice(from, pair);
    this.#bySymbol = new Map(
      [...RATE_PAIRS, ...from.listings()].map((pair) => [`${pair.baseAsset}/${pair.quoteAsset}`, pair]),
    );
  }

  /** The same pairs at other prices. */
  at(priceOf: Pairs['priceOf']): Valuation {
    return new Valuation({ bySymbol: this.#bySymbol, priceOf });
  }

  /** The pair through which tether is counted in rupees; none where it is not traded. */
  get tetherPair(): Pair | undefined {
    return this.#bySymbol.get(`${TETHER}/${RUPEE}`);
  }

  /**
   * Amount of an asset in a currency, by the pair that joins them or by way of rupees; zero without a price.
   */
  worth(asset: string, units: bigint, currency: string): Amount {
    if (asset === currency) return amount(units);
    const direct = this.#bySymbol.get(`${asset}/${currency}`);
    if (direct) return valueAt(direct, units, this.#priceOf(direct));
    if (currency === RUPEE) return this.#inRupees(asset, units);
    return this.#rupeesIn(currency, this.worth(asset, units, RUPEE));
  }

  /** The same of an amount below zero, rounded toward zero. */
  signed(asset: string, units: bigint, currency: string): bigint {
    const worth = this.worth(asset, units < 0n ? -units : units, currency);
    return units < 0n ? -worth : worth;
  }

  /** Of an asset that has no price in rupees, by what it is priced in. */
  #inRupees(asset: string, units: bigint): Amount {
    for (const through of [TETHER, ...RATED_CURRENCIES]) {
      const pair = this.#bySymbol.get(`${asset}/${through}`);
      if (pair) return this.worth(through, valueAt(pair, units, this.#priceOf(pair)), RUPEE);
    }
    return amount(0n);
  }

  #rupeesIn(currency: string, rupees: Amount): Amount {
    const pair = this.#bySymbol.get(`${currency}/${RUPEE}`);
    const at = pair === undefined ? 0n : this.#priceOf(pair);
    if (pair === undefined || at === 0n || rupees <= 0n) return amount(0n);
    const shift = pair.baseScale + pair.priceScale - RUPEE_SCALE;
    return amount(divide({ dividend: rupees * 10n ** BigInt(shift), divisor: at, rounding: 'down' }));
  }
}

/** A signed amount as a percentage of a base with two decimals, toward zero. */
export function percentText(part: bigint, base: bigint): string {
  if (base <= 0n) return '0.00';
  return formatDecimal((part * BASIS_POINTS) / base, PERCENT_SCALE);
}
