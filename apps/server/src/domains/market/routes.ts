import { type CountryCode, countryOf } from '@tarazu/core/countries';
import { type CandleInterval, type Language, OPERATIONS, type OutputOf } from '@tarazu/protocol';
import { chartEndMs } from '#domains/market/chart-end.ts';
import { ChartLimit } from '#domains/market/chart-limit.ts';
import { companyBinding } from '#domains/market/company.ts';
import { isPosition, rowsPage, sorted } from '#domains/market/lists.ts';
import { instrumentRowOf, readBook } from '#domains/market/rows.ts';
import { InstrumentSearch } from '#domains/market/search.ts';
import { refuseCursor } from '#domains/orders/index.ts';
import { type Binding, bind, type CallContext } from '#gateway/binding.ts';
import { writtenOnce } from '#gateway/reply/written-once.ts';
import { aboutIn } from '#market/catalogue/bengali/about.ts';
import { EXCHANGES, type Exchange, exchangeOf, HOME_EXCHANGE, isListedAt } from '#market/exchanges.ts';
import { AskedTogether } from '#platform/asked-together.ts';
import {
  type EnginePort,
  type Listing,
  type MarketPort,
  type Reply,
  refuse,
  reply,
  type Session,
} from '#ports.ts';
import { productIn } from '#products/list.ts';

const LIST_LIMIT_DEFAULT = 100;
const HOT_LIMIT_DEFAULT = 10;
const TRADES_LIMIT_DEFAULT = 30;
const CANDLES_LIMIT_DEFAULT = 300;

export interface MarketServices {
  readonly engine: EnginePort;
  readonly market: MarketPort;
  /** Instruments on the watchlist of a login. */
  readonly watchedBy: (loginId: number) => Promise<readonly string[]>;
}

export function marketBindings(services: MarketServices): Binding[] {
  const charts = chartsOf(services);
  return [
    ...stockBindings(services),
    ...coinBindings(services),
    bind(OPERATIONS.stockCandles, (input, _session, { clientAddress }) =>
      charts(input, ['stock', 'index'], clientAddress),
    ),
    bind(OPERATIONS.coinCandles, (input, _session, { clientAddress }) =>
      charts(input, ['spot'], clientAddress),
    ),
  ];
}

const unknown = () => refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });

const unlisted = () => refuse('COUNTRY_UNLISTED', { field: 'country' });

/** Home, and each country whose shares this market has: one of recorded prices has those of home alone. */
function exchangesOf(market: MarketPort): readonly Exchange[] {
  const listings = market.listings();
  return EXCHANGES.filter(
    (exchange) =>
      exchange === HOME_EXCHANGE || listings.some(({ instrumentId }) => isListedAt(exchange, instrumentId)),
  );
}

/** Stocks or indices of a country, of home where none is named; undefined where it has no exchange. */
function listedIn(
  market: MarketPort,
  kind: Listing['kind'],
  country: CountryCode | undefined,
): readonly Listing[] | undefined {
  const exchange = exchangeOf(country);
  if (exchange === undefined || !exchangesOf(market).includes(exchange)) return undefined;
  return market
    .listings()
    .filter((listing) => listing.kind === kind && isListedAt(exchange, listing.instrumentId));
}

function countryRow({ country }: Exchange) {
  const { code, name, currency, areaCode } = countryOf(country);
  return { country: code, name, currency: currency.asset, areaCode };
}

async function collectedBy(
  services: MarketServices,
  session: Session | undefined,
): Promise<ReadonlySet<string>> {
  return new Set(session === undefined ? [] : await services.watchedBy(session.loginId));
}

