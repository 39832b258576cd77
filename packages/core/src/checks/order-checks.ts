import { bandOf } from '#checks/band.ts';
import {
  checkConditional,
  isUnfit,
  missedExpiry,
  missedShown,
  missesTrail,
  needsConditions,
  TRAIL_LIMITS,
} from '#checks/conditional-checks.ts';
import { orderConditionsOf } from '#checks/order-conditions.ts';
import { isPricedType } from '#checks/order-types.ts';
import {
  bandText,
  type CheckCode,
  type CheckedInstrument,
  type CheckedOrder,
  type CheckFailure,
  type OrderPart,
  phaseTermsOf,
  phaseText,
  priceText,
  type Question,
} from '#checks/question.ts';
import { limitOf } from '#checks/worst-price.ts';
import { actsByRule } from '#model/agent.ts';
import { offerAsked } from '#products/offers.ts';
import { type Amount, collarAround, formatDecimal, type Price, tradeValue } from '#values/index.ts';

/** A question with the price that the order is checked by; none for a market order that meets nobody. */
interface Priced extends Question {
  readonly priceLimit: Price | undefined;
}

interface PreTradeCheck {
  readonly code: CheckCode;
  readonly part: OrderPart | ((question: Priced) => OrderPart);
  readonly refuses: (question: Priced) => boolean;
  readonly detail?: (question: Priced) => Readonly<Record<string, string>>;
}

/** The checks of an order for what it is, in the order of rules 2.3: the first that refuses wins. */
const CHECKS: readonly PreTradeCheck[] = [
  { code: 'TYPE_NOT_ALLOWED', part: 'orderType', refuses: typeNotAllowed, detail: allowedText },
  {
    code: 'TICK',
    part: (question) => offTick(question) ?? 'priceLimit',
    refuses: (question) => offTick(question) !== undefined,
    detail: ({ instrument }) => ({ tickSize: priceText(instrument, instrument.tickSize) }),
  },
  {
    code: 'LOT',
    part: 'quantity',
    refuses: ({ order, instrument }) =>
      order.isOfAnyLot !== true && order.quantity % instrument.lotSize !== 0n,
    detail: ({ instrument }) => ({ lotSize: formatDecimal(instrument.lotSize, instrument.baseScale) }),
  },
  {
    code: 'QUANTITY_MIN',
    part: 'quantity',
    refuses: ({ order, instrument }) => order.quantity <= 0n || order.quantity < instrument.quantityMin,
    detail: ({ instrument }) => ({
      quantityMin: formatDecimal(instrument.quantityMin, instrument.baseScale),
    }),
  },
  {
    code: 'QUANTITY_MAX',
    part: 'quantity',
    refuses: ({ order, instrument }) => order.quantity > instrument.quantityMax,
    detail: ({ instrument }) => ({
      quantityMax: formatDecimal(instrument.quantityMax, instrument.baseScale),
    }),
  },
  {
    code: 'VALUE_MIN',
    part: 'quantity',
    refuses: (question) =>
      !actsByRule(question.order) &&
      question.order.isClosing !== true &&
      (valueAtLimit(question) ?? question.instrument.valueMin) < question.instrument.valueMin,
    detail: ({ instrument }) => ({
      valueMin: formatDecimal(instrument.valueMin, instrument.quoteScale),
      asset: instrument.quoteAsset,
    }),
  },
  {
    code: 'VALUE_MAX',
    part: 'quantity',
    refuses: (question) =>
      question.order.isClosing !== true &&
      (valueAtLimit(question) ?? question.instrument.valueMax) > question.instrument.valueMax,
    detail: ({ instrument }) => ({
      valueMax: formatDecimal(instrument.valueMax, instrument.quoteScale),
      asset: instrument.quoteAsset,
    }),
  },
  {
    code: 'PRICE_BAND',
    part: (question) => outsideBand(question) ?? 'priceLimit',
    refuses: (question) => outsideBand(question) !== undefined,
    detail: ({ instrument }) => bandText(instrument, bandOf(instrument)),
  },
  {
    code: 'PRICE_BAND',
    part: (question) => outsideCollar(question) ?? 'priceLimit',
    refuses: (question) => outsideCollar(question) !== undefined,
    detail: collarText,
  },
  {
    code: 'EXPIRY',
    part: 'expiry',
    refuses: ({ order, atMs }) => missedExpiry(order, atMs) !== undefined,
    detail: ({ order, atMs }) => missedExpiry(order, atMs) ?? {},
  },
  {
    code: 'QUANTITY_SHOWN',
    part: 'quantityShown',
    refuses: ({ order, instrument }) => missedShown(order, instrument) !== undefined,
    detail: ({ order, instrument }) => missedShown(order, instrument) ?? {},
  },
  { code: 'TRAIL', part: 'trail', refuses: ({ order }) => missesTrail(order), detail: () => TRAIL_LIMITS },
  { code: 'NO_LIQUIDITY', part: 'quantity', refuses: ({ priceLimit }) => priceLimit === undefined },
  {
    code: 'WOULD_TAKE',
    part: 'priceLimit',
    refuses: wouldTake,
    detail: ({ instrument, bestOpposite }) =>
      bestOpposite === undefined ? {} : { priceBest: priceText(instrument, bestOpposite) },
  },
];

