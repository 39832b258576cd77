import { formatDecimal } from '@tarazu/core/values';
import { type Holdings, type ValuedPosition, valuedPositions } from '#domains/balance/positions.ts';
import { closeOf } from '#domains/balance/today-facts.ts';
import { type Currency, lastPrice, Valuation, valueAt } from '#domains/balance/valuation.ts';
import type { Listing, MarketPort } from '#ports.ts';
import { RATED_CURRENCIES } from '#rules/families/currency-rates.ts';

/** Parts of today's gain, in one asset; the whole is their sum, to its last unit. */
export interface TodayParts {
  /** Of what is held now, since yesterday's close or since it was bought today. */
  readonly held: bigint;
  /** Of what was sold today, over the same. */
  readonly sold: bigint;
  /** Within the day: closed and open, charges paid. */
  readonly intraday: bigint;
  readonly dividends: bigint;
  /** Gain by the price of a currency in which others are counted. */
  readonly currency: bigint;
}

type Quoted = Pick<TodayParts, 'held' | 'sold' | 'intraday'>;

const NOTHING: Quoted = { held: 0n, sold: 0n, intraday: 0n };
const RUPEE = 'INR';
/** Assets that are worth what their rate says, besides the one that all is counted in. */
const COUNTED_BY_RATE = ['USDT', ...RATED_CURRENCIES];

export function todayTotal(parts: TodayParts): bigint {
  return parts.held + parts.sold + parts.intraday + parts.dividends + parts.currency;
}

/** The gain of today, in the asset that each instrument is priced in and as one number. */
export class Today {
  readonly #market: MarketPort;
  readonly #now: Valuation;

  constructor(market: MarketPort) {
    this.#market = market;
    this.#now = new Valuation(market);
  }

