import { hash } from 'node:crypto';
import type { OrderModify, OrderPlace, OrderType, RequestedConditions, Validity } from '@tarazu/core';
import { CONTENT_HASH_LENGTH, orderContent } from '@tarazu/core/proof';
import {
  type ClientId,
  instantMs,
  instrumentId,
  PERCENT_SCALE,
  type Price,
  parseClientId,
  parseDecimal,
  price,
  type Quantity,
  quantity,
  type Side,
} from '@tarazu/core/values';
import type { StockProduct } from '@tarazu/protocol';
import { type Listing, type RefusalReply, refuse } from '#ports.ts';
import { productNamed } from '#products/list.ts';

/** The fields of a ticket, checked for their grammar and for nothing else yet. */
export interface Ticket {
  readonly clientId: string;
  readonly instrumentId: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly validity: Validity;
  readonly price?: string | undefined;
  readonly quantity: string;
  /** Of a stock; delivery where it says nothing. */
  readonly product?: StockProduct | undefined;
  readonly triggerPrice?: string | undefined;
  readonly trailPercent?: string | undefined;
  readonly disclosedQuantity?: string | undefined;
  readonly ttlMinutes?: string | undefined;
  readonly expiresAtMs?: string | undefined;
  readonly afterMarket?: 'true' | 'false' | undefined;
  readonly gtt?: boolean | undefined;
  readonly otherTriggerPrice?: string | undefined;
  readonly otherPrice?: string | undefined;
  readonly takeProfitPrice?: string | undefined;
  readonly stopLossPrice?: string | undefined;
  readonly stopLossTrailPercent?: string | undefined;
}

/** The fields of an open order that shall change. */
export interface Change {
  readonly clientId: string;
  readonly id: string;
  readonly quantity?: string | undefined;
  readonly price?: string | undefined;
  readonly triggerPrice?: string | undefined;
}

type Refused = ReturnType<typeof refuse>;
type Read<Command> =
  | {
      readonly ok: true;
      readonly command: Command;
      /**
       * A number of it has more decimals than there are, and stands as zero: it is no order, but it may be
       * asked what else is wrong with it.
       */
      readonly unread?: RefusalReply;
    }
  | Refused;

const PRICED: readonly OrderType[] = ['limit', 'stopLimit', 'takeProfitLimit'];
const TRIGGERED: readonly OrderType[] = ['stopLimit', 'stopMarket', 'takeProfitLimit', 'takeProfitMarket'];

/**
 * Text to integers. A field that the type needs and lacks, or has and does not take, is named; everything
 * else is the engine's to judge.
 */
export function readTicket(ticket: Ticket, listing: Listing): Read<Omit<OrderPlace, 'accountId'>> {
  const clientId = parseClientId(ticket.clientId);
  if (clientId === undefined) return refuse('INVALID_INPUT', { field: 'clientId' });
  const misfit = misfitOf(ticket);
  if (misfit) return misfit;
  const { amounts, unread } = readNumbers(ticket, listing);
  const conditions = conditionsOf(ticket, amounts);
  const product = productNamed(ticket.product)?.offer.asked;
  return {
    ok: true,
    ...(unread && { unread }),
    command: {
      type: 'order.place',
      clientId,
      contentHash: hashOf(orderContent(ticket)),
      instrumentId: instrumentId(listing.instrumentId),
      side: ticket.side,
      orderType: ticket.type,
      validity: ticket.validity,
      ...(amounts.price !== undefined && { priceLimit: amounts.price }),
      quantity: amounts.quantity ?? quantity(0n),
      ...(product && { product }),
      ...(Object.keys(conditions).length > 0 && { conditions }),
    },
  };
}

export function readChange(
  change: Change,
  listing: Listing,
): Read<Omit<OrderModify, 'accountId' | 'orderId'>> {
  const clientId: ClientId | undefined = parseClientId(change.clientId);
  if (clientId === undefined) return refuse('INVALID_INPUT', { field: 'clientId' });
  const { amounts, unread } = readNumbers(change, listing);
  return {
    ok: true,
    ...(unread && { unread }),
    command: {
      type: 'order.modify',
      clientId,
      contentHash: hashOf([
        'modify',
        change.id,
        change.quantity ?? '',
        change.price ?? '',
        change.triggerPrice ?? '',
      ]),
      ...(amounts.quantity !== undefined && { quantity: amounts.quantity }),
      ...(amounts.price !== undefined && { priceLimit: amounts.price }),
      ...(amounts.triggerPrice !== undefined && { priceTrigger: amounts.triggerPrice }),
    },
  };
}

/** A bracket has one stop: at a price, or trailing. */
function isTrailing({ takeProfitPrice, stopLossTrailPercent }: Ticket): boolean {
  return takeProfitPrice !== undefined && stopLossTrailPercent !== undefined;
}

