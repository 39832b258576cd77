import type { Order, Venue } from '@tarazu/core';
import { formatDecimal, orderId } from '@tarazu/core/values';
import type { StockProduct } from '@tarazu/protocol';
import { listed } from '#domains/orders/listed.ts';
import { cursorOf, limitOf, pageOf, refuseCursor } from '#domains/orders/pagination.ts';
import { cancelOrder, modifyOrder } from '#domains/orders/place.ts';
import { largeRefusal, type SizedOrder } from '#domains/orders/rules/large-orders.ts';
import type { Change } from '#domains/orders/rules/ticket.ts';
import { type OrderQuery, OrderStore, type OwnQuery } from '#domains/orders/store.ts';
import type { Trading } from '#domains/orders/trading.ts';
import { wireFill, wireOrder } from '#domains/orders/wire.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { type Listing, refuse, reply, type Session } from '#ports.ts';
import { isAt } from '#products/ids.ts';
import { productNamed } from '#products/list.ts';

interface ListInput {
  readonly instrumentId?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: string | undefined;
}

interface TimedInput extends ListInput {
  readonly fromMs?: string | undefined;
  readonly toMs?: string | undefined;
}

interface OrderFilter extends TimedInput {
  readonly state?: keyof typeof STATES | undefined;
  readonly side?: 'buy' | 'sell' | undefined;
  readonly product?: StockProduct | undefined;
  readonly text?: string | undefined;
}

/** The meaning of each state of the list in the table. */
const STATES = {
  live: { live: true },
  open: { live: true, states: ['open', 'partial'] },
  waiting: { live: true, states: ['new'] },
  completed: { states: ['completed'] },
  cancelled: { states: ['cancelled'] },
  rejected: { states: ['rejected'] },
  ended: { live: false },
} as const satisfies Record<string, Partial<OrderQuery>>;

/** A GTT waits, has triggered and is its order now, or ended without. */
const GTT_STATES = {
  waiting: ['new'],
  triggered: ['open', 'partial', 'completed'],
  ended: ['cancelled', 'rejected'],
} as const;

const timesOf = ({ fromMs, toMs }: TimedInput): Pick<OwnQuery, 'fromMs' | 'toMs'> => ({
  ...(fromMs === undefined ? {} : { fromMs: BigInt(fromMs) }),
  ...(toMs === undefined ? {} : { toMs: BigInt(toMs) }),
});

const ORDER_ID = /^\d{1,15}$/;

/** By the server's id or by the one that the customer gave it. */
interface OrderName {
  readonly id?: string | undefined;
  readonly clientId?: string | undefined;
}

const unknown = ({ id }: OrderName) =>
  refuse('ORDER_UNKNOWN', { field: id === undefined ? 'clientId' : 'id' });
const unnamed = () =>
  refuse('INVALID_INPUT', { field: 'id', detail: { problem: 'id: give either an id or a clientId' } });
const isOneName = ({ id, clientId }: OrderName) => (id === undefined) !== (clientId === undefined);

/**
 * One's own orders and fills, of some venues where they are given: those of another, like those of another
 * person, do not exist here.
 */
export class OwnOrders {
  readonly store: OrderStore;
  readonly #trading: Trading;
  readonly #venues: readonly Venue[] | undefined;

  constructor(services: Trading & { readonly database: Queryable }, venues?: readonly Venue[]) {
    this.store = new OrderStore(services.database);
    this.#trading = services;
    this.#venues = venues;
  }