/**
 * Why an order is refused for what it is, whoever sends it; undefined where it is not. The engine asks before
 * it sets anything aside, a ticket before the tap.
 */
export function checkOrder(question: Question): CheckFailure | undefined {
  const priceLimit = limitOf(question);
  const priced: Priced = { ...question, priceLimit };
  for (const { code, part, refuses, detail } of CHECKS) {
    if (!refuses(priced)) continue;
    const about = typeof part === 'string' ? part : part(priced);
    return { code, part: about, ...(detail && { detail: detail(priced) }) };
  }
  const { conditions } = question.order;
  if (conditions === undefined || priceLimit === undefined) return undefined;
  const conditional = { ...question, conditions, priceLimit };
  return checkConditional(conditional, orderConditionsOf(conditional));
}

/** Types and validities that may be sent instead: by the phase, or by the product. */
function allowedText(question: Question): Readonly<Record<string, string>> {
  const { isCollecting, isMarketAllowed } = phaseTermsOf(question);
  const { instrument, order } = question;
  const offer = offerAsked(instrument, order);
  if (order.conditions?.afterMarket) return { allowed: 'limit (day)' };
  if (!offer.isOffered(instrument)) return { allowed: offer.otherwise ?? 'none' };
  if (order.conditions?.bracket && !offer.takes.bracket) return { allowed: 'market, limit' };
  if (!isCollecting) return { allowed: offeredText(question) };
  return { ...phaseText(question), allowed: isMarketAllowed ? 'market, limit (day)' : 'limit (day)' };
}

function offeredText({ instrument, order }: Question): string {
  return Object.entries(offerAsked(instrument, order).orderTypes)
    .map(([type, validities]) => `${type} (${validities.join(', ')})`)
    .join('; ');
}

function typeNotAllowed(question: Question): boolean {
  const { order, instrument } = question;
  const { orderType, validity, priceLimit, conditions } = order;
  if (conditions ? isUnfit(order, conditions) : needsConditions(order)) return true;
  const offer = offerAsked(instrument, order);
  if (!offer.isOffered(instrument)) return true;
  const { gtt, afterMarket, bracket } = conditions ?? {};
  const { takes } = offer;
  if ((gtt && !takes.gtt) || (afterMarket && !takes.afterMarket) || (bracket && !takes.bracket)) return true;
  if (!gtt && !offer.orderTypes[orderType]?.includes(validity)) return true;
  const { isCollecting, isMarketAllowed } = phaseTermsOf(question);
  if (isCollecting && !gtt && orderType !== 'market' && (orderType !== 'limit' || validity !== 'day'))
    return true;
  if (orderType === 'market' && !isMarketAllowed) return true;
  return isPricedType(orderType) !== (priceLimit !== undefined);
}

