import { type AssetBalances, assetBalanceOf, createAssetBalances } from '#ledger/cells.ts';
import { ChangingLots, changesAtMs } from '#ledger/changing-lots.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow, type Tracked, track } from '#ledger/recorder.ts';
import { LOT_WALLET, type Lot, type Position } from '#model/ledger.ts';
import { KEYED_NAMES, type KeyedName, type RowOf } from '#model/rows/kinds.ts';
import { compiled } from '#model/rows/row-kind.ts';
import { holdsRule } from '#rules-version.ts';
import {
  type AccountId,
  type Amount,
  type AssetId,
  amount,
  assert,
  type Environment,
  type InstantMs,
  type InstrumentId,
  instantMs,
} from '#values/index.ts';

/**
 * Rows that an account keeps by the rest of their key:
 * positions by instrument, entitlements by issue, and so on.
 */
export type KeyedRows = { readonly [Name in KeyedName]: Map<string, Tracked<RowOf<Name>>> };

/** Property of one account: balances, the lots behind them, and its rows by key. */
export interface Holdings extends KeyedRows {
  readonly environment: Environment;
  readonly accountId: AccountId;
  readonly assetBalances: AssetBalances;
  /** Lots with something left, oldest first, by asset. */
  readonly lots: Map<AssetId, Tracked<Lot>[]>;
  /** Of them those that time still changes. */
  readonly changing: ChangingLots;
  /** When time next changes a lot: most commands need look no further. */
  dueAtMs: number;
}

const createKeyedRows = compiled<() => KeyedRows>(
  `() => ({ ${KEYED_NAMES.map((name) => `${name}: new Map()`).join(', ')} })`,
);

export function createHoldings(environment: Environment, accountId: AccountId): Holdings {
  return {
    environment,
    accountId,
    assetBalances: createAssetBalances(),
    lots: new Map(),
    changing: new ChangingLots(),
    ...createKeyedRows(),
    dueAtMs: Infinity,
  };
}

export function lotsOf(holdings: Holdings, assetId: AssetId): Tracked<Lot>[] {
  const known = holdings.lots.get(assetId);
  if (known) return known;
  const lots: Tracked<Lot>[] = [];
  holdings.lots.set(assetId, lots);
  return lots;
}

/** Adds a lot at the end of its asset's line. */
export function addLot(holdings: Holdings, lot: Lot, recorder: Recorder): void {
  assert(lot.accountId === holdings.accountId, 'Invariant: a lot stands with the account that owns it');
  assert(lot.amountLeft <= lot.amountOriginal, 'Invariant: a new lot has no more left than it began with');
  assert(lot.amountLeft > 0n && lot.costLeft >= 0n, 'Invariant: a new lot has something, at a cost');
  const tracked = track(lot);
  keepLot(holdings, tracked);
  replaceRow({ recorder, list: recorder.lots }, tracked, lot);
}

/**
 * Replaces a lot's row; time may change the new one sooner than the old, because settled proceeds may have to
 * wait again.
 */
export function changeLot(
  holdings: Holdings,
  { lot, to }: { readonly lot: Tracked<Lot>; readonly to: Lot },
  recorder: Recorder,
): void {
  const { row } = lot;
  assert(
    row.accountId === to.accountId && row.assetId === to.assetId && row.sequence === to.sequence,
    'Invariant: a lot that changes stays the same lot',
  );
  assert(row.index === to.index && row.kind === to.kind, 'Invariant: a lot stays of its kind');
  assert(to.amountLeft >= 0n && to.costLeft >= 0n, 'Invariant: a lot has no less than nothing left');
  assert(to.amountLeft <= to.amountOriginal, 'Invariant: a lot has no more left than came into it');
  replaceRow({ recorder, list: recorder.lots }, lot, to);
  holdings.changing.note(lot);
  holdings.dueAtMs = Math.min(holdings.dueAtMs, changesAtMs(to));
}

/** Adds a lot on load, oldest first, without reporting it as a change. */
export function keepLot(holdings: Holdings, tracked: Tracked<Lot>): void {
  const lots = lotsOf(holdings, tracked.row.assetId);
  const last = lots.at(-1);
  assert(
    last === undefined || last.row.sequence <= tracked.row.sequence,
    'Invariant: lots stand oldest first, as they are sold',
  );
  lots.push(tracked);
  holdings.changing.note(tracked);
  holdings.dueAtMs = Math.min(holdings.dueAtMs, changesAtMs(tracked.row));
}

/** Amount of an asset that settling the due lots would make available. */
export function dueAmount(holdings: Holdings, assetId: AssetId, atMs: InstantMs): Amount {
  if (atMs < holdings.dueAtMs) return amount(0n);
  let due = 0n;
  for (const { row } of holdings.changing.of(assetId)) if (isDue(row, atMs)) due += row.amountLeft;
  return amount(due);
}

