import { amount, formatDecimal } from '@tarazu/core/values';
import { OPERATIONS, type OwnIntradayPosition } from '@tarazu/protocol';
import {
  BalanceStore,
  type Holdings,
  readHoldings,
  Today,
  Valuation,
  valuedPositions,
} from '#domains/balance/index.ts';
import { IntradayStore, type OpenPosition, valuedIntraday } from '#domains/intraday/index.ts';
import { averagePrice, type OrderStore, wireFill } from '#domains/orders/index.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { currencyAt, exchangeOf, isListedAt } from '#market/exchanges.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { type Listing, type MarketPort, refuse, reply } from '#ports.ts';
import { knownProductIn } from '#products/list.ts';
import { intraday } from '#rules/families/intraday.ts';

const FILLS_SHOWN = 50;

const chargesOfInstrument = statement<{ total: string }>(
  'charges-of-instrument',
  `select coalesce(sum(charges), 0) as total from (
     select taker_charges as charges from fill where taker_account_id = $1 and taker_account_id > 0 and instrument_id = $2
     union all select maker_charges from fill where maker_account_id = $1 and maker_account_id > 0 and instrument_id = $2) own`,
);

interface HoldingServices {
  readonly database: Queryable;
  readonly market: MarketPort;
}

/**
 * Stock positions, and one of them with its lots: when each may be sold, what it cost, what it was charged.
 */
export function holdingBindings({ database, market }: HoldingServices, orders: OrderStore): Binding[] {
  const store = new BalanceStore(database);
  const today = new Today(market);
  const now = new Valuation(market);
  const withinDay = new IntradayStore(database);
  return [
    bind(OPERATIONS.stockHoldings, async ({ country }, session, { nowMs }) => {
      const exchange = exchangeOf(country);
      if (exchange === undefined) return refuse('COUNTRY_UNLISTED', { field: 'country' });
      const isShown = (id: string) => country === undefined || isListedAt(exchange, id);
      const { asset, scale } = currencyAt(exchange);
      const [holdings, open] = await Promise.all([
        readHoldings(store, session, nowMs),
        withinDay.ofAccount(session.accountId),
      ]);
      const positions = valuedPositions(holdings, market, 'stock').filter(({ wire }) =>
        isShown(wire.instrumentId),
      );
      const total = (figure: 'value' | 'cost' | 'profit' | 'profitToday') =>
        formatDecimal(
          positions.reduce(
            (sum, { quoteAsset, ...one }) => sum + now.signed(quoteAsset, one[figure], asset),
            0n,
          ),
          scale,
        );
      return reply({
        list: positions.map(({ wire }) => wire),
        intraday: open
          .filter(({ instrumentId }) => isShown(instrumentId))
          .flatMap((position) => wireIntraday(market, position, nowMs)),
        asset,
        value: total('value'),
        cost: total('cost'),
        profit: total('profit'),
        profitToday: total('profitToday'),
        today: today.wire(holdings, 'stock').filter((part) => country === undefined || part.asset === asset),
      });
    }),
    bind(OPERATIONS.stockHolding, async ({ instrumentId }, session, { nowMs }) => {
      const listing = market.listing(instrumentId);
      if (listing === undefined || listing.kind === 'index')
        return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
      const holdings = await readHoldings(store, session, nowMs);
      const position = valuedPositions(holdings, market, listing.kind).find(
        (one) => one.wire.instrumentId === instrumentId,
      );
      if (position === undefined) return refuse('NOT_FOUND', { field: 'instrumentId' });
      market.watch(instrumentId);
      const { venues } = knownProductIn(listing);
      const fills = await orders.fills({
        accountId: session.accountId,
        venues,
        instrumentId,
        limit: FILLS_SHOWN,
      });
      const [charges] = await chargesOfInstrument(database, [session.accountId, instrumentId]);
      return reply({
        position: position.wire,
        lots: lotsOf(holdings, listing, { market, nowMs }),
        fills: fills.map((fill) => wireFill(fill, listing, session.accountId)),
        charges: formatDecimal(BigInt(charges?.total ?? '0'), listing.quoteScale),
      });
    }),
  ];
}

/** The position on the wire; none for a share that is not listed any more. */
function wireIntraday(market: MarketPort, position: OpenPosition, nowMs: number): OwnIntradayPosition[] {
  const valued = valuedIntraday(market, position);
  const times = market.intraday(position.instrumentId);
  if (valued === undefined || times === undefined) return [];
  const { listing } = valued;
  const units = position.quantity < 0n ? -position.quantity : position.quantity;
  const money = (amountOf: bigint) => formatDecimal(amountOf, listing.quoteScale);
  const { instrumentId, symbol, name, quoteAsset } = listing;
  // A sale that came first brought so much less.
  const { value: cost, charges, quantity: signed } = position;
  const withCharges = signed > 0n ? cost + charges : cost > charges ? cost - charges : 0n;
  return [
    {
      instrumentId,
      symbol,
      name,
      quoteAsset,
      side: position.quantity > 0n ? 'buy' : 'sell',
      quantity: formatDecimal(units, listing.baseScale),
      priceAverage: averagePrice(amount(position.value), units, listing),
      priceWithCharges: averagePrice(amount(withCharges), units, listing),
      cost: money(position.value),
      charges: money(position.charges),
      margin: money(position.margin),
      price: market.ticker(instrumentId).price,
      value: money(valued.value),
      profit: money(valued.profit),
      lossPercent: Number(valued.lossPercent),
      squareOffPercent: Number(market.rules.at(intraday, nowMs).squareOffPercent),
      squareOffAtMs: times.squareOffAtMs,
      openedAtMs: position.openedAtMs,
    },
  ];
}

function lotsOf(
  holdings: Holdings,
  listing: Listing,
  { market, nowMs }: { market: MarketPort; nowMs: number },
) {
  const rulerOf = (sellableFromMs: number) => {
    const { usable, withdrawable } = market.proceeds(listing.instrumentId, Math.max(nowMs, sellableFromMs));
    return { sellableFromMs, cashUsableFromMs: usable, withdrawableFromMs: withdrawable };
  };
  return holdings.lots
    .filter((lot) => lot.kind === 'shares' && lot.instrument_id === listing.instrumentId)
    .map((lot) => ({
      id: `${lot.sequence}-${lot.index}`,
      quantity: formatDecimal(lot.amount_left, listing.baseScale),
      cost: formatDecimal(lot.cost_left, listing.quoteScale),
      boughtAtMs: Number(lot.opened_at_ms),
      ...rulerOf(Number(lot.usable_at_ms)),
      settled: lot.settled,
      ...(lot.order_id === null ? {} : { orderId: String(lot.order_id) }),
    }));
}
