import { isTriggeredType, OFFERS, type Offer } from '@tarazu/core/checks';
import type { Side } from '@tarazu/core/values';
import type { OwnOrder } from '@tarazu/protocol';

export type OrderType = OwnOrder['type'];
export type Validity = OwnOrder['validity'];

/** In the order in which a ticket offers them: the two that everybody uses come first. */
const ORDER_TYPES = [
  'market',
  'limit',
  'stopLimit',
  'stopMarket',
  'takeProfitLimit',
  'takeProfitMarket',
  'trailingStop',
] as const satisfies readonly OrderType[];

/** The usual one of a type first. */
const VALIDITIES = [
  'day',
  'gtc',
  'ioc',
  'postOnly',
  'fok',
  'ttl',
  'gtd',
] as const satisfies readonly Validity[];

/** Usual product of a kind of instrument, none for an index; within the day takes the same orders. */
function offerOf(kind: string): Offer | undefined {
  return OFFERS.find((offer) => offer.kind === kind && offer.asked === undefined);
}

export function typesOf(kind: string): readonly OrderType[] {
  return ORDER_TYPES.filter((type) => offerOf(kind)?.orderTypes[type] !== undefined);
}

/** A market order never rests: nothing else is offered for it. */
export function validitiesOf(kind: string, type: OrderType): readonly Validity[] {
  const taken = type === 'market' ? undefined : offerOf(kind)?.orderTypes[type];
  return taken === undefined ? ['ioc'] : VALIDITIES.filter((validity) => taken.includes(validity));
}

/** Only around a purchase that does not sleep itself, where the product has it. */
export function takesBracket(of: { kind: string; side: Side; type: OrderType }): boolean {
  return offerOf(of.kind)?.takes.bracket === true && of.side === 'buy' && !isTriggeredType(of.type);
}

/** The type that the drafts and the address may say; a plain market order for anything else. */
export function orderTypeOf(text: string | undefined): OrderType {
  return ORDER_TYPES.find((type) => type === text) ?? 'market';
}

export function validityOf(text: string | undefined): Validity {
  return VALIDITIES.find((validity) => validity === text) ?? 'day';
}
