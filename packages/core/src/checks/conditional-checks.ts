import { bandOf } from '#instruments/instrument-side.ts';
import { trailDistanceOf } from '#instruments/waiting.ts';
import type { OrderConditions } from '#model/command.ts';
import type { Instrument } from '#model/instrument.ts';
import type { OrderIntent, PricedOrder } from '#model/messages.ts';
import type { OrderTerms, OrderType, Trigger, Validity } from '#model/order.ts';
import type { Refusal } from '#model/refusal.ts';
import {
  BASIS_POINTS,
  DAY_MS,
  divide,
  formatDecimal,
  type InstantMs,
  instantMs,
  MINUTE_MS,
  type Price,
  price,
  protectedPrice,
} from '#values/index.ts';

/**
 * What the checks of an order that is more than a market or
 * limit order look at, once it passed those of every order.
 */
interface Question {
  readonly intent: OrderIntent;
  readonly conditions: OrderConditions;
  readonly instrument: Instrument;
  readonly bestOpposite: Price | undefined;
  readonly priceLimit: Price;
  /** What was paid last in the environment's book, if that is known and fresh enough to judge by. */
  readonly priceLast: Price | undefined;
  readonly atMs: InstantMs;
  /** Orders are neither matched nor collected now. */
  readonly isShut: boolean;
}

const TTL_MINUTES_MAX = 120;
const GTD_DAYS_MAX = 90;
const GTT_DAYS = 365;
/** A GTT's trigger stands at least so far from the last price, in basis points. */
const GTT_AWAY_BPS = 25n;
/** The limit stands at most so far from the trigger, in basis points. */
const LIMIT_AWAY_BPS = 500n;
const TRAIL_BPS_MIN = 10;
const TRAIL_BPS_MAX = 1_000;
export const TRAIL_LIMITS = { trailMin: percentOf(TRAIL_BPS_MIN), trailMax: percentOf(TRAIL_BPS_MAX) };
/** An iceberg shows at least a tenth. */
export const SHOWN_DIVISOR = 10n;

const TRIGGERED: readonly OrderType[] = ['stopLimit', 'stopMarket', 'takeProfitLimit', 'takeProfitMarket'];

/** Whether an order lacks what its type or validity needs. */
export function needsConditions({ orderType, validity }: OrderIntent): boolean {
  if (orderType === 'market' || orderType === 'limit') return validity === 'ttl' || validity === 'gtd';
  return true;
}

/**
 * Whether an order's words contradict each other: each belongs to some types and validities, and to no other.
 */
export function isUnfit(
  { orderType, validity, product, side }: OrderIntent,
  conditions: OrderConditions,
): boolean {
  const { priceTrigger, trailBps, ttlMinutes, expiresAtMs, afterMarket, gtt, otherLeg, bracket } = conditions;
  const needsTrigger = TRIGGERED.includes(orderType) || gtt === true;
  if (needsTrigger !== (priceTrigger !== undefined)) return true;
  if ((orderType === 'trailingStop') !== (trailBps !== undefined)) return true;
  if ((validity === 'ttl') !== (ttlMinutes !== undefined)) return true;
  if ((validity === 'gtd' && !gtt) !== (expiresAtMs !== undefined)) return true;
  if (gtt && (orderType !== 'limit' || validity !== 'gtd')) return true;
  if ((otherLeg && !gtt) || (conditions.isBracketEnd && !otherLeg)) return true;
  if (bracket && (side !== 'buy' || gtt || (orderType !== 'market' && orderType !== 'limit'))) return true;
  if (bracket && (bracket.priceStop === undefined) === (bracket.trailBps === undefined)) return true;
  // What outlives the day, or comes before it, is for delivery.
  if (product === 'intraday' && (gtt || afterMarket || bracket)) return true;
  return afterMarket === true && (orderType !== 'limit' || validity !== 'day');
}

/** The terms of an order, or why they can't be. */
export function admitConditional(question: Question): PricedOrder | Refusal {
  const { instrument, intent, conditions } = question;
  const terms = termsOf(question);
  if ('code' in terms) return terms;
  const refusal = refuseBracket(question) ?? refuseTriggers(question, terms);
  if (refusal) return refusal;
  const validity: Validity =
    intent.orderType === 'market' && intent.validity !== 'fok' ? 'ioc' : intent.validity;
  const waitsFor =
    conditions.afterMarket && question.isShut ? 'session' : terms.trigger ? 'trigger' : undefined;
  const { bestOpposite } = question;
  return {
    instrument,
    priceLimit: worstOf(question, terms),
    ...(bestOpposite !== undefined && { priceOpposite: bestOpposite }),
    validity,
    terms,
    ...(waitsFor && { waitsFor }),
  };
}

