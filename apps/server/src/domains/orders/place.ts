import type { FillParty, Order, Outcome, Refusal } from '@tarazu/core';
import { type AccountId, type ClientId, instrumentId, parseClientId } from '@tarazu/core/values';
import type { OwnOrder, Receipt } from '@tarazu/protocol';
import { takesAfterMarket } from '#domains/orders/after-market.ts';
import { listed } from '#domains/orders/listed.ts';
import { type Change, readChange, readTicket, type Ticket } from '#domains/orders/ticket.ts';
import { wireFill, wireOrder } from '#domains/orders/wire.ts';
import type { Clock } from '#platform/clock.ts';
import {
  type Answer,
  type EnginePort,
  type Listing,
  type MarketPort,
  type RefusalReply,
  type Reply,
  receiptOf,
  refuse,
  reply,
  type Session,
} from '#ports.ts';

const INDIA = 'Asia/Kolkata';
/** A market price older than this is not traded on (rules 2.3 STALE_PRICE). */
export const PRICE_AGE_MAX_MS = 10_000;

export interface Trading {
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly clock: Clock;
}

/** Places an order: text to integers, then the engine, which decides everything else. */
export async function placeOrder(trading: Trading, session: Session, ticket: Ticket) {
  const listing = trading.market.listing(ticket.instrumentId);
  if (listing === undefined || listing.kind === 'index')
    return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
  const read = readTicket(ticket, listing);
  if (!read.ok) return { ok: false, refusal: withSteps(trading.market, listing, read.refusal) } as const;
  const { command } = read;
  const stale = await staleRefusal(trading, session, { ...command, sleeps: sleepOf(ticket) });
  if (stale) return stale;
  trading.market.watch(ticket.instrumentId);
  const turning = trading.market.today();
  if (turning) await turning;
  const answer = await trading.engine.submit({ ...command, accountId: session.accountId });
  if (!answer.outcome.ok) return refusalOf(trading.market, listing, answer.outcome.refusal);
  return wireAnswer(answer.outcome, { listing, session, answer });
}

/** A number with more decimals than there are: what it must be a multiple of is the market's to say. */
export function withSteps(market: MarketPort, { instrumentId: id }: Listing, refusal: RefusalReply) {
  if (refusal.key !== 'TICK' && refusal.key !== 'LOT') return refusal;
  const { tickSize, lotSize } = market.detail(id);
  return { ...refusal, detail: { tickSize, lotSize } };
}

/** What the core refused, as a reply. */
export function refusalOf(market: MarketPort, listing: Listing, refusal: Refusal) {
  return refuse(refusal.code, { detail: detailOf(market, listing, refusal) });
}

/** The core counts in an instrument's own asset and does not name it; and only the market's calendar knows until when a venue is closed. */
function detailOf(
  market: MarketPort,
  listing: Listing,
  { code, detail = {} }: Refusal,
): Readonly<Record<string, string>> {
  const { instrumentId: id, quoteAsset } = listing;
  if (code === 'SESSION_CLOSED') return { opensAt: timeText(market.detail(id).session.changesAtMs) };
  if (code === 'AUCTION_LOCKED') return { endsAt: timeText(market.ticker(id).venueState?.changesAtMs) };
  const { usableAtMs } = detail;
  return {
    asset: quoteAsset,
    ...detail,
    ...(usableAtMs !== undefined && { usableAt: timeText(Number(usableAtMs)) }),
  };
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
    ...receiptOf(about.answer),
  });
}

/** Whether a side of a fill is the account's own. */
export function isMine(party: FillParty, own: AccountId): boolean {
  return !party.house && party.accountId === own;
}

/** An old price is refused, but the answer to an order that was already answered never changes. */
async function staleRefusal(
  trading: Trading,
  session: Session,
  command: { instrumentId: string; clientId: ClientId; sleeps: 'gtt' | 'afterMarket' | undefined },
) {
  const isFresh = trading.market.ageMs(command.instrumentId) <= PRICE_AGE_MAX_MS;
  if (command.sleeps === undefined ? isFresh : command.sleeps === 'gtt') return undefined;
  const hours = trading.market.detail(command.instrumentId).session;
  const isTaken = hours.changesAtMs !== undefined && takesAfterMarket(trading.clock.nowMs());
  if (command.sleeps && (hours.state === 'open' ? isFresh : isTaken)) return undefined;
  if (await wasAnswered(trading.engine, session, command.clientId)) return undefined;
  if (hours.state === 'open') return refuse('STALE_PRICE');
  return refuse('SESSION_CLOSED', { detail: { opensAt: timeText(hours.changesAtMs) } });
}

/** Whether an id of the customer's has had its answer: that one is given again, whatever would be said of it now. */
export async function wasAnswered(engine: EnginePort, session: Session, idText: string): Promise<boolean> {
  const clientId = parseClientId(idText);
  return clientId !== undefined && (await engine.answerOf(session.accountId, clientId)) !== undefined;
}

/** What waits for later needs no fresh price now. */
function sleepOf(ticket: Ticket): 'gtt' | 'afterMarket' | undefined {
  if (ticket.gtt) return 'gtt';
  return ticket.afterMarket === 'true' ? 'afterMarket' : undefined;
}

export function timeText(atMs: number | undefined): string {
  if (atMs === undefined) return '';
  const zoned = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(INDIA);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(zoned.day)}-${two(zoned.month)}-${zoned.year} ${two(zoned.hour)}:${two(zoned.minute)} IST`;
}

/** Changes an order that its caller has found among the account's own. */
export async function modifyOrder(
  trading: Trading,
  session: Session,
  { change, order }: { change: Change; order: Order },
) {
  const listing = listed(trading.market, order.instrumentId);
  const read = readChange(change, listing);
  if (!read.ok) return { ok: false, refusal: withSteps(trading.market, listing, read.refusal) } as const;
  const { command } = read;
  if (order.state.name !== 'new' && command.priceLimit !== undefined) {
    // At another price it may trade at once, as a new order may.
    const asked = { ...command, instrumentId: order.instrumentId, sleeps: undefined };
    const stale = await staleRefusal(trading, session, asked);
    if (stale) return stale;
  }
  const turning = trading.market.today();
  if (turning) await turning;
  const answer = await trading.engine.submit({ ...command, accountId: session.accountId, orderId: order.id });
  if (!answer.outcome.ok) return refusalOf(trading.market, listing, answer.outcome.refusal);
  return wireAnswer(answer.outcome, { listing, session, answer });
}

/** Cancels all open orders of the account that are meant. */
export async function cancelAll(
  trading: Trading,
  session: Session,
  meant: { kind?: 'stock' | 'spot' | undefined; instrumentId?: string | undefined },
) {
  const { kind, instrumentId: id } = meant;
  if (id !== undefined && trading.market.listing(id) === undefined)
    return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
  const answer = await trading.engine.submit({
    type: 'order.cancelAll',
    accountId: session.accountId,
    ...(kind && { venue: kind === 'stock' ? ('NSE_SIM' as const) : ('COIN_SIM' as const) }),
    ...(id !== undefined && { instrumentId: instrumentId(id) }),
  });
  if (!answer.outcome.ok || answer.outcome.type !== 'orders')
    throw new Error('Invariant: cancelling all orders of an account that exists answers with them');
  const { orders } = answer.outcome;
  const list = orders.map((order) => wireOrder(order, listed(trading.market, order.instrumentId)));
  return reply({ list, ...receiptOf(answer) });
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
