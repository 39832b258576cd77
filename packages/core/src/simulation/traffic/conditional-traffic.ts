import type { Command } from '#model/command.ts';
import type { OrderPlace, RequestedConditions } from '#model/commands/order-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Validity } from '#model/order.ts';
import { usualProduct } from '#products/list.ts';
import type { ConditionalShape } from '#products/traffic.ts';
import type { Random } from '#simulation/random.ts';
import { ARUNA } from '#simulation/world.ts';
import {
  type AccountId,
  assert,
  type ClientId,
  DAY_MS,
  type InstantMs,
  instantMs,
  MINUTE_MS,
  type OrderId,
  type Price,
  type Quantity,
  quantity,
} from '#values/index.ts';

/* Orders of customers beside plain ones: most make sense, some do not. */

/** Parts of a conditional order: prices and quantities as the rest of the traffic has them. */
export interface Making {
  readonly random: Random;
  readonly instrument: Instrument;
  readonly atMs: InstantMs;
  readonly priceNear: (reach?: number) => Price;
  readonly quantityFor: () => Quantity;
}

type Shape = Pick<OrderPlace, 'orderType' | 'validity' | 'quantity'> &
  Pick<Partial<OrderPlace>, 'priceLimit' | 'conditions'> & { readonly side?: OrderPlace['side'] };

/** Prints reach so far from the middle, in ticks: a trigger beyond waits for ever. */
const REACH = 5;

/**
 * An order that waits, that hides a part of itself, that ends at a time, or that fills whole or not at all.
 */
export function conditionalShape(making: Making): Shape {
  const { random, instrument } = making;
  const { conditionals } = usualProduct(instrument).traffic;
  const shapes = conditionals[random.below(conditionals.length)];
  assert(shapes !== undefined, 'Invariant: a product says which conditional orders it has');
  const drawn = shapes.slice(0, -1).find(() => random.once(2)) ?? shapes.at(-1);
  return SHAPES[drawn ?? shapes[0]](making);
}

/** Every shape by its name in a product's record. */
const SHAPES: Readonly<Record<ConditionalShape, (making: Making) => Shape>> = {
  stop,
  bracket,
  iceberg,
  gtt,
  afterMarket,
  timed,
  fillOrKill,
};

/** Ends of a bracket are so near that one order prints beyond them on its way to the purchase. */
const BRACKET_REACH = 3;

/** Mostly a purchase with the stop below and the gain above, near enough for prints to come to them. */
function bracket(making: Making): Shape {
  const { random, priceNear } = making;
  const near = (): Price => priceNear(BRACKET_REACH);
  const drawn = [near(), near(), near()];
  const isNonsense = random.once(6);
  const [priceStop = near(), priceLimit = near(), priceTakeProfit = near()] = isNonsense
    ? drawn
    : drawn.sort((one, other) => Number(one - other));
  const trails = random.once(3);
  return {
    ...(!isNonsense && { side: 'buy' }),
    orderType: 'limit',
    validity: 'gtc',
    quantity: making.quantityFor(),
    priceLimit,
    conditions: {
      bracket: { priceTakeProfit, ...(trails ? { trailBps: trailOf(random) } : { priceStop }) },
    },
  };
}

function stop(making: Making): Shape {
  const { random, instrument, priceNear } = making;
  const { offer, traffic } = usualProduct(instrument);
  const orderType = random.pick(traffic.stops);
  const quantityWhole = making.quantityFor();
  const life = lifeOf(making, offer.restsFor);
  if (orderType === 'trailingStop')
    return {
      orderType,
      quantity: quantityWhole,
      ...life,
      conditions: { ...life.conditions, trailBps: trailOf(random) },
    };
  const priceTrigger = priceNear(REACH);
  const isLimit = orderType === 'stopLimit' || orderType === 'takeProfitLimit';
  return {
    orderType,
    quantity: quantityWhole,
    ...life,
    ...(isLimit && { priceLimit: random.once(3) ? priceTrigger : priceNear() }),
    conditions: { ...life.conditions, priceTrigger },
  };
}

