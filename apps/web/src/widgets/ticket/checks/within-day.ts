import { dearestPrice, isClosingSide, priceMet } from '@tarazu/core/checks';
import {
  type Amount,
  amount,
  intradayHold,
  type Price,
  type Quantity,
  type Rate,
  tradeValue,
} from '@tarazu/core/values';
import type { StockProduct } from '@tarazu/protocol';
import { isWithinDay } from '#products/list.ts';
import type { ChargeRules, Side, Terms } from './terms.ts';

/**
 * How an order within the day (MIS) is covered: absent for delivery, and where the rules have no such thing.
 */
export interface WithinDay {
  readonly marginRate: Rate;
  /** The order closes what is open, and sets no margin aside. */
  readonly isClosing: boolean;
  /** The quantity that is open on the other side and may be closed. */
  readonly open: bigint;
}

/** Undefined for delivery. `open` is above zero for what was bought first, below for what was sold first. */
export function withinDayOf(
  asked: { terms: Terms; rules: ChargeRules; side: Side; product: StockProduct | undefined },
  open: bigint,
): WithinDay | undefined {
  const { terms, rules, side, product } = asked;
  if (
    !isWithinDay(product) ||
    terms.intradayMarginRate === undefined ||
    rules.stockCharges.intraday === undefined
  )
    return undefined;
  const isClosing = isClosingSide(open, side);
  return { marginRate: terms.intradayMarginRate, isClosing, open: open < 0n ? -open : open };
}

/** The best price that a fill may have, of the levels that the ticket knows. */
export function bestFor(
  side: Side,
  { auctionPhase, band }: Pick<Terms, 'auctionPhase' | 'band'>,
  levels: readonly { readonly price: Price }[],
): Price | undefined {
  const market = { priceHigh: band?.priceHigh, priceBest: levels[0]?.price };
  return priceMet({ side, isAuction: auctionPhase !== undefined }, market);
}

/** The hold that the engine would take: margin and charges at the dearest price at which it may open. */
export function withinDayHold(
  order: {
    side: Side;
    price: Price;
    priceTrigger?: Price | undefined;
    priceBest: Price | undefined;
    quantity: Quantity;
    withinDay: WithinDay;
  },
  { terms, rules }: { terms: Terms; rules: ChargeRules },
): { margin: Amount; whole: Amount } {
  const { side, withinDay, priceTrigger, quantity } = order;
  const { intraday } = rules.stockCharges;
  const none = amount(0n);
  if (intraday === undefined) return { margin: none, whole: none };
  const price = dearestPrice({ side, priceLimit: order.price, priceTrigger }, order.priceBest);
  const value = tradeValue({ price, quantity, scales: terms, rounding: 'up' });
  const { marginRate, isClosing } = withinDay;
  const { margin, charges } = intradayHold(
    { side, value, marginRate, isClosing },
    { ...rules.stockCharges, intraday },
  );
  return { margin, whole: amount(margin + charges) };
}
