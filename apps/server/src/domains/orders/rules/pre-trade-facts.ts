import type { OrderPlace } from '@tarazu/core';
import { type AccountId, HOUR_MS, instrumentId, isClosingSide } from '@tarazu/core/values';
import { ORDER_CHECKS, type RefusalKey } from '@tarazu/protocol';
import { isLarge } from '#domains/orders/rules/large-orders.ts';
import type { Ticket } from '#domains/orders/rules/ticket.ts';
import { PRICE_AGE_MAX_MS, refusalOf, type Trading } from '#domains/orders/trading.ts';
import { timeDetail } from '#platform/time/time-detail.ts';
import type { Listing, MarketPort, RefusalReply } from '#ports.ts';
import { productNamed } from '#products/list.ts';

/**
 * Longer than from the earliest hour of squaring off to the end
 * of the day's last phase, shorter than to the next morning.
 */
const SQUARE_OFF_LASTS_MS = HOUR_MS;

export interface Asked {
  readonly ticket: Ticket;
  readonly accountId: AccountId;
  readonly listing: Listing;
  readonly confirmLarge: 'true' | 'false' | undefined;
}

/**
 * The refusals that the engine cannot give, because it has no clock and no calendar and knows no price but
 * its own. The first by precedence.
 */
export function refusalNow(trading: Trading, asked: Asked): RefusalReply | undefined {
  const { market, clock } = trading;
  const { ticket, listing, confirmLarge } = asked;
  const nowMs = clock.nowMs();
  const { isWithinDay } = productNamed(ticket.product) ?? {};
  const mayOpen = isWithinDay && !closesWithinDay(trading, asked);
  const reopensAtMs = mayOpen ? shutWithinDayUntil(market, listing, nowMs) : undefined;
  if (reopensAtMs !== undefined)
    return { key: 'SESSION_CLOSED', field: 'product', detail: timeDetail('opensAt', reopensAtMs) };
  const refusal = hoursOrAge(market, ticket, nowMs);
  if (refusal) return refusal;
  if (confirmLarge !== 'true' && isLarge(ticket.quantity, listing))
    return { key: 'CONFIRM_LARGE_ORDER', field: 'confirmLarge' };
  return undefined;
}

/** Refusal by hours or by an old price, which an order for later does not need and open hours imply. */
function hoursOrAge(market: MarketPort, ticket: Ticket, nowMs: number): RefusalReply | undefined {
  const isFresh = market.ageMs(ticket.instrumentId) <= PRICE_AGE_MAX_MS;
  if (isFresh || ticket.gtt) return undefined;
  const hours = market.profile(ticket.instrumentId).session;
  if (hours.state === 'open') return { key: 'STALE_PRICE' };
  const isTaken =
    ticket.afterMarket === 'true' &&
    hours.changesAtMs !== undefined &&
    market.takesAfterMarket(ticket.instrumentId, nowMs);
  return isTaken ? undefined : { key: 'SESSION_CLOSED', detail: timeDetail('opensAt', hours.changesAtMs) };
}

/**
 * Whether an order is of the side that closes what the account has open within the day: the engine takes none
 * of it that would be for more.
 */
function closesWithinDay({ engine }: Trading, { accountId, listing, ticket }: Asked): boolean {
  const exposure = engine.exposure({ accountId, instrumentId: instrumentId(listing.instrumentId) });
  return isClosingSide(exposure?.open.quantity ?? 0n, ticket.side);
}

/**
 * Between the hour of squaring off and the next session nothing
 * is opened within the day: the published rule is closing what was.
 */
function shutWithinDayUntil(
  market: MarketPort,
  { instrumentId: of }: Listing,
  nowMs: number,
): number | undefined {
  const times = market.intraday(of);
  if (market.hours === 'always' || times === undefined) return undefined;
  return nowMs - times.lastSquareOffAtMs < SQUARE_OFF_LASTS_MS ? times.reopensAtMs : undefined;
}

/** The first by precedence of the refusal found here and the engine's own. */
export async function firstRefusal(
  { engine, market }: Trading,
  { order, listing, found }: { order: OrderPlace; listing: Listing; found: RefusalReply },
): Promise<RefusalReply> {
  const [checked] = await engine.check(order);
  if (checked === undefined || !('code' in checked) || !isBefore(checked.code, found.key)) return found;
  return refusalOf(market, listing, checked).refusal;
}

const PLACES: ReadonlyMap<RefusalKey, number> = new Map(ORDER_CHECKS.map((key, place) => [key, place]));

/** Whether a refusal wins over another; one that has no place comes before all that are. */
export function isBefore(one: RefusalKey, other: RefusalKey): boolean {
  return (PLACES.get(one) ?? -1) < (PLACES.get(other) ?? -1);
}

/** The one that comes first in order of precedence. */
export function earlier(
  one: RefusalReply | undefined,
  other: RefusalReply | undefined,
): RefusalReply | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return isBefore(other.key, one.key) ? other : one;
}
