import { type Amount, formatDecimal } from '@tarazu/core/values';
import type { OwnBalance } from '@tarazu/protocol';
import { type Holdings, type ValuedPosition, valuedPositions } from '#domains/balance/positions.ts';
import type { BalanceRow } from '#domains/balance/store.ts';
import { type Currency, currencyScale, percentText, Valuation } from '#domains/balance/valuation.ts';
import type { MarketPort } from '#ports.ts';
import { isEntitlement } from '#products/delivery/assets.ts';
import { productOfWallet } from '#products/list.ts';

const COIN_SCALE = 8;

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
  readonly #market: MarketPort;
  readonly #valuation: Valuation;
  readonly #facts = new Map<string, AssetFacts>();

  constructor(market: MarketPort) {
    this.#market = market;
    this.#valuation = new Valuation(market);
    for (const { baseAsset, name, baseScale } of market.listings()) {
      if (!this.#facts.has(baseAsset)) this.#facts.set(baseAsset, { name, scale: baseScale });
    }
    this.#facts.set('INR', { name: 'Indian Rupee', scale: 2 });
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

  /**
   * Totals and parts of all wallets in one currency. The total is the sum of the balances as they are shown.
   */
  assetsOf(holdings: Holdings, currency: Currency) {
    const valued = this.balances(holdings.balances, currency);
    const parts = { stockCash: 0n, stocks: 0n, coins: 0n, perpetual: 0n };
    for (const { row, value } of valued) parts[partOf(row)] += value;
    const total = parts.stockCash + parts.stocks + parts.coins + parts.perpetual;
    const market = this.#market;
    const positions = [
      ...valuedPositions(holdings, market, 'stock'),
      ...valuedPositions(holdings, market, 'spot'),
    ];
    const into = { valuation: this.#valuation, currency };
    const profitToday = sumIn(positions, 'profitToday', into);
    const money = (value: bigint) => formatDecimal(value, currencyScale(currency));
    return {
      currency,
      total: money(total),
      profitToday: money(profitToday),
      profitTodayPercent: percentText(profitToday, total - profitToday),
      profit: money(sumIn(positions, 'profit', into)),
      parts: PARTS.map((part) => ({
        part,
        value: money(parts[part]),
        share: percentText(parts[part], total),
      })),
      balances: valued.map(({ wire }) => wire),
    };
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

/** Decimals of each asset. */
export function assetScales(market: MarketPort): (asset: string) => number {
  const worth = new Worth(market);
  return (asset) => worth.factsOf(asset).scale;
}

const PARTS = ['stockCash', 'stocks', 'coins', 'perpetual'] as const;

function partOf(row: BalanceRow): (typeof PARTS)[number] {
  return productOfWallet(row.wallet)?.partOf(row.asset_id) ?? 'perpetual';
}

/** Sums a signed figure of positions in one currency. */
function sumIn(
  positions: readonly ValuedPosition[],
  figure: 'profit' | 'profitToday',
  into: { valuation: Valuation; currency: Currency },
): bigint {
  return positions.reduce((sum, position) => {
    const units = position[figure];
    const worth = into.valuation.worth(position.quoteAsset, units < 0n ? -units : units, into.currency);
    return sum + (units < 0n ? -worth : worth);
  }, 0n);
}