function stockBindings(services: MarketServices): Binding[] {
  const { market } = services;
  return [
    bind(OPERATIONS.countryList, async () => reply({ list: exchangesOf(market).map(countryRow) })),
    bind(OPERATIONS.indicesList, async ({ country }, session) => {
      const indices = listedIn(market, 'index', country);
      if (indices === undefined) return unlisted();
      const collected = await collectedBy(services, session);
      return reply(rowsPage(market, indices, { limit: LIST_LIMIT_DEFAULT, collected }));
    }),
    bind(OPERATIONS.stockList, async (input, session) => {
      if (!isPosition(input.cursor)) return refuseCursor();
      const stocks = listedIn(market, 'stock', input.country);
      if (stocks === undefined) return unlisted();
      const members =
        input.indexId === undefined ? undefined : new Set(market.listing(input.indexId)?.members);
      const ids = input.among === undefined ? undefined : new Set(input.among.split(','));
      const chosen = stocks.filter(
        (one) =>
          (ids === undefined || ids.has(one.instrumentId)) &&
          (input.sector === undefined || one.sector === input.sector) &&
          (members === undefined || members.has(one.instrumentId)),
      );
      const order = { sort: input.sort ?? 'symbol', direction: input.direction ?? 'up' } as const;
      const page = {
        cursor: input.cursor,
        limit: Number(input.limit ?? LIST_LIMIT_DEFAULT),
        collected: await collectedBy(services, session),
      };
      return reply({
        ...rowsPage(market, sorted(market, chosen, order), page),
        sectors: [...new Set(stocks.flatMap((one) => one.sector ?? []))],
      });
    }),
    bind(OPERATIONS.stockHot, async (input, session) => {
      const stocks = listedIn(market, 'stock', input.country);
      if (stocks === undefined) return unlisted();
      const by = input.by ?? 'turnover';
      const order = {
        sort: by === 'turnover' ? 'turnover' : 'change',
        direction: by === 'down' ? 'up' : 'down',
      } as const;
      const page = {
        limit: Number(input.limit ?? HOT_LIMIT_DEFAULT),
        collected: await collectedBy(services, session),
      };
      const { list, market: label } = rowsPage(market, sorted(market, stocks, order), page);
      return reply({ list, market: label });
    }),
    searchBinding(services),
    companyBinding(market),
    bind(OPERATIONS.stockInfo, async ({ instrumentId }, session, { language }) => {
      const listing = market.listing(instrumentId);
      if (listing === undefined || isCoin(listing)) return unknown();
      market.watch(instrumentId);
      const collected = await collectedBy(services, session);
      const members = listing.members?.map((id) => instrumentRowOf(market, id, collected.has(id)));
      return reply({
        ...(await profileOf(market, instrumentId, language)),
        collected: collected.has(instrumentId),
        ...(members === undefined ? {} : { members }),
      });
    }),
    bind(OPERATIONS.stockTrades, async (input) => trades(services, input, ['stock'])),
    bind(OPERATIONS.stockBooks, async ({ instrumentId }, session, context) =>
      book(services, { instrumentId, kind: 'stock' }, { session, context }),
    ),
  ];
}

function searchBinding(services: MarketServices): Binding {
  const { market } = services;
  const search = new InstrumentSearch(() => market.listings());
  return bind(OPERATIONS.stockSearch, async (input, session) => {
    const page = {
      limit: Number(input.limit ?? LIST_LIMIT_DEFAULT),
      collected: await collectedBy(services, session),
    };
    const { list, market: label } = rowsPage(market, search.find(input.text), page);
    return reply({ list, market: label });
  });
}

/** Coins are asked for by calls of their own; indices by those of stocks. */
function isCoin(listing: Listing): boolean {
  return productIn(listing)?.infoCall === 'coinInfos';
}

