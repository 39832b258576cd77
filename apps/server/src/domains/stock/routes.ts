import { type CheckedInputOf, OPERATIONS } from '@tarazu/protocol';
import { isLarge, OwnOrders, placeOrder, timeText, wasAnswered } from '#domains/orders/index.ts';
import { holdingBindings } from '#domains/stock/holdings.ts';
import { statisticsBinding } from '#domains/stock/statistics.ts';
import { type Binding, bind, type Handler } from '#gateway/binding.ts';
import type { Clock } from '#platform/clock.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { type EnginePort, type Listing, type MarketPort, refuse } from '#ports.ts';

/** Longer than from the earliest hour of squaring off to the end of the day's last phase, shorter than to the next morning. */
const SQUARE_OFF_LASTS_MS = 3_600_000;

export interface StockServices {
  readonly database: Queryable;
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly clock: Clock;
}

export function stockBindings(services: StockServices): Binding[] {
  const orders = new OwnOrders(services, 'NSE_SIM');
  return [
    bind(OPERATIONS.stockBuy, placing(services, 'buy')),
    bind(OPERATIONS.stockSell, placing(services, 'sell')),
    bind(OPERATIONS.stockOrders, (input, session) => orders.list(input, session)),
    bind(OPERATIONS.stockOrderInfo, ({ id }, session) => orders.one({ id }, session)),
    bind(OPERATIONS.stockCancel, ({ id }, session) => orders.cancel(id, session)),
    bind(OPERATIONS.stockFills, (input, session) => orders.fills(input, session)),
    statisticsBinding(services),
    ...holdingBindings(services, orders.store),
  ];
}

type StockTicket = CheckedInputOf<typeof OPERATIONS.stockBuy>;

function placing(
  services: StockServices,
  side: 'buy' | 'sell',
): Handler<typeof OPERATIONS.stockBuy | typeof OPERATIONS.stockSell> {
  return async (input, session, { nowMs }) => {
    const { market } = services;
    const listing = market.listing(input.instrumentId);
    if (listing?.kind !== 'stock') return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
    const refusal = refuseNow(market, { listing, input, nowMs });
    if (refusal && !(await wasAnswered(services.engine, session, input.clientId))) return refusal;
    const { confirmLarge: _confirmed, ...ticket } = input;
    return placeOrder(services, session, { ...ticket, side });
  };
}

/** What only the shares' own rules say against an order at this moment. */
function refuseNow(
  market: MarketPort,
  { listing, input, nowMs }: { listing: Listing; input: StockTicket; nowMs: number },
) {
  const reopensAtMs = input.product === 'MIS' ? shutWithinDayUntil(market, listing, nowMs) : undefined;
  if (reopensAtMs !== undefined)
    return refuse('SESSION_CLOSED', { field: 'product', detail: { opensAt: timeText(reopensAtMs) } });
  if (input.confirmLarge !== 'true' && isLarge(input.quantity, listing))
    return refuse('CONFIRM_LARGE_ORDER', { field: 'confirmLarge' });
  return undefined;
}

/** Between the hour of squaring off and the next session nothing is traded within the day: the house is closing what was. */
function shutWithinDayUntil(
  market: MarketPort,
  { instrumentId }: Listing,
  nowMs: number,
): number | undefined {
  const times = market.intraday(instrumentId);
  if (market.hours === 'always' || times === undefined) return undefined;
  return nowMs - times.lastSquareOffAtMs < SQUARE_OFF_LASTS_MS ? times.reopensAtMs : undefined;
}
