import type { FillParty, Instrument, Order, OrderModify, OrderPlace, Outcome, Refusal } from '@tarazu/core';
import { type AccountId, type ClientId, instrumentId } from '@tarazu/core/values';
import type { OwnOrder, Receipt } from '@tarazu/protocol';
import { changedWorst, refuseByKey, refuseWorth } from '#domains/orders/key-caps.ts';
import { listed } from '#domains/orders/listed.ts';
import { earlier, firstRefusal, refusalNow } from '#domains/orders/rules/pre-trade-facts.ts';
import { type Change, readChange, readTicket, type Ticket } from '#domains/orders/rules/ticket.ts';
import { OrderStore } from '#domains/orders/store.ts';
import {
  isLate,
  lateRefusal,
  PRICE_AGE_MAX_MS,
  refusalOf,
  type Trading,
  unverifiedRefusal,
  wasAnswered,
  withPriceField,
  withSteps,
} from '#domains/orders/trading.ts';
import { wireFill, wireOrder } from '#domains/orders/wire.ts';
import { cancelAllOf } from '#engine/cancel-all.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { timeDetail } from '#platform/time/time-detail.ts';
import { type Answer, type Listing, type Reply, receiptOf, refuse, reply, type Session } from '#ports.ts';
import { knownProductIn, productCalled } from '#products/list.ts';

/** An order as it was sent: large ones have a confirmation, which is no part of the order. */
export interface SentTicket extends Ticket {
  readonly confirmLarge?: 'true' | 'false' | undefined;
  /** From when on it is refused unless it had arrived; no part of the order either. */
  readonly placeBeforeMs?: string | undefined;
  /** The kind that the call trades; absent: both. */
  readonly kind?: Instrument['kind'];
}

/**
 * Places an order: text to integers, then the engine, which decides what can be decided without a clock. An
 * answer that was given is given again, whatever would be said of the order now.
 */
export async function placeOrder(trading: Trading, session: Session, sent: SentTicket) {
  const { confirmLarge, kind, placeBeforeMs, ...ticket } = sent;
  const { market, engine } = trading;
  const listing = market.listing(ticket.instrumentId);
  if (listing === undefined || listing.kind === 'index' || listing.kind !== (kind ?? listing.kind)) {
    // An answer under this id belongs to another order: “unknown” would be read as said of that one.
    const isUsed = await wasAnswered(engine, session, ticket.clientId);
    return isUsed ? refuse('CLIENT_ID_REUSED') : refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
  }
  const read = readTicket(ticket, listing);
  if (!read.ok) return read;
  const order = {
    ...read.command,
    accountId: session.accountId,
    ...(session.apiKey && { agent: 'apiKey' as const }),
  };
  const unread = read.unread && withSteps(market, listing, read.unread);
  const now = refusalNow(trading, { ticket, listing, confirmLarge, accountId: session.accountId });
  // Most orders wait for nothing here: an await costs them more than the look.
  const unverified = asksWho(session, { listing, order })
    ? await unverifiedRefusal(trading, session)
    : undefined;
  const found = earlier(earlier(unread, now), unverified);
  if (found) {
    const isAgain = await wasAnswered(engine, session, order.clientId);
    if (!isAgain) {
      if (isLate(trading.clock, placeBeforeMs)) return refuse('ORDER_TOO_LATE');
      const first = await firstRefusal(trading, { order, listing, found });
      return { ok: false, refusal: withPriceField(first, ticket) } as const;
    }
    if (unread) return refuse('CLIENT_ID_REUSED');
  }
  market.watch(ticket.instrumentId);
  const turning = market.today();
  if (turning) await turning;
  if (session.apiKey && !(await wasAnswered(engine, session, order.clientId))) {
    const capped = await refuseByKey(trading, session, { order, listing });
    if (capped) return capped;
  }
  const late = isLate(trading.clock, placeBeforeMs)
    ? await lateRefusal(trading, session, { clientId: order.clientId, placeBeforeMs })
    : undefined;
  if (late) return late;
  const answer = await engine.submit(order);
  if (!answer.outcome.ok) return refusedAs(trading, { listing, sent: ticket }, answer.outcome.refusal);
  return wireAnswer(answer.outcome, { listing, session, answer });
}

/** Refusals for documents are of purchases with real money alone: a sale of what is owned is always taken. */
function asksWho(
  { environment }: Session,
  { listing, order }: { readonly listing: Listing; readonly order: Pick<OrderPlace, 'product' | 'side'> },
): boolean {
  return environment === 'real' && productCalled(listing, order.product).offer.holdsMoney(order.side);
}

/** Whether a change asks for more, or at a higher price. */
function rises({ quantity, priceLimit, priceTrigger }: Partial<OrderModify>, order: Order): boolean {
  const before = order.conditions?.trigger?.price ?? order.priceLimit;
  const isMore = quantity !== undefined && quantity > order.quantity;
  const isDearer = priceLimit !== undefined && priceLimit > order.priceLimit;
  return isMore || isDearer || (priceTrigger !== undefined && priceTrigger > before);
}

function wireAnswer(
  outcome: Outcome & { readonly ok: true },
  about: { listing: Listing; session: Session; answer: Answer },
) {
  if (outcome.type !== 'order') throw new Error('Invariant: placing an order answers with an order');
  const { accountId: own } = about.session;
  return reply({
    order: wireOrder(outcome.order, about.listing),
    fills: outcome.fills
      .filter(({ taker, maker }) => isMine(taker, own) || isMine(maker, own))
      .map((fill) => wireFill(fill, about.listing, own)),
    duplicate: about.answer.duplicate,
    ...(outcome.goesOn === true && { goesOn: outcome.goesOn }),
    ...receiptOf(about.answer),
  });
}