function coinBindings(services: MarketServices): Binding[] {
  const { market } = services;
  const coins = () => market.listings().filter(isCoin);
  const coinNamed = (id: string): boolean => {
    const listing = market.listing(id);
    return listing !== undefined && isCoin(listing);
  };
  return [
    bind(OPERATIONS.coinInfos, async (input, session, { language }) => {
      const collected = await collectedBy(services, session);
      const chosen = coins().filter((one) => input.quote === undefined || one.quoteAsset === input.quote);
      const list = chosen.map((one) =>
        instrumentRowOf(market, one.instrumentId, collected.has(one.instrumentId)),
      );
      if (input.instrumentId === undefined) return reply({ list, market: market.label() });
      if (!coinNamed(input.instrumentId)) return unknown();
      market.watch(input.instrumentId);
      return reply({
        list,
        info: {
          ...(await profileOf(market, input.instrumentId, language)),
          collected: collected.has(input.instrumentId),
        },
        market: market.label(),
      });
    }),
    bind(OPERATIONS.coinTickers, async () =>
      reply({ list: coins().map((one) => market.ticker(one.instrumentId)), market: market.label() }),
    ),
    bind(OPERATIONS.coinTicker, async ({ instrumentId }) =>
      coinNamed(instrumentId) ? reply(market.ticker(instrumentId)) : unknown(),
    ),
    bind(OPERATIONS.coinTrades, async (input) => trades(services, input, ['spot'])),
    bind(OPERATIONS.coinBooks, async ({ instrumentId }, session, context) =>
      book(services, { instrumentId, kind: 'spot' }, { session, context }),
    ),
  ];
}

async function profileOf(market: MarketPort, id: string, language: Language) {
  const profile = market.profile(id);
  return { ...profile, about: aboutIn(language, profile.about), ...(await market.yearRange(id)) };
}

interface CandlesInput {
  readonly instrumentId: string;
  readonly interval: CandleInterval;
  readonly beforeMs?: string | undefined;
  readonly limit?: string | undefined;
}

/** Charts by what is asked: a hundred who look at the same are one piece of work and one text. */
function chartsOf({ market }: MarketServices) {
  const asked = new AskedTogether<Reply<OutputOf<typeof OPERATIONS.coinCandles>>>();
  const limits = new ChartLimit();
  return async (input: CandlesInput, kinds: readonly Listing['kind'][], clientAddress: string) => {
    const { instrumentId, interval, beforeMs, limit = String(CANDLES_LIMIT_DEFAULT) } = input;
    const listing = market.listing(instrumentId);
    if (listing === undefined || !kinds.includes(listing.kind)) return unknown();
    const endMs = beforeMs === undefined ? undefined : chartEndMs(interval, Number(beforeMs));
    const question = [instrumentId, interval, endMs, limit].join(' ');
    // A question that others asked already takes nothing.
    const place = asked.isAsked(question) ? undefined : limits.take(clientAddress, () => performance.now());
    if (place !== undefined && 'retryAfterMs' in place)
      return refuse('RATE_LIMITED', { retryAfterMs: place.retryAfterMs });
    return asked.of(question, async () => {
      const { list, olderBeforeMs } = await market
        .candles({
          instrumentId,
          interval,
          ...(endMs !== undefined && { beforeMs: endMs }),
          limit: Number(limit),
          ...(place === undefined ? {} : { caller: place }),
        })
        .finally(() => place?.leave());
      return reply(
        writtenOnce({
          instrumentId,
          interval,
          list: [...list],
          ...(olderBeforeMs === undefined ? {} : { olderBeforeMs }),
          market: market.label(),
        }),
      );
    });
  };
}

function trades(
  { market }: MarketServices,
  input: { instrumentId: string; limit?: string | undefined },
  kinds: readonly Listing['kind'][],
) {
  const listing = market.listing(input.instrumentId);
  if (listing === undefined || !kinds.includes(listing.kind)) return unknown();
  const limit = Number(input.limit ?? TRADES_LIMIT_DEFAULT);
  const { list, beginsAtMs } = market.trades(input.instrumentId, limit);
  return reply({ list: [...list], beginsAtMs });
}

function book(
  { market, engine }: MarketServices,
  of: { instrumentId: string; kind: Listing['kind'] },
  caller: { session: Session | undefined; context: CallContext },
) {
  const listing = market.listing(of.instrumentId);
  if (listing?.kind !== of.kind) return unknown();
  market.watch(of.instrumentId);
  return reply(
    readBook(engine, listing, {
      environment: caller.session?.environment ?? 'real',
      atMs: caller.context.nowMs,
    }),
  );
}
