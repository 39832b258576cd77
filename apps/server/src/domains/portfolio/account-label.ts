import { dayOf } from '#domains/portfolio/close-days.ts';
import { ValueStore } from '#domains/portfolio/value-store.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Session } from '#ports.ts';
import { hniLabel } from '#rules/families/account-label.ts';
import type { RulesPort } from '#rules/family.ts';

type AccountLabel = 'regular' | 'hni';

/**
 * The label of an account by the average of its values at the ends of the last days (rules 2.14). A day
 * without a value counts as nothing, and so does all that was before a demo account's reset.
 */
export function accountLabels(on: Queryable, rules: RulesPort) {
  const values = new ValueStore(on);
  return async ({ accountId }: Pick<Session, 'accountId'>, nowMs: number): Promise<AccountLabel> => {
    const { averageDays, averageEquityMin } = rules.at(hniLabel, nowMs);
    const today = dayOf(nowMs);
    const fromDay = Math.max(today - averageDays, dayOf(await values.begunAtMs(accountId)));
    const stored = await values.between(accountId, { fromDay, untilDay: today - 1 }, averageDays);
    const sum = stored.reduce((all, { value }) => all + value, 0n);
    // Compared as sums, so that no rounding decides.
    return sum >= averageEquityMin * BigInt(averageDays) ? 'hni' : 'regular';
  };
}
