import { type ConditionalQuestion, GTT_DAYS } from '#checks/order-conditions.ts';
import { isStopType, namesTrigger } from '#checks/order-types.ts';
import {
  bandText,
  type CheckedInstrument,
  type CheckedOrder,
  type CheckFailure,
  priceText,
} from '#checks/question.ts';
import { trailOf } from '#checks/worst-price.ts';
import type { RequestedConditions } from '#model/commands/order-commands.ts';
import type { Bracket, OrderConditions, Trigger } from '#model/order.ts';
import {
  BASIS_POINTS,
  DAY_MS,
  divide,
  formatDecimal,
  type InstantMs,
  type Price,
  price,
} from '#values/index.ts';
import { PERCENT_SCALE } from '#values/units.ts';

const TTL_MINUTES_MAX = 120;
const GTD_DAYS_MAX = 90;
/** A GTT's trigger stands at least so far from the last price, in basis points. */
const GTT_AWAY_BPS = 25n;
/** The limit stands at most so far from the trigger, in basis points. */
const LIMIT_AWAY_BPS = 500n;
const TRAIL_BPS_MIN = 10;
const TRAIL_BPS_MAX = 1_000;
export const TRAIL_LIMITS = { trailMin: percentOf(TRAIL_BPS_MIN), trailMax: percentOf(TRAIL_BPS_MAX) };
/** An iceberg shows at least a tenth. */
export const SHOWN_DIVISOR = 10n;

/** Bounds of orders with conditions, for the rulebook: percentages as text. */
export const ORDER_BOUNDS = {
  ttlMinutesMax: TTL_MINUTES_MAX,
  gtdDaysMax: GTD_DAYS_MAX,
  gttDays: GTT_DAYS,
  gttAwayMin: percentOf(Number(GTT_AWAY_BPS)),
  limitAwayMax: percentOf(Number(LIMIT_AWAY_BPS)),
  ...TRAIL_LIMITS,
  shownDivisor: Number(SHOWN_DIVISOR),
} as const;

/** Whether an order lacks what its type or validity needs. */
export function needsConditions({ orderType, validity }: CheckedOrder): boolean {
  if (orderType === 'market' || orderType === 'limit') return validity === 'ttl' || validity === 'gtd';
  return true;
}

/**
 * Whether an order's words contradict each other: each belongs to some types and validities, and to no other.
 */
export function isUnfit(order: CheckedOrder, conditions: RequestedConditions): boolean {
  const { orderType, validity, side } = order;
  const { priceTrigger, trailBps, ttlMinutes, expiresAtMs, afterMarket, gtt, otherLeg, bracket } = conditions;
  const needsTrigger = namesTrigger(orderType) || gtt === true;
  if (needsTrigger !== (priceTrigger !== undefined)) return true;
  if ((orderType === 'trailingStop') !== (trailBps !== undefined)) return true;
  if ((validity === 'ttl') !== (ttlMinutes !== undefined)) return true;
  if ((validity === 'gtd' && !gtt) !== (expiresAtMs !== undefined)) return true;
  if (gtt && (orderType !== 'limit' || validity !== 'gtd')) return true;
  if ((otherLeg && !gtt) || (conditions.isBracketEnd && !otherLeg)) return true;
  if (bracket && (side !== 'buy' || gtt || (orderType !== 'market' && orderType !== 'limit'))) return true;
  if (bracket && (bracket.priceStop === undefined) === (bracket.trailBps === undefined)) return true;
  return afterMarket === true && (orderType !== 'limit' || validity !== 'day');
}

/** How long an order may live, where it asks for another time; undefined where it does not. */
export function missedExpiry({ conditions }: CheckedOrder, atMs: InstantMs): { limit: string } | undefined {
  const { ttlMinutes, expiresAtMs } = conditions ?? {};
  if (ttlMinutes !== undefined && (ttlMinutes < 1 || ttlMinutes > TTL_MINUTES_MAX))
    return { limit: `1-${TTL_MINUTES_MAX} min` };
  if (expiresAtMs !== undefined && (expiresAtMs <= atMs || expiresAtMs > atMs + GTD_DAYS_MAX * DAY_MS))
    return { limit: `${GTD_DAYS_MAX} d` };
  return undefined;
}

/** How much an iceberg may show, where it would show another quantity; undefined where it does not. */
export function missedShown(
  order: CheckedOrder,
  instrument: CheckedInstrument,
): { quantityMin: string; quantityMax: string } | undefined {
  const { quantityShown } = order.conditions ?? {};
  if (quantityShown === undefined) return undefined;
  const least = divide({ dividend: order.quantity, divisor: SHOWN_DIVISOR, rounding: 'up' });
  const mayWait = order.priceLimit !== undefined && !['ioc', 'fok'].includes(order.validity);
  const isLots = quantityShown > 0n && quantityShown % instrument.lotSize === 0n;
  if (mayWait && isLots && quantityShown >= least && quantityShown <= order.quantity) return undefined;
  const text = (of: bigint): string => formatDecimal(of, instrument.baseScale);
  return { quantityMin: text(least), quantityMax: text(order.quantity) };
}

