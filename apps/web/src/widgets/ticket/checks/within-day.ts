import {
  type Amount,
  amount,
  greater,
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
  const isClosing = side === 'sell' ? open > 0n : open < 0n;
  return { marginRate: terms.intradayMarginRate, isClosing, open: open < 0n ? -open : open };
}

/**
 * The best price that a fill may have: of a sale in an
 * auction the top of the band, else the first of the book.
 */
export function bestFor(
  side: Side,
  { auctionPhase, band }: Pick<Terms, 'auctionPhase' | 'band'>,
  levels: readonly { readonly price: Price }[],
): Price | undefined {
  return (auctionPhase !== undefined && side === 'sell' ? band?.priceHigh : undefined) ?? levels[0]?.price;
}

/**
 * The hold that the engine would take: margin and charges at the worst price, of a sale at the best price
 * when that is higher.
 */
export function withinDayHold(
  order: { side: Side; price: Price; priceBest: Price | undefined; quantity: Quantity; withinDay: WithinDay },
  { terms, rules }: { terms: Terms; rules: ChargeRules },
): { margin: Amount; whole: Amount } {
  const { side, withinDay, priceBest, quantity } = order;
  const { intraday } = rules.stockCharges;
  const none = amount(0n);
  if (intraday === undefined) return { margin: none, whole: none };
  const price = side === 'sell' && priceBest !== undefined ? greater(order.price, priceBest) : order.price;
  const value = tradeValue({ price, quantity, scales: terms, rounding: 'up' });
  const { marginRate, isClosing } = withinDay;
  const { margin, charges } = intradayHold(
    { side, value, marginRate, isClosing },
    { ...rules.stockCharges, intraday },
  );
  return { margin, whole: amount(margin + charges) };
}
