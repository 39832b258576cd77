import { OPERATIONS } from '@tarazu/protocol';
import { cancelOrder, cursorOf, EvidenceStore, limitOf, OrderStore, pageOf, placeOrder, wireFill, wireOrder } from '#domains/orders/index.ts';
import { holdingBindings } from '#domains/stock/holdings.ts';
import { statisticsBinding } from '#domains/stock/statistics.ts';
import { type Binding, bind, type Handler } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { type EnginePort, type Listing, type MarketPort, refuse, reply } from '#ports.ts';

/** An order above this part of an average day needs a second word (rules 2.3). */
const LARGE_ORDER_DIVISOR = 10n;

export interface StockServices {
  readonly database: Queryable;
  readonly engine: EnginePort;
  readonly market: MarketPort;
}

export function stockBindings(services: StockServices): Binding[] {
  const { market } = services;
  const store = new OrderStore(services.database);
  const listed = (id: string): Listing => {
    const listing = market.listing(id);
    if (listing === undefined) throw new Error(`Invariant: an order is of a listed instrument, not ${id}`);
    return listing;
  };
  return [
    bind(OPERATIONS.stockBuy, placing(services, 'buy')),
    bind(OPERATIONS.stockSell, placing(services, 'sell')),
    bind(OPERATIONS.stockOrders, async (input, session) => {
      const limit = limitOf(input.limit);
      const orders = await store.orders({
        accountId: session.accountId,
        venue: 'NSE_SIM',
        limit: limit + 1,
        ...(input.instrumentId === undefined ? {} : { instrumentId: input.instrumentId }),
        ...(input.state === undefined ? {} : { live: input.state === 'live' }),
        ...cursorOf(input.cursor),
      });
      return reply(pageOf(orders, { limit, cursor: (order) => String(order.id), wire: (order) => wireOrder(order, listed(order.instrumentId)) }));
    }),
    bind(OPERATIONS.stockOrderInfo, async ({ id }, session) => {
      const order = /^\d{1,18}$/.test(id) ? await store.order(session.accountId, BigInt(id)) : undefined;
      if (order === undefined) return refuse('ORDER_UNKNOWN', { field: 'id' });
      const listing = listed(order.instrumentId);
      const fills = await store.fillsOfOrder(session.accountId, BigInt(order.id));
      return reply({ order: wireOrder(order, listing), fills: fills.map((fill) => wireFill(fill, listing, session.accountId)) });
    }),
    bind(OPERATIONS.stockCancel, (input, session) => cancelOrder(services, session, input)),
    bind(OPERATIONS.stockFills, async (input, session) => {
      const limit = limitOf(input.limit);
      const instrument = input.instrumentId === undefined ? {} : { instrumentId: input.instrumentId };
      const fills = await store.fills({ accountId: session.accountId, venue: 'NSE_SIM', limit: limit + 1, ...instrument, ...cursorOf(input.cursor) });
      return reply(pageOf(fills, { limit, cursor: (fill) => `${fill.sequence}-${fill.index}`, wire: (fill) => wireFill(fill, listed(fill.instrumentId), session.accountId) }));
    }),
    evidenceBinding(services, store, listed),
    statisticsBinding(services),
    ...holdingBindings(services, store),
  ];
}

function placing(services: StockServices, side: 'buy' | 'sell'): Handler<typeof OPERATIONS.stockBuy | typeof OPERATIONS.stockSell> {
  return async (input, session) => {
    const listing = services.market.listing(input.instrumentId);
    if (listing?.kind !== 'stock') return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
    if (input.confirmLarge !== 'true' && isLarge(input.quantity, listing)) return refuse('CONFIRM_LARGE_ORDER', { field: 'confirmLarge' });
    const { confirmLarge: _confirmed, ...ticket } = input;
    return placeOrder(services, session, { ...ticket, side });
  };
}

function isLarge(quantityText: string, listing: Listing): boolean {
  if (!/^\d{1,12}$/.test(quantityText) || listing.averageDailyVolume === 0n) return false;
  return BigInt(quantityText) * LARGE_ORDER_DIVISOR > listing.averageDailyVolume;
}

/** Serves coins as well: a fill is a fill. */
function evidenceBinding(services: StockServices, store: OrderStore, listed: (id: string) => Listing): Binding {
  const evidences = new EvidenceStore(services.database);
  return bind(OPERATIONS.fillEvidence, async ({ id }, session) => {
    const [sequence = '', index = ''] = id.split('-');
    const found = await evidences.evidence(session.accountId, { sequence: BigInt(sequence), index: Number(index) }, (one) => services.market.listing(one));
    if (found === undefined) return refuse('NOT_FOUND', { field: 'id' });
    const fill = wireFill(found.fill, listed(found.fill.instrumentId), session.accountId);
    const order = await store.order(session.accountId, BigInt(fill.orderId));
    const { sequence: number, journalHash, command, levels, committedAtMs } = found;
    return reply({ fill, sequence: number, journalHash, ruleVersion: order?.ruleVersion ?? '', command, levels: [...levels], committedAtMs });
  });
}

