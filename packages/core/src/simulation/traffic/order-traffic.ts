import type { Command } from '#model/command.ts';
import type { BasketLeg, OrderPlace } from '#model/commands/order-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import { PRODUCTS, usualProduct } from '#products/list.ts';
import { usualOffer } from '#products/offers.ts';
import { conditionalShape, handling, type Making } from '#simulation/traffic/conditional-traffic.ts';
import {
  anyCustomer,
  anyInstrument,
  clientIdOf,
  priceNear,
  quantityFor,
  type Traffic,
} from '#simulation/traffic/draws.ts';
import { GRANTS, INSTRUMENTS } from '#simulation/world.ts';
import { orderId, quantity } from '#values/index.ts';

/* Commands of customers to the exchange: orders, baskets of them, changes and ends. */

export function order(traffic: Traffic): OrderPlace {
  const { random, count } = traffic;
  const instrument = anyInstrument(traffic);
  const sender = {
    type: 'order.place' as const,
    accountId: anyCustomer(traffic),
    clientId: clientIdOf(random.once(50) ? count - 1 - random.below(20) : count),
    contentHash: `content-${count}`,
    instrumentId: instrument.id,
    side: random.once(2) ? ('buy' as const) : ('sell' as const),
  };
  if (random.once(4)) {
    const product = productDrawn(traffic, instrument, 'conditional');
    return { ...sender, ...conditionalShape(makingOf(traffic, instrument)), ...product };
  }
  const { lastOrder } = traffic;
  if (lastOrder?.side === 'buy' && isInLots(lastOrder) && random.once(10))
    return { ...sender, ...sellBack(lastOrder) };
  return {
    ...sender,
    ...plainShape(traffic, instrument),
    ...productDrawn(traffic, instrument, 'plain'),
  };
}

/** A product that an order asks for by name, now and then where it is not traded; mostly none. */
function productDrawn(
  { random }: Traffic,
  { kind }: Instrument,
  shape: 'plain' | 'conditional',
): Pick<OrderPlace, 'product'> {
  for (const { offer, traffic } of PRODUCTS) {
    const { askedOneIn } = traffic;
    if (askedOneIn && random.once(offer.kind === kind ? askedOneIn[shape] : askedOneIn.elsewhere))
      return { product: offer.name };
  }
  return {};
}

/** True where purchases stand in lots, which are not settled yet. */
function isInLots({ instrumentId }: Pick<Order, 'instrumentId'>): boolean {
  return INSTRUMENTS.some((one) => one.id === instrumentId && usualOffer(one).settles === 'lots');
}

/** A market or limit order of some life. */
function plainShape(
  traffic: Traffic,
  instrument: Instrument,
): Pick<BasketLeg, 'orderType' | 'validity' | 'priceLimit' | 'quantity'> {
  const { random } = traffic;
  const isMarket = random.once(4);
  const { validities } = usualProduct(instrument).traffic;
  return {
    orderType: isMarket ? 'market' : 'limit',
    validity: random.once(50) ? 'postOnly' : random.pick(validities),
    ...(!isMarket && { priceLimit: priceNear(traffic, instrument) }),
    quantity: quantityFor(traffic, instrument),
  };
}

/**
 * Several orders at once, now and then more than there is money
 * for, or some of one book that meet what those before have left.
 */
export function basket(traffic: Traffic): Command {
  const { random, count } = traffic;
  const only = random.once(2) ? anyInstrument(traffic) : undefined;
  const legs = Array.from({ length: 1 + random.below(4) }, (): BasketLeg => {
    const instrument = only ?? anyInstrument(traffic);
    const side = random.once(2) ? 'buy' : 'sell';
    const shape = plainShape(traffic, instrument);
    // A leg that must not take is refused: seldom, so that most baskets are judged by more than that.
    const validity = shape.validity === 'postOnly' && !random.once(20) ? 'gtc' : shape.validity;
    return { instrumentId: instrument.id, side, ...shape, validity };
  });
  const clientId = clientIdOf(random.once(50) ? count - 1 - random.below(20) : count);
  return {
    type: 'order.basket',
    accountId: anyCustomer(traffic),
    clientId,
    contentHash: `content-${count}`,
    legs,
  };
}

/** One share more than a demo account began with: what was just bought is not settled. */
function sellBack({ accountId, instrumentId }: OrderPlace) {
  const granted = GRANTS.shares.find((one) => one.instrumentId === instrumentId)?.quantity ?? 0n;
  const terms = { orderType: 'market', validity: 'day', side: 'sell' } as const;
  return { accountId, instrumentId, quantity: quantity(granted + 1n), ...terms };
}

export function cancel(traffic: Traffic): Command {
  const { random, placed } = traffic;
  const one = placed[random.below(Math.max(1, placed.length))];
  const accountId = one && !random.once(10) ? one.accountId : anyCustomer(traffic);
  return { type: 'order.cancel', accountId, orderId: one?.orderId ?? orderId(1) };
}

/** A change of an order that was placed, of its own instrument when it was the last; or an end of several. */
export function handle(traffic: Traffic): Command {
  const { random, placed, count } = traffic;
  const one = random.once(2) ? placed.at(-1) : placed[random.below(Math.max(1, placed.length))];
  const accountId = one && !random.once(15) ? one.accountId : anyCustomer(traffic);
  const instrument = traffic.listed.get(one?.instrumentId ?? '') ?? anyInstrument(traffic);
  return handling(makingOf(traffic, instrument), {
    accountId,
    orderId: one?.orderId ?? orderId(1),
    clientId: clientIdOf(count),
  });
}

function makingOf(traffic: Traffic, instrument: Instrument): Making {
  return {
    random: traffic.random,
    instrument,
    atMs: traffic.atMs,
    priceNear: (reach) => priceNear(traffic, instrument, reach),
    quantityFor: () => quantityFor(traffic, instrument),
  };
}
