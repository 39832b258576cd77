import { COUNTRIES } from '@tarazu/core/countries';
import { type Amount, COIN_SCALE, formatDecimal } from '@tarazu/core/values';
import { type AssetPart, assetParts, type OwnBalance } from '@tarazu/protocol';
import { HeldPositions } from '#domains/balance/held.ts';
import type { Holdings } from '#domains/balance/positions.ts';
import type { BalanceRow } from '#domains/balance/store.ts';
import { Today, type TodayParts, todayTotal } from '#domains/balance/today.ts';
import { type Currency, currencyScale, percentText, Valuation } from '#domains/balance/valuation.ts';
import type { MarketPort } from '#ports.ts';
import { isEntitlement } from '#products/delivery/assets.ts';
import { productOfWallet } from '#products/list.ts';
import { CURRENCY_RATE_SCALE, RATED_CURRENCIES } from '#rules/families/currency-rates.ts';

interface AssetFacts {
  readonly name: string;
  readonly scale: number;
}

interface Valued {
  readonly row: BalanceRow;
  readonly wire: OwnBalance;
  readonly value: Amount;
}

/**
 * The worth of balances in a currency. Made once: what is listed does not change while the server runs,
 * prices are read each time.
 */
export class Worth {
  readonly #valuation: Valuation;
  readonly #held: HeldPositions;
  readonly #today: Today;
  readonly #market: MarketPort;
  readonly #facts = new Map<string, AssetFacts>();

  constructor(market: MarketPort) {
    this.#valuation = new Valuation(market);
    this.#held = new HeldPositions(market);
    this.#today = new Today(market);
    this.#market = market;
    for (const { baseAsset, name, baseScale } of market.listings()) {
      if (!this.#facts.has(baseAsset)) this.#facts.set(baseAsset, { name, scale: baseScale });
    }
    for (const { currency } of COUNTRIES) this.#facts.set(currency.asset, currency);
    this.#facts.set('USDT', { name: 'Tether', scale: COIN_SCALE });
  }

  factsOf(asset: string): AssetFacts {
    const scale = isEntitlement(asset) ? 0 : COIN_SCALE;
    return this.#facts.get(asset) ?? { name: asset, scale };
  }

  /**
   * Balances with their value; what is empty is left out, and entitlements to new shares, which are worth
   * nothing but an application.
   */
  balances(rows: readonly BalanceRow[], currency: Currency): Valued[] {
    return rows
      .filter((row) => row.available + row.held + row.unsettled > 0n && !isEntitlement(row.asset_id))
      .map((row) => {
        const value = this.#valuation.worth(row.asset_id, row.available + row.held + row.unsettled, currency);
        return { row, value, wire: this.#wire(row, value, currency) };
      });
  }

  /** Totals and parts of all wallets in one currency, each a sum of balances as they are shown. */
  assetsOf(holdings: Holdings, currency: Currency) {
    const valued = this.balances(holdings.balances, currency);
    const parts = { stockCash: 0n, stocks: 0n, coins: 0n, perpetual: 0n };
    for (const { row, value } of valued) parts[partOf(row)] += value;
    const total = parts.stockCash + parts.stocks + parts.coins + parts.perpetual;
    const held = this.#held.of(holdings, currency);
    const today = this.#today.in(currency, holdings);
    const profitToday = todayTotal(today);
    const money = (value: bigint) => formatDecimal(value, currencyScale(currency));
    return {
      currency,
      total: money(total),
      profitToday: money(profitToday),
      profitTodayPercent: percentText(profitToday, total - profitToday),
      today: wireToday(today, money),
      ...this.rate(),
      currencyRates: this.currencyRates(holdings, currency),
      profit: money(held.reduce((all, one) => all + one.profit, 0n)),
      parts: assetParts.map((part) => ({
        part,
        value: money(parts[part]),
        share: percentText(parts[part], total),
      })),
      balances: valued.map(({ wire }) => wire),
    };
  }

  /** At what one tether is counted in rupees, and of when that price is. */
  rate() {
    const pair = this.#valuation.tetherPair;
    if (pair === undefined) return {};
    const { price, atMs } = this.#market.ticker(pair.instrumentId);
    return { rate: { asset: pair.baseAsset, price, atMs } };
  }

  /** The published rates of the currencies that an account has something in, and of the one shown. */
  currencyRates({ balances, positions }: Holdings, currency: Currency) {
    const quotes = positions.map((row) => this.#market.listing(row.instrument_id)?.quoteAsset);
    const used = new Set([currency, ...balances.map((row) => row.asset_id), ...quotes]);
    return RATED_CURRENCIES.filter((asset) => used.has(asset)).flatMap((asset) => {
      const rate = this.#market.currencyRate(asset);
      if (rate === undefined) return [];
      const { price, ruleVersion, effectiveFromMs } = rate;
      return [{ asset, price: formatDecimal(price, CURRENCY_RATE_SCALE), ruleVersion, effectiveFromMs }];
    });
  }

  #wire(row: BalanceRow, value: bigint, currency: Currency): OwnBalance {
    const { name, scale } = this.factsOf(row.asset_id);
    return {
      wallet: row.wallet,
      asset: row.asset_id,
      name,
      scale,
      available: formatDecimal(row.available, scale),
      held: formatDecimal(row.held, scale),
      unsettled: formatDecimal(row.unsettled, scale),
      value: formatDecimal(value, currencyScale(currency)),
    };
  }
}

/** The parts of today's gain as they are shown. */
export function wireToday(parts: TodayParts, money: (units: bigint) => string) {
  const { held, sold, intraday, dividends, currency } = parts;
  return {
    held: money(held),
    sold: money(sold),
    intraday: money(intraday),
    dividends: money(dividends),
    currency: money(currency),
  };
}

/** Decimals of each asset. */
export function assetScales(market: MarketPort): (asset: string) => number {
  const worth = new Worth(market);
  return (asset) => worth.factsOf(asset).scale;
}

function partOf(row: BalanceRow): AssetPart {
  return productOfWallet(row.wallet)?.partOf(row.asset_id) ?? 'perpetual';
}
