import { BASIS_POINTS, formatDecimal, PERCENT_SCALE } from '@tarazu/core/values';
import {
  type HeldPosition,
  HeldPositions,
  type Holdings,
  percentText,
  Valuation,
  Worth,
} from '#domains/balance/index.ts';
import { rupees } from '#domains/portfolio/curve.ts';
import type { Listing, MarketPort } from '#ports.ts';
import { knownProductIn } from '#products/list.ts';

const RUPEE = 'INR';

interface Held extends HeldPosition {
  readonly sector: string;
}

/**
 * Holdings of an account now, one by one and by sector. All figures of a kind add up to the one above them.
 */
export class Summary {
  readonly #market: MarketPort;
  readonly #worth: Worth;
  readonly #valuation: Valuation;
  readonly #held: HeldPositions;

  constructor(market: MarketPort) {
    this.#market = market;
    this.#worth = new Worth(market);
    this.#valuation = new Valuation(market);
    this.#held = new HeldPositions(market);
  }

  of(holdings: Holdings) {
    const assets = this.#worth.assetsOf(holdings, RUPEE);
    const { total, profitToday, profitTodayPercent, today, rate, currencyRates } = assets;
    const value = BigInt(total.replace('.', ''));
    const held = this.#held.of(holdings, RUPEE).map((one) => ({ ...one, sector: this.#sectorOf(one) }));
    const sum = (figure: 'value' | 'cost' | 'profit') => held.reduce((all, one) => all + one[figure], 0n);
    const [current, invested] = [sum('value'), sum('cost')];
    const profit = sum('profit');
    const { withinDay } = holdings.today;
    const realised = [...holdings.positions, ...withinDay].reduce(
      (all, row) => all + this.#realised(row),
      0n,
    );
    const cash = value > current ? value - current : 0n;
    return {
      asset: RUPEE,
      value: rupees(value),
      cash: rupees(cash),
      current: rupees(current),
      invested: rupees(invested),
      profitToday,
      profitTodayPercent,
      today,
      ...(rate === undefined ? {} : { rate }),
      currencyRates,
      profitUnrealised: rupees(profit),
      profitUnrealisedPercent: percentText(profit, invested),
      profitRealised: rupees(realised),
      sectors: sectorsOf(held, cash),
      holdings: held.map((one) => wireHeld(one, invested)),
    };
  }

  #sectorOf({ position }: HeldPosition): string {
    const listing = this.#market.listing(position.wire.instrumentId);
    return listing === undefined ? 'other' : sectorOf(listing);
  }

  #realised(row: { instrument_id: string; profit_realised: bigint }): bigint {
    const listing = this.#market.listing(row.instrument_id);
    return listing === undefined
      ? 0n
      : this.#valuation.signed(listing.quoteAsset, row.profit_realised, RUPEE);
  }
}

/** Coins are one sector; a share of a market that names none is of the rest. */
function sectorOf(listing: Listing): string {
  const part = knownProductIn(listing).partOf(listing.baseAsset);
  return part === 'coins' ? part : (listing.sector ?? 'other');
}

function wireHeld({ position: { wire }, value, cost, profit, profitToday }: Held, invested: bigint) {
  const { instrumentId, kind, symbol, name } = wire;
  return {
    instrumentId,
    kind,
    symbol,
    name,
    value: rupees(value),
    profit: rupees(profit),
    profitPercent: percentText(profit, cost),
    profitToday: rupees(profitToday),
    contribution: percentText(profit, invested),
  };
}

/** Sectors with their shares; what rounding down leaves goes to those that it took most from. */
function sectorsOf(held: readonly Held[], cash: bigint) {
  const values = new Map<string, bigint>();
  for (const { sector, value } of held) values.set(sector, (values.get(sector) ?? 0n) + value);
  if (cash > 0n) values.set('cash', cash);
  const rows = [...values].filter(([, value]) => value > 0n);
  const shares = sharesOf(rows.map(([, value]) => value));
  return rows
    .map(([sector, value], index) => ({ sector, value, share: shares[index] ?? 0n }))
    .sort((one, other) => (one.value === other.value ? 0 : one.value < other.value ? 1 : -1))
    .map(({ sector, value, share }) => ({
      sector,
      value: rupees(value),
      share: formatDecimal(share, PERCENT_SCALE),
    }));
}

/** Parts of 10,000 that add up: each rounded down, and one more for the greatest remainders. */
export function sharesOf(values: readonly bigint[]): bigint[] {
  const total = values.reduce((sum, value) => sum + value, 0n);
  if (total <= 0n) return values.map(() => 0n);
  const shares = values.map((value) => (value * BASIS_POINTS) / total);
  const left = Number(BASIS_POINTS - shares.reduce((sum, share) => sum + share, 0n));
  const remainder = (index: number) => ((values[index] ?? 0n) * BASIS_POINTS) % total;
  const order = values
    .map((_, index) => index)
    .sort((one, other) =>
      remainder(one) === remainder(other) ? one - other : remainder(one) < remainder(other) ? 1 : -1,
    );
  const more = new Set(order.slice(0, left));
  return shares.map((share, index) => (more.has(index) ? share + 1n : share));
}