  /** A page of orders, newest first, with how many live in all. */
  async list(input: OrderFilter, session: Session) {
    const cursor = cursorOf(input.cursor);
    if (cursor === undefined) return refuseCursor();
    const limit = limitOf(input.limit);
    const owner = { accountId: session.accountId, venues: this.#venues };
    const query = { ...owner, limit: limit + 1, ...this.#askedOf(input), ...cursor };
    const [orders, live] = await Promise.all([this.store.orders(query), this.store.liveCounts(owner)]);
    const wire = (order: Order) => wireOrder(order, listed(this.#trading.market, order.instrumentId));
    const page = pageOf(orders, { limit, cursor: (order) => String(order.id), wire });
    return reply({ ...page, live });
  }

  /** A page of GTTs, newest first. */
  async gtts(input: ListInput & { readonly state?: keyof typeof GTT_STATES | undefined }, session: Session) {
    const cursor = cursorOf(input.cursor);
    if (cursor === undefined) return refuseCursor();
    const limit = limitOf(input.limit);
    const { state, instrumentId } = input;
    const orders = await this.store.orders({
      accountId: session.accountId,
      isGtt: true,
      limit: limit + 1,
      ...(state === undefined ? {} : { states: GTT_STATES[state] }),
      ...(instrumentId === undefined ? {} : { instrumentId }),
      ...cursor,
    });
    const wire = (order: Order) => wireOrder(order, listed(this.#trading.market, order.instrumentId));
    return reply(pageOf(orders, { limit, cursor: (order) => String(order.id), wire }));
  }

  /** A page of fills, newest first. */
  async fills(input: TimedInput, session: Session) {
    const cursor = cursorOf(input.cursor);
    if (cursor === undefined) return refuseCursor();
    const limit = limitOf(input.limit);
    const { accountId } = session;
    const instrument = input.instrumentId === undefined ? {} : { instrumentId: input.instrumentId };
    const query = {
      accountId,
      venues: this.#venues,
      limit: limit + 1,
      ...instrument,
      ...timesOf(input),
      ...cursor,
    };
    const fills = await this.store.fills(query);
    return reply(
      pageOf(fills, {
        limit,
        cursor: (fill) => `${fill.sequence}-${fill.index}`,
        wire: (fill) => wireFill(fill, listed(this.#trading.market, fill.instrumentId), accountId),
      }),
    );
  }

  /** One order with its fills, by its own id or by the one that the customer gave it. */
  async one(name: OrderName, session: Session) {
    if (!isOneName(name)) return unnamed();
    const order = await this.#find(name, session);
    if (order === undefined) return unknown(name);
    const listing = listed(this.#trading.market, order.instrumentId);
    const fills = await this.store.fillsOfOrder(session.accountId, BigInt(order.id));
    return reply({
      order: wireOrder(order, listing),
      fills: fills.map((fill) => wireFill(fill, listing, session.accountId)),
      ...this.#queueOf(order, listing),
    });
  }

  #queueOf({ id: orderId, instrumentId, environment }: Order, { baseScale }: Listing) {
    const place = this.#trading.engine.queue({ instrumentId, environment, orderId });
    if (place === undefined) return {};
    const { quantityAhead, quantityAtLevel, ordersAhead, ordersAtLevel } = place;
    const text = (quantity: bigint) => formatDecimal(quantity, baseScale);
    const sizes = { quantityAhead: text(quantityAhead), quantityAtLevel: text(quantityAtLevel) };
    return { queue: { ...sizes, ordersAhead, ordersAtLevel } };
  }

  async cancel(name: OrderName, session: Session) {
    if (!isOneName(name)) return unnamed();
    const order = this.#inMind(name, session) ?? (await this.#find(name, session));
    return order === undefined ? unknown(name) : cancelOrder(this.#trading, session, order);
  }

  /**
   * An open order as the writer has it in mind, so that a cancel need
   * not wait for the tables; of any other venue it says nothing.
   */
  #inMind({ id }: OrderName, { accountId }: Session): Pick<Order, 'id' | 'instrumentId'> | undefined {
    if (id === undefined || !ORDER_ID.test(id)) return undefined;
    const known = orderId(Number(id));
    const instrumentId = this.#trading.engine.instrumentOf({ accountId, orderId: known });
    return instrumentId !== undefined && this.#isOfVenue(instrumentId)
      ? { id: known, instrumentId }
      : undefined;
  }

  /** A GTT that waits, or the order that it has placed; another order is none. */
  async cancelGtt(name: OrderName, session: Session) {
    if (!isOneName(name)) return unnamed();
    const order = await this.#find(name, session);
    return order?.conditions?.origin === 'gtt' ? cancelOrder(this.#trading, session, order) : unknown(name);
  }

  async modify(change: Change & Pick<SizedOrder, 'confirmLarge'>, session: Session) {
    const name = { id: change.id };
    const order = await this.#find(name, session);
    if (order === undefined) return unknown(name);
    const { quantity } = change;
    const { instrumentId, quantity: before } = order;
    // Only what makes an order larger can make it too large: one
    // that is confirmed may be moved and lessened without a word.
    const isMore = quantity !== undefined && /^\d{1,12}$/.test(quantity) && BigInt(quantity) > before;
    const refusal =
      isMore && (await largeRefusal(this.#trading, session, { ...change, instrumentId, quantity }));
    return refusal || modifyOrder(this.#trading, session, { change, order });
  }

  #askedOf(input: OrderFilter): Partial<OrderQuery> {
    const { instrumentId, state, side, product, text } = input;
    return {
      ...(instrumentId === undefined ? {} : { instrumentId }),
      ...(state === undefined ? {} : STATES[state]),
      ...(side === undefined ? {} : { side }),
      ...(product === undefined ? {} : { product: productNamed(product)?.offer.asked ?? null }),
      ...(text === undefined ? {} : { among: this.#named(text) }),
      ...timesOf(input),
    };
  }

  /** Ids of the instruments whose symbol or name has this in it. */
  #named(text: string): string[] {
    const sought = text.trim().toLowerCase();
    return this.#trading.market
      .listings()
      .filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes(sought))
      .map(({ instrumentId }) => instrumentId);
  }

  async #find({ id, clientId }: OrderName, { accountId }: Session): Promise<Order | undefined> {
    if (clientId !== undefined) return this.#ofVenue(await this.store.orderOfClientId(accountId, clientId));
    if (id === undefined || !ORDER_ID.test(id)) return undefined;
    return this.#ofVenue(await this.store.order(accountId, BigInt(id)));
  }

  #ofVenue(order: Order | undefined): Order | undefined {
    return order && this.#isOfVenue(order.instrumentId) ? order : undefined;
  }

  #isOfVenue(instrumentId: string): boolean {
    return this.#venues === undefined || isAt(this.#venues, instrumentId);
  }
}
