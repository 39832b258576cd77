import type { Calendars } from '#market/calendar/calendars.ts';
import type { HoursMode } from '#market/calendar/sessions.ts';
import { coinListings, rupeesPerTether } from '#market/catalogue/coins.ts';
import { catalogueOf, type ExchangeCatalogue, shareId } from '#market/catalogue/exchange-catalogues.ts';
import { pairId } from '#market/catalogue/ids.ts';
import { type CoinListing, type Sector, type StockListing, sectors } from '#market/catalogue/listing.ts';
import { type Exchange, HOME_EXCHANGE } from '#market/exchanges.ts';
import { coinPlan, type DayPlan, stockPlan } from '#market/model/day-plan.ts';
import type { DayWords } from '#market/model/day-words.ts';
import { DriverDays, type DriverSpec, type WeightedDriver } from '#market/model/driver-days.ts';
import { streamKey, uniformAt } from '#market/model/random.ts';
import { dayFromText } from '#platform/time/days.ts';

/** Catalogue prices hold at the close of the day before this one. */
export const ANCHOR_DAY = dayFromText('2026-01-01');

/** Everything the model needs to move one instrument. */
export interface ModelInstrument {
  readonly id: string;
  readonly plan: DayPlan;
  readonly anchorLevel: number;
  readonly hasDerivatives: boolean;
  /** The last one is the instrument's own: it also carries its volume. */
  readonly drivers: readonly WeightedDriver[];
  readonly own: DriverDays;
  /** Log move from the previous close that no minute passes; absent without a band. */
  readonly logMoveMax?: number;
  /** Mean volume of a day in whole units of the base asset. */
  readonly averageDailyUnits: number;
  /** Volume is counted in lots of this many units. */
  readonly lotUnits: number;
}

export interface ModelIndex {
  readonly id: string;
  readonly members: readonly { readonly instrument: ModelInstrument; readonly units: number }[];
}

export type ModelIndices = ReadonlyMap<string, ModelIndex>;

export interface Universe {
  readonly instruments: ReadonlyMap<string, ModelInstrument>;
  readonly indices: ModelIndices;
  /** The same by exchange: the members of each follow one market. */
  readonly indicesOfExchanges: readonly ModelIndices[];
}

const STOCK_MARKET_VOLATILITY = 0.0105;
const SECTOR_VOLATILITY = 0.01;
/** Shares of a stock's variance; the rest is its own. */
const MARKET_SHARE = 0.31;
const SECTOR_SHARE = 0.12;
const OWN_SHARE_MIN = 0.4;
/** Most of its band that the model lets a share use, so that quotes around the value stay inside. */
const BAND_USE = 0.96;
const OPERATING_RANGE_MOVE = 0.17;

const marketSpec: DriverSpec = {
  name: 'stock-market',
  dailyVolatility: STOCK_MARKET_VOLATILITY,
  gapShare: 0.31,
  degrees: 5,
  jumps: { aYear: 1.5, mean: -0.012, spread: 0.025 },
  leverage: -0.4,
  trendAYear: 0.08,
  reversionDays: 400,
};

const coinMarketSpec: DriverSpec = {
  name: 'coin-market',
  dailyVolatility: 0.024,
  gapShare: 0,
  degrees: 4,
  jumps: { aYear: 6, mean: -0.002, spread: 0.035 },
  leverage: -0.1,
  trendAYear: 0.12,
  reversionDays: 250,
};

const tetherSpec: DriverSpec = {
  name: 'own:USDT-INR',
  dailyVolatility: 0.0014,
  gapShare: 0,
  degrees: 5,
  jumps: { aYear: 0, mean: 0, spread: 0 },
  leverage: 0,
  trendAYear: 0.025,
  reversionDays: 60,
};

export interface UniverseSetting {
  /** Seed, no secret, of what never changes from day to day: how much of the market each share follows. */
  readonly seed: number;
  readonly words: DayWords;
  readonly hours: HoursMode;
  readonly calendars: Calendars;
}

/** All drivers and instruments of one seed, of the exchanges that have calendars, and hours. */
export function makeUniverse(setting: UniverseSetting): Universe {
  const catalogues = setting.calendars.exchanges.map(catalogueOf);
  const [home = [], ...abroad] = catalogues.map((catalogue) => makeStocks(catalogue, setting));
  const all = [...home, ...makeCoins(setting.words), ...abroad.flat()];
  const instruments = new Map(all.map((made) => [made.id, made]));
  const indicesOfExchanges = catalogues.map((catalogue) => makeIndices(catalogue, instruments));
  const indices = new Map(indicesOfExchanges.flatMap((made) => [...made]));
  return { instruments, indices, indicesOfExchanges };
}

