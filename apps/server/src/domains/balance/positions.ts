import type { Instrument } from '@tarazu/core';
import { amount, formatDecimal } from '@tarazu/core/values';
import type { OwnPosition } from '@tarazu/protocol';
import type { BalanceRow, LotRow, PositionRow } from '#domains/balance/store.ts';
import { closeOf, type TodayFacts } from '#domains/balance/today-facts.ts';
import { lastPrice, percentText, valueAt } from '#domains/balance/valuation.ts';
import { averagePrice } from '#domains/orders/index.ts';
import type { Listing, MarketPort } from '#ports.ts';
import { knownProductIn } from '#products/list.ts';

/** A position with its figures as integers of the quote asset, beside what is shown. */
export interface ValuedPosition {
  readonly wire: OwnPosition;
  readonly listing: Listing;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  readonly quantity: bigint;
  /** The part of it that was bought today. */
  readonly bought: Bought;
  /** The same without what was given or applied for. */
  readonly boughtInFills: Bought;
  readonly value: bigint;
  readonly cost: bigint;
  readonly profit: bigint;
  readonly profitToday: bigint;
}

export interface Holdings {
  readonly balances: readonly BalanceRow[];
  readonly positions: readonly PositionRow[];
  readonly lots: readonly LotRow[];
  readonly today: TodayFacts;
}

/** Positions of one kind, or of all, at the last prices of the tape, largest first. */
export function valuedPositions(
  holdings: Holdings,
  market: MarketPort,
  kind?: Instrument['kind'],
): ValuedPosition[] {
  const valued: ValuedPosition[] = [];
  for (const row of holdings.positions) {
    const listing = market.listing(row.instrument_id);
    if (listing === undefined || row.quantity === 0n) continue;
    if (kind !== undefined && listing.kind !== kind) continue;
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
  const { bought, boughtInFills } = boughtToday(row, listing, holdings);
  const older = valueAt(listing, row.quantity - bought.units, closeOf(listing, holdings.today, market));
  const profitToday = value - bought.cost - older;
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
    settling: settlingOf(row, listing, holdings),
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
  const { baseAsset, quoteAsset } = listing;
  const { quantity, cost } = row;
  const figures = { value, cost, profit, profitToday };
  return { wire, listing, baseAsset, quoteAsset, quantity, bought, boughtInFills, ...figures };
}

/** Lots that may not be sold yet, by when they may. */
function settlingOf(row: PositionRow, listing: Listing, { lots }: Holdings) {
  const waiting = lots.filter(
    (lot) => lot.kind === 'shares' && lot.instrument_id === row.instrument_id && !lot.settled,
  );
  return [...Map.groupBy(waiting, (lot) => Number(lot.usable_at_ms))]
    .sort(([one], [other]) => one - other)
    .map(([sellableFromMs, of]) => ({
      quantity: formatDecimal(sumOf(of).units, listing.baseScale),
      sellableFromMs,
    }));
}

/** The gain of today counts these against their cost, the rest against the previous close. */
export interface Bought {
  readonly units: bigint;
  readonly cost: bigint;
}

type BoughtToday = Pick<ValuedPosition, 'bought' | 'boughtInFills'>;

function boughtToday(row: PositionRow, listing: Listing, holdings: Holdings): BoughtToday {
  const isInLots = knownProductIn(listing).offer.settles === 'lots';
  if (isInLots) return sharesBoughtOf(row, holdings);
  const bought = coinsBoughtOf(row, holdings);
  return { bought, boughtInFills: bought };
}

/** Remainder of what was bought today, without a bonus's shares, which belong to those of before. */
function sharesBoughtOf(row: PositionRow, { lots, today }: Holdings): BoughtToday {
  const isOfToday = (lot: LotRow) =>
    lot.kind === 'shares' &&
    lot.cost_left > 0n &&
    lot.instrument_id === row.instrument_id &&
    lot.opened_at_ms >= today.dayStartMs;
  const ofToday = lots.filter(isOfToday);
  return {
    bought: sumOf(ofToday),
    boughtInFills: sumOf(ofToday.filter(({ order_id: orderId }) => orderId !== null)),
  };
}

function sumOf(lots: readonly LotRow[]): Bought {
  return {
    units: lots.reduce((sum, lot) => sum + lot.amount_left, 0n),
    cost: lots.reduce((sum, lot) => sum + lot.cost_left, 0n),
  };
}

/** Coins bought today, of which those sold were the oldest; without older ones at the position's own cost. */
function coinsBoughtOf(row: PositionRow, { today }: Holdings): Bought {
  const traded = today.traded.find((one) => one.instrument_id === row.instrument_id);
  if (traded === undefined) return { units: 0n, cost: 0n };
  if (traded.bought >= row.quantity) return { units: row.quantity, cost: row.cost };
  return { units: traded.bought, cost: traded.bought_for };
}
