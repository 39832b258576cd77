import {
  isPricedType,
  isTriggeredType,
  namesTrigger,
  type PriceQuestion,
  priceMet,
  type RequestedConditions,
  worstPrice as worstOfOrder,
} from '@tarazu/core/checks';
import {
  type Amount,
  amount,
  type ChargesDue,
  divide,
  type InstantMs,
  type Price,
  price,
  type Quantity,
  quantity,
  smaller,
  tradeValue,
} from '@tarazu/core/values';
import type { Chosen, Hold } from '#products/ticket.ts';
import { ticketOf } from '#products/tickets.ts';
import { type Bracket, type BracketOutcomes, bracketOutcomes, endPrices } from './bracket.ts';
import type { ChargeRules, Level, OrderType, Side, Terms, Validity } from './terms.ts';

/** The order that a person is about to send, in integers. */
export interface Intent {
  readonly side: Side;
  readonly type: OrderType;
  readonly validity: Validity;
  /** Only where the customer names one. */
  readonly priceLimit: Price | undefined;
  readonly quantity: Quantity;
  /** The price for which it waits; of a trailing stop where it begins. */
  readonly priceTrigger?: Price | undefined;
  /** Of a trailing stop: how far behind the price. */
  readonly trailBps?: number | undefined;
  /** Of an iceberg. */
  readonly quantityShown?: Quantity | undefined;
  readonly bracket?: Bracket | undefined;
  readonly ttlMinutes?: number | undefined;
  readonly expiresAtMs?: InstantMs | undefined;
}

/** All that the forecast of an order is made from. */
export interface Question extends PriceAsked, Chosen {
  readonly rules: ChargeRules;
  /** Part of the depository charge that the day's earlier sales of this instrument have paid. */
  readonly depositoryPaid: Amount;
  /** Of the coin fees: what this account pays now. */
  readonly feeTier: number;
}

interface ChargeLine {
  /** The ledger account that collects it. */
  readonly name: string;
  readonly amount: Amount;
}

/** Order preview: cost to be expected, and cost at most. */
export interface Preview {
  /** The worst price at which it may fill: the limit, or the protected price of a market order. */
  readonly priceWorst: Price;
  /** Average of what the book would give now; the limit for what would wait. */
  readonly priceExpected: Price;
  /**
   * The quantity that would fill at once, and the rest that would wait (or be dropped, where it may not
   * wait).
   */
  readonly quantityTaken: Quantity;
  readonly value: Amount;
  readonly charges: readonly ChargeLine[];
  readonly chargesTotal: Amount;
  /** Value of a purchase and its charges, or of a sale less its charges. */
  readonly total: Amount;
  /** Most that a purchase can cost, which is held, or least that a sale can bring. */
  readonly worst: Amount;
  /** Of a purchase: the price at which selling it all, charges paid, gives back what it cost. */
  readonly priceBreakEven: Price | undefined;
  /**
   * Of an order on margin: what stands behind what it opens; `total` and `worst` are then what is set aside.
   */
  readonly margin?: Amount | undefined;
  /** Only of a bracket. */
  readonly outcomes?: BracketOutcomes | undefined;
}

/** Undefined while there is nobody on the other side of a market order, or no quantity. */
export function previewOf(question: Question): Preview | undefined {
  const { intent, terms } = question;
  const priceWorst = worstPrice(question);
  if (priceWorst === undefined || priceWorst <= 0n || intent.quantity <= 0n) return undefined;
  const walked = walk(question, priceWorst);
  // A market order for more than is in sight is shown as if the
  // rest came at the worst price, never as if it were cheaper.
  const rest = quantity(intent.quantity - walked.quantity);
  const restValue = valueAt(terms, restPrice(intent, priceWorst), rest);
  const value = amount(walked.value + restValue);
  const turnover = isTriggeredType(intent.type)
    ? { taken: value, made: amount(0n) }
    : { taken: walked.value, made: restValue };
  const charges = chargesOf(question, turnover);
  const total = sum(charges);
  const held = heldOf(question, priceWorst);
  const { margin } = held ?? {};
  return {
    priceWorst,
    priceExpected: averagePrice(terms, value, intent.quantity),
    quantityTaken: walked.quantity,
    value,
    charges,
    chargesTotal: total,
    total: totalOf({ margin, value, total }, intent.side),
    worst: held?.whole ?? netOfSale(question, priceWorst),
    priceBreakEven:
      intent.side === 'buy' && margin === undefined ? breakEven(question, amount(value + total)) : undefined,
    ...(margin !== undefined && { margin }),
    ...(intent.bracket && { outcomes: outcomesOf(question, priceWorst, amount(value + total)) }),
  };
}

