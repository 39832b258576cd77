import { hash } from 'node:crypto';
import type { Order, OrderPlace, Outcome, Refusal, Validity } from '@tarazu/core';
import {
  type ClientId,
  instrumentId,
  type Price,
  parseClientId,
  parseDecimal,
  price,
  quantity,
  type Side,
} from '@tarazu/core/values';
import type { OwnOrder } from '@tarazu/protocol';
import { listed } from '#domains/orders/listed.ts';
import { wireFill, wireOrder } from '#domains/orders/wire.ts';
import {
  type EnginePort,
  type Listing,
  type MarketPort,
  type Reply,
  refuse,
  reply,
  type Session,
} from '#ports.ts';

/** What a ticket says, checked for its grammar and for nothing else yet. */
export interface Ticket {
  readonly clientId: string;
  readonly instrumentId: string;
  readonly side: Side;
  readonly type: 'market' | 'limit';
  readonly validity: Validity;
  readonly price?: string | undefined;
  readonly quantity: string;
}

/** A market price older than this is not traded on (rules 2.3 STALE_PRICE). */
const PRICE_AGE_MAX_MS = 10_000;

export interface Trading {
  readonly engine: EnginePort;
  readonly market: MarketPort;
}

/** Places an order: text to integers, then the engine, which decides everything else. */
export async function placeOrder(trading: Trading, session: Session, ticket: Ticket) {
  const listing = trading.market.listing(ticket.instrumentId);
  if (listing === undefined || listing.kind === 'index')
    return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
  const read = readTicket(ticket, listing);
  if (!read.ok) return read;
  const { command } = read;
  const stale = await staleRefusal(trading, session, command);
  if (stale) return stale;
  trading.market.watch(ticket.instrumentId);
  const answer = await trading.engine.submit({ ...command, accountId: session.accountId });
  if (!answer.outcome.ok)
    return refuse(answer.outcome.refusal.code, {
      detail: detailOf(trading.market, listing, answer.outcome.refusal),
    });
  return wireAnswer(answer.outcome, { listing, session, duplicate: answer.duplicate });
}

/** The core knows that a venue is closed; only the market's calendar knows until when. */
function detailOf(
  market: MarketPort,
  listing: Listing,
  { code, detail = {} }: Refusal,
): Readonly<Record<string, string>> {
  return code === 'SESSION_CLOSED'
    ? { opensAt: timeText(market.detail(listing.instrumentId).session.changesAtMs) }
    : detail;
}

function wireAnswer(
  outcome: Outcome & { readonly ok: true },
  about: { listing: Listing; session: Session; duplicate: boolean },
) {
  if (outcome.type !== 'order') throw new Error('Invariant: placing an order answers with an order');
  return reply({
    order: wireOrder(outcome.order, about.listing),
    fills: outcome.fills
      .filter((fill) => isMine(fill.taker, about.session) || isMine(fill.maker, about.session))
      .map((fill) => wireFill(fill, about.listing, about.session.accountId)),
    duplicate: about.duplicate,
  });
}

function isMine(party: { readonly house: boolean; readonly accountId?: unknown }, session: Session): boolean {
  return !party.house && party.accountId === session.accountId;
}

/** An old price is refused, but the answer to an order that was already answered never changes. */
async function staleRefusal(
  trading: Trading,
  session: Session,
  command: { instrumentId: string; clientId: ClientId },
) {
  if (trading.market.ageMs(command.instrumentId) <= PRICE_AGE_MAX_MS) return undefined;
  const hours = trading.market.detail(command.instrumentId).session;
  if ((await trading.engine.answerOf(session.accountId, command.clientId)) !== undefined) return undefined;
  if (hours.state === 'open') return refuse('STALE_PRICE');
  return refuse('SESSION_CLOSED', { detail: { opensAt: timeText(hours.changesAtMs) } });
}

function timeText(atMs: number | undefined): string {
  if (atMs === undefined) return '';
  const zoned = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO('Asia/Kolkata');
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(zoned.day)}-${two(zoned.month)}-${zoned.year} ${two(zoned.hour)}:${two(zoned.minute)} IST`;
}

type Unowned = Omit<OrderPlace, 'accountId'>;

function readTicket(
  ticket: Ticket,
  listing: Listing,
): { ok: true; command: Unowned } | ReturnType<typeof refuse> {
  const clientId = parseClientId(ticket.clientId);
  if (clientId === undefined) return refuse('INVALID_INPUT', { field: 'clientId' });
  const units = parseDecimal(ticket.quantity, listing.baseScale);
  if (units === undefined)
    return refuse('LOT', { field: 'quantity', detail: { lotSize: smallestOf(listing.baseScale) } });
  const limit = readLimit(ticket, listing);
  if (!limit.ok) return limit;
  return {
    ok: true,
    command: {
      type: 'order.place',
      clientId,
      contentHash: contentHashOf(ticket),
      instrumentId: instrumentId(listing.instrumentId),
      side: ticket.side,
      orderType: ticket.type,
      validity: ticket.validity,
      ...(limit.priceLimit === undefined ? {} : { priceLimit: limit.priceLimit }),
      quantity: quantity(units),
    },
  };
}

function readLimit(
  ticket: Ticket,
  listing: Listing,
): { ok: true; priceLimit?: Price } | ReturnType<typeof refuse> {
  if (ticket.type === 'market') {
    if (ticket.price === undefined) return { ok: true };
    return refuse('INVALID_INPUT', {
      field: 'price',
      detail: { problem: 'price is only for limit orders.' },
    });
  }
  if (ticket.price === undefined)
    return refuse('INVALID_INPUT', {
      field: 'price',
      detail: { problem: 'price is missing: a limit order needs one.' },
    });
  const units = parseDecimal(ticket.price, listing.priceScale);
  if (units === undefined)
    return refuse('TICK', { field: 'price', detail: { tickSize: smallestOf(listing.priceScale) } });
  return { ok: true, priceLimit: price(units) };
}

function smallestOf(scale: number): string {
  return scale === 0 ? '1' : `0.${'1'.padStart(scale, '0')}`;
}

/** The content that a client id stands for: the same id with any other is another order. */
function contentHashOf(ticket: Ticket): string {
  const content = [
    ticket.instrumentId,
    ticket.side,
    ticket.type,
    ticket.validity,
    ticket.price ?? '',
    ticket.quantity,
  ];
  return hash('sha256', content.join('\n'), 'base64url').slice(0, 22);
}

/** Cancels an order that its caller has found among the account's own. */
export async function cancelOrder(
  trading: Trading,
  session: Session,
  { id, instrumentId: of }: Pick<Order, 'id' | 'instrumentId'>,
): Promise<Reply<{ order: OwnOrder }>> {
  const answer = await trading.engine.submit({
    type: 'order.cancel',
    accountId: session.accountId,
    orderId: id,
  });
  if (!answer.outcome.ok) {
    const { code, detail } = answer.outcome.refusal;
    if (code === 'AUCTION_LOCKED') {
      const endsAt = timeText(trading.market.ticker(of).venueState?.changesAtMs);
      return refuse(code, { detail: { endsAt } });
    }
    return refuse(code, detail === undefined ? {} : { detail });
  }
  if (answer.outcome.type !== 'order')
    throw new Error('Invariant: cancelling an order answers with the order');
  return reply({
    order: wireOrder(answer.outcome.order, listed(trading.market, answer.outcome.order.instrumentId)),
  });
}