function makeIndices(
  catalogue: ExchangeCatalogue,
  instruments: ReadonlyMap<string, ModelInstrument>,
): ModelIndices {
  const indices = catalogue.indices.map(
    (listing): ModelIndex => ({
      id: shareId(catalogue, listing.symbol),
      members: listing.members.flatMap((member) => {
        const instrument = instruments.get(shareId(catalogue, member.symbol));
        return instrument === undefined ? [] : [{ instrument, units: member.units }];
      }),
    }),
  );
  return new Map(indices.map((index) => [index.id, index]));
}

function makeStocks(catalogue: ExchangeCatalogue, setting: UniverseSetting): ModelInstrument[] {
  const { seed, words, hours, calendars } = setting;
  const { exchange, hasSectors, stocks } = catalogue;
  const plan = stockPlan(hours, calendars.at(exchange.venue), exchange);
  const isContinuous = plan.daysAYear === 365;
  const withoutGap = (spec: DriverSpec): DriverSpec => (isContinuous ? { ...spec, gapShare: 0 } : spec);
  const driver = (spec: DriverSpec): DriverDays =>
    new DriverDays(withoutGap({ ...spec, name: nameAt(exchange, spec.name) }), plan, words);
  const market = driver(marketSpec);
  const drivers = new Map(
    hasSectors ? sectors.map((sector) => [sector, driver(sectorSpec(sector, market))]) : [],
  );
  return stocks.map((listing) => {
    const weights = stockWeights(listing, seed, hasSectors);
    const sector = drivers.get(listing.sector);
    const others = [
      { driver: market, weight: weights.market },
      ...(sector === undefined ? [] : [{ driver: sector, weight: weights.sector }]),
    ];
    const own = driver(stockSpec({ listing, ownVolatility: weights.own, market, others }));
    return {
      id: shareId(catalogue, listing.symbol),
      plan,
      anchorLevel: listing.anchorLevel,
      hasDerivatives: listing.hasDerivatives,
      drivers: [...others, { driver: own, weight: 1 }],
      own,
      logMoveMax: logMoveMax(listing),
      averageDailyUnits: listing.averageDailyShares,
      lotUnits: 1,
    };
  });
}

/** Each exchange has chance of its own; home's names are those of the first markets. */
function nameAt(exchange: Exchange, name: string): string {
  return exchange === HOME_EXCHANGE ? name : `${exchange.venue} ${name}`;
}

function logMoveMax(listing: StockListing): number {
  if (listing.band.kind === 'operatingRange') return OPERATING_RANGE_MOVE;
  return Math.log(1 + listing.band.percent / 100) * BAND_USE;
}

/** A share's weights on market and sector, and the volatility that is left to its own. */
function stockWeights(
  listing: StockListing,
  seed: number,
  hasSectors: boolean,
): { market: number; sector: number; own: number } {
  const volatility = listing.dailyVolatilityPercent / 100;
  const key = streamKey(seed, `weights:${listing.symbol}`);
  const vary = (index: number): number => 0.75 + 0.5 * uniformAt(key, index);
  const typical = (Math.sqrt(MARKET_SHARE) * volatility) / STOCK_MARKET_VOLATILITY;
  const market = Math.min(1.5, Math.max(0.5, typical * vary(0)));
  const sectorShare = hasSectors ? SECTOR_SHARE : 0;
  const sector = ((Math.sqrt(sectorShare) * volatility) / SECTOR_VOLATILITY) * vary(1);
  const shared = (market * STOCK_MARKET_VOLATILITY) ** 2 + (sector * SECTOR_VOLATILITY) ** 2;
  const own = Math.sqrt(Math.max(OWN_SHARE_MIN * volatility ** 2, volatility ** 2 - shared));
  return { market, sector, own };
}

function sectorSpec(sector: Sector, market: DriverDays): DriverSpec {
  return {
    name: `sector:${sector}`,
    dailyVolatility: SECTOR_VOLATILITY,
    gapShare: 0.22,
    degrees: 5,
    jumps: { aYear: 1, mean: 0, spread: 0.02 },
    leverage: -0.15,
    trendAYear: 0,
    reversionDays: 400,
    volatilityFrom: market,
  };
}

