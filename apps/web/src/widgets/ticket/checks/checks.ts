import {
  checkOrder as checkBeforeTrade,
  coverText,
  isLargeOrder,
  isPricedType,
  isTriggeredType,
  missedCover,
  namesTrigger,
  neverWaits,
  trailDistanceOf,
} from '@tarazu/core/checks';
import { instantMs, PERCENT_SCALE, type Price, parseDecimal, price, quantity } from '@tarazu/core/values';
import type { StockProduct } from '@tarazu/protocol';
import { productIn } from '#products/list.ts';
import type { Chosen } from '#products/ticket.ts';
import { ticketOf } from '#products/tickets.ts';
import type { Bracket } from './bracket.ts';
import { type CheckFailure, FIELDS } from './failure.ts';
import { gtdEndMs } from './gtd-end.ts';
import type { Intent, Preview, PriceAsked } from './preview.ts';
import { priceQuestion } from './preview.ts';
import type { OrderType, Side, Terms, Validity } from './terms.ts';

/** The fields of a ticket. */
export interface TicketFields {
  readonly side: Side;
  readonly type: OrderType;
  readonly validity: Validity;
  readonly price: string;
  readonly quantity: string;
  /** The trigger of an order that waits for one. */
  readonly trigger?: string | undefined;
  /** Of a trailing stop, in percent. */
  readonly trail?: string | undefined;
  /** Of an iceberg; empty where all is shown. */
  readonly shown?: string | undefined;
  /** A purchase of coins with both its ends said beforehand. */
  readonly bracket?: boolean | undefined;
  readonly takeProfit?: string | undefined;
  readonly stopLoss?: string | undefined;
  /** The bracket's stop trails, so far behind as the field of a trailing stop says. */
  readonly stopTrails?: boolean | undefined;
  /** Of validity `ttl`. */
  readonly minutes?: string | undefined;
  /** Of validity `gtd`: how many days from now. */
  readonly days?: string | undefined;
  /** Taken while the market is closed, for its next session. */
  readonly afterMarket?: boolean | undefined;
  /** Of a stock: for delivery, or within the day on margin. */
  readonly product?: StockProduct | undefined;
}

/**
 * The fields as an intent; undefined while one that it needs is empty, zero or no number of this instrument.
 */
export function intentOf(
  fields: TicketFields,
  terms: Terms,
  priceLast?: Price | undefined,
  now = Date.now(),
): Intent | undefined {
  const size = positive(fields.quantity, terms.baseScale);
  if (size === undefined) return undefined;
  const { side, type, validity } = fields;
  const limit = isPricedType(type) ? positive(fields.price, terms.priceScale) : undefined;
  if (isPricedType(type) && limit === undefined) return undefined;
  const trigger = triggerOf(fields, terms, priceLast);
  if (isTriggeredType(type) && trigger === undefined) return undefined;
  const bracket = bracketOf(fields, terms);
  if (fields.bracket === true && bracket === undefined) return undefined;
  const shown = mayBeIceberg(fields) ? positive(fields.shown ?? '', terms.baseScale) : undefined;
  return {
    side,
    type,
    validity,
    priceLimit: limit === undefined ? undefined : price(limit),
    quantity: quantity(size),
    ...trigger,
    ...(shown === undefined ? {} : { quantityShown: quantity(shown) }),
    ...(bracket === undefined ? {} : { bracket }),
    ...(validity === 'ttl' && { ttlMinutes: Number(fields.minutes ?? 0) }),
    ...(validity === 'gtd' && { expiresAtMs: instantMs(gtdEndMs(Number(fields.days ?? 0), now)) }),
  };
}

function bracketOf(fields: TicketFields, scales: Terms): Bracket | undefined {
  const { bracket, takeProfit = '', stopLoss = '', stopTrails, trail = '' } = fields;
  const profit = positive(takeProfit, scales.priceScale);
  if (bracket !== true || profit === undefined) return undefined;
  const priceTakeProfit = price(profit);
  const stop = stopTrails ? positive(trail, PERCENT_SCALE) : positive(stopLoss, scales.priceScale);
  if (stop === undefined) return undefined;
  return stopTrails
    ? { priceTakeProfit, trailBps: Number(stop) }
    : { priceTakeProfit, priceStop: price(stop) };
}

