import type { RefusalCode } from '#model/refusal.ts';

/** Orders of one account that may rest or wait at the same time, GTTs beside them. */
export const OPEN_ORDERS_MAX = 200;
/** Orders beyond those that only close: whoever has ordered as much as they may is still let out. */
export const CLOSING_ORDERS_MAX = 100;
export const GTTS_MAX = 100;
/** Orders of all sub-accounts of one account, GTTs among them: a freeze of it ends them in one command. */
export const FAMILY_ORDERS_MAX = 1_000;

/** Numbers that decide whether an account may have one more order that rests or waits. */
export interface OrderCountQuestion {
  /** Orders of the account that rest or wait, GTTs among them. */
  readonly openCount: number;
  /** Asked only where it decides. */
  readonly gttCount: () => number;
  /** Such orders of all sub-accounts of its family; absent for an account that is none of them. */
  readonly familyCount?: number | undefined;
  /** The account's own limit on `openCount`; absent where it has none. */
  readonly openOrdersMax?: number | undefined;
  readonly isGtt: boolean;
  /** Whether the order only takes down what the account has. */
  readonly closes: boolean;
  /** Whether a published rule orders it: such a rule orders once for each position. */
  readonly actsByRule: boolean;
}

export interface OrderCountFailure {
  readonly code: Extract<RefusalCode, 'OPEN_ORDERS_MAX' | 'GTT_MAX'>;
  readonly limit: number;
}

/**
 * Why an account may not have one more such order; undefined where it may, and always for a published rule.
 */
export function missedOrderCount(question: OrderCountQuestion): OrderCountFailure | undefined {
  const { openCount, familyCount = 0, gttCount, openOrdersMax, isGtt, closes, actsByRule } = question;
  if (closes && actsByRule) return undefined;
  if (!closes && openOrdersMax !== undefined && openCount >= openOrdersMax)
    return { code: 'OPEN_ORDERS_MAX', limit: openOrdersMax };
  if (!closes && familyCount >= FAMILY_ORDERS_MAX)
    return { code: 'OPEN_ORDERS_MAX', limit: FAMILY_ORDERS_MAX };
  if (isGtt) return gttCount() < GTTS_MAX ? undefined : { code: 'GTT_MAX', limit: GTTS_MAX };
  const limit = closes ? OPEN_ORDERS_MAX + CLOSING_ORDERS_MAX : OPEN_ORDERS_MAX;
  const isFull = openCount >= limit && openCount - gttCount() >= limit;
  return isFull ? { code: 'OPEN_ORDERS_MAX', limit } : undefined;
}
