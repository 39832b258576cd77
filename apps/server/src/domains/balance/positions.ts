import type { Instrument } from '@tarazu/core';
import { amount, DAY_MS, formatDecimal, INDIA_OFFSET_MS } from '@tarazu/core/values';
import type { OwnPosition } from '@tarazu/protocol';
import type { BalanceRow, BoughtRow, LotRow, PositionRow } from '#domains/balance/store.ts';
import { lastPrice, percentText, valueAt } from '#domains/balance/valuation.ts';
import { averagePrice } from '#domains/orders/index.ts';
import type { Listing, MarketPort } from '#ports.ts';
import { knownProductIn } from '#products/list.ts';

/** A position with its figures as integers of the quote asset, beside what is shown. */
export interface ValuedPosition {
  readonly wire: OwnPosition;
  readonly quoteAsset: string;
  readonly value: bigint;
  readonly cost: bigint;
  readonly profit: bigint;
  readonly profitToday: bigint;
}

export interface Holdings {
  readonly balances: readonly BalanceRow[];
  readonly positions: readonly PositionRow[];
  readonly lots: readonly LotRow[];
  /** Coins bought in the last 24 hours; shares have their lots. */
  readonly coinsBought: readonly BoughtRow[];
}

/** Positions of one kind at the last prices of the tape, largest first. */
export function valuedPositions(
  holdings: Holdings,
  market: MarketPort,
  kind: Instrument['kind'],
): ValuedPosition[] {
  const valued: ValuedPosition[] = [];
  for (const row of holdings.positions) {
    const listing = market.listing(row.instrument_id);
    if (listing === undefined || listing.kind !== kind || row.quantity === 0n) continue;
    valued.push(valuedOne(row, listing, { holdings, market }));
  }
  return valued.sort((a, b) => (a.value === b.value ? 0 : a.value < b.value ? 1 : -1));
}

function valuedOne(
  row: PositionRow,
  listing: Listing,
  around: { holdings: Holdings; market: MarketPort },
): ValuedPosition {
  const { holdings, market } = around;
  const product = knownProductIn(listing);
  const at = lastPrice(market, listing);
  const ticker = market.ticker(listing.instrumentId);
  const value = valueAt(listing, row.quantity, at);
  const profit = value - row.cost;
  const profitToday = todayOf(row, listing, { holdings, value, ticker });
  const balance = holdings.balances.find(
    (one) => one.asset_id === listing.baseAsset && one.wallet === product.wallet,
  );
  const units = (amountOf: bigint | undefined) => formatDecimal(amountOf ?? 0n, listing.baseScale);
  const money = (amountOf: bigint) => formatDecimal(amountOf, listing.quoteScale);
  const wire: OwnPosition = {
    instrumentId: listing.instrumentId,
    kind: product.offer.kind,
    symbol: listing.symbol,
    name: listing.name,
    quoteAsset: listing.quoteAsset,
    quantity: units(row.quantity),
    quantityAvailable: units(balance?.available),
    quantityHeld: units(balance?.held),
    quantityUnsettled: units(balance?.unsettled),
    priceAverage: averagePrice(amount(row.cost), row.quantity, listing),
    cost: money(row.cost),
    price: formatDecimal(at, listing.priceScale),
    value: money(value),
    profit: money(profit),
    profitPercent: percentText(profit, row.cost),
    profitToday: money(profitToday),
    profitRealised: money(row.profit_realised),
    priceAtMs: ticker.atMs,
  };
  return { wire, quoteAsset: listing.quoteAsset, value, cost: row.cost, profit, profitToday };
}

interface Today {
  readonly holdings: Holdings;
  readonly value: bigint;
  readonly ticker: { readonly previousClose: string; readonly atMs: number };
}

/**
 * The gain of today: what was bought today against its cost, the rest against the previous close. A coin's
 * today is the last 24 hours.
 */
function todayOf(row: PositionRow, listing: Listing, today: Today): bigint {
  const isInLots = knownProductIn(listing).offer.settles === 'lots';
  const bought = isInLots ? sharesBoughtOf(row, today) : coinsBoughtOf(row, today);
  const before = previousCloseOf(today.ticker.previousClose);
  const older = row.quantity - bought.units;
  return today.value - bought.cost - valueAt(listing, older, before);
}

interface Bought {
  readonly units: bigint;
  readonly cost: bigint;
}

/**
 * The remainder of what was bought today. Shares that a bonus gave have cost nothing and belong to those that
 * were there before.
 */
function sharesBoughtOf(row: PositionRow, { holdings, ticker }: Today): Bought {
  const dayStartMs = Math.floor((ticker.atMs + INDIA_OFFSET_MS) / DAY_MS) * DAY_MS - INDIA_OFFSET_MS;
  const isOfToday = (lot: LotRow) =>
    lot.kind === 'shares' &&
    lot.cost_left > 0n &&
    lot.instrument_id === row.instrument_id &&
    lot.opened_at_ms >= dayStartMs;
  const lots = holdings.lots.filter(isOfToday);
  return {
    units: lots.reduce((sum, lot) => sum + lot.amount_left, 0n),
    cost: lots.reduce((sum, lot) => sum + lot.cost_left, 0n),
  };
}

/**
 * Coins have no lots: what was sold is taken to be the oldest. Where nothing older is left the position's own
 * cost is today's, else that of today's purchases.
 */
function coinsBoughtOf(row: PositionRow, { holdings }: Today): Bought {
  const bought = holdings.coinsBought.find((one) => one.instrument_id === row.instrument_id);
  if (bought === undefined) return { units: 0n, cost: 0n };
  const all = BigInt(bought.quantity);
  if (all >= row.quantity) return { units: row.quantity, cost: row.cost };
  return { units: all, cost: BigInt(bought.cost) };
}

/** The ticker's previous close as an integer at the same decimals. */
function previousCloseOf(text: string): bigint {
  return BigInt(text.replace('.', ''));
}
