import type { OwnLimit } from '#model/own-limit.ts';
import { CORE } from '#simulation/core-port.ts';
import { afterEach, type Planted, withCore, withRulesBefore } from '#simulation/planted/tools.ts';
import type { CoreState } from '#state.ts';
import { amount } from '#values/index.ts';

/** Mistakes about limits that people set for themselves. */
export const OF_LIMITS: readonly Planted[] = [
  {
    name: 'limit-loosened-at-once',
    mistake: 'a looser limit holds as soon as it is asked for',
    caughtBy: 28,
    core: afterEach((state, applied) => {
      const ownLimits = applied.changes.ownLimits.map((row) => {
        const { value: _value, nextFromMs, nextValue, ...kept } = row;
        if (nextFromMs === undefined) return row;
        return replaced(state, { ...kept, ...(nextValue !== undefined && { value: nextValue }) });
      });
      return { ...applied, changes: { ...applied.changes, ownLimits } };
    }),
  },
  {
    name: 'limit-not-counted',
    mistake: 'what is used of a limit is forgotten',
    caughtBy: 28,
    core: afterEach((state, applied) => {
      const ownLimits = applied.changes.ownLimits.map((row) => replaced(state, { ...row, used: amount(0n) }));
      return { ...applied, changes: { ...applied.changes, ownLimits } };
    }),
  },
  {
    name: 'limit-unasked',
    mistake: 'an order is taken without a look at the limits of its owner',
    caughtBy: 28,
    core: withCore({
      apply: (state, sequenced) => {
        if (sequenced.command.type !== 'order.place') return CORE.apply(state, sequenced);
        const hidden = [...state.accountSide.accounts.values()].flatMap(({ holdings: { ownLimits } }) =>
          [...ownLimits.values()].map((tracked) => ({ tracked, row: tracked.row })),
        );
        for (const { tracked, row } of hidden) {
          const { value: _value, nextFromMs: _from, nextValue: _next, ...kept } = row;
          tracked.row = kept;
        }
        const applied = CORE.apply(state, sequenced);
        for (const { tracked, row } of hidden) {
          const { period, used } = tracked.row;
          tracked.row = { ...row, period, used };
        }
        const ownLimits = applied.changes.ownLimits.map((row) => rowIn(state, row) ?? row);
        return { ...applied, changes: { ...applied.changes, ownLimits } };
      },
    }),
  },
  {
    name: 'freeze-ends-nothing',
    mistake: 'what a frozen account has open to open something goes on',
    caughtBy: 28,
    core: withRulesBefore('freezeEndsOpening', ['account.set']),
  },
  {
    name: 'owner-freeze-unheard',
    mistake: 'an order is taken without a look at the freeze of its owner',
    caughtBy: 28,
    core: withCore({
      apply: (state, sequenced) => {
        const { type } = sequenced.command;
        if (type !== 'order.place' && type !== 'order.basket') return CORE.apply(state, sequenced);
        const frozen = [...state.accountSide.accounts.values()].filter(({ row }) => row.row.ownerFrozen);
        for (const { row } of frozen) {
          const { ownerFrozen: _unheard, ...rest } = row.row;
          row.row = rest;
        }
        const applied = CORE.apply(state, sequenced);
        for (const { row } of frozen) row.row = { ...row.row, ownerFrozen: true };
        const accounts = applied.changes.accounts.map(
          (row) => state.accountSide.accounts.get(row.accountId)?.row.row ?? row,
        );
        return { ...applied, changes: { ...applied.changes, accounts } };
      },
    }),
  },
];

function rowIn(state: CoreState, { accountId, name, assetId }: OwnLimit): OwnLimit | undefined {
  return state.accountSide.accounts.get(accountId)?.holdings.ownLimits.get(`${name} ${assetId}`)?.row;
}

/** Puts a row in the place of the one with its key. */
function replaced(state: CoreState, row: OwnLimit): OwnLimit {
  const tracked = state.accountSide.accounts
    .get(row.accountId)
    ?.holdings.ownLimits.get(`${row.name} ${row.assetId}`);
  if (tracked) tracked.row = row;
  return row;
}