/** A distance of some ticks in every instrument of the world, now and then nonsense. */
function trailOf(random: Random): number {
  return random.once(12) ? random.below(5_000) : random.pick([10, 10, 50, 200]);
}

/** Till the day or a customer ends it, and sometimes till a time. */
function lifeOf(
  { random, atMs }: Making,
  plain: Validity,
): { validity: Validity; conditions: RequestedConditions } {
  if (!random.once(4)) return { validity: plain, conditions: {} };
  if (plain === 'day')
    return { validity: 'ttl', conditions: { ttlMinutes: random.once(8) ? 121 : 1 + random.below(5) } };
  const expiresAtMs = instantMs(atMs + (random.once(8) ? 91 * DAY_MS : 30_000 * (1 + random.below(20))));
  return { validity: 'gtd', conditions: { expiresAtMs } };
}

function timed(making: Making): Shape {
  const validity = usualProduct(making.instrument).traffic.timedBy;
  const conditions: RequestedConditions =
    validity === 'ttl'
      ? { ttlMinutes: 1 + making.random.below(3) }
      : { expiresAtMs: instantMs(making.atMs + MINUTE_MS * making.random.below(5)) };
  return {
    orderType: 'limit',
    validity,
    quantity: making.quantityFor(),
    priceLimit: making.priceNear(),
    conditions,
  };
}

function iceberg(making: Making): Shape {
  const { random, instrument } = making;
  const lots = BigInt(2 + random.below(30));
  const { lotSize } = instrument;
  const { offer, traffic } = usualProduct(instrument);
  const { icebergLots, icebergRestsOneIn } = traffic;
  const whole = quantity(lots * lotSize * BigInt(icebergLots));
  const part = quantity((whole / BigInt(2 + random.below(8)) / lotSize) * lotSize);
  return {
    orderType: 'limit',
    validity: icebergRestsOneIn !== undefined && random.once(icebergRestsOneIn) ? 'postOnly' : offer.restsFor,
    quantity: whole,
    priceLimit: making.priceNear(),
    conditions: { quantityShown: random.once(20) ? making.quantityFor() : part },
  };
}

function gtt(making: Making): Shape {
  const { random, priceNear } = making;
  const [first, second] = [priceNear(REACH), priceNear(REACH)];
  return {
    orderType: 'limit',
    validity: 'gtd',
    quantity: making.quantityFor(),
    priceLimit: random.once(2) ? first : priceNear(),
    conditions: {
      gtt: true,
      priceTrigger: first,
      ...(random.once(2) && {
        otherLeg: { priceTrigger: second, priceLimit: second },
        ...(random.once(3) && { isBracketEnd: true }),
      }),
    },
  };
}

function afterMarket(making: Making): Shape {
  return {
    orderType: 'limit',
    validity: 'day',
    quantity: making.quantityFor(),
    priceLimit: making.priceNear(),
    conditions: { afterMarket: true },
  };
}

function fillOrKill(making: Making): Shape {
  const isMarket = making.random.once(3);
  return {
    orderType: isMarket ? 'market' : 'limit',
    validity: 'fok',
    quantity: making.quantityFor(),
    ...(!isMarket && { priceLimit: making.priceNear() }),
  };
}

/** Changes an order that was placed, or ends several at once. */
export function handling(
  making: Making,
  of: { readonly accountId: AccountId; readonly orderId: OrderId; readonly clientId: ClientId },
): Command {
  const { random, instrument } = making;
  const { accountId, orderId, clientId } = of;
  if (random.once(4)) return { type: 'orders.expire', accountId };
  if (random.once(12)) {
    const venue = random.once(2) ? { venue: ARUNA.venue } : {};
    return {
      type: 'order.cancelAll',
      accountId,
      ...(random.once(2) ? venue : { instrumentId: instrument.id }),
    };
  }
  const what = random.below(8);
  return {
    type: 'order.modify',
    accountId,
    clientId,
    contentHash: `modify-${clientId}`,
    orderId,
    ...((what < 3 || what === 7) && { quantity: making.quantityFor() }),
    ...((what === 3 || what === 4 || what === 7) && { priceLimit: making.priceNear() }),
    ...(what >= 5 && { priceTrigger: making.priceNear(REACH) }),
  };
}
