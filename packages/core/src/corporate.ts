import type { OrderPlace, OrderSpecial } from '#command.ts';
import { type CorporateTerms, changesShares } from '#corporate-terms.ts';
import type { Order } from '#order.ts';
import { type Price, price, quantity } from '#values/index.ts';

/**
 * A good-till-triggered instruction that an action cancelled, as it is to be placed anew: prices by the ratio of the shares, to the nearest
 * tick; the quantity by its inverse, rounded down. Undefined for any other order, and where nothing is left of it.
 */
export function repricedGtt(
  order: Order,
  terms: CorporateTerms,
  tickSize: Price,
): Pick<OrderPlace, 'side' | 'orderType' | 'validity' | 'priceLimit' | 'quantity' | 'special'> | undefined {
  const { trigger, otherLeg, origin } = order.terms ?? {};
  if (origin !== 'gtt' || trigger === undefined || !changesShares(terms)) return undefined;
  const { sharesBefore, sharesAfter } = terms;
  const scaled = (old: Price): Price => onTick((old * sharesBefore) / sharesAfter, tickSize);
  const left = ((order.quantity - order.quantityFilled) * sharesAfter) / sharesBefore;
  if (left === 0n) return undefined;
  const special: OrderSpecial = {
    gtt: true,
    priceTrigger: scaled(trigger.price),
    ...(otherLeg && {
      otherLeg: {
        priceTrigger: scaled(otherLeg.trigger.price),
        priceLimit: scaled(otherLeg.priceLimit),
      },
    }),
  };
  const { side, type: orderType, validity, priceLimit } = order;
  return { side, orderType, validity, priceLimit: scaled(priceLimit), quantity: quantity(left), special };
}

/** The nearest price on the tick, at least one. */
function onTick(value: bigint, tickSize: Price): Price {
  const ticks = (2n * value + tickSize) / (2n * tickSize);
  return price((ticks > 0n ? ticks : 1n) * tickSize);
}