/** Fields that some orders need and all others do not take. */
const NEEDS: readonly (readonly [field: keyof Ticket, isNeeded: (ticket: Ticket) => boolean])[] = [
  ['price', ({ type }) => PRICED.includes(type)],
  ['triggerPrice', ({ gtt, type }) => gtt === true || TRIGGERED.includes(type)],
  ['trailPercent', ({ type }) => type === 'trailingStop'],
  ['ttlMinutes', ({ validity }) => validity === 'ttl'],
  ['expiresAtMs', ({ validity, gtt }) => validity === 'gtd' && gtt !== true],
  ['otherPrice', ({ otherTriggerPrice }) => otherTriggerPrice !== undefined],
  ['stopLossTrailPercent', isTrailing],
  ['stopLossPrice', (ticket) => ticket.takeProfitPrice !== undefined && !isTrailing(ticket)],
];

function misfitOf(ticket: Ticket): Refused | undefined {
  const { type, validity } = ticket;
  for (const [field, isNeeded] of NEEDS) {
    const isThere = ticket[field] !== undefined;
    if (isThere === isNeeded(ticket)) continue;
    const problem = isThere
      ? `${field} is not for an order of type ${type} and validity ${validity}.`
      : `${field} is missing: an order of type ${type} and validity ${validity} needs one.`;
    return refuse('INVALID_INPUT', { field, detail: { problem } });
  }
  return undefined;
}

const PRICES = [
  'price',
  'triggerPrice',
  'otherPrice',
  'otherTriggerPrice',
  'takeProfitPrice',
  'stopLossPrice',
] as const;
const QUANTITIES = ['quantity', 'disclosedQuantity'] as const;

type Amounts = { [Field in (typeof PRICES)[number]]?: Price } & {
  [Field in (typeof QUANTITIES)[number]]?: Quantity;
};

/**
 * The amounts of a ticket in smallest units; one with more
 * decimals than there are is refused by its step, and a zero.
 */
function readNumbers(
  ticket: Partial<Record<(typeof PRICES)[number] | (typeof QUANTITIES)[number], string | undefined>>,
  { priceScale, baseScale }: Listing,
): { readonly amounts: Amounts; readonly unread: RefusalReply | undefined } {
  const amounts: Amounts = {};
  let unread: RefusalReply | undefined;
  for (const field of QUANTITIES) {
    const text = ticket[field];
    if (text === undefined) continue;
    const units = parseDecimal(text, baseScale);
    if (units === undefined) unread ??= { key: 'LOT', field, detail: { lotSize: smallestOf(baseScale) } };
    amounts[field] = quantity(units ?? 0n);
  }
  for (const field of PRICES) {
    const text = ticket[field];
    if (text === undefined) continue;
    const units = parseDecimal(text, priceScale);
    // In order of precedence the tick comes before the lot.
    if (units === undefined && unread?.key !== 'TICK')
      unread = { key: 'TICK', field, detail: { tickSize: smallestOf(priceScale) } };
    amounts[field] = price(units ?? 0n);
  }
  return { amounts, unread };
}

function conditionsOf(ticket: Ticket, amounts: Amounts): RequestedConditions {
  const { trailPercent, ttlMinutes, expiresAtMs, afterMarket, gtt } = ticket;
  const { triggerPrice, disclosedQuantity, otherPrice, otherTriggerPrice } = amounts;
  const bracket = bracketOf(ticket, amounts);
  const trailBps = bpsOf(trailPercent);
  return {
    ...(triggerPrice !== undefined && { priceTrigger: triggerPrice }),
    ...(trailBps !== undefined && { trailBps }),
    ...(disclosedQuantity !== undefined && { quantityShown: disclosedQuantity }),
    ...(ttlMinutes !== undefined && { ttlMinutes: Number(ttlMinutes) }),
    ...(expiresAtMs !== undefined && { expiresAtMs: instantMs(Number(expiresAtMs)) }),
    ...(afterMarket === 'true' && { afterMarket: true as const }),
    ...(gtt && { gtt: true as const }),
    ...(bracket && { bracket }),
    ...(otherPrice !== undefined &&
      otherTriggerPrice !== undefined && {
        otherLeg: { priceTrigger: otherTriggerPrice, priceLimit: otherPrice },
      }),
  };
}

function bracketOf(ticket: Ticket, amounts: Amounts): RequestedConditions['bracket'] {
  const { takeProfitPrice: priceTakeProfit, stopLossPrice: priceStop } = amounts;
  const trailBps = bpsOf(ticket.stopLossTrailPercent);
  if (priceTakeProfit === undefined) return undefined;
  if (trailBps !== undefined) return { priceTakeProfit, trailBps };
  return priceStop === undefined ? undefined : { priceTakeProfit, priceStop };
}

function bpsOf(percent: string | undefined): number | undefined {
  const bps = percent === undefined ? undefined : parseDecimal(percent, PERCENT_SCALE);
  return bps === undefined ? undefined : Number(bps);
}

function smallestOf(scale: number): string {
  return scale === 0 ? '1' : `0.${'1'.padStart(scale, '0')}`;
}

/** As `contentHash` of the core, by the platform's own hash: each order pays for it. */
function hashOf(content: readonly string[]): string {
  return hash('sha256', content.join('\n'), 'base64url').slice(0, CONTENT_HASH_LENGTH);
}
