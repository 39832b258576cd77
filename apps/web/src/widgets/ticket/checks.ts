import { formatDecimal, type Price, parseDecimal, price, quantity, tradeValue } from '@tarazu/core/values';
import { type Bracket, checkBracket, checkBracketTicks } from './bracket.ts';
import { type ConditionalQuestion, checkConditional, checkTerms, checkTick } from './conditional.ts';
import type { CheckCode, CheckDetail, CheckFailure } from './failure.ts';
import { isPricedType, isTriggeredType, namesTrigger, neverWaits } from './offered.ts';
import { type Intent, type Preview, worstPrice } from './preview.ts';
import type { Level, OrderType, Side, Terms, Validity } from './terms.ts';
import { trailTrigger } from './trail-trigger.ts';
import type { WithinDay } from './within-day.ts';

/** What stands in the fields of a ticket. */
export interface TicketFields {
  readonly side: Side;
  readonly type: OrderType;
  readonly validity: Validity;
  readonly price: string;
  readonly quantity: string;
  /** Of what waits for a trigger. */
  readonly trigger?: string | undefined;
  /** Of a trailing stop, in percent. */
  readonly trail?: string | undefined;
  /** Of an iceberg; empty where all is shown. */
  readonly shown?: string | undefined;
  /** A purchase of coins with both its ends said beforehand. */
  readonly bracket?: boolean | undefined;
  readonly takeProfit?: string | undefined;
  readonly stopLoss?: string | undefined;
  /** The bracket's stop trails, so far behind as the field of a trailing stop says. */
  readonly stopTrails?: boolean | undefined;
  /** Of validity `ttl`. */
  readonly minutes?: string | undefined;
  /** Of validity `gtd`: how many days from now. */
  readonly days?: string | undefined;
  /** Taken while the market is closed, for its next session. */
  readonly afterMarket?: boolean | undefined;
  /** Of a stock: for delivery, or within the day on margin. */
  readonly product?: 'CNC' | 'MIS' | undefined;
}

/**
 * The fields as an intent; undefined while one that it needs is empty, zero or no number of this instrument.
 */
export function intentOf(
  fields: TicketFields,
  terms: Terms,
  priceLast?: Price | undefined,
): Intent | undefined {
  const size = positive(fields.quantity, terms.scales.baseScale);
  if (size === undefined) return undefined;
  const { side, type, validity } = fields;
  const limit = isPricedType(type) ? positive(fields.price, terms.scales.priceScale) : undefined;
  if (isPricedType(type) && limit === undefined) return undefined;
  const trigger = triggerOf(fields, terms, priceLast);
  if (isTriggeredType(type) && trigger === undefined) return undefined;
  const bracket = bracketOf(fields, terms);
  if (fields.bracket === true && bracket === undefined) return undefined;
  const shown = mayBeIceberg(fields) ? positive(fields.shown ?? '', terms.scales.baseScale) : undefined;
  return {
    side,
    type,
    validity,
    priceLimit: limit === undefined ? undefined : price(limit),
    quantity: quantity(size),
    ...trigger,
    ...(shown === undefined ? {} : { quantityShown: quantity(shown) }),
    ...(bracket === undefined ? {} : { bracket }),
  };
}

function bracketOf(fields: TicketFields, { scales }: Terms): Bracket | undefined {
  const { bracket, takeProfit = '', stopLoss = '', stopTrails, trail = '' } = fields;
  const profit = positive(takeProfit, scales.priceScale);
  if (bracket !== true || profit === undefined) return undefined;
  const priceTakeProfit = price(profit);
  const stop = stopTrails ? positive(trail, BPS_SCALE) : positive(stopLoss, scales.priceScale);
  if (stop === undefined) return undefined;
  return stopTrails ? { priceTakeProfit, trailBps: stop } : { priceTakeProfit, priceStop: price(stop) };
}

const BPS_SCALE = 2;

function triggerOf(
  { side, type, trigger, trail }: TicketFields,
  terms: Terms,
  priceLast: Price | undefined,
): Pick<Intent, 'priceTrigger' | 'trailBps'> | undefined {
  if (namesTrigger(type)) {
    const level = positive(trigger ?? '', terms.scales.priceScale);
    return level === undefined ? undefined : { priceTrigger: price(level) };
  }
  const trailBps = positive(trail ?? '', BPS_SCALE);
  if (type !== 'trailingStop' || trailBps === undefined || priceLast === undefined) return undefined;
  return { priceTrigger: trailTrigger({ side, trailBps, priceLast }, terms), trailBps };
}

function positive(text: string, scale: number): bigint | undefined {
  const units = parseDecimal(text, scale);
  return units === 0n ? undefined : units;
}

/** Only what names a price and may wait can show a part of itself. */
export function mayBeIceberg({ type, validity }: Pick<TicketFields, 'type' | 'validity'>): boolean {
  return isPricedType(type) && !neverWaits({ type, validity }) && validity !== 'postOnly';
}

export interface CheckQuestion {
  readonly intent: Intent;
  readonly terms: Terms;
  readonly levels: readonly Level[];
  /** The newest price, by which a trigger is judged. */
  readonly priceLast?: Price | undefined;
}

interface Asked extends CheckQuestion {
  readonly priceWorst: Price | undefined;
}

interface PreTradeCheck {
  readonly code: CheckCode;
  readonly field: 'price' | 'quantity';
  readonly refuses: (question: Asked) => boolean;
}