function totalOf(
  { margin, value, total }: { margin: Amount | undefined; value: Amount; total: Amount },
  side: Side,
): Amount {
  if (margin !== undefined) return amount(margin + total);
  return amount(side === 'buy' ? value + total : value - total);
}

/** The hold of an order that sets money aside; undefined for one that holds what it sells. */
function heldOf(question: Question, price: Price): Hold | undefined {
  const { intent, levels, terms, open = 0n } = question;
  const { side, quantity: size, priceTrigger } = intent;
  const product = ticketOf(terms, question);
  if (!product.offer.holdsMoney(side)) return undefined;
  const priceBest = bestFor(side, terms, levels);
  return product.holdOf({ side, price, priceTrigger, priceBest, quantity: size, open }, question);
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

/** An order that becomes a market order at its trigger should fill there; any other at its limit. */
function restPrice({ type, priceTrigger }: Intent, priceWorst: Price): Price {
  return isTriggeredType(type) && !isPricedType(type) ? (priceTrigger ?? priceWorst) : priceWorst;
}

/** The question of an order's price: the order as the engine reads it, and the market as it is here. */
export interface PriceAsked {
  readonly intent: Intent;
  readonly terms: Terms;
  /** The opposite side of the book, best first. */
  readonly levels: readonly Level[];
  /** The newest price, by which a trigger is judged. */
  readonly priceLast?: Price | undefined;
}

export function priceQuestion({ intent, terms, levels, priceLast }: PriceAsked): PriceQuestion {
  const { side, type, validity, quantity: size, priceLimit } = intent;
  const conditions = conditionsOf(intent);
  return {
    order: {
      side,
      orderType: type,
      validity,
      quantity: size,
      ...(priceLimit !== undefined && { priceLimit }),
      ...(Object.keys(conditions).length > 0 && { conditions }),
    },
    instrument: terms,
    isAuction: terms.auctionPhase !== undefined,
    bestOpposite: levels[0]?.price,
    priceLast,
  };
}

function conditionsOf(intent: Intent): RequestedConditions {
  const { type, priceTrigger, trailBps, quantityShown, bracket, ttlMinutes, expiresAtMs } = intent;
  return {
    ...(namesTrigger(type) && priceTrigger !== undefined && { priceTrigger }),
    ...(type === 'trailingStop' && trailBps !== undefined && { trailBps }),
    ...(quantityShown !== undefined && { quantityShown }),
    ...(bracket && { bracket }),
    ...(ttlMinutes !== undefined && { ttlMinutes }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  };
}

/** The engine's own worst price: the limit, or the protected one; in an auction the edge of the band. */
export function worstPrice(asked: PriceAsked): Price | undefined {
  return worstOfOrder(priceQuestion(asked));
}

/**
 * Fills that the book would give at once, at no worse than
 * the worst price; none for an order that only waits.
 */
function walk({ intent, terms, levels }: Question, priceWorst: Price): { quantity: Quantity; value: Amount } {
  let left: bigint = intent.quantity;
  let value = 0n;
  const onlyWaits = intent.validity === 'postOnly' || isTriggeredType(intent.type);
  for (const level of onlyWaits ? [] : levels) {
    const isWorse = intent.side === 'buy' ? level.price > priceWorst : level.price < priceWorst;
    if (isWorse || left === 0n) break;
    const taken = smaller<bigint>(left, level.quantity);
    value += valueAt(terms, level.price, quantity(taken));
    left -= taken;
  }
  return { quantity: quantity(intent.quantity - left), value: amount(value) };
}

/** As the engine counts a fill: rounded down to the smallest unit. */
function valueAt(scales: Terms, at: Price, size: Quantity): Amount {
  return tradeValue({ price: at, quantity: size, scales, rounding: 'down' });
}

/** Shown, never posted: half-up, at the price's decimals. */
function averagePrice(scales: Terms, value: Amount, size: Quantity): Price {
  const shift = scales.priceScale + scales.baseScale - scales.quoteScale;
  const dividend = value * 10n ** BigInt(Math.max(0, shift));
  return price(divide({ dividend, divisor: size * 10n ** BigInt(Math.max(0, -shift)), rounding: 'half-up' }));
}

interface Turnover {
  readonly taken: Amount;
  readonly made: Amount;
}

function chargesOf(question: Question, turnover: Turnover): readonly ChargeLine[] {
  const { intent, terms, rules, depositoryPaid, feeTier } = question;
  const { side } = intent;
  const { quoteIsCoin } = terms;
  const { offer } = ticketOf(terms, question);
  return linesOf(offer.chargesDue({ side, ...turnover, depositoryPaid, feeTier, quoteIsCoin }, rules));
}

function linesOf(due: ChargesDue): readonly ChargeLine[] {
  return Object.entries(due).map(([name, units]: [string, Amount]) => ({ name, amount: units }));
}

function sum(lines: readonly ChargeLine[]): Amount {
  return amount(lines.reduce((total: bigint, line) => total + line.amount, 0n));
}

/** The least net proceeds of selling it all at a price. */
function netOfSale(question: Question, at: Price): Amount {
  const taken = valueAt(question.terms, at, question.intent.quantity);
  const sale: Question = { ...question, intent: { ...question.intent, side: 'sell' } };
  return amount(taken - sum(chargesOf(sale, { taken, made: amount(0n) })));
}

function outcomesOf(question: Question, priceWorst: Price, cost: Amount): BracketOutcomes | undefined {
  const { intent, terms } = question;
  if (intent.bracket === undefined) return undefined;
  const ends = endPrices(intent.bracket, { terms, priceWorst });
  return bracketOutcomes(ends, { cost, netOfSale: (at) => netOfSale(question, at) });
}

const DOUBLINGS_MAX = 64;

/**
 * Lowest tick at which selling it all at once, depository
 * paid, gives back the cost, as proceeds grow with the price.
 */
function breakEven(question: Question, cost: Amount): Price | undefined {
  const { tickSize } = question.terms;
  const sale: Question = { ...question, depositoryPaid: amount(0n) };
  const covers = (ticks: bigint) => netOfSale(sale, price(ticks * tickSize)) >= cost;
  let high = 1n;
  for (let doubling = 0; !covers(high); doubling += 1) {
    if (doubling === DOUBLINGS_MAX) return undefined;
    high *= 2n;
  }
  let low = high / 2n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (covers(middle)) high = middle;
    else low = middle;
  }
  return price(high * tickSize);
}

/** Facts from which the largest and the least order are found. */
interface SizeAsked extends Pick<Question, 'terms' | 'rules' | 'feeTier' | 'product' | 'open'> {
  readonly priceWorst: Price | undefined;
  readonly priceBest?: Price | undefined;
}

/** The largest order that the means allow, in whole lots and within the instrument's limits. */
export function quantityPossible(
  question: SizeAsked & { readonly side: Side },
  { cash, sellable }: { cash: Amount; sellable: Quantity },
): Quantity {
  const { terms, side, priceWorst, open = 0n } = question;
  const lots = (size: bigint) => size / terms.lotSize;
  const closable = ticketOf(terms, question).offer.closable(side, { open, sellable });
  if (closable !== undefined)
    return quantity(lots(smaller<bigint>(closable, terms.quantityMax)) * terms.lotSize);
  if (priceWorst === undefined || priceWorst <= 0n) return quantity(0n);
  const fits = (count: bigint) => {
    const size = quantity(count * terms.lotSize);
    const value = tradeValue({ price: priceWorst, quantity: size, scales: terms, rounding: 'down' });
    return value <= terms.valueMax && heldFor(question, { side, price: priceWorst, quantity: size }) <= cash;
  };
  let low = 0n;
  let high = lots(terms.quantityMax) + 1n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return quantity(low * terms.lotSize);
}

/**
 * The least sum of money with which a purchase is taken: one lot or what the rules ask for, charges included.
 */
export function leastPurchase(
  question: SizeAsked,
): { readonly quantity: Quantity; readonly cost: Amount } | undefined {
  const { terms, priceWorst } = question;
  if (priceWorst === undefined || priceWorst <= 0n) return undefined;
  const isEnough = (count: bigint) => {
    const size = quantity(count * terms.lotSize);
    const value = tradeValue({ price: priceWorst, quantity: size, scales: terms, rounding: 'down' });
    return size >= terms.quantityMin && value >= terms.valueMin;
  };
  let [low, high] = [0n, terms.quantityMax / terms.lotSize];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  const size = quantity(high * terms.lotSize);
  return { quantity: size, cost: heldFor(question, { side: 'buy', price: priceWorst, quantity: size }) };
}

/** All that an order which sets money aside can cost at its worst price: what is held for it. */
function heldFor(question: SizeAsked, order: { side: Side; price: Price; quantity: Quantity }): Amount {
  const { terms, priceBest, open = 0n } = question;
  return ticketOf(terms, question).holdOf({ ...order, priceBest, open }, question).whole;
}

/** A share of what is possible, down to whole lots. */
export function shareOfPossible(possible: Quantity, percent: number, { lotSize }: Terms): Quantity {
  const part = divide({ dividend: possible * BigInt(percent), divisor: 100n, rounding: 'down' });
  return quantity((part / lotSize) * lotSize);
}
