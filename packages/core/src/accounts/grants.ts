import { countSubAccount, refuseStatus, refuseSubAccount } from '#accounts/sub-accounts.ts';
import { type Account, type AccountSide, addAccount, createAccount } from '#ledger/account.ts';
import { assetBalanceOf, houseCell } from '#ledger/cells.ts';
import { addLot, inKeyOrder, positionOf } from '#ledger/holdings.ts';
import { dropHolds, heldByOrder } from '#ledger/holds.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow } from '#ledger/recorder.ts';
import type { AccountGrants, AccountOpen, AccountSet } from '#model/commands/account-commands.ts';
import { type AccountRow, actingStatus, type Bucket, LOT_WALLET } from '#model/ledger.ts';
import type { Refusal } from '#model/refusal.ts';
import type { AccountLimits } from '#model/sub-account.ts';
import { endEntitlements } from '#products/delivery/rights.ts';
import { PRODUCTS } from '#products/list.ts';
import { usualOffer } from '#products/offers.ts';
import { amount, assert, DAY_MS, INDIA_OFFSET_MS, type InstantMs } from '#values/index.ts';

const BUCKETS: readonly Bucket[] = ['available', 'held', 'unsettled'];

/** The day in India as a number: what "once a day" means. */
function dayInIndia(atMs: InstantMs): number {
  return Math.floor((atMs + INDIA_OFFSET_MS) / DAY_MS);
}

/** Opens an account with its grants; one that is open stays as it is. */
export function openAccount(
  side: AccountSide,
  command: AccountOpen,
  recorder: Recorder,
): Refusal | undefined {
  const { accountId, environment, grants, subOf } = command;
  if (environment === 'real' && grants.cash.length + grants.shares.length > 0) return { code: 'DEMO_ONLY' };
  if (side.accounts.has(accountId)) return undefined;
  const refusal = refuseSubAccount(side, command);
  if (refusal) return refusal;
  // A sweep that began before does not concern shares and cash that are granted later.
  const newestSweep = Math.max(0, ...side.sweeps.keys());
  const row: AccountRow = {
    accountId,
    environment,
    status: 'active',
    spotFeeTier: 0,
    openedAtMs: recorder.atMs,
    ...subOf,
    ...(newestSweep > 0 && { sweptTo: newestSweep }),
  };
  const parent = subOf && side.accounts.get(subOf.parentId);
  if (parent) countSubAccount(parent, 1, recorder);
  const account = createAccount(row);
  addAccount(side, account);
  replaceRow({ recorder, list: recorder.accounts }, account.row, row);
  grant(side, { account, grants }, recorder);
  return undefined;
}

export function setAccount(side: AccountSide, command: AccountSet, recorder: Recorder): Refusal | undefined {
  const account = side.accounts.get(command.accountId);
  if (!account) return { code: 'ACCOUNT_UNKNOWN' };
  const refusal = refuseStatus(side, account, command);
  if (refusal) return refusal;
  const { status, spotFeeTier, limits, parentId } = command;
  const before = account.row.row;
  const parent = before.parentId === parentId && parentId !== undefined && side.accounts.get(parentId);
  if (parent && status === 'closed' && before.status !== 'closed') countSubAccount(parent, -1, recorder);
  const row: AccountRow = {
    ...withFreezes(limits === undefined ? before : withLimits(before, limits), command),
    ...(status !== undefined && { status }),
    ...(spotFeeTier !== undefined && { spotFeeTier }),
  };
  replaceRow({ recorder, list: recorder.accounts }, account.row, row);
  return undefined;
}

/** The account with these own limits in place of those that it had. */
function withLimits(row: AccountRow, { openOrdersMax, orderValueMax }: AccountLimits): AccountRow {
  const { openOrdersMax: _orders, orderValueMax: _value, orderValueAsset: _asset, ...rest } = row;
  return {
    ...rest,
    ...(openOrdersMax !== undefined && { openOrdersMax }),
    ...(orderValueMax && { orderValueMax: orderValueMax.amount, orderValueAsset: orderValueMax.assetId }),
  };
}

/** The account with the freezes of its owner, or without; as it is where nothing is said of one. */
function withFreezes(
  row: AccountRow,
  { ownerFrozen = row.ownerFrozen, withdrawalsFrozen = row.withdrawalsFrozen }: AccountSet,
): AccountRow {
  const { ownerFrozen: _trading, withdrawalsFrozen: _withdrawals, ...rest } = row;
  return {
    ...rest,
    ...(ownerFrozen === true && { ownerFrozen }),
    ...(withdrawalsFrozen === true && { withdrawalsFrozen }),
  };
}

