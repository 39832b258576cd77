import { distanceFrom } from '#widgets/instrument/price/distance.ts';
import { type Condition, isPercent } from './conditions.ts';

/** Percent from the price that are a tap away. */
const STEPS = [2, 5, 10] as const;

/** The steps on the side that was chosen: none of them turns an alert round. */
export function stepsOf(condition: Condition): readonly number[] {
  return condition === 'below' ? STEPS.map((step) => -step) : STEPS;
}

/** Whether the price has been at the level already: such an alert is refused. A day's change has no level. */
export function isReached(of: { condition: Condition; level: string; price: string | undefined }): boolean {
  if (isPercent(of.condition)) return false;
  const distance = distanceFrom(of.price, of.level);
  return distance !== undefined && distance.side !== of.condition;
}