export function missesTrail({ conditions }: CheckedOrder): boolean {
  const distances = [conditions?.trailBps, conditions?.bracket?.trailBps].filter((one) => one !== undefined);
  return distances.some((trailBps) => trailBps < TRAIL_BPS_MIN || trailBps > TRAIL_BPS_MAX);
}

/** Refusal of an order for its conditions, once it passed the checks of every order. */
export function checkConditional(
  question: ConditionalQuestion & { readonly priceLimit: Price },
  resolved: OrderConditions,
): CheckFailure | undefined {
  const { conditions, priceLimit, instrument } = question;
  return (
    checkTrail(question) ??
    (conditions.bracket && checkBracket(conditions.bracket, priceLimit, instrument)) ??
    checkTriggers(question, resolved)
  );
}

function checkTrail(question: ConditionalQuestion): CheckFailure | undefined {
  if (question.conditions.trailBps === undefined) return undefined;
  const trail = trailOf(question);
  if (trail === undefined) return { code: 'STALE_PRICE', part: 'trail' };
  return trail.trigger.price <= 0n ? { code: 'TRAIL', part: 'trail', detail: TRAIL_LIMITS } : undefined;
}

/** The profit is taken above the order's price and the loss stopped below it. */
export function checkBracket(
  { priceTakeProfit, priceStop }: Bracket,
  priceLimit: Price,
  instrument: Pick<CheckedInstrument, 'priceScale'>,
): CheckFailure | undefined {
  const detail = { priceLimit: formatDecimal(priceLimit, instrument.priceScale) };
  if (priceTakeProfit <= priceLimit) return { code: 'TP_SL_SIDE', part: 'priceTakeProfit', detail };
  return priceStop !== undefined && priceStop >= priceLimit
    ? { code: 'TP_SL_SIDE', part: 'priceStop', detail }
    : undefined;
}

function percentOf(bps: number): string {
  return formatDecimal(BigInt(bps), PERCENT_SCALE);
}

function checkTriggers(question: ConditionalQuestion, resolved: OrderConditions): CheckFailure | undefined {
  const { instrument, priceLast, conditions, order } = question;
  const { trigger, otherLeg } = resolved;
  if (!trigger || resolved.trailDistance !== undefined) return undefined;
  if (conditions.isBracketEnd) return checkLimits(question, resolved);
  if (priceLast === undefined) return { code: 'STALE_PRICE', part: 'priceTrigger' };
  const detail = { priceLast: priceText(instrument, priceLast) };
  if (conditions.gtt) {
    const near = checkNear({ trigger, otherLeg, priceLast, detail });
    if (near) return near;
  } else if (trigger.when === 'rises' ? trigger.price <= priceLast : trigger.price >= priceLast) {
    const code = isStopType(order.orderType) ? 'TRIGGER_SIDE' : 'TP_SL_SIDE';
    return { code, part: 'priceTrigger', detail };
  }
  return checkLimits(question, resolved);
}

/** The two legs of a GTT stand on either side of the last price, each away from it. */
function checkNear(of: {
  trigger: Trigger;
  otherLeg: OrderConditions['otherLeg'];
  priceLast: Price;
  detail: Readonly<Record<string, string>>;
}): CheckFailure | undefined {
  const { trigger, otherLeg, priceLast, detail } = of;
  if (otherLeg && otherLeg.trigger.when === trigger.when)
    return { code: 'TP_SL_SIDE', part: 'otherLeg', detail };
  const isNear = ({ price: level }: Trigger): boolean => {
    const away = level > priceLast ? level - priceLast : priceLast - level;
    return away * BASIS_POINTS < priceLast * GTT_AWAY_BPS;
  };
  const part = isNear(trigger)
    ? 'priceTrigger'
    : otherLeg && isNear(otherLeg.trigger)
      ? 'otherLeg'
      : undefined;
  const distance = percentOf(Number(GTT_AWAY_BPS));
  return part && { code: 'TRIGGER_NEAR', part, detail: { ...detail, distance } };
}

/**
 * A stop's limit is no better than its trigger, so that it can
 * fill when it triggers; no limit is far from its trigger.
 */
function checkLimits(
  { order, instrument }: ConditionalQuestion,
  { trigger, otherLeg }: OrderConditions,
): CheckFailure | undefined {
  const legs = [
    ...(trigger && order.priceLimit !== undefined
      ? [{ trigger, priceLimit: order.priceLimit, part: 'priceLimit' as const }]
      : []),
    ...(otherLeg ? [{ ...otherLeg, part: 'otherLeg' as const }] : []),
  ];
  for (const { trigger: of, priceLimit, part } of legs) {
    const reach = divide({ dividend: of.price * LIMIT_AWAY_BPS, divisor: BASIS_POINTS, rounding: 'down' });
    const isStop = order.orderType === 'stopLimit';
    const priceLow = price(isStop && order.side === 'buy' ? of.price : of.price - reach);
    const priceHigh = price(isStop && order.side === 'sell' ? of.price : of.price + reach);
    if (priceLimit < priceLow || priceLimit > priceHigh)
      return { code: 'TRIGGER_LIMIT', part, detail: bandText(instrument, { priceLow, priceHigh }) };
  }
  return undefined;
}
