import { BASIS_POINTS, divide, formatDecimal, type Price, type Quantity } from '@tarazu/core/values';
import type { CheckFailure } from './failure.ts';
import { isStopType, namesTrigger, triggerWhen } from './offered.ts';
import type { Intent } from './preview.ts';
import type { Terms } from './terms.ts';

/* What is checked of orders that are more than a market or limit order, as the engine does (rules 2.3). */

/** The limit stands at most so far from the trigger, in basis points. */
const LIMIT_AWAY_BPS = 500n;
const TRAIL_BPS_MIN = 10n;
const TRAIL_BPS_MAX = 1_000n;
const BPS_SCALE = 2;
/** An iceberg shows at least a tenth. */
const SHOWN_DIVISOR = 10n;

export interface ConditionalQuestion {
  readonly intent: Intent;
  readonly terms: Terms;
  readonly priceLast: Price | undefined;
}

/** The first reason against what only some orders say. */
export function checkConditional(question: ConditionalQuestion): CheckFailure | undefined {
  return checkTick(question) ?? checkTerms(question) ?? checkSide(question) ?? checkReach(question);
}

/** What is wrong with it wherever the price is: said before anything about the book. */
export function checkTerms(question: ConditionalQuestion): CheckFailure | undefined {
  return checkBand(question) ?? checkShown(question) ?? checkTrail(question);
}

function checkTrail({ intent }: ConditionalQuestion): CheckFailure | undefined {
  const trailBps = intent.trailBps ?? intent.bracket?.trailBps;
  if (trailBps === undefined || (trailBps >= TRAIL_BPS_MIN && trailBps <= TRAIL_BPS_MAX)) return undefined;
  const detail = {
    trailMin: formatDecimal(TRAIL_BPS_MIN, BPS_SCALE),
    trailMax: formatDecimal(TRAIL_BPS_MAX, BPS_SCALE),
  };
  return { code: 'TRAIL', field: 'trail', detail };
}

function checkShown({ intent, terms }: ConditionalQuestion): CheckFailure | undefined {
  const { quantityShown } = intent;
  if (quantityShown === undefined) return undefined;
  const least = shownLeast(intent.quantity);
  const isWhole = quantityShown > 0n && quantityShown % terms.lotSize === 0n;
  if (isWhole && quantityShown >= least && quantityShown <= intent.quantity) return undefined;
  const text = (of: bigint) => formatDecimal(of, terms.scales.baseScale);
  return {
    code: 'QUANTITY_SHOWN',
    field: 'shown',
    detail: { quantityMin: text(least), quantityMax: text(intent.quantity) },
  };
}

function shownLeast(whole: Quantity): bigint {
  return divide({ dividend: whole, divisor: SHOWN_DIVISOR, rounding: 'up' });
}

/** The trigger is on the grid as the limit is. */
export function checkTick({ intent, terms }: ConditionalQuestion): CheckFailure | undefined {
  const { type, priceTrigger } = intent;
  if (priceTrigger === undefined || !namesTrigger(type) || priceTrigger % terms.tickSize === 0n)
    return undefined;
  const tickSize = formatDecimal(terms.tickSize, terms.scales.priceScale);
  return { code: 'TICK', field: 'trigger', detail: { tickSize } };
}

function checkBand({ intent, terms }: ConditionalQuestion): CheckFailure | undefined {
  const { type, priceTrigger } = intent;
  const { band } = terms;
  if (priceTrigger === undefined || !namesTrigger(type) || band === undefined) return undefined;
  if (priceTrigger >= band.priceLow && priceTrigger <= band.priceHigh) return undefined;
  const text = (of: bigint) => formatDecimal(of, terms.scales.priceScale);
  const detail = { priceLow: text(band.priceLow), priceHigh: text(band.priceHigh) };
  return { code: 'PRICE_BAND', field: 'trigger', detail };
}

function checkSide({ intent, terms, priceLast }: ConditionalQuestion): CheckFailure | undefined {
  const { type, side, priceTrigger } = intent;
  if (priceTrigger === undefined || !namesTrigger(type) || priceLast === undefined) return undefined;
  const text = (of: bigint) => formatDecimal(of, terms.scales.priceScale);
  const isAhead = triggerWhen(type, side) === 'rises' ? priceTrigger > priceLast : priceTrigger < priceLast;
  if (isAhead) return undefined;
  const code = isStopType(type) ? 'TRIGGER_SIDE' : 'TP_SL_SIDE';
  return { code, field: 'trigger', detail: { priceLast: text(priceLast) } };
}

/**
 * A stop's limit is no better than its trigger, so that it
 * can fill when it triggers; no limit is far from its trigger.
 */
function checkReach({ intent, terms }: ConditionalQuestion): CheckFailure | undefined {
  const { type, side, priceTrigger, priceLimit } = intent;
  if (priceTrigger === undefined || priceLimit === undefined || !namesTrigger(type)) return undefined;
  const reach = divide({ dividend: priceTrigger * LIMIT_AWAY_BPS, divisor: BASIS_POINTS, rounding: 'down' });
  const low = isStopType(type) && side === 'buy' ? priceTrigger : priceTrigger - reach;
  const high = isStopType(type) && side === 'sell' ? priceTrigger : priceTrigger + reach;
  if (priceLimit >= low && priceLimit <= high) return undefined;
  const text = (of: bigint) => formatDecimal(of, terms.scales.priceScale);
  return { code: 'TRIGGER_LIMIT', field: 'price', detail: { priceLow: text(low), priceHigh: text(high) } };
}