/* The engine's pre-trade checks, in the parts between which conditions orders have checks of their own. */
const GRID: readonly PreTradeCheck[] = [
  {
    code: 'TICK',
    field: 'price',
    refuses: ({ intent, terms }) => (intent.priceLimit ?? 0n) % terms.tickSize !== 0n,
  },
];
const SIZE: readonly PreTradeCheck[] = [
  { code: 'LOT', field: 'quantity', refuses: ({ intent, terms }) => intent.quantity % terms.lotSize !== 0n },
  {
    code: 'QUANTITY_MIN',
    field: 'quantity',
    refuses: ({ intent, terms }) => intent.quantity < terms.quantityMin,
  },
  {
    code: 'QUANTITY_MAX',
    field: 'quantity',
    refuses: ({ intent, terms }) => intent.quantity > terms.quantityMax,
  },
  {
    code: 'VALUE_MIN',
    field: 'quantity',
    refuses: (asked) => valueAtWorst(asked, (value) => value < asked.terms.valueMin),
  },
  {
    code: 'VALUE_MAX',
    field: 'quantity',
    refuses: (asked) => valueAtWorst(asked, (value) => value > asked.terms.valueMax),
  },
  { code: 'PRICE_BAND', field: 'price', refuses: outsideBand },
];
const BOOK: readonly PreTradeCheck[] = [
  { code: 'NO_LIQUIDITY', field: 'quantity', refuses: ({ priceWorst }) => priceWorst === undefined },
  { code: 'WOULD_TAKE', field: 'price', refuses: wouldTake },
];

/**
 * The first reason for which the engine would refuse the
 * order itself; undefined when there is none to be seen.
 */
export function checkOrder(question: CheckQuestion): CheckFailure | undefined {
  const asked: Asked = { ...question, priceWorst: worstPrice(question) };
  const { intent, terms, priceLast } = question;
  const conditions: ConditionalQuestion = { intent, terms, priceLast };
  const { bracket } = intent;
  return (
    firstOf(GRID, asked) ??
    checkTick(conditions) ??
    (bracket && checkBracketTicks(bracket, terms)) ??
    firstOf(SIZE, asked) ??
    checkTerms(conditions) ??
    firstOf(BOOK, asked) ??
    (bracket && checkBracket(bracket, asked)) ??
    checkConditional(conditions)
  );
}

function firstOf(checks: readonly PreTradeCheck[], asked: Asked): CheckFailure | undefined {
  const check = checks.find(({ refuses }) => refuses(asked));
  return check && { code: check.code, field: check.field, detail: detailOf(asked) };
}

/** Whether the account can carry it: the hold of a purchase, the goods of a sale. */
export function checkBuyingPower(
  question: CheckQuestion & { preview: Preview; withinDay?: WithinDay | undefined },
  means: { cash: bigint; goods: bigint },
): CheckFailure | undefined {
  const { intent, terms, preview, withinDay } = question;
  const { quoteScale, baseScale } = terms.scales;
  const paysMoney = intent.side === 'buy' || withinDay !== undefined;
  const goods = withinDay?.isClosing ? withinDay.open : means.goods;
  if (paysMoney && withinDay?.isClosing !== true && preview.worst > means.cash) {
    const detail = {
      needed: formatDecimal(preview.worst, quoteScale),
      available: formatDecimal(means.cash, quoteScale),
    };
    return { code: 'INSUFFICIENT_FUNDS', field: 'quantity', detail };
  }
  if ((!paysMoney || withinDay?.isClosing) && intent.quantity > goods) {
    return {
      code: 'INSUFFICIENT_HOLDINGS',
      field: 'quantity',
      detail: { available: formatDecimal(goods, baseScale) },
    };
  }
  return undefined;
}

/** An order above this part of an average day asks for a confirmation (rules 2.3). */
const LARGE_ORDER_DIVISOR = 10n;

export function isLargeOrder({ intent, terms }: Pick<CheckQuestion, 'intent' | 'terms'>): boolean {
  return terms.kind === 'stock' && intent.quantity * LARGE_ORDER_DIVISOR > terms.averageDailyVolume;
}

function valueAtWorst({ intent, terms, priceWorst }: Asked, refuses: (value: bigint) => boolean): boolean {
  if (priceWorst === undefined) return false;
  return refuses(
    tradeValue({ price: priceWorst, quantity: intent.quantity, scales: terms.scales, rounding: 'down' }),
  );
}

function outsideBand({ intent: { priceLimit }, terms: { band } }: Asked): boolean {
  return (
    priceLimit !== undefined &&
    band !== undefined &&
    (priceLimit < band.priceLow || priceLimit > band.priceHigh)
  );
}

function wouldTake({ intent, levels }: Asked): boolean {
  const best = levels[0]?.price;
  if (intent.validity !== 'postOnly' || intent.priceLimit === undefined || best === undefined) return false;
  return intent.side === 'buy' ? intent.priceLimit >= best : intent.priceLimit <= best;
}

function detailOf({ terms, levels: [best] }: CheckQuestion): CheckDetail {
  const { priceScale, baseScale, quoteScale } = terms.scales;
  return {
    tickSize: formatDecimal(terms.tickSize, priceScale),
    lotSize: formatDecimal(terms.lotSize, baseScale),
    quantityMin: formatDecimal(terms.quantityMin, baseScale),
    quantityMax: formatDecimal(terms.quantityMax, baseScale),
    valueMin: formatDecimal(terms.valueMin, quoteScale),
    valueMax: formatDecimal(terms.valueMax, quoteScale),
    ...(best && { priceBest: formatDecimal(best.price, priceScale) }),
    ...(terms.band === undefined
      ? {}
      : {
          priceLow: formatDecimal(terms.band.priceLow, priceScale),
          priceHigh: formatDecimal(terms.band.priceHigh, priceScale),
        }),
  };
}
