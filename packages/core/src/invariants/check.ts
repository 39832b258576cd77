import { belowZero, unbalanced, wrongEnvironments } from '#invariants/balances.ts';
import { checkBooks, checkOrderCount, wrongPlace } from '#invariants/books.ts';
import { wrongExposed } from '#invariants/exposed.ts';
import { wrongHolds } from '#invariants/holds.ts';
import { wrongMarks } from '#invariants/marks.ts';
import { wrongPositions, wrongTogether } from '#invariants/positions.ts';
import { marketKeyCommitment } from '#model/market-key.ts';
import { commitmentOf } from '#model/session-end.ts';
import type { CoreState } from '#state.ts';
import { type AccountId, append } from '#values/index.ts';

/**
 * Sentences about every invariant that does not hold after a command; the sums over accounts (1) only where
 * the caller says that all accounts are loaded.
 */
export function checkInvariants(state: CoreState, scope: { allLoaded: boolean }): string[] {
  const violations: string[] = [];
  if (scope.allLoaded) {
    append(violations, unbalanced(state));
    append(violations, wrongTogether(state));
  }
  for (const id of state.accountSide.accounts.keys()) append(violations, checkAccount(state, id));
  for (const instrumentId of state.instrumentSide.books.keys())
    append(violations, checkBooks(state, instrumentId, { entriesMax: Number.POSITIVE_INFINITY }));
  return [
    ...violations,
    ...wrongSeeds(state),
    ...wrongMarks(state),
    ...wrongExposed(state),
    ...checkOrderCount(state),
  ];
}

/**
 * The part of it that one loaded account and its orders can break,
 * so that a server that trades can look at one after the other.
 */
export function checkAccount(state: CoreState, id: AccountId): string[] {
  const account = state.accountSide.accounts.get(id);
  if (!account) return [];
  return [
    ...belowZero(account),
    ...wrongEnvironments(account),
    ...wrongHolds(state, account),
    ...wrongPositions(state, account),
    ...[...account.orders.values()].flatMap(({ row }) => wrongPlace(state, row)),
  ];
}

/**
 * 15: a seed or key that was published is the one whose hash was
 * published, and by rule 2 a seed's mix was published before it.
 */
function wrongSeeds({ instrumentSide }: CoreState): string[] {
  const keys = [...instrumentSide.facts.marketKeys.values()].flatMap(({ day, commitment, key }) =>
    key === undefined || marketKeyCommitment({ day, key }) === commitment
      ? []
      : [`15: the market key of ${day} is not what was published`],
  );
  const seeds = [...instrumentSide.facts.endSeeds.values()].flatMap(
    ({ tradingDay, commitment, rule, mix, seed }) => {
      if (seed === undefined) return [];
      const isBound =
        commitmentOf({ tradingDay, seed }) === commitment && (rule === undefined || mix !== undefined);
      return isBound ? [] : [`15: the seed of ${tradingDay} is not what was published`];
    },
  );
  return [...keys, ...seeds];
}
