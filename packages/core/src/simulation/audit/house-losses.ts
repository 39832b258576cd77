import type { Hold } from '#model/hold.ts';
import type { Instrument } from '#model/instrument.ts';
import { type Order, owedBy } from '#model/order.ts';
import type { IntradayPosition } from '#model/rows/intraday-rows.ts';
import { usualOffer } from '#products/offers.ts';
import type { Totals } from '#simulation/audit/checks.ts';
import { cellKey, type Posted, type Step } from '#simulation/audit/posted.ts';
import type { AccountId, AssetId, OrderId } from '#values/index.ts';

/** Positions within the day by account and instrument, and how often who paid what they lost. */
export interface HouseLosses {
  readonly open: Map<string, IntradayPosition>;
  /** Debt of each open order that owes. */
  readonly owed: Map<OrderId, bigint>;
  readonly happened: Record<string, number>;
}

export function createHouseLosses(): HouseLosses {
  return { open: new Map(), owed: new Map(), happened: {} };
}

/** Books of the auditors before, from which a loss is reckoned without the code of the core. */
interface Known {
  readonly posted: Posted;
  readonly totals: Totals;
}

/**
 * 19: the house ledger pays for a loss within the day only what the customer has not: nothing is free by
 * then, no application for new shares holds money, and what the open orders of the account hold, they owe.
 * What orders that end in the command came to owe, and hold, it only advances until a sweep releases them.
 */
export function checkHouseLosses(losses: HouseLosses, known: Known, step: Step): string[] {
  const paid = paidByHouse(losses, known, step);
  const advanced = advancedToEnded(losses, known, step);
  // A demo account that begins anew gives back whatever it has.
  if (step.command.type === 'account.reset') return [];
  if (step.applied.changes.orders.some(({ state }) => 'cause' in state && state.cause === 'lossCover'))
    count(losses, 'loss ended an order');
  return [...paid].flatMap(([accountId, byAsset]) =>
    [...byAsset].flatMap(([assetId, whole]) => {
      if (whole > 0n) count(losses, 'house paid');
      const amount = whole - (advanced.get(accountId)?.get(assetId) ?? 0n);
      return amount > 0n ? checkPaid(known, { accountId, assetId, amount }) : [];
    }),
  );
}

interface Paid {
  readonly accountId: AccountId;
  readonly assetId: AssetId;
  readonly amount: bigint;
}

/**
 * Payments of the house ledger for each account beyond what it got: the money of its fills, the worth of what
 * is open now and was before, and what was paid between the two.
 */
function paidByHouse(
  { open }: HouseLosses,
  { posted: { instruments }, totals: { orders } }: Known,
  { applied: { changes } }: Step,
): Map<AccountId, Map<AssetId, bigint>> {
  const paid = new Map<AccountId, Map<AssetId, bigint>>();
  const add = (accountId: AccountId, assetId: AssetId | undefined, amount: bigint): void => {
    if (assetId === undefined) return;
    const byAsset = paid.getOrInsertComputed(accountId, () => new Map<AssetId, bigint>());
    byAsset.set(assetId, (byAsset.get(assetId) ?? 0n) + amount);
  };
  for (const { taker, maker, takerSide, value, instrumentId } of changes.fills) {
    for (const party of [taker, maker]) {
      if (party.isMarketMaker || orders.get(party.orderId)?.productTerms?.name !== 'intraday') continue;
      const isBuyer = (party === taker) === (takerSide === 'buy');
      add(party.accountId, instruments.get(instrumentId)?.quoteAsset, isBuyer ? value : -value);
    }
  }
  for (const position of changes.intraday) {
    const { accountId, instrumentId } = position;
    const key = `${accountId} ${instrumentId}`;
    const worth = signedValue(position) - signedValue(open.get(key));
    open.set(key, position);
    add(accountId, instruments.get(instrumentId)?.quoteAsset, -worth);
  }
  for (const { kind, from, to, assetId, amount } of changes.postings) {
    if (kind !== 'intradayResult') continue;
    if ('accountId' in from) add(from.accountId, assetId, -amount);
    if ('accountId' in to) add(to.accountId, assetId, amount);
  }
  return paid;
}

/** Debts of a command by account and asset, of orders that have ended and hold as much. */
function advancedToEnded(
  { owed }: HouseLosses,
  { posted: { instruments } }: Known,
  { applied: { changes } }: Step,
): Map<AccountId, Map<AssetId, bigint>> {
  const advanced = new Map<AccountId, Map<AssetId, bigint>>();
  for (const order of changes.orders) {
    const [before, after] = [owed.get(order.id) ?? 0n, owedBy(order)];
    if (after === 0n) owed.delete(order.id);
    else owed.set(order.id, after);
    const assetId = instruments.get(order.instrumentId)?.quoteAsset;
    const hasEnded = order.conditions?.ended !== undefined;
    if (!hasEnded || after <= before || after > heldOf(order) || assetId === undefined) continue;
    const byAsset = advanced.getOrInsertComputed(order.accountId, () => new Map<AssetId, bigint>());
    byAsset.set(assetId, (byAsset.get(assetId) ?? 0n) + after - before);
  }
  return advanced;
}

function signedValue(position: IntradayPosition | undefined): bigint {
  if (position === undefined) return 0n;
  return position.quantity < 0n ? -position.value : position.value;
}

function checkPaid({ posted, totals }: Known, paid: Paid): string[] {
  const { accountId, assetId, amount } = paid;
  const free = (['real', 'demo'] as const).reduce((sum, environment) => {
    const account = { accountId, wallet: 'stock', bucket: 'available' } as const;
    return sum + (posted.balances.get(cellKey(environment, account, assetId)) ?? 0n);
  }, 0n);
  if (free > 0n) return [`19: the house ledger pays ${amount} for ${accountId}, who has ${free} free`];
  const applied = [...posted.holds.values()].find(
    (hold) => hold.accountId === accountId && isApplication(hold, assetId),
  );
  if (applied)
    return [
      `19: the house ledger pays ${amount} for ${accountId}, who applies for ${applied.amount} of new shares`,
    ];
  const holding = [...totals.orders.values()].filter(
    (order) => order.accountId === accountId && holdsMoneyOf(order, posted.instruments, assetId),
  );
  const owed = holding.reduce((sum, order) => sum + owedBy(order), 0n);
  const unowed = holding.find((order) => owedBy(order) < heldOf(order));
  if (owed >= amount || unowed === undefined) return [];
  return [
    `19: the house ledger pays ${amount} for ${accountId}, whose order ${unowed.id} holds ${heldOf(unowed)}`,
  ];
}

function isApplication({ ownerKind, wallet, assetId, amount }: Hold, money: AssetId): boolean {
  return ownerKind === 'application' && wallet === 'stock' && assetId === money && amount > 0n;
}

function holdsMoneyOf(order: Order, instruments: ReadonlyMap<string, Instrument>, assetId: AssetId): boolean {
  const instrument = instruments.get(order.instrumentId);
  if (instrument === undefined || instrument.quoteAsset !== assetId || heldOf(order) === 0n) return false;
  const paysMoney = order.productTerms !== undefined || order.side === 'buy';
  return paysMoney && usualOffer(instrument).settles === 'lots';
}

function heldOf({ state }: Order): bigint {
  return 'held' in state ? state.held : 0n;
}

function count({ happened }: HouseLosses, what: string): void {
  happened[what] = (happened[what] ?? 0) + 1;
}
