import { hash } from 'node:crypto';
import type { BasketLeg as CoreLeg, OrderBasket, OrderForecast, Refusal } from '@tarazu/core';
import { basketContent, CONTENT_HASH_LENGTH } from '@tarazu/core/proof';
import type { ClientId } from '@tarazu/core/values';
import { type BasketLeg, basketLegs } from '@tarazu/protocol';
import {
  isBefore,
  isLarge,
  PRICE_AGE_MAX_MS,
  readTicket,
  refusalOf,
  type Ticket,
  type Trading,
  withSteps,
} from '#domains/orders/index.ts';
import type { Listing, RefusalReply, Session } from '#ports.ts';
import { knownProductIn } from '#products/list.ts';

/** A leg as it reads, before anything of it is checked against the market. */
export interface ReadLeg {
  readonly leg: BasketLeg;
  readonly listing?: Listing;
  /** Why it is no order at all, or none that may stand in a basket now. */
  readonly refusal?: RefusalReply;
  readonly order?: CoreLeg;
}

export interface CheckedLeg extends ReadLeg {
  readonly forecast?: OrderForecast;
}

/** Undefined for what is no basket: not JSON, no array of orders, or an order that says one thing twice. */
export function legsOf(text: string): readonly BasketLeg[] | undefined {
  const parsed = basketLegs.safeParse(jsonOf(text));
  return parsed.success && namesIn(text) === namesOf(parsed.data) ? parsed.data : undefined;
}

const TEXT_OR_NAME = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/**
 * Names as they are written: of two values under one name
 * `JSON.parse` keeps the last, and a reader may see the first.
 */
function namesIn(json: string): number {
  return json
    .matchAll(TEXT_OR_NAME)
    .filter(([, colon]) => colon !== undefined)
    .toArray().length;
}

function namesOf(legs: readonly BasketLeg[]): number {
  return legs.reduce((sum, leg) => sum + Object.keys(leg).length, 0);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is no JSON is no basket, and is said so.
    return undefined;
  }
}

/** How a basket was sent. */
export interface Sent {
  readonly clientId: string;
  /** The confirmation of all legs that are large. */
  readonly confirmLarge?: 'true' | 'false' | undefined;
}

/** The grammar of each leg, the age of its price, and its size. */
export function readLegs(trading: Trading, legs: readonly BasketLeg[], sent: Sent): ReadLeg[] {
  return legs.map((leg) => readLeg(trading, leg, sent));
}

function readLeg({ market }: Trading, leg: BasketLeg, { clientId, confirmLarge }: Sent): ReadLeg {
  const listing = market.listing(leg.instrumentId);
  if (listing === undefined || listing.kind === 'index')
    return { leg, refusal: { key: 'INSTRUMENT_UNKNOWN', field: 'instrumentId' } };
  market.watch(leg.instrumentId);
  const ticket = readTicket(ticketOf({ leg, clientId }, listing), listing);
  if (!ticket.ok) return { leg, listing, refusal: ticket.refusal };
  const { instrumentId, side, orderType, validity, priceLimit, quantity } = ticket.command;
  const order = {
    instrumentId,
    side,
    orderType,
    validity,
    quantity,
    ...(priceLimit !== undefined && { priceLimit }),
  };
  const isOpen = market.profile(leg.instrumentId).session.state === 'open';
  const { unread } = ticket;
  if (unread) return { leg, listing, order, refusal: withSteps(market, listing, unread) };
  if (isOpen && market.ageMs(leg.instrumentId) > PRICE_AGE_MAX_MS)
    return { leg, listing, order, refusal: { key: 'STALE_PRICE' } };
  if (confirmLarge !== 'true' && isLarge(leg.quantity, listing))
    return { leg, listing, order, refusal: { key: 'CONFIRM_LARGE_ORDER', field: 'confirmLarge' } };
  return { leg, listing, order };
}

function ticketOf({ leg, clientId }: { leg: BasketLeg; clientId: string }, listing: Listing): Ticket {
  const waits = knownProductIn(listing).offer.restsFor;
  return { ...leg, clientId, validity: leg.type === 'market' ? 'ioc' : waits };
}

/** The basket as one command; undefined while one of its legs is no order. */
export function basketOf(
  read: readonly ReadLeg[],
  by: { readonly session: Session; readonly clientId: ClientId },
): OrderBasket | undefined {
  const legs = read.flatMap(({ order }) => (order === undefined ? [] : [order]));
  if (legs.length < read.length) return undefined;
  return basketOfLegs(read, { ...by, legs });
}

function basketOfLegs(
  read: readonly ReadLeg[],
  of: { readonly session: Session; readonly clientId: ClientId; readonly legs: readonly CoreLeg[] },
): OrderBasket {
  const { clientId, legs } = of;
  return {
    type: 'order.basket',
    accountId: of.session.accountId,
    clientId,
    contentHash: contentHashOf(read),
    legs,
  };
}

/** The content that a client id stands for: the same id with any other is another basket. */
function contentHashOf(read: readonly ReadLeg[]): string {
  const content = basketContent(read.map(({ leg }) => leg));
  return hash('sha256', content.join('\n'), 'base64url').slice(0, CONTENT_HASH_LENGTH);
}

/**
 * Legs that read as orders are judged by the engine, in one look at the state; of its findings and ours the
 * first by precedence wins.
 */
export async function checkLegs(
  trading: Trading,
  read: readonly ReadLeg[],
  by: { readonly session: Session; readonly clientId: ClientId },
): Promise<CheckedLeg[]> {
  const legs = read.flatMap(({ order }) => (order ? [order] : []));
  const forecasts =
    legs.length === 0 ? [] : [...(await trading.engine.check(basketOfLegs(read, { ...by, legs })))];
  return read.map((one) => {
    const { order, listing, refusal } = one;
    const forecast = order && listing ? forecasts.shift() : undefined;
    if (forecast === undefined || listing === undefined) return one;
    if (!('code' in forecast)) return refusal ? one : { ...one, forecast };
    return refusal && !isBefore(forecast.code, refusal.key)
      ? one
      : { ...one, refusal: legRefusal(trading, listing, forecast) };
  });
}

/** Why the core refuses a leg, in the words of its instrument. */
export function legRefusal({ market }: Trading, listing: Listing, refusal: Refusal): RefusalReply {
  return refusalOf(market, listing, refusal).refusal;
}