  /** Of the instruments of one kind, by the asset of their prices. */
  wire(holdings: Holdings, kind: Exclude<Listing['kind'], 'index'>) {
    const found = new Map<string, Quoted & { scale: number }>();
    const add = ({ quoteAsset, quoteScale }: Listing, part: Partial<Quoted>) => {
      const before = found.get(quoteAsset) ?? NOTHING;
      const sum = (name: keyof Quoted) => before[name] + (part[name] ?? 0n);
      const sums = { held: sum('held'), sold: sum('sold'), intraday: sum('intraday') };
      found.set(quoteAsset, { ...sums, scale: quoteScale });
    };
    const positions = valuedPositions(holdings, this.#market, kind);
    for (const { listing, profitToday } of positions) add(listing, { held: profitToday });
    for (const { listing, sold } of this.#sold(holdings, positions))
      if (listing.kind === kind) add(listing, { sold });
    for (const { listing, result } of this.#intraday(holdings))
      if (listing.kind === kind) add(listing, { intraday: result });
    return [...found].map(([asset, { held, sold, intraday, scale }]) => ({
      asset,
      held: formatDecimal(held, scale),
      sold: formatDecimal(sold, scale),
      intraday: formatDecimal(intraday, scale),
    }));
  }

  /** Parts in rupees at the present rate, of which `currency` is what the rate made. */
  inRupees(holdings: Holdings): TodayParts {
    return this.#inRupees(holdings, valuedPositions(holdings, this.#market));
  }

  #inRupees(holdings: Holdings, positions: readonly ValuedPosition[]): TodayParts {
    const rupees = (asset: string, units: bigint) => this.#now.signed(asset, units, RUPEE);
    const parts = { held: 0n, sold: 0n, intraday: 0n, dividends: 0n, currency: 0n };
    for (const [asset, units] of holdings.today.dividends) parts.dividends += rupees(asset, units);
    const before = this.#now.at((listing) => closeOf(listing, holdings.today, this.#market));
    for (const position of positions) {
      const held = rupees(position.quoteAsset, position.profitToday);
      parts.held += held;
      parts.currency += this.#wholeGain(position, before) - held;
    }
    for (const { listing, sold, soldAtClose } of this.#sold(holdings, positions)) {
      parts.sold += rupees(listing.quoteAsset, sold);
      parts.currency +=
        rupees(listing.quoteAsset, soldAtClose) - before.signed(listing.quoteAsset, soldAtClose, RUPEE);
    }
    for (const { listing, result } of this.#intraday(holdings))
      parts.intraday += rupees(listing.quoteAsset, result);
    for (const asset of COUNTED_BY_RATE) {
      const atClose = this.#atClose(asset, holdings);
      parts.currency += rupees(asset, atClose) - before.signed(asset, atClose, RUPEE);
    }
    return parts;
  }

  /**
   * Parts in either currency: held by the sum of its rows,
   * the others by the present rate, each rounded toward zero.
   */
  in(currency: Currency, holdings: Holdings): TodayParts {
    const positions = valuedPositions(holdings, this.#market);
    const parts = this.#inRupees(holdings, positions);
    if (currency === RUPEE) return parts;
    const inIt = (units: bigint) => this.#now.signed(RUPEE, units, currency);
    return {
      held: positions.reduce(
        (sum, { quoteAsset, profitToday }) => sum + this.#now.signed(quoteAsset, profitToday, currency),
        0n,
      ),
      sold: inIt(parts.sold),
      intraday: inIt(parts.intraday),
      dividends: inIt(parts.dividends),
      currency: inIt(parts.currency),
    };
  }

  /** Value and close take the same way into rupees, so that what did not move has no gain. */
  #wholeGain(position: ValuedPosition, before: Valuation): bigint {
    const { baseAsset, quoteAsset, quantity, bought } = position;
    const value = this.#now.worth(baseAsset, quantity, RUPEE);
    const older = before.worth(baseAsset, quantity - bought.units, RUPEE);
    return value - this.#now.signed(quoteAsset, bought.cost, RUPEE) - older;
  }

  /** Gain of today's sales since the close; on an account's first day, over their cost. */
  *#sold(
    holdings: Holdings,
    positions: readonly ValuedPosition[],
  ): Iterable<{ listing: Listing; sold: bigint; soldAtClose: bigint }> {
    const { traded, isFirstDay } = holdings.today;
    const held = new Map(positions.map((one) => [one.wire.instrumentId, one.boughtInFills]));
    for (const row of traded) {
      const listing = this.#market.listing(row.instrument_id);
      if (listing === undefined || row.within_day || row.sold === 0n) continue;
      if (isFirstDay) {
        yield { listing, sold: row.profit, soldAtClose: 0n };
        continue;
      }
      const left = held.get(row.instrument_id) ?? { units: 0n, cost: 0n };
      const older = row.sold - (row.bought - left.units);
      const soldAtClose =
        older <= 0n ? 0n : valueAt(listing, older, closeOf(listing, holdings.today, this.#market));
      yield { listing, sold: row.sold_for - (row.bought_for - left.cost) - soldAtClose, soldAtClose };
    }
  }

  /** Open positions at their price, and today's trades; what was carried over counts from the close. */
  *#intraday(holdings: Holdings): Iterable<{ listing: Listing; result: bigint }> {
    const { traded, withinDay } = holdings.today;
    const rows = new Map(traded.filter((row) => row.within_day).map((row) => [row.instrument_id, row]));
    const quantities = new Map(withinDay.map((row) => [row.instrument_id, row.quantity]));
    for (const id of new Set([...rows.keys(), ...quantities.keys()])) {
      const listing = this.#market.listing(id);
      if (listing === undefined) continue;
      const quantity = quantities.get(id) ?? 0n;
      const row = rows.get(id);
      const carried = quantity - (row?.bought ?? 0n) + (row?.sold ?? 0n);
      const worth = (units: bigint, at: bigint) =>
        units < 0n ? -valueAt(listing, -units, at) : valueAt(listing, units, at);
      const now = worth(quantity, lastPrice(this.#market, listing));
      const then = worth(carried, closeOf(listing, holdings.today, this.#market));
      yield { listing, result: now - then + (row?.sold_for ?? 0n) - (row?.bought_for ?? 0n) };
    }
  }

  /** Units of an asset that were there at the close and are counted in no position of its own. */
  #atClose(asset: string, holdings: Holdings): bigint {
    const { traded, came, dividends, isFirstDay } = holdings.today;
    if (isFirstDay) return 0n;
    const now = holdings.balances
      .filter((row) => row.asset_id === asset)
      .reduce((sum, row) => sum + row.available + row.held + row.unsettled, 0n);
    const inPositions = holdings.positions
      .filter((row) => this.#market.listing(row.instrument_id)?.baseAsset === asset)
      .reduce((sum, row) => sum + row.quantity, 0n);
    const paid = traded
      .filter((row) => this.#market.listing(row.instrument_id)?.quoteAsset === asset)
      .reduce((sum, row) => sum + row.sold_for - row.bought_for, 0n);
    return now - inPositions - paid - (came.get(asset) ?? 0n) - (dividends.get(asset) ?? 0n);
  }
}