function isDue(lot: Lot, atMs: InstantMs): boolean {
  return !lot.settled && lot.usableAtMs <= atMs;
}

/** Makes every lot usable whose time has come, and lets go of proceeds that may be withdrawn. */
export function settleDue(holdings: Holdings, recorder: Recorder): void {
  if (recorder.atMs < holdings.dueAtMs) return;
  const { changing } = holdings;
  for (const assetId of changing.assets) {
    const due = changing.of(assetId).filter(({ row }) => changesAtMs(row) <= recorder.atMs);
    for (const lot of due) {
      if (lot.row.settled) deliverLot(lot, recorder);
      else settleLot(holdings, lot, recorder);
      changing.note(lot);
    }
    if (due.some(({ row }) => row.amountLeft === 0n)) dropSpentLots(holdings, assetId);
  }
  holdings.dueAtMs = changing.firstAtMs;
  assert(holdings.dueAtMs > recorder.atMs, 'Invariant: no lot that was due is left');
}

function settleLot(holdings: Holdings, lot: Tracked<Lot>, recorder: Recorder): void {
  assert(lot.row.accountId === holdings.accountId, 'Invariant: a lot stands with the account that owns it');
  assert(!lot.row.settled && isDue(lot.row, recorder.atMs), 'Invariant: a lot settles once, when it is due');
  const { available, unsettled } = assetBalanceOf(holdings, LOT_WALLET, lot.row.assetId);
  post(recorder, { from: unsettled, to: available, amount: lot.row.amountLeft }, { kind: 'settlement' });
  const amountLeft = leftWhenSettled(lot.row, recorder);
  replaceRow({ recorder, list: recorder.lots }, lot, { ...lot.row, settled: true, amountLeft });
}

/** Of proceeds that are usable whole, what may not be withdrawn yet: all of them until their time comes. */
export function leftWhenSettled(
  { kind, amountLeft, amountOriginal, ...lot }: Lot,
  recorder: Recorder,
): Amount {
  if (kind === 'shares') return amountLeft;
  const isKept = holdsRule(recorder, 'proceedsUntilDelivered') && lot.withdrawableAtMs > recorder.atMs;
  return isKept ? amountOriginal : amount(0n);
}

/** Proceeds may be withdrawn from now on: nothing of the lot is left to wait for. */
function deliverLot(lot: Tracked<Lot>, recorder: Recorder): void {
  assert(lot.row.withdrawableAtMs <= recorder.atMs, 'Invariant: proceeds are delivered at their time');
  assert(
    lot.row.kind === 'proceeds' && lot.row.settled,
    'Invariant: only proceeds that settled wait for delivery',
  );
  replaceRow({ recorder, list: recorder.lots }, lot, { ...lot.row, amountLeft: amount(0n) });
}

/**
 * A map in the order of its keys: maps remember the order in which they were filled, a restart fills them in
 * another, and written text must be the same for both.
 */
export function inKeyOrder<Key extends string, Value>(map: ReadonlyMap<Key, Value>): [Key, Value][] {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Forgets lots with nothing left: they are rows of the past. */
export function dropSpentLots(holdings: Holdings, assetId: AssetId): void {
  const lots = lotsOf(holdings, assetId);
  for (const lot of lots) if (lot.row.amountLeft === 0n) holdings.changing.forget(lot);
  holdings.lots.set(
    assetId,
    lots.filter(({ row }) => row.amountLeft > 0n),
  );
}

/** When enough of an asset's unsettled lots will be usable to reach an amount beyond what is available. */
export function usableWhen(holdings: Holdings, assetId: AssetId, missing: Amount): InstantMs | undefined {
  const waiting = holdings.changing
    .of(assetId)
    .map(({ row }) => row)
    .filter((row) => !row.settled)
    .sort((one, other) => one.usableAtMs - other.usableAtMs);
  let reached = 0n;
  for (const lot of waiting) {
    reached += lot.amountLeft;
    if (reached >= missing) return instantMs(lot.usableAtMs);
  }
  return undefined;
}

/** The position in an instrument; made empty when the account meets the instrument for the first time. */
export function positionOf(holdings: Holdings, instrumentId: InstrumentId): Tracked<Position> {
  const known = holdings.positions.get(instrumentId);
  assert(
    known === undefined || known.row.accountId === holdings.accountId,
    'Invariant: a position stands with the account that owns it',
  );
  if (known) return known;
  const none = amount(0n);
  const { accountId } = holdings;
  const position = track<Position>({
    accountId,
    instrumentId,
    quantity: none,
    cost: none,
    profitRealised: none,
  });
  holdings.positions.set(instrumentId, position);
  return position;
}
