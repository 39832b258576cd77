import type { Venue } from '#instrument.ts';
import type {
  Bucket,
  CustomerLedgerAccount,
  HouseLedgerAccount,
  LedgerAccount,
  Wallet,
} from '#ledger/types.ts';
import type { AccountId, Amount, AssetId, Lane } from '#values/index.ts';
import { amount } from '#values/index.ts';

/** One balance: a ledger account and an asset. Only `post` changes its amount. */
export interface Cell {
  readonly lane: Lane;
  readonly account: LedgerAccount;
  readonly assetId: AssetId;
  /** The market makers owe what they sold and the outside owes what it granted, `intraday` what it lends; nobody else may be below zero. */
  readonly mayBeNegative: boolean;
  amount: Amount;
  /** Stamp of the last command that changed it, so that a command reports it once. */
  stamp: number;
}

/** The three balances of one asset in one wallet of one customer. */
export interface Purse {
  readonly available: Cell;
  readonly held: Cell;
  readonly unsettled: Cell;
}

export type Purses = Readonly<Record<Wallet, Map<AssetId, Purse>>>;

/** The house's and the outside's balances of one lane. */
export type HouseLedger = Map<HouseLedgerAccount, Map<AssetId, Cell>>;

const MAY_BE_NEGATIVE: ReadonlySet<HouseLedgerAccount> = new Set([
  'NSE_SIM',
  'COIN_SIM',
  'outside',
  'intraday',
]);

export function createPurses(): Purses {
  return { stock: new Map(), spot: new Map(), perpetual: new Map() };
}

function customerCell(lane: Lane, account: CustomerLedgerAccount, assetId: AssetId): Cell {
  return { lane, account, assetId, mayBeNegative: false, amount: amount(0n), stamp: 0 };
}

function createPurse(owner: { lane: Lane; accountId: AccountId; wallet: Wallet }, assetId: AssetId): Purse {
  const { lane, accountId, wallet } = owner;
  const cell = (bucket: Bucket): Cell => customerCell(lane, { accountId, wallet, bucket }, assetId);
  return { available: cell('available'), held: cell('held'), unsettled: cell('unsettled') };
}

/** The purse of an asset; made with zeros when the account meets the asset for the first time. */
export function purseOf(
  owner: { readonly lane: Lane; readonly accountId: AccountId; readonly purses: Purses },
  wallet: Wallet,
  assetId: AssetId,
): Purse {
  const purses = owner.purses[wallet];
  const known = purses.get(assetId);
  if (known) return known;
  const purse = createPurse({ lane: owner.lane, accountId: owner.accountId, wallet }, assetId);
  purses.set(assetId, purse);
  return purse;
}

/** A house balance; made with zero when first needed. */
export function houseCell(
  owner: { readonly lane: Lane; readonly ledger: HouseLedger },
  house: HouseLedgerAccount,
  assetId: AssetId,
): Cell {
  const cells = owner.ledger.get(house) ?? new Map<AssetId, Cell>();
  const known = cells.get(assetId);
  if (known) return known;
  if (cells.size === 0) owner.ledger.set(house, cells);
  const mayBeNegative = MAY_BE_NEGATIVE.has(house);
  const cell: Cell = {
    lane: owner.lane,
    account: { house },
    assetId,
    mayBeNegative,
    amount: amount(0n),
    stamp: 0,
  };
  cells.set(assetId, cell);
  return cell;
}

/** The market maker of a venue as a ledger account: they carry the same names. */
export function makerOf(venue: Venue): HouseLedgerAccount {
  return venue;
}