/** Whether a demo account may begin anew today. */
export function refuseReset({ row: { row } }: Account, atMs: InstantMs): Refusal | undefined {
  if (row.environment !== 'demo') return { code: 'DEMO_ONLY' };
  if (actingStatus(row) !== 'active') return { code: 'ACCOUNT_FROZEN' };
  if (row.parentId !== undefined) return { code: 'AGENT_NOT_ALLOWED' };
  if ((row.subAccountCount ?? 0) > 0) return { code: 'SUB_ACCOUNT_OPEN' };
  const isToday = row.resetAtMs !== undefined && dayInIndia(row.resetAtMs) === dayInIndia(atMs);
  return isToday ? { code: 'DEMO_RESET_TODAY' } : undefined;
}

/** Takes everything back from an account whose orders are cancelled, and grants anew. */
export function resetAccount(
  side: AccountSide,
  ask: { account: Account; grants: AccountGrants },
  recorder: Recorder,
): void {
  const { account } = ask;
  for (const { row } of account.orders.values())
    assert(
      row.conditions?.ended !== undefined && heldByOrder(row) === 0n,
      'Invariant: orders of a reset account have ended and hold nothing',
    );
  endEntitlements(account, recorder);
  takeBack(side, account, recorder);
  const row = { ...account.row.row, resetAtMs: recorder.atMs };
  replaceRow({ recorder, list: recorder.accounts }, account.row, row);
  grant(side, ask, recorder);
}

function takeBack(side: AccountSide, { holdings }: Account, recorder: Recorder): void {
  const outside = { environment: holdings.environment, ledger: side.house[holdings.environment] };
  for (const { endAll } of PRODUCTS) endAll?.(side, holdings, recorder);
  for (const assetBalances of Object.values(holdings.assetBalances)) {
    for (const [assetId, assetBalance] of inKeyOrder(assetBalances)) {
      const to = houseCell(outside, 'outside', assetId);
      for (const bucket of BUCKETS) {
        const from = assetBalance[bucket];
        post(recorder, { from, to, amount: from.amount }, { kind: 'demoReset' });
      }
    }
  }
  dropHolds(holdings, recorder);
  const none = amount(0n);
  for (const [, lots] of inKeyOrder(holdings.lots)) {
    for (const lot of lots)
      replaceRow({ recorder, list: recorder.lots }, lot, { ...lot.row, amountLeft: none, costLeft: none });
  }
  holdings.lots.clear();
  holdings.changing.clear();
  holdings.dueAtMs = Infinity;
  assert(holdings.holds.size === 0, 'Invariant: an account that begins anew holds nothing');
  for (const [, position] of inKeyOrder(holdings.positions)) {
    const row = { ...position.row, quantity: none, cost: none, profitRealised: none };
    replaceRow({ recorder, list: recorder.positions }, position, row);
  }
}

function grant(
  side: AccountSide,
  ask: { account: Account; grants: AccountGrants },
  recorder: Recorder,
): void {
  for (const cash of ask.grants.cash) grantAmount(side, { ...cash, account: ask.account }, recorder);
  for (const shares of ask.grants.shares) grantShares(side, { ...shares, account: ask.account }, recorder);
}

function grantAmount(
  side: AccountSide,
  given: AccountGrants['cash'][number] & { account: Account },
  recorder: Recorder,
): void {
  const { holdings } = given.account;
  const from = houseCell(
    { environment: holdings.environment, ledger: side.house[holdings.environment] },
    'outside',
    given.assetId,
  );
  const { available } = assetBalanceOf(holdings, given.wallet, given.assetId);
  post(recorder, { from, to: available, amount: given.amount }, { kind: 'demoGrant' });
}

function grantShares(
  side: AccountSide,
  given: AccountGrants['shares'][number] & { account: Account },
  recorder: Recorder,
): void {
  const { account, instrumentId, cost } = given;
  const instrument = side.facts.instruments.get(instrumentId);
  assert(
    instrument !== undefined && usualOffer(instrument).settles === 'lots',
    'Condition: granted shares are of a loaded stock',
  );
  const shares = amount(given.quantity);
  const assetId = instrument.baseAsset;
  grantAmount(side, { account, wallet: LOT_WALLET, assetId, amount: shares }, recorder);
  const { atMs, sequence } = recorder;
  const times = { openedAtMs: atMs, usableAtMs: atMs, withdrawableAtMs: atMs, settled: true };
  const amounts = { amountOriginal: shares, amountLeft: shares, costLeft: cost };
  const { accountId } = account.holdings;
  const about = {
    sequence,
    index: recorder.lotIndex,
    accountId,
    kind: 'shares',
    assetId,
    instrumentId,
  } as const;
  recorder.lotIndex += 1;
  addLot(account.holdings, { ...about, ...amounts, ...times }, recorder);
  const position = positionOf(account.holdings, instrumentId);
  replaceRow({ recorder, list: recorder.positions }, position, {
    ...position.row,
    quantity: amount(position.row.quantity + shares),
    cost: amount(position.row.cost + cost),
  });
}
