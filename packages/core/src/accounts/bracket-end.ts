import { holdOf } from '#accounts/holds.ts';
import type { Account } from '#ledger/account.ts';
import { assetBalanceOf } from '#ledger/cells.ts';
import { takeHold } from '#ledger/holds.ts';
import { type Recorder, replaceRow, type Tracked, track } from '#ledger/recorder.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order, OrderConditions } from '#model/order.ts';
import { productOf } from '#products/list.ts';
import { holdsRule } from '#rules-version.ts';
import {
  amount,
  assert,
  type OrderId,
  type Price,
  type Quantity,
  quantity,
  smaller,
  systemClientId,
} from '#values/index.ts';

/** A purchase with a bracket, and whose it is. */
export interface Bracketed {
  readonly account: Account;
  readonly instrument: Instrument;
  readonly purchase: Tracked<Order>;
}

/** How the sale at either end waits. */
export interface PlacedEnd {
  readonly id: OrderId;
  readonly type: Order['type'];
  readonly priceLimit: Price;
  readonly ruleVersion: string;
  readonly conditions: OrderConditions;
}

/**
 * Orders the sale at whichever end comes first, for all
 * that has been bought; the purchase names it from then on.
 */
export function openBracketEnd(of: Bracketed, end: PlacedEnd, recorder: Recorder): Order | undefined {
  const { account, purchase, instrument } = of;
  const { row } = purchase;
  const { available } = baseOf(of);
  const bought = smaller<bigint>(row.quantityFilled, available.amount);
  if (bought === 0n) return undefined;
  const { bracket } = row.conditions ?? {};
  assert(bracket !== undefined, 'Condition: a purchase with a bracket names it in its conditions');
  assert(bracket.endOrderId === undefined, 'Invariant: a bracket has one end');
  const none = amount(0n);
  const order: Order = {
    id: end.id,
    accountId: row.accountId,
    environment: row.environment,
    instrumentId: instrument.id,
    clientId: systemClientId(`bracket-${row.id}`),
    side: 'sell',
    type: end.type,
    validity: 'gtc',
    priceLimit: end.priceLimit,
    quantity: quantity(bought),
    quantityFilled: quantity(0n),
    turnoverTaken: none,
    turnoverMade: none,
    charges: {},
    fillCount: 0,
    ruleVersion: end.ruleVersion,
    spotFeeTier: account.row.row.spotFeeTier,
    priority: recorder.sequence,
    placedAtMs: recorder.atMs,
    ...(holdsRule(recorder, 'orderAgents') && { agent: 'bracket' }),
    conditions: end.conditions,
    state: { name: 'new', held: none, waitsFor: 'trigger' },
  };
  assert(row.side === 'buy' && !account.orders.has(order.id), 'Invariant: the end of a purchase opens once');
  const tracked = track(order);
  account.orders.set(order.id, tracked);
  replaceRow({ recorder, list: recorder.orders }, tracked, order);
  takeHold(holdOf({ account, tracked, instrument }), amount(bought), recorder);
  const conditions = { ...row.conditions, bracket: { ...bracket, endOrderId: order.id } };
  replaceRow({ recorder, list: recorder.orders }, purchase, { ...row, conditions });
  return tracked.row;
}

/** The sale grows by what was bought more. */
export function growBracketEnd(
  of: Bracketed,
  more: { readonly end: Tracked<Order>; readonly bought: Quantity },
  recorder: Recorder,
): void {
  const { end, bought } = more;
  const { row } = end;
  assert(bought > 0n, 'Invariant: the end of a bracket grows by what was bought');
  assert(
    row.side === 'sell' && row.accountId === of.purchase.row.accountId,
    'Invariant: the end of a bracket sells for who bought',
  );
  assert('held' in row.state, 'Condition: only an open order grows');
  assert(
    row.quantity + bought <= of.purchase.row.quantity,
    'Invariant: the end of a bracket sells no more than the purchase is of',
  );
  const grown = { ...row, quantity: quantity(row.quantity + bought) };
  replaceRow({ recorder, list: recorder.orders }, end, grown);
  takeHold(holdOf({ ...of, tracked: end }), amount(bought), recorder);
}

function baseOf({ account, instrument, purchase }: Bracketed) {
  return assetBalanceOf(account.holdings, productOf(instrument, purchase.row).wallet, instrument.baseAsset);
}