function triggerOf(
  { side, type, trigger, trail }: TicketFields,
  terms: Terms,
  priceLast: Price | undefined,
): Pick<Intent, 'priceTrigger' | 'trailBps'> | undefined {
  if (namesTrigger(type)) {
    const level = positive(trigger ?? '', terms.priceScale);
    return level === undefined ? undefined : { priceTrigger: price(level) };
  }
  const trailBps = positive(trail ?? '', PERCENT_SCALE);
  if (type !== 'trailingStop' || trailBps === undefined || priceLast === undefined) return undefined;
  const distance = trailDistanceOf({ priceLast, trailBps: Number(trailBps), tickSize: terms.tickSize });
  const priceTrigger = price(side === 'buy' ? priceLast + distance : priceLast - distance);
  return { priceTrigger, trailBps: Number(trailBps) };
}

function positive(text: string, scale: number): bigint | undefined {
  const units = parseDecimal(text, scale);
  return units === 0n ? undefined : units;
}

/** Only what names a price and may wait can show a part of itself. */
export function mayBeIceberg({ type, validity }: Pick<TicketFields, 'type' | 'validity'>): boolean {
  return isPricedType(type) && !neverWaits({ type, validity }) && validity !== 'postOnly';
}

export interface CheckQuestion extends PriceAsked, Chosen {
  /** Units that the account may sell now, once they are known. */
  readonly sellable?: bigint | undefined;
  /** Of a change that leaves the prices as they were: those stay allowed. */
  readonly keepsPrices?: boolean | undefined;
  readonly now?: number;
}

/**
 * The first reason for which the engine would refuse the order itself: the
 * engine's own checks, with what is known here. Whether the market is open
 * is said beside the ticket, and decided when the order arrives.
 */
export function checkOrder(question: CheckQuestion): CheckFailure | undefined {
  const { intent, terms, open = 0n, sellable = 0n, keepsPrices = false, now = Date.now() } = question;
  const { auctionPhase } = terms;
  const asked = priceQuestion(question);
  const { offer } = ticketOf(terms, question);
  const closable = offer.closable(intent.side, { open, sellable });
  const failure = checkBeforeTrade({
    ...asked,
    order: {
      ...asked.order,
      isClosing: offer.reducesRisk(intent, closable, terms.lotSize),
      ...(offer.asked && { product: offer.asked }),
      ...(keepsPrices && { keepsPrices }),
    },
    ...(auctionPhase && { phase: { name: auctionPhase, isNamed: true } }),
    atMs: instantMs(now),
  });
  if (failure === undefined) return undefined;
  const { code, part, detail = {} } = failure;
  return { code, field: FIELDS[part], detail };
}

/** Units that are held and may not be sold yet, and when they may. */
export interface Settling {
  readonly units: bigint;
  readonly fromMs: number;
}

/** When so many more may be sold: they settle one lot after another, soonest first. */
function sellableFrom(settling: readonly Settling[], missing: bigint): number {
  let reached = 0n;
  for (const { units, fromMs } of settling) {
    reached += units;
    if (reached >= missing) return fromMs;
  }
  return settling.at(-1)?.fromMs ?? 0;
}

/** Whether the account can carry it: the hold of a purchase, the shares or coins of a sale. */
export function checkBuyingPower(
  question: CheckQuestion & { preview: Preview },
  buyingPower: { cash: bigint; sellable: bigint; settling?: readonly Settling[] },
): CheckFailure | undefined {
  const { intent, terms, preview, open = 0n } = question;
  const { offer } = ticketOf(terms, question);
  // An order that closes holds what there is for its charges, and may ask for no more than is open.
  const closable = offer.closable(intent.side, { open, sellable: buyingPower.sellable });
  const holdsMoney = closable === undefined;
  const needed = holdsMoney ? preview.worst : intent.quantity;
  const usable = closable ?? buyingPower.cash;
  const settling = holdsMoney || offer.settles !== 'lots' ? [] : (buyingPower.settling ?? []);
  const unsettled = settling.reduce((sum, { units }) => sum + units, 0n);
  const code = missedCover({ holdsMoney, needed, usable, unsettled });
  if (code === undefined) return undefined;
  const detail = coverText({ needed, usable }, holdsMoney ? terms.quoteScale : terms.baseScale);
  if (code !== 'HOLDINGS_UNSETTLED') return { code, field: 'quantity', detail };
  const usableAtMs = sellableFrom(settling, needed - usable);
  return { code, field: 'quantity', detail: { ...detail, usableAtMs: String(usableAtMs) } };
}

/** Whether the order asks for a confirmation by its size. */
export function asksAsLarge({ intent, terms }: Pick<CheckQuestion, 'intent' | 'terms'>): boolean {
  if (productIn(terms)?.confirmsLarge !== true) return false;
  return isLargeOrder(intent.quantity, terms.averageDailyVolume);
}