/** Whether a side of a fill is the account's own. */
export function isMine(party: FillParty, own: AccountId): boolean {
  return !party.isMarketMaker && party.accountId === own;
}

/**
 * At a price that is too old no order is moved, but the answer to a change that was already answered stays.
 */
async function staleRefusal(
  trading: Trading,
  session: Session,
  change: { instrumentId: string; clientId: ClientId },
) {
  const { market, engine } = trading;
  if (market.ageMs(change.instrumentId) <= PRICE_AGE_MAX_MS) return undefined;
  if (await wasAnswered(engine, session, change.clientId)) return undefined;
  const hours = market.profile(change.instrumentId).session;
  if (hours.state === 'open') return refuse('STALE_PRICE');
  return refuse('SESSION_CLOSED', { detail: timeDetail('opensAt', hours.changesAtMs) });
}

function refusedAs(
  { market }: Trading,
  { listing, sent }: { readonly listing: Listing; readonly sent: Ticket | Change },
  refusal: Refusal,
) {
  const refused = refusalOf(market, listing, refusal);
  return { ...refused, refusal: withPriceField(refused.refusal, sent) };
}

/** Changes an order that its caller has found among the account's own. */
export async function modifyOrder(
  trading: Trading,
  session: Session,
  { change, order }: { change: Change; order: Order },
) {
  const listing = listed(trading.market, order.instrumentId);
  const read = readChange(change, listing);
  if (!read.ok) return read;
  const { command, unread } = read;
  const { orderMax } = session.apiKey ?? {};
  if (unread) return { ok: false, refusal: withSteps(trading.market, listing, unread) } as const;
  const { quantity = order.quantity } = command;
  const price = changedWorst(trading, { order, change: command }, listing);
  const isLess = price === order.priceLimit && quantity <= order.quantity;
  const capped = orderMax && !isLess && refuseWorth(orderMax, { listing, price, quantity });
  if (capped) return capped;
  const bought = { side: order.side, ...(order.productTerms && { product: order.productTerms.name }) };
  const unverified =
    rises(command, order) &&
    asksWho(session, { listing, order: bought }) &&
    (await unverifiedRefusal(trading, session));
  if (unverified && !(await wasAnswered(trading.engine, session, command.clientId)))
    return { ok: false, refusal: unverified } as const;
  if (order.state.name !== 'new' && command.priceLimit !== undefined) {
    // At another price it may trade at once, as a new order may.
    const stale = await staleRefusal(trading, session, { ...command, instrumentId: order.instrumentId });
    if (stale) return stale;
  }
  const turning = trading.market.today();
  if (turning) await turning;
  const answer = await trading.engine.submit({ ...command, accountId: session.accountId, orderId: order.id });
  if (!answer.outcome.ok) return refusedAs(trading, { listing, sent: change }, answer.outcome.refusal);
  return wireAnswer(answer.outcome, { listing, session, answer });
}

/**
 * Cancels all open orders of the account that are meant, and says how many stay and why. Where none is open,
 * nothing is written.
 */
export async function cancelAll(
  trading: Trading & { readonly database: Queryable },
  session: Session,
  meant: { kind?: Instrument['kind'] | undefined; instrumentId?: string | undefined },
) {
  const { kind, instrumentId: id } = meant;
  if (id !== undefined && trading.market.listing(id) === undefined)
    return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
  const venues = kind && knownProductIn({ kind }).venues;
  const store = new OrderStore(trading.database);
  if (!(await store.hasLive(session.accountId, { venues, instrumentId: id })))
    return reply({ list: [], left: [] });
  const answer = await cancelAllOf(trading.engine, {
    type: 'order.cancelAll',
    accountId: session.accountId,
    ...(kind && { kind }),
    ...(id !== undefined && { instrumentId: instrumentId(id) }),
  });
  if (!answer.outcome.ok || answer.outcome.type !== 'ordersEnded')
    throw new Error('Invariant: cancelling all orders of an account that exists answers with their numbers');
  const { orderIds, left = [] } = answer.outcome;
  const list = (await store.ordersByNumber(session.accountId, orderIds)).map((order) =>
    wireOrder(order, listed(trading.market, order.instrumentId)),
  );
  const stay = left.map(({ code, count }) => ({ reason: code, count }));
  return reply({ list, left: stay, ...receiptOf(answer) });
}

/** Cancels an order that its caller has found among the account's own. */
export async function cancelOrder(
  trading: Trading,
  session: Session,
  { id, instrumentId: of }: Pick<Order, 'id' | 'instrumentId'>,
): Promise<Reply<{ order: OwnOrder; receipt?: Receipt }>> {
  const answer = await trading.engine.submit({
    type: 'order.cancel',
    accountId: session.accountId,
    orderId: id,
  });
  if (!answer.outcome.ok)
    return refusalOf(trading.market, listed(trading.market, of), answer.outcome.refusal);
  if (answer.outcome.type !== 'order')
    throw new Error('Invariant: cancelling an order answers with the order');
  return reply({
    order: wireOrder(answer.outcome.order, listed(trading.market, answer.outcome.order.instrumentId)),
    ...receiptOf(answer),
  });
}