function termsOf(question: Question): OrderTerms | Refusal {
  const { conditions, intent } = question;
  const { quantityShown, otherLeg, gtt, bracket } = conditions;
  const expiresAtMs = expiryOf(question);
  const trail = trailOf(question);
  if (trail && 'code' in trail) return trail;
  const trigger = trail?.trigger ?? (conditions.priceTrigger && triggerOf(question, conditions.priceTrigger));
  return {
    ...(trigger && { trigger }),
    ...(otherLeg && {
      otherLeg: { trigger: triggerOf(question, otherLeg.priceTrigger), priceLimit: otherLeg.priceLimit },
    }),
    ...(trail && { trailDistance: trail.distance }),
    ...(quantityShown !== undefined && quantityShown < intent.quantity && { quantityShown }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(gtt && { origin: 'gtt' }),
    ...(bracket && { bracket }),
  };
}

function expiryOf({ conditions, atMs }: Question): InstantMs | undefined {
  if (conditions.gtt) return instantMs(atMs + GTT_DAYS * DAY_MS);
  if (conditions.ttlMinutes !== undefined) return instantMs(atMs + conditions.ttlMinutes * MINUTE_MS);
  return conditions.expiresAtMs;
}

/** How long an order may live, where it asks for another time; undefined where it does not. */
export function missedExpiry({ conditions }: OrderIntent, atMs: InstantMs): { limit: string } | undefined {
  const { ttlMinutes, expiresAtMs } = conditions ?? {};
  if (ttlMinutes !== undefined && (ttlMinutes < 1 || ttlMinutes > TTL_MINUTES_MAX))
    return { limit: `1-${TTL_MINUTES_MAX} min` };
  if (expiresAtMs !== undefined && (expiresAtMs <= atMs || expiresAtMs > atMs + GTD_DAYS_MAX * DAY_MS))
    return { limit: `${GTD_DAYS_MAX} d` };
  return undefined;
}

/** How much an iceberg may show, where it would show another quantity; undefined where it does not. */
export function missedShown(
  intent: OrderIntent,
  instrument: Instrument,
): { quantityMin: string; quantityMax: string } | undefined {
  const { quantityShown } = intent.conditions ?? {};
  if (quantityShown === undefined) return undefined;
  const least = divide({ dividend: intent.quantity, divisor: SHOWN_DIVISOR, rounding: 'up' });
  const mayWait = intent.priceLimit !== undefined && !['ioc', 'fok'].includes(intent.validity);
  const isLots = quantityShown > 0n && quantityShown % instrument.lotSize === 0n;
  if (mayWait && isLots && quantityShown >= least && quantityShown <= intent.quantity) return undefined;
  const text = (of: bigint): string => formatDecimal(of, instrument.baseScale);
  return { quantityMin: text(least), quantityMax: text(intent.quantity) };
}

export function missesTrail({ conditions }: OrderIntent): boolean {
  const distances = [conditions?.trailBps, conditions?.bracket?.trailBps].filter((one) => one !== undefined);
  return distances.some((trailBps) => trailBps < TRAIL_BPS_MIN || trailBps > TRAIL_BPS_MAX);
}

/**
 * A GTT triggers when the price comes to its trigger, from
 * wherever it stands; the others by what they are for.
 */
function triggerOf({ intent, conditions, priceLast }: Question, level: Price): Trigger {
  const { otherLeg, priceTrigger = level } = conditions;
  if (conditions.isBracketEnd && otherLeg) {
    const other = level === otherLeg.priceTrigger ? priceTrigger : otherLeg.priceTrigger;
    return { price: level, when: level > other ? 'rises' : 'falls' };
  }
  if (conditions.gtt) return { price: level, when: level > (priceLast ?? 0n) ? 'rises' : 'falls' };
  const isStop = intent.orderType === 'stopLimit' || intent.orderType === 'stopMarket';
  return { price: level, when: isStop === (intent.side === 'buy') ? 'rises' : 'falls' };
}

/** Where a trailing stop begins: its distance behind the last price. */
function trailOf(question: Question): { trigger: Trigger; distance: Price } | Refusal | undefined {
  const { conditions, intent, instrument, priceLast } = question;
  const { trailBps } = conditions;
  if (trailBps === undefined) return undefined;
  if (priceLast === undefined) return { code: 'STALE_PRICE' };
  const distance = trailDistanceOf({ priceLast, trailBps, tickSize: instrument.tickSize });
  const isBuy = intent.side === 'buy';
  const level = price(isBuy ? priceLast + distance : priceLast - distance);
  if (level <= 0n) return { code: 'TRAIL', detail: TRAIL_LIMITS };
  return { trigger: { price: level, when: isBuy ? 'rises' : 'falls' }, distance };
}

/** The profit is taken above the order's price and the loss stopped below it. */
function refuseBracket({ conditions, instrument, priceLimit }: Question): Refusal | undefined {
  const { bracket } = conditions;
  if (bracket === undefined) return undefined;
  const { priceTakeProfit, priceStop } = bracket;
  if (priceTakeProfit > priceLimit && (priceStop === undefined || priceStop < priceLimit)) return undefined;
  return { code: 'TP_SL_SIDE', detail: { priceLimit: formatDecimal(priceLimit, instrument.priceScale) } };
}

function percentOf(bps: number): string {
  return formatDecimal(BigInt(bps), 2);
}

function refuseTriggers(question: Question, terms: OrderTerms): Refusal | undefined {
  const { instrument, priceLast, conditions, intent } = question;
  const { trigger, otherLeg } = terms;
  if (!trigger || terms.trailDistance !== undefined) return undefined;
  if (conditions.isBracketEnd) return refuseLimits(question, terms);
  if (priceLast === undefined) return { code: 'STALE_PRICE' };
  const detail = { priceLast: formatDecimal(priceLast, instrument.priceScale) };
  if (conditions.gtt) {
    const near = refuseNear({ trigger, otherLeg, priceLast, detail });
    if (near) return near;
  } else if (trigger.when === 'rises' ? trigger.price <= priceLast : trigger.price >= priceLast) {
    const isStop = intent.orderType === 'stopLimit' || intent.orderType === 'stopMarket';
    return { code: isStop ? 'TRIGGER_SIDE' : 'TP_SL_SIDE', detail };
  }
  return refuseLimits(question, terms);
}

/** The two legs of a GTT stand on either side of the last price, each away from it. */
function refuseNear(of: {
  trigger: Trigger;
  otherLeg: OrderTerms['otherLeg'];
  priceLast: Price;
  detail: Readonly<Record<string, string>>;
}): Refusal | undefined {
  const { trigger, otherLeg, priceLast, detail } = of;
  if (otherLeg && otherLeg.trigger.when === trigger.when) return { code: 'TP_SL_SIDE', detail };
  const isNear = ({ price: level }: Trigger): boolean => {
    const away = level > priceLast ? level - priceLast : priceLast - level;
    return away * BASIS_POINTS < priceLast * GTT_AWAY_BPS;
  };
  if (isNear(trigger) || (otherLeg && isNear(otherLeg.trigger)))
    return { code: 'TRIGGER_NEAR', detail: { ...detail, distance: percentOf(Number(GTT_AWAY_BPS)) } };
  return undefined;
}

/**
 * A stop's limit is no better than its trigger, so that it can
 * fill when it triggers; no limit is far from its trigger.
 */
function refuseLimits(
  { intent, instrument }: Question,
  { trigger, otherLeg }: OrderTerms,
): Refusal | undefined {
  const legs = [
    ...(trigger && intent.priceLimit !== undefined ? [{ trigger, priceLimit: intent.priceLimit }] : []),
    ...(otherLeg ? [otherLeg] : []),
  ];
  for (const { trigger: of, priceLimit } of legs) {
    const reach = divide({ dividend: of.price * LIMIT_AWAY_BPS, divisor: BASIS_POINTS, rounding: 'down' });
    const isStop = intent.orderType === 'stopLimit';
    const priceLow = price(isStop && intent.side === 'buy' ? of.price : of.price - reach);
    const priceHigh = price(isStop && intent.side === 'sell' ? of.price : of.price + reach);
    if (priceLimit < priceLow || priceLimit > priceHigh)
      return { code: 'TRIGGER_LIMIT', detail: bandText(instrument, { priceLow, priceHigh }) };
  }
  return undefined;
}

/** The worst price at which it may fill; for a trailing stop the one at its first trigger. */
function worstOf(
  { intent, instrument, priceLimit }: Question,
  { trigger, trailDistance }: OrderTerms,
): Price {
  if (trailDistance === undefined || !trigger) return priceLimit;
  return protectedPrice(
    { side: intent.side, best: trigger.price },
    { ...instrument, band: bandOf(instrument) },
  );
}

function bandText(
  instrument: Instrument,
  band: { priceLow: Price; priceHigh: Price },
): Record<string, string> {
  const text = (of: Price): string => formatDecimal(of, instrument.priceScale);
  return { priceLow: text(band.priceLow), priceHigh: text(band.priceHigh) };
}
