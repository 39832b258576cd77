import { exposuresOf } from '#accounts/exposure.ts';
import { limitKey, type Opening, refuseByTime, refuseOpening } from '#checks/own-limits.ts';
import type { Account, AccountSide } from '#ledger/account.ts';
import type { OrdersAt } from '#ledger/expiring-orders.ts';
import { type Recorder, replaceRow, type Tracked } from '#ledger/recorder.ts';
import type { Facts } from '#model/facts.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import { type OwnLimit, periodAt, usedAt } from '#model/own-limit.ts';
import type { Refusal } from '#model/refusal.ts';
import { productOf } from '#products/list.ts';
import { type AssetId, amount, type InstantMs } from '#values/index.ts';

/* Limits that a person has set (rules 2.25); those of a family's main account hold for the whole family. */

/** Own limits that hold for an account; the head of a family that is not loaded has none. */
function limitsOf(side: AccountSide, account: Account): ReadonlyMap<string, Tracked<OwnLimit>> {
  const { parentId } = account.row.row;
  const head = parentId === undefined ? account : side.accounts.get(parentId);
  return head?.holdings.ownLimits ?? NONE;
}

const NONE: ReadonlyMap<string, Tracked<OwnLimit>> = new Map();

function* rowsOf(limits: ReadonlyMap<string, Tracked<OwnLimit>>): Iterable<OwnLimit> {
  for (const { row } of limits.values()) yield row;
}

/** Why nothing opens in an account now, whatever it is: self-exclusion, locked hours. */
export function refuseOpeningNow(side: AccountSide, account: Account, atMs: InstantMs): Refusal | undefined {
  const limits = limitsOf(side, account);
  return limits.size === 0 ? undefined : refuseByTime({ limits: [...rowsOf(limits)], atMs });
}

/** Whether an open order only takes down what the account has. */
export function closesOnly(
  account: Account,
  order: Order,
  { instrument, at }: { readonly instrument: Instrument; readonly at: OrdersAt },
): boolean {
  return order.productTerms?.isClosing ?? productOf(instrument, order).closes(account, order, at);
}

/** An order that opens something, and how many of its basket would before it. */
export interface OpeningOrder {
  readonly order: Order;
  readonly instrument: Instrument;
  readonly ordersBefore: number;
}

/** Why an order that opens would pass an own limit of amount or number; undefined where it passes none. */
export function refuseOpeningOrder(
  side: AccountSide,
  account: Account,
  { order, instrument, ordersBefore, atMs }: OpeningOrder & { readonly atMs: InstantMs },
): Refusal | undefined {
  const limits = limitsOf(side, account);
  if (limits.size === 0) return undefined;
  const { quoteAsset, quoteScale } = instrument;
  const opening: Opening = {
    quoteAsset,
    quoteScale,
    lossOpen: lossOpenOf(side, account, quoteAsset),
    marginRate: productOf(instrument, order).marginRateOf?.(order),
    ordersBefore,
  };
  return refuseOpening({ limits: [...rowsOf(limits)], atMs }, opening);
}

/** Loss at the marks of what an account and the head of its family have open in an asset; or below zero. */
function lossOpenOf({ accounts, facts }: AccountSide, account: Account, assetId: AssetId): bigint {
  const { parentId } = account.row.row;
  const head = parentId === undefined ? undefined : accounts.get(parentId);
  return lossOf(facts, account, assetId) + (head ? lossOf(facts, head, assetId) : 0n);
}

function lossOf(facts: Facts, account: Account, assetId: AssetId): bigint {
  return exposuresOf(facts, account)
    .filter(({ open }) => open.assetId === assetId)
    .reduce((loss, { marked }) => loss - (marked?.profitUnrealised ?? 0n), 0n);
}

/** An order that opens something was taken. */
export function countOpening(side: AccountSide, account: Account, recorder: Recorder): void {
  count(limitsOf(side, account), { key: limitKey('dayOrders'), more: 1n }, recorder);
}

/** A fill of an account has brought a profit, or below zero a loss, in an asset. */
export function countResult(
  side: AccountSide,
  account: Account,
  { assetId, profit, recorder }: { assetId: AssetId; profit: bigint; recorder: Recorder },
): void {
  count(limitsOf(side, account), { key: limitKey('dayLoss', assetId), more: profit }, recorder);
}

function count(
  limits: ReadonlyMap<string, Tracked<OwnLimit>>,
  { key, more }: { readonly key: string; readonly more: bigint },
  recorder: Recorder,
): void {
  const tracked = limits.get(key);
  if (tracked === undefined || more === 0n) return;
  const { row } = tracked;
  const { atMs } = recorder;
  const used = amount(usedAt(row, atMs) + more);
  replaceRow({ recorder, list: recorder.ownLimits }, tracked, { ...row, period: periodAt(row, atMs), used });
}
