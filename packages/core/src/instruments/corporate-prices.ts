import { type AdjustingTerms, type WorthRatio, worthRatio } from '#model/corporate-terms.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order, OrderConditions, TriggerLeg } from '#model/order.ts';
import {
  assert,
  divide,
  type InstantMs,
  type Price,
  price,
  type Quantity,
  quantity,
  type Side,
} from '#values/index.ts';

/** A share that changes: how, when, and between which prices its orders may be from then on. */
export interface ShareChange {
  readonly terms: AdjustingTerms;
  readonly instrument: Instrument;
  readonly band: { readonly priceLow: Price; readonly priceHigh: Price };
  readonly atMs: InstantMs;
}

/**
 * An open order in the new share, with prices by the ratio of the shares and the rest by its inverse, or by
 * the theoretical ex-rights price; undefined where it fits no lot or band. Prices round to the tick in favour
 * of the owner, a purchase down and a sale up.
 */
export function adjustedOrder(order: Order, change: ShareChange): Order | undefined {
  const { instrument, atMs } = change;
  const ratio = shareRatio(change.terms);
  const left = (order.quantity - order.quantityFilled) * ratio.after;
  if (left % (ratio.before * instrument.lotSize) !== 0n) return undefined;
  const quantityLeft = quantity(left / ratio.before);
  const scaled = (old: Price): Price => scaledPrice(old, change, order.side);
  const conditions: OrderConditions = {
    ...conditionsIn(order, { quantityLeft, scaled }, change),
    repricedAtMs: atMs,
  };
  const adjusted: Order = {
    ...order,
    priceLimit: scaled(order.priceLimit),
    quantity: quantity(order.quantityFilled + quantityLeft),
    conditions,
  };
  return pricesOf(adjusted).every((one) => isAllowed(one, order, change)) ? adjusted : undefined;
}

/** How many shares one has become: a rights issue makes another price of a share and no other share. */
function shareRatio(terms: AdjustingTerms): WorthRatio {
  return terms.kind === 'rights' ? { before: 1n, after: 1n } : worthRatio(terms);
}

function conditionsIn(
  { conditions = {} }: Order,
  of: { readonly quantityLeft: Quantity; readonly scaled: (old: Price) => Price },
  { terms: adjusting, instrument }: ShareChange,
): OrderConditions {
  const { quantityLeft, scaled } = of;
  const { trigger, otherLeg, quantityShown } = conditions;
  // Distances and brackets belong to coins, and coins have no companies that change them.
  assert(
    conditions.trailDistance === undefined && conditions.bracket === undefined,
    'Invariant: an order for shares trails nothing and has no bracket',
  );
  const leg = ({ trigger: old, priceLimit }: TriggerLeg): TriggerLeg => ({
    trigger: { ...old, price: scaled(old.price) },
    priceLimit: scaled(priceLimit),
  });
  const shown = quantityShown === undefined ? 0n : shownIn(quantityShown, shareRatio(adjusting), instrument);
  return {
    ...conditions,
    ...(trigger && { trigger: { ...trigger, price: scaled(trigger.price) } }),
    ...(otherLeg && { otherLeg: leg(otherLeg) }),
    ...(quantityShown !== undefined && {
      quantityShown: quantity(shown < quantityLeft ? shown : quantityLeft),
    }),
  };
}

/** The part that others see, in whole lots, rounded up: an iceberg shows no less than it promised. */
function shownIn(old: Quantity, ratio: WorthRatio, { lotSize }: Instrument): bigint {
  const dividend = old * ratio.after;
  return divide({ dividend, divisor: ratio.before * lotSize, rounding: 'up' }) * lotSize;
}

function scaledPrice(old: Price, { terms, instrument: { tickSize } }: ShareChange, side: Side): Price {
  const ratio = worthRatio(terms);
  const dividend = old * ratio.before;
  const rounding = side === 'buy' ? 'down' : 'up';
  return price(divide({ dividend, divisor: ratio.after * tickSize, rounding }) * tickSize);
}

function pricesOf({ priceLimit, conditions }: Order): Price[] {
  const { trigger, otherLeg } = conditions ?? {};
  return [
    priceLimit,
    ...(trigger ? [trigger.price] : []),
    ...(otherLeg ? [otherLeg.trigger.price, otherLeg.priceLimit] : []),
  ];
}

function isAllowed(one: Price, { state, conditions }: Order, { band }: ShareChange): boolean {
  const isSleeping = conditions?.origin === 'gtt' && state.name === 'new';
  return isSleeping ? one > 0n : one >= band.priceLow && one <= band.priceHigh;
}
