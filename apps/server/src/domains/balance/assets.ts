import { type Amount, formatDecimal } from '@tarazu/core/values';
import type { OwnBalance } from '@tarazu/protocol';
import type { BalanceRow } from '#domains/balance/store.ts';
import { type Holdings, type ValuedPosition, valuedPositions } from '#domains/balance/positions.ts';
import { type Currency, currencyScale, percentText, Valuation } from '#domains/balance/valuation.ts';
import type { Listing, MarketPort } from '#ports.ts';

/** Currencies and tether have no listing of their own to take a name from. */
const ASSET_NAMES: Readonly<Record<string, string>> = { INR: 'Indian Rupee', USDT: 'Tether' };
const COIN_SCALE = 8;

export function assetFacts(asset: string, listings: readonly Listing[]): { name: string; scale: number } {
  const known = ASSET_NAMES[asset];
  if (known !== undefined) return { name: known, scale: asset === 'INR' ? 2 : COIN_SCALE };
  const listing = listings.find((one) => one.baseAsset === asset);
  return { name: listing?.name ?? asset, scale: listing?.baseScale ?? COIN_SCALE };
}

export function wireBalance(row: BalanceRow, facts: { name: string; scale: number; value: bigint; valueScale: number }): OwnBalance {
  return {
    wallet: row.wallet,
    asset: row.asset_id,
    name: facts.name,
    scale: facts.scale,
    available: formatDecimal(row.available, facts.scale),
    held: formatDecimal(row.held, facts.scale),
    unsettled: formatDecimal(row.unsettled, facts.scale),
    value: formatDecimal(facts.value, facts.valueScale),
  };
}

/** Balances of a wallet with their value in a currency; what is empty is left out. */
export function wireBalances(rows: readonly BalanceRow[], market: MarketPort, currency: Currency): { wire: OwnBalance; value: Amount }[] {
  const valuation = new Valuation(market);
  const listings = market.listings();
  return rows
    .filter((row) => row.available + row.held + row.unsettled > 0n)
    .map((row) => {
      const value = valuation.worth(row.asset_id, row.available + row.held + row.unsettled, currency);
      return { wire: wireBalance(row, { ...assetFacts(row.asset_id, listings), value, valueScale: currencyScale(currency) }), value };
    });
}

/** Totals and parts of all wallets in one currency. */
export function assetsOf(holdings: Holdings, market: MarketPort, currency: Currency) {
  const scale = currencyScale(currency);
  const valuation = new Valuation(market);
  const isShare = (row: BalanceRow) => row.asset_id.startsWith('EQ:');
  const sumWorth = (rows: readonly BalanceRow[]) => wireBalances(rows, market, currency).reduce((sum, { value }) => sum + value, 0n);
  const parts = {
    stockCash: sumWorth(holdings.balances.filter((row) => row.wallet === 'stock' && !isShare(row))),
    stocks: sumWorth(holdings.balances.filter((row) => row.wallet === 'stock' && isShare(row))),
    coins: sumWorth(holdings.balances.filter((row) => row.wallet === 'spot')),
    perpetual: sumWorth(holdings.balances.filter((row) => row.wallet === 'perpetual')),
  };
  const total = parts.stockCash + parts.stocks + parts.coins + parts.perpetual;
  const positions = [...valuedPositions(holdings, market, 'stock'), ...valuedPositions(holdings, market, 'spot')];
  const profitToday = sumIn(positions, 'profitToday', { valuation, currency });
  const money = (value: bigint) => formatDecimal(value, scale);
  return {
    currency,
    total: money(total),
    profitToday: money(profitToday),
    profitTodayPercent: percentText(profitToday, total - profitToday),
    profit: money(sumIn(positions, 'profit', { valuation, currency })),
    parts: (['stockCash', 'stocks', 'coins', 'perpetual'] as const).map((part) => ({ part, value: money(parts[part]), share: percentText(parts[part], total) })),
    balances: wireBalances(holdings.balances, market, currency).map(({ wire }) => wire),
  };
}

/** Sums a signed figure of positions in one currency. */
function sumIn(positions: readonly ValuedPosition[], figure: 'profit' | 'profitToday', into: { valuation: Valuation; currency: Currency }): bigint {
  return positions.reduce((sum, position) => {
    const units = position[figure];
    const worth = into.valuation.worth(position.quoteAsset, units < 0n ? -units : units, into.currency);
    return sum + (units < 0n ? -worth : worth);
  }, 0n);
}
