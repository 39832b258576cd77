import type { OrderPlace, OrderSpecial } from '#command.ts';
import type { Instrument } from '#instrument.ts';
import type { Order } from '#order.ts';
import { type Amount, type Price, price, type Quantity, quantity } from '#values/index.ts';

/**
 * What a company does to its shares, as published. Of `sharesBefore` shares each holder has `sharesAfter`: a split shares the cost out,
 * a bonus comes beside the old shares at no cost. What is left over is paid at `fractionPrice` a share.
 */
export type CorporateTerms =
  | {
      readonly kind: 'split' | 'bonus';
      readonly sharesBefore: Quantity;
      readonly sharesAfter: Quantity;
      readonly fractionPrice: Price;
    }
  | { readonly kind: 'dividend'; readonly amountPerShare: Amount };

/** Whether the old orders mean nothing any more, because a share is no longer what it was. */
export function changesShares(
  terms: CorporateTerms,
): terms is Extract<CorporateTerms, { kind: 'split' | 'bonus' }> {
  return terms.kind !== 'dividend';
}

/**
 * A good-till-triggered instruction that an action cancelled, as it is to be placed anew: prices by the ratio of the shares, to the nearest
 * tick; the quantity by its inverse, rounded down. Undefined for any other order, and where nothing is left of it.
 */
export function repricedGtt(
  order: Order,
  terms: CorporateTerms,
  instrument: Instrument,
): Pick<OrderPlace, 'side' | 'orderType' | 'validity' | 'priceLimit' | 'quantity' | 'special'> | undefined {
  const { trigger, otherLeg, origin } = order.terms ?? {};
  if (origin !== 'gtt' || trigger === undefined || !changesShares(terms)) return undefined;
  const { sharesBefore, sharesAfter } = terms;
  const scaled = (old: Price): Price => onTick((old * sharesBefore) / sharesAfter, instrument.tickSize);
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
