import { refuseOpeningNow } from '#accounts/own-limits/own-limits.ts';
import type { Account, AccountSide } from '#ledger/account.ts';
import { type AssetBalance, assetBalanceOf } from '#ledger/cells.ts';
import { dueAmount, settleDue } from '#ledger/holdings.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow } from '#ledger/recorder.ts';
import { agentOf } from '#model/agent.ts';
import type { AccountOpen, AccountSet, AccountTransfer } from '#model/commands/account-commands.ts';
import type { Facts } from '#model/facts.ts';
import { actingStatus } from '#model/ledger.ts';
import type { Refusal } from '#model/refusal.ts';
import { mayTakeOut, SUB_ACCOUNTS_MAX } from '#model/sub-account.ts';
import { PRODUCTS } from '#products/list.ts';
import { type AssetId, amount, assert, formatDecimal } from '#values/index.ts';

/*
 * A sub-account is an account with a parent and a purpose: it has money, positions, orders, limits and a
 * freeze of its own, and comes by what it has from its parent alone.
 */

/** Why a sub-account can't be opened; undefined where it can. */
export function refuseSubAccount(side: AccountSide, command: AccountOpen): Refusal | undefined {
  if (command.subOf === undefined) return undefined;
  const parent = side.accounts.get(command.subOf.parentId)?.row.row;
  if (parent?.environment !== command.environment || parent.parentId !== undefined)
    return { code: 'ACCOUNT_UNKNOWN' };
  const statusOfParent = actingStatus(parent);
  if (statusOfParent !== 'active') return { code: 'ACCOUNT_FROZEN', detail: { status: statusOfParent } };
  if (command.grants.cash.length + command.grants.shares.length > 0) return { code: 'AGENT_NOT_ALLOWED' };
  if ((parent.subAccountCount ?? 0) < SUB_ACCOUNTS_MAX) return undefined;
  return { code: 'SUB_ACCOUNTS_MAX', detail: { limit: String(SUB_ACCOUNTS_MAX) } };
}

/**
 * Why an account can't be closed or opened again; undefined
 * where it can, and for all that is not a sub-account.
 */
export function refuseStatus(
  side: AccountSide,
  account: Account,
  { status, parentId }: AccountSet,
): Refusal | undefined {
  const { row } = account.row;
  if (row.parentId === undefined || status === undefined || status === row.status) return undefined;
  if (row.status === 'closed') return { code: 'ACCOUNT_FROZEN', detail: { status: row.status } };
  if (status !== 'closed') return undefined;
  if (parentId !== row.parentId || !side.accounts.has(parentId)) return { code: 'ACCOUNT_UNKNOWN' };
  return isEmpty(account) ? undefined : { code: 'SUB_ACCOUNT_OPEN' };
}

/** Whether an account has nothing, asks for nothing and owes nothing. */
function isEmpty({ holdings, orders }: Account): boolean {
  const balances = Object.values(holdings.assetBalances).flatMap((assets) => [...assets.values()]);
  return (
    orders.size === 0 &&
    balances.every(
      ({ available, held, unsettled }) =>
        available.amount === 0n && held.amount === 0n && unsettled.amount === 0n,
    )
  );
}

/** The parent counts its sub-accounts, so that a bound holds whichever of them are loaded. */
export function countSubAccount(parent: Account, more: 1 | -1, recorder: Recorder): void {
  const { row } = parent.row;
  const subAccountCount = (row.subAccountCount ?? 0) + more;
  assert(subAccountCount >= 0, 'Invariant: a sub-account that ends was counted');
  replaceRow({ recorder, list: recorder.accounts }, parent.row, { ...row, subAccountCount });
}

/** Both ends of a transfer. */
interface Ends {
  readonly from: Account;
  readonly to: Account;
}

/**
 * Moves what is free between an account and its own sub-account, or says why not; a refusal changes nothing.
 */
export function transfer(
  side: AccountSide,
  command: AccountTransfer,
  recorder: Recorder,
): Refusal | undefined {
  const ends = endsOf(side, command);
  if ('code' in ends) return ends;
  const own =
    command.direction === 'toSubAccount' ? refuseOpeningNow(side, ends.from, recorder.atMs) : undefined;
  if (own) return own;
  const { wallet, assetId, amount: moved } = command;
  const from = assetBalanceOf(ends.from.holdings, wallet, assetId);
  const refusal = refuseAmount(side.facts, command, { from, holdings: ends.from.holdings, at: recorder });
  if (refusal) return refusal;
  settleDue(ends.from.holdings, recorder);
  const to = assetBalanceOf(ends.to.holdings, wallet, assetId);
  post(recorder, { from: from.available, to: to.available, amount: moved }, { kind: 'transfer' });
  const holdings = { from: ends.from.holdings, to: ends.to.holdings };
  for (const product of PRODUCTS)
    if (product.wallet === wallet)
      product.moveHolding?.(side.facts, { ...holdings, assetId, amount: moved }, recorder);
  return undefined;
}

function endsOf(side: AccountSide, command: AccountTransfer): Ends | Refusal {
  const { accountId, subAccountId, direction } = command;
  const parent = side.accounts.get(accountId);
  const sub = side.accounts.get(subAccountId);
  const { purpose } = sub?.row.row ?? {};
  // An account that is not in the family gets the same answer as one that does not exist.
  if (!parent || !sub || purpose === undefined || sub.row.row.parentId !== accountId)
    return { code: 'ACCOUNT_UNKNOWN' };
  const isOut = direction === 'fromSubAccount';
  for (const { row } of [parent.row, sub.row]) {
    // A frozen account takes no new risk by taking back from its sub-account.
    const status = actingStatus(row);
    if (status === 'closed' || (status === 'frozen' && !isOut))
      return { code: 'ACCOUNT_FROZEN', detail: { status } };
  }
  if (isOut && !mayTakeOut(purpose, agentOf(command))) return { code: 'AGENT_NOT_ALLOWED' };
  return isOut ? { from: sub, to: parent } : { from: parent, to: sub };
}

function refuseAmount(
  facts: Facts,
  { assetId, amount: moved }: AccountTransfer,
  { from, holdings, at }: { from: AssetBalance; holdings: Account['holdings']; at: Recorder },
): Refusal | undefined {
  const asset = knownAsset(facts, assetId);
  if (asset === undefined) return { code: 'INSTRUMENT_UNKNOWN' };
  const text = (units: bigint) => formatDecimal(units, asset.scale);
  if (moved <= 0n) return { code: 'QUANTITY_MIN', detail: { quantityMin: text(1n) } };
  const due = dueAmount(holdings, assetId, at.atMs);
  const usable = amount(from.available.amount + due);
  if (usable >= moved) return undefined;
  const detail = { assetId, needed: text(moved), available: text(usable) };
  if (asset.isMoney) return { code: 'INSUFFICIENT_FUNDS', detail };
  const isWaiting = usable + from.unsettled.amount - due >= moved;
  return { code: isWaiting ? 'HOLDINGS_UNSETTLED' : 'INSUFFICIENT_HOLDINGS', detail };
}

/** An asset that may move: one that is traded or paid with, which an entitlement is not. */
function knownAsset(
  facts: Facts,
  assetId: AssetId,
): { readonly scale: number; readonly isMoney: boolean } | undefined {
  let paid: number | undefined;
  for (const { baseAsset, baseScale, quoteAsset, quoteScale } of facts.instruments.values()) {
    if (baseAsset === assetId) return { scale: baseScale, isMoney: false };
    if (quoteAsset === assetId) paid = quoteScale;
  }
  return paid === undefined ? undefined : { scale: paid, isMoney: true };
}
