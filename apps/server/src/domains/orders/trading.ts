import type { Refusal } from '@tarazu/core';
import { parseClientId, parseDecimal } from '@tarazu/core/values';
import type { Clock } from '#platform/time/clock.ts';
import { timeDetail } from '#platform/time/time-detail.ts';
import {
  type EnginePort,
  type Listing,
  type MarketPort,
  type RefusalReply,
  refuse,
  type Session,
  type TakeKeyOrder,
} from '#ports.ts';
import { knownProductIn } from '#products/list.ts';

/** A market price older than this is not traded on (rules 2.3 STALE_PRICE). */
export const PRICE_AGE_MAX_MS = 10_000;

export interface Trading {
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly clock: Clock;
  /** Refuses orders of a real account whose owner has not said who they are; absent: nobody is asked. */
  readonly mayTrade?: (session: Session) => Promise<RefusalReply | undefined>;
  /** Counts an order of a key with a cap on its day; absent where there are no keys. */
  readonly takeKeyOrder?: TakeKeyOrder;
}

/** Whether orders of this account are taken; practice money asks nobody who they are. */
export async function unverifiedRefusal(
  { mayTrade }: { readonly mayTrade?: Trading['mayTrade'] | undefined },
  session: Session,
): Promise<RefusalReply | undefined> {
  return session.environment === 'real' ? await mayTrade?.(session) : undefined;
}

/** A number with more decimals than there are: what it must be a multiple of is the market's to say. */
export function withSteps(market: MarketPort, { instrumentId: id }: Listing, refusal: RefusalReply) {
  if (refusal.key !== 'TICK' && refusal.key !== 'LOT') return refusal;
  const { tickSize, lotSize } = market.profile(id);
  return { ...refusal, detail: { tickSize, lotSize } };
}

/** The core's refusal, as a reply. */
export function refusalOf(market: MarketPort, listing: Listing, refusal: Refusal) {
  return refuse(refusal.code, { detail: detailOf(market, listing, refusal) });
}

const PRICE_FIELDS = [
  'price',
  'triggerPrice',
  'otherPrice',
  'otherTriggerPrice',
  'takeProfitPrice',
  'stopLossPrice',
] as const;

type SentPrices = Readonly<Partial<Record<(typeof PRICE_FIELDS)[number] | 'quantity', string | undefined>>>;

/** The field that is 0 where a refusal may mean that. */
const ZERO_FIELDS: Readonly<Partial<Record<RefusalReply['key'], 'price' | 'quantity'>>> = {
  TICK: 'price',
  QUANTITY_MIN: 'quantity',
};

/** More decimals than any price has. */
const COMPARED_SCALE = 18;

/**
 * The core says between what a price must be: which of those that were sent is not, is told with it. Of a
 * quantity or a limit price of 0 it says that it is no step; the specification has a sentence of its own.
 */
export function withPriceField(sentRefusal: RefusalReply, sent: SentPrices): RefusalReply {
  const scaled = (text: string | undefined): bigint | undefined =>
    text === undefined ? undefined : parseDecimal(text, COMPARED_SCALE);
  const zero = ZERO_FIELDS[sentRefusal.key];
  const isZero = zero !== undefined && scaled(sent[zero]) === 0n;
  const refusal = isZero
    ? { ...sentRefusal, field: zero, detail: { ...sentRefusal.detail, zero } }
    : sentRefusal;
  const [low, high] = [scaled(refusal.detail?.['priceLow']), scaled(refusal.detail?.['priceHigh'])];
  if (refusal.key !== 'PRICE_BAND' || low === undefined || high === undefined) return refusal;
  const isOutside = (name: (typeof PRICE_FIELDS)[number]): boolean => {
    const price = scaled(sent[name]);
    return price !== undefined && (price < low || price > high);
  };
  const field = PRICE_FIELDS.find(isOutside);
  return field === undefined ? refusal : { ...refusal, field };
}

/**
 * The core counts in an instrument's own asset and does not name it; and only the market's calendar knows
 * until when a venue is closed.
 */
function detailOf(
  market: MarketPort,
  listing: Listing,
  { code, detail = {} }: Refusal,
): Readonly<Record<string, string>> {
  const { instrumentId: id, quoteAsset } = listing;
  if (code === 'SESSION_CLOSED') return timeDetail('opensAt', market.profile(id).session.changesAtMs);
  if (code === 'AUCTION_LOCKED') return timeDetail('endsAt', market.ticker(id).venueState?.changesAtMs);
  const { usableAtMs, untilMs, opensAtMs } = detail;
  // Coins are counted by their name, and are no shares.
  const isOfCoin =
    knownProductIn(listing).shownBy === 'symbol' && (code === 'QUANTITY_MIN' || code === 'QUANTITY_MAX');
  return {
    asset: quoteAsset,
    ...(isOfCoin && { coin: listing.baseAsset }),
    ...detail,
    ...(usableAtMs !== undefined && timeDetail('usableAt', Number(usableAtMs))),
    ...(untilMs !== undefined && timeDetail('until', Number(untilMs))),
    ...(opensAtMs !== undefined && timeDetail('opensAt', Number(opensAtMs))),
  };
}

/**
 * Whether an id of the customer's has had its answer: that
 * one is given again, whatever would be said of it now.
 */
export async function wasAnswered(engine: EnginePort, session: Session, idText: string): Promise<boolean> {
  const clientId = parseClientId(idText);
  return clientId !== undefined && (await engine.answerOf(session.accountId, clientId)) !== undefined;
}

/** Whether an order comes at or after the instant until which it may be placed. */
export function isLate(clock: Clock, placeBeforeMs: string | undefined): boolean {
  return placeBeforeMs !== undefined && clock.nowMs() >= Number(placeBeforeMs);
}

/**
 * The refusal of an order that says until when it may be placed, and comes after that; one that had arrived
 * has its answer. It is asked last before the command: what is looked up on the way may take long.
 */
export async function lateRefusal(
  { engine, clock }: Pick<Trading, 'engine' | 'clock'>,
  session: Session,
  { clientId, placeBeforeMs }: { readonly clientId: string; readonly placeBeforeMs?: string | undefined },
) {
  if (!isLate(clock, placeBeforeMs)) return undefined;
  return (await wasAnswered(engine, session, clientId)) ? undefined : refuse('ORDER_TOO_LATE');
}
