import type { OwnOrder } from '@tarazu/protocol';

export type OrderType = OwnOrder['type'];
export type Validity = OwnOrder['validity'];

/** In the order in which a ticket offers them: the two that everybody uses come first. */
export const ORDER_TYPES = [
  'market',
  'limit',
  'stopLimit',
  'stopMarket',
  'takeProfitLimit',
  'takeProfitMarket',
  'trailingStop',
] as const satisfies readonly OrderType[];

export const VALIDITIES = [
  'day',
  'gtc',
  'ioc',
  'postOnly',
  'fok',
  'ttl',
  'gtd',
] as const satisfies readonly Validity[];

type Offer = 'stock' | 'spot';

/** What each kind of instrument takes, and how long an order of each type may live; the usual one first. */
const OFFERED: Readonly<Record<Offer, Readonly<Partial<Record<OrderType, readonly Validity[]>>>>> = {
  stock: {
    market: ['ioc'],
    limit: ['day', 'ioc', 'ttl'],
    stopLimit: ['day', 'ttl'],
    stopMarket: ['day', 'ttl'],
  },
  spot: {
    market: ['ioc'],
    limit: ['gtc', 'ioc', 'postOnly', 'fok', 'gtd'],
    stopLimit: ['gtc', 'gtd'],
    stopMarket: ['gtc', 'gtd'],
    takeProfitLimit: ['gtc', 'gtd'],
    takeProfitMarket: ['gtc', 'gtd'],
    trailingStop: ['gtc', 'gtd'],
  },
};

export function typesOf(kind: string): readonly OrderType[] {
  return ORDER_TYPES.filter((type) => OFFERED[offerOf(kind)][type] !== undefined);
}

export function validitiesOf(kind: string, type: OrderType): readonly Validity[] {
  return OFFERED[offerOf(kind)][type] ?? ['ioc'];
}

/** Within the day and for delivery the same. */
function offerOf(kind: string): Offer {
  return kind === 'stock' ? 'stock' : 'spot';
}

/** What the drafts and the address may say of a type; a plain market order for anything else. */
export function orderTypeOf(text: string | undefined): OrderType {
  return ORDER_TYPES.find((type) => type === text) ?? 'market';
}

export function validityOf(text: string | undefined): Validity {
  return VALIDITIES.find((validity) => validity === text) ?? 'day';
}

/** The customer names a limit. */
export function isPricedType(type: OrderType): boolean {
  return type === 'limit' || type === 'stopLimit' || type === 'takeProfitLimit';
}

/** It sleeps until the price meets a trigger. */
export function isTriggeredType(type: OrderType): boolean {
  return type !== 'market' && type !== 'limit';
}

/** The customer names the trigger; a trailing stop makes its own. */
export function namesTrigger(type: OrderType): boolean {
  return isTriggeredType(type) && type !== 'trailingStop';
}

export function isStopType(type: OrderType): boolean {
  return type === 'stopLimit' || type === 'stopMarket' || type === 'trailingStop';
}

/** Whether the price has to rise or to fall to the trigger: a stop guards, a take-profit reaps. */
export function triggerWhen(type: OrderType, side: 'buy' | 'sell'): 'rises' | 'falls' {
  return isStopType(type) === (side === 'buy') ? 'rises' : 'falls';
}

/** What does not fill at once is dropped. */
export function neverWaits({ type, validity }: { type: OrderType; validity: Validity }): boolean {
  return type === 'market' || validity === 'ioc' || validity === 'fok';
}