function stockSpec(stock: {
  listing: StockListing;
  ownVolatility: number;
  market: DriverDays;
  others: readonly WeightedDriver[];
}): DriverSpec {
  return {
    name: `own:${stock.listing.symbol}`,
    dailyVolatility: stock.ownVolatility,
    gapShare: 0.16,
    degrees: 5,
    jumps: { aYear: 3, mean: 0, spread: 0.02 * stock.listing.dailyVolatilityPercent },
    leverage: -0.1,
    trendAYear: 0.01,
    reversionDays: 250,
    volatilityFrom: stock.market,
    limit: { logMove: logMoveMax(stock.listing), others: stock.others },
  };
}

function makeCoins(words: DayWords): ModelInstrument[] {
  const market = new DriverDays(coinMarketSpec, coinPlan, words);
  const tether = new DriverDays(tetherSpec, coinPlan, words);
  const coins = coinListings.flatMap((listing): ModelInstrument[] => {
    const own = new DriverDays(coinSpec(listing, market), coinPlan, words);
    const dollar = coinInstrument(listing, [
      { driver: market, weight: listing.marketBeta },
      { driver: own, weight: 1 },
    ]);
    if (!listing.hasRupeePair) return [dollar];
    const basis = new DriverDays(basisSpec(listing.asset), coinPlan, words);
    return [dollar, rupeePair(dollar, { asset: listing.asset, tether, basis })];
  });
  return [...coins, tetherInstrument(tether)];
}

function coinSpec(listing: CoinListing, market: DriverDays): DriverSpec {
  const volatility = listing.dailyVolatilityPercent / 100;
  const shared = (listing.marketBeta * coinMarketSpec.dailyVolatility) ** 2;
  return {
    name: `own:${listing.asset}`,
    dailyVolatility: Math.sqrt(Math.max(0.08 * volatility ** 2, volatility ** 2 - shared)),
    gapShare: 0,
    degrees: 4,
    jumps: { aYear: 6, mean: 0, spread: listing.asset === 'BTC' ? 0.015 : 0.03 },
    leverage: -0.05,
    trendAYear: 0,
    reversionDays: 200,
    volatilityFrom: market,
  };
}

/** The small and short-lived difference between the rupee pair and the product of the other two. */
function basisSpec(asset: string): DriverSpec {
  return {
    name: `basis:${asset}-INR`,
    dailyVolatility: 0.0004,
    gapShare: 0,
    degrees: 5,
    jumps: { aYear: 0, mean: 0, spread: 0 },
    leverage: 0,
    trendAYear: 0,
    reversionDays: 1,
  };
}

function coinInstrument(listing: CoinListing, drivers: readonly WeightedDriver[]): ModelInstrument {
  const own = drivers.at(-1)?.driver;
  if (own === undefined) throw new Error('Condition: a coin has drivers');
  return {
    id: pairId(listing.asset, 'USDT'),
    plan: coinPlan,
    anchorLevel: listing.anchorLevel,
    hasDerivatives: false,
    drivers,
    own,
    averageDailyUnits: listing.averageDailyTurnover / listing.anchorLevel,
    lotUnits: Number(listing.step),
  };
}

/** Rupee pairs trade a fortieth of the volume of the dollar pair, at a wider spread. */
function rupeePair(
  dollar: ModelInstrument,
  rupee: { asset: string; tether: DriverDays; basis: DriverDays },
): ModelInstrument {
  return {
    ...dollar,
    id: pairId(rupee.asset, 'INR'),
    anchorLevel: dollar.anchorLevel * rupeesPerTether,
    drivers: [...dollar.drivers, { driver: rupee.tether, weight: 1 }, { driver: rupee.basis, weight: 1 }],
    own: rupee.basis,
    averageDailyUnits: dollar.averageDailyUnits / 40,
  };
}

function tetherInstrument(tether: DriverDays): ModelInstrument {
  return {
    id: pairId('USDT', 'INR'),
    plan: coinPlan,
    anchorLevel: rupeesPerTether,
    hasDerivatives: false,
    drivers: [{ driver: tether, weight: 1 }],
    own: tether,
    averageDailyUnits: 31_000_000,
    lotUnits: 0.01,
  };
}
