import { positionRowsOf } from '#accounts/exposure.ts';
import type { AccountsStep } from '#model/commands/account-commands.ts';
import { endsAtMsOf } from '#model/order.ts';
import type { AccountSweep } from '#model/sweep.ts';
import type { Random } from '#simulation/random.ts';
import type { Tables } from '#simulation/tables.ts';
import type { AccountId, InstantMs, InstrumentId } from '#values/index.ts';

const STEP_ACCOUNTS = 2;

/**
 * The next step of the oldest sweep over accounts that is open, as the tables have it; undefined for none.
 */
export function nextAccountsStep(tables: Tables, atMs: InstantMs, random: Random): AccountsStep | undefined {
  const sweep = [...tables.accountSweeps.values()]
    .filter(({ endedAtMs }) => endedAtMs === undefined)
    .sort((one, other) => one.sequence - other.sequence)[0];
  if (!sweep) return undefined;
  const members = membersOf(tables, sweep, atMs).sort((one, other) => one - other);
  const accounts = members.slice(0, random.below(STEP_ACCOUNTS + 1));
  const { name, sequence } = sweep;
  const isLast = members.length === 0;
  return { type: 'accounts.step', name, sequence, accounts, isLast, isAhead: false };
}

function membersOf(
  tables: Tables,
  { name, instrumentId, reachedTo }: AccountSweep,
  atMs: InstantMs,
): AccountId[] {
  const ids = new Set<AccountId>();
  const add = (rows: Iterable<{ readonly accountId: AccountId }>): void => {
    for (const { accountId } of rows) if (accountId > reachedTo) ids.add(accountId);
  };
  const isIts = (row: { readonly instrumentId: InstrumentId }): boolean => row.instrumentId === instrumentId;
  const { lots, orders, entitlements } = tables;
  const live = [...orders.values()].filter(({ state }) => 'held' in state);
  if (name === 'settlement')
    add([...lots.values()].filter(({ settled, usableAtMs }) => !settled && usableAtMs <= atMs));
  if (name === 'expiry') add(live.filter((order) => (endsAtMsOf(order) ?? Infinity) <= atMs));
  if (name === 'rightsClose')
    add([...entitlements.values()].filter((row) => row.endedAtMs === undefined && row.closesAtMs <= atMs));
  if (name !== 'corporate') return [...ids];
  const positions = positionRowsOf((rows) => tables[rows].values());
  add(positions.filter((row) => isIts(row) && row.quantity !== 0n));
  add(live.filter(isIts));
  add([...entitlements.values()].filter((row) => isIts(row) && row.endedAtMs === undefined));
  return [...ids];
}
