import type { Fields } from '#codec/fields.ts';
import { SIDES } from '#codec/key-fields.ts';
import { NAMED_AGENTS } from '#model/agent.ts';
import type { BasketLeg, OrderPlace, RequestedConditions } from '#model/commands/order-commands.ts';
import type { OrderType, Validity } from '#model/order.ts';
import { assert, instantMs, instrumentId, type Price, price, quantity } from '#values/index.ts';

/* Fields of commands about orders. */

const ORDER_TYPES: readonly OrderType[] = [
  'market',
  'limit',
  'stopLimit',
  'stopMarket',
  'takeProfitLimit',
  'takeProfitMarket',
  'trailingStop',
];
const VALIDITIES: readonly Validity[] = ['day', 'ttl', 'gtc', 'gtd', 'ioc', 'fok', 'postOnly'];

/** A leg of a basket is of the usual product of its instrument. */
export function basketLegOf(fields: Fields): BasketLeg {
  assert(
    !fields.has('product'),
    `Condition: the legs of a basket in the journal name no product, not ${String(fields.raw('product'))}`,
  );
  return legOf(fields);
}

/** Fields of every order, alone or in a basket. */
export function legOf(fields: Fields): BasketLeg {
  return {
    instrumentId: instrumentId(fields.text('instrumentId')),
    side: fields.oneOf('side', SIDES),
    orderType: fields.oneOf('orderType', ORDER_TYPES),
    validity: fields.oneOf('validity', VALIDITIES),
    ...(fields.has('priceLimit') && { priceLimit: price(fields.integer('priceLimit')) }),
    quantity: quantity(fields.integer('quantity')),
  };
}

/** Sender of a command, where it names one. */
export function agentIn(fields: Fields): Pick<OrderPlace, 'agent'> {
  return fields.has('agent') ? { agent: fields.oneOf('agent', NAMED_AGENTS) } : {};
}

/** Replay before `format 2`: conditions were called special. */
export function conditionsIn(fields: Fields): Pick<OrderPlace, 'conditions'> {
  const name = fields.has('special') ? 'special' : 'conditions';
  return fields.has(name) ? { conditions: conditionsOf(fields.object(name)) } : {};
}

function conditionsOf(fields: Fields): RequestedConditions {
  const bracket = fields.has('bracket') ? fields.object('bracket') : undefined;
  const leg = fields.has('otherLeg') ? fields.object('otherLeg') : undefined;
  return {
    ...pricesOf(fields),
    ...(fields.has('trailBps') && { trailBps: fields.whole('trailBps') }),
    ...(fields.has('quantityShown') && { quantityShown: quantity(fields.integer('quantityShown')) }),
    ...(fields.has('ttlMinutes') && { ttlMinutes: fields.whole('ttlMinutes') }),
    ...(fields.has('expiresAtMs') && { expiresAtMs: instantMs(fields.whole('expiresAtMs')) }),
    ...(fields.has('afterMarket') && { afterMarket: fields.oneOf('afterMarket', [true]) }),
    ...(fields.has('gtt') && { gtt: fields.oneOf('gtt', [true]) }),
    ...(fields.has('isBracketEnd') && { isBracketEnd: fields.oneOf('isBracketEnd', [true]) }),
    ...(bracket && {
      bracket: {
        priceTakeProfit: price(bracket.integer('priceTakeProfit')),
        ...(bracket.has('priceStop') && { priceStop: price(bracket.integer('priceStop')) }),
        ...(bracket.has('trailBps') && { trailBps: bracket.whole('trailBps') }),
      },
    }),
    ...(leg && {
      otherLeg: {
        priceTrigger: price(leg.integer('priceTrigger')),
        priceLimit: price(leg.integer('priceLimit')),
      },
    }),
  };
}

/** Prices of an order or of a change, those that are named. */
export function pricesOf(fields: Fields): { priceLimit?: Price; priceTrigger?: Price } {
  return {
    ...(fields.has('priceLimit') && { priceLimit: price(fields.integer('priceLimit')) }),
    ...(fields.has('priceTrigger') && { priceTrigger: price(fields.integer('priceTrigger')) }),
  };
}