function valueAtLimit({ order, instrument, priceLimit }: Priced): Amount | undefined {
  if (priceLimit === undefined) return undefined;
  return tradeValue({ price: priceLimit, quantity: order.quantity, scales: instrument, rounding: 'down' });
}

/**
 * Prices of an order that must be within the day's band: none of a GTT, which is for another day, and none of
 * a bracket's end, which is a GTT of its own.
 */
function outsideBand({ order: { priceLimit, conditions }, instrument }: Question): OrderPart | undefined {
  if (conditions?.gtt) return undefined;
  const { priceLow, priceHigh } = bandOf(instrument);
  const isOutside = (one: Price | undefined): boolean =>
    one !== undefined && (one < priceLow || one > priceHigh);
  if (isOutside(priceLimit)) return 'priceLimit';
  return isOutside(conditions?.priceTrigger) ? 'priceTrigger' : undefined;
}

/**
 * Whether the price collar holds for an order: only for coins, which have no band of the day, and not for a
 * GTT, an unchanged price or a bracket's end.
 */
export function isCollared(
  { band }: Pick<CheckedInstrument, 'band'>,
  { conditions, keepsPrices }: Pick<CheckedOrder, 'conditions' | 'keepsPrices'>,
): boolean {
  if (keepsPrices || conditions?.isBracketEnd) return false;
  return band === undefined || conditions?.gtt === true;
}

/** Around what was paid last, or the best price across where nothing was paid yet. */
function collarOf(question: Question): ReturnType<typeof collarAround> | undefined {
  const { instrument, order, isBeforeCollar, priceLast, bestOpposite } = question;
  const middle = priceLast ?? bestOpposite;
  if (isBeforeCollar || middle === undefined || !isCollared(instrument, order)) return undefined;
  return collarAround(middle);
}

/** The ends of a bracket and both legs of a GTT are prices that the customer named as well. */
function outsideCollar(question: Question): OrderPart | undefined {
  const collar = collarOf(question);
  if (collar === undefined) return undefined;
  const { priceLow, priceHigh } = collar;
  return namedPrices(question).find(
    ([, one]) => one !== undefined && (one < priceLow || one > priceHigh),
  )?.[0];
}

function collarText(question: Question): Readonly<Record<string, string>> {
  const collar = collarOf(question);
  return collar === undefined ? {} : bandText(question.instrument, collar);
}

/** Every price that the customer named. */
function namedPrices({
  order: { priceLimit, conditions },
}: Pick<Question, 'order'>): readonly (readonly [OrderPart, Price | undefined])[] {
  if (conditions === undefined) return [['priceLimit', priceLimit]];
  const { priceTrigger, otherLeg, bracket } = conditions;
  return [
    ['priceLimit', priceLimit],
    ['priceTrigger', priceTrigger],
    ['otherLeg', otherLeg?.priceTrigger],
    ['otherLeg', otherLeg?.priceLimit],
    ['priceTakeProfit', bracket?.priceTakeProfit],
    ['priceStop', bracket?.priceStop],
  ];
}

/** The first of the prices that the customer named which is no multiple of the tick. */
function offTick(question: Question): OrderPart | undefined {
  if (question.order.isOfAnyTick) return undefined;
  const { tickSize } = question.instrument;
  return namedPrices(question).find(
    ([, one]) => one !== undefined && (one <= 0n || one % tickSize !== 0n),
  )?.[0];
}

function wouldTake({ order, bestOpposite }: Question): boolean {
  const { validity, side, priceLimit } = order;
  if (validity !== 'postOnly' || priceLimit === undefined || bestOpposite === undefined) return false;
  return side === 'buy' ? priceLimit >= bestOpposite : priceLimit <= bestOpposite;
}
