import { isStopType } from '#checks/order-types.ts';
import type { Question } from '#checks/question.ts';
import { trailOf } from '#checks/worst-price.ts';
import type { RequestedConditions } from '#model/commands/order-commands.ts';
import type { OrderConditions, Trigger } from '#model/order.ts';
import { DAY_MS, type InstantMs, instantMs, MINUTE_MS, type Price } from '#values/index.ts';

/** A GTT lives for so long. */
export const GTT_DAYS = 365;

/** An order that is more than a market or limit order, as a question. */
export interface ConditionalQuestion extends Question {
  readonly conditions: RequestedConditions;
}

/** Terms of an order with conditions. */
export function orderConditionsOf(question: ConditionalQuestion): OrderConditions {
  const { conditions, order } = question;
  const { quantityShown, otherLeg, gtt, bracket } = conditions;
  const expiresAtMs = expiryOf(question);
  const trail = trailOf(question);
  const trigger = trail?.trigger ?? (conditions.priceTrigger && triggerOf(question, conditions.priceTrigger));
  return {
    ...(trigger && { trigger }),
    ...(otherLeg && {
      otherLeg: { trigger: triggerOf(question, otherLeg.priceTrigger), priceLimit: otherLeg.priceLimit },
    }),
    ...(trail && { trailDistance: trail.distance }),
    ...(quantityShown !== undefined && quantityShown < order.quantity && { quantityShown }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(gtt && { origin: 'gtt' }),
    ...(bracket && { bracket }),
  };
}

function expiryOf({ conditions, atMs }: ConditionalQuestion): InstantMs | undefined {
  if (conditions.gtt) return instantMs(atMs + GTT_DAYS * DAY_MS);
  if (conditions.ttlMinutes !== undefined) return instantMs(atMs + conditions.ttlMinutes * MINUTE_MS);
  return conditions.expiresAtMs;
}

/**
 * A GTT triggers when the price comes to its trigger, from
 * wherever it stands; the others by what they are for.
 */
function triggerOf({ order, conditions, priceLast }: ConditionalQuestion, level: Price): Trigger {
  const { otherLeg, priceTrigger = level } = conditions;
  if (conditions.isBracketEnd && otherLeg) {
    const other = level === otherLeg.priceTrigger ? priceTrigger : otherLeg.priceTrigger;
    return { price: level, when: level > other ? 'rises' : 'falls' };
  }
  if (conditions.gtt) return { price: level, when: level > (priceLast ?? 0n) ? 'rises' : 'falls' };
  return { price: level, when: isStopType(order.orderType) === (order.side === 'buy') ? 'rises' : 'falls' };
}
