import { type AssetBalance, assetBalanceOf, type Cell } from '#ledger/cells.ts';
import { type Holdings, inKeyOrder } from '#ledger/holdings.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow, type Tracked, track } from '#ledger/recorder.ts';
import type { Hold, HoldKey } from '#model/hold.ts';
import type { PostingCause } from '#model/ledger.ts';
import type { Order } from '#model/order.ts';
import { heldOf } from '#model/order-life.ts';
import { ROW_KINDS } from '#model/rows/kinds.ts';
import { type Amount, amount, assert, instantMs } from '#values/index.ts';

/** A hold at hand: the balances between which it moves, and the row that says how much it is. */
export interface HoldAtHand {
  readonly assetBalance: AssetBalance;
  /** Facts of its postings beside their kind. */
  readonly about: Omit<PostingCause, 'kind'>;
  readonly amount: () => Amount;
  readonly keep: (amount: Amount, recorder: Recorder) => void;
}

/** The hold of an order is its own row. */
export function orderHold(tracked: Tracked<Order>, assetBalance: AssetBalance): HoldAtHand {
  return {
    assetBalance,
    about: { orderId: tracked.row.id },
    amount: () => heldByOrder(tracked.row),
    keep(held, recorder) {
      const { row } = tracked;
      assert('held' in row.state, 'Invariant: an open order holds what it needs');
      replaceRow({ recorder, list: recorder.orders }, tracked, { ...row, state: { ...row.state, held } });
    },
  };
}

/** Amount that an open order holds. */
export function heldByOrder({ state }: Order): Amount {
  const held = heldOf(state);
  assert(held !== undefined, 'Invariant: an open order holds what it needs');
  return held;
}

/** Any other hold is a row of its own: it begins with its first amount and ends with its last. */
export function holdFor(holdings: Holdings, key: HoldKey, about: HoldAtHand['about'] = {}): HoldAtHand {
  const { accountId } = holdings;
  const none: Hold = { accountId, ...key, amount: amount(0n), sinceMs: instantMs(0) };
  const name = ROW_KINDS.holds.keyInAccount(none);
  return {
    assetBalance: assetBalanceOf(holdings, key.wallet, key.assetId),
    about,
    amount: () => holdings.holds.get(name)?.row.amount ?? none.amount,
    keep(held, recorder) {
      assert(held >= 0n, 'Invariant: a hold is never below zero');
      const tracked = holdings.holds.get(name) ?? track<Hold>({ ...none, sinceMs: recorder.atMs });
      assert(tracked.row.accountId === accountId, 'Invariant: a hold stands with the account that owns it');
      replaceRow({ recorder, list: recorder.holds }, tracked, { ...tracked.row, amount: held });
      if (held === 0n) holdings.holds.delete(name);
      else holdings.holds.set(name, tracked);
    },
  };
}

/** Sets more aside: the only way from `available` to `held`. */
export function takeHold(hold: HoldAtHand, more: Amount, recorder: Recorder): void {
  const { available: from, held: to } = hold.assetBalance;
  post(recorder, { from, to, amount: more }, { kind: 'hold', ...hold.about });
  change(hold, more, recorder);
}

/** Gives a hold or a part of it back: the only way from `held` to `available`. */
export function giveBackHold(hold: HoldAtHand, back: Amount, recorder: Recorder): void {
  const { available: to, held: from } = hold.assetBalance;
  post(recorder, { from, to, amount: back }, { kind: 'release', ...hold.about });
  change(hold, -back, recorder);
}

/** Sets aside what there should be from now on: more is taken, less is given back. */
export function setHold(hold: HoldAtHand, wanted: Amount, recorder: Recorder): void {
  assert(wanted >= 0n, 'Invariant: a hold is never below zero');
  const more = wanted - hold.amount();
  if (more > 0n) takeHold(hold, amount(more), recorder);
  else giveBackHold(hold, amount(-more), recorder);
}

/** Pays somebody out of a hold. */
export function spendHold(
  hold: HoldAtHand,
  payment: { readonly to: Cell; readonly amount: Amount; readonly cause: PostingCause },
  recorder: Recorder,
): void {
  const { to, amount: paid, cause } = payment;
  assert(to !== hold.assetBalance.held, 'Invariant: who is paid out of a hold has it no more');
  post(recorder, { from: hold.assetBalance.held, to, amount: paid }, cause);
  change(hold, -paid, recorder);
}

/** Amount that another hold of the same balance gives up passes to this one: no money moves. */
export function passToHold(hold: HoldAtHand, passed: Amount, recorder: Recorder): void {
  assert(passed >= 0n, 'Invariant: what passes to a hold is never below zero');
  change(hold, passed, recorder);
}

/** Of an account that begins anew nothing is set aside: its balances were taken back whole. */
export function dropHolds(holdings: Holdings, recorder: Recorder): void {
  const none = amount(0n);
  for (const [, tracked] of inKeyOrder(holdings.holds)) {
    const { accountId } = tracked.row;
    assert(accountId === holdings.accountId, 'Invariant: a hold stands with the account that owns it');
    replaceRow({ recorder, list: recorder.holds }, tracked, { ...tracked.row, amount: none });
  }
  holdings.holds.clear();
}

/** The same for an open order, which is released later. */
export function dropOrderHold(tracked: Tracked<Order>, recorder: Recorder): void {
  const { row } = tracked;
  assert('held' in row.state, 'Condition: only an open order holds something');
  const state = { ...row.state, held: amount(0n) };
  replaceRow({ recorder, list: recorder.orders }, tracked, { ...row, state });
}

function change(hold: HoldAtHand, by: bigint, recorder: Recorder): void {
  if (by === 0n) return;
  const held = amount(hold.amount() + by);
  assert(held >= 0n, 'Invariant: a hold covers what it is spent for');
  hold.keep(held, recorder);
  assert(hold.assetBalance.held.amount >= held, 'Invariant: a balance holds no less than each of its holds');
}
