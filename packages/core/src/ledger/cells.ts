import type { Venue } from '#model/instrument.ts';
import {
  type Bucket,
  type CustomerLedgerAccount,
  type HouseLedgerAccount,
  type LedgerAccount,
  mayOwe,
  type Wallet,
} from '#model/ledger.ts';
import type { AccountId, Amount, AssetId, Environment } from '#values/index.ts';
import { amount, assert } from '#values/index.ts';

/** Balance of one asset in a ledger account, which only `post` changes. */
export interface Cell {
  readonly environment: Environment;
  readonly account: LedgerAccount;
  readonly assetId: AssetId;
  /** The market makers owe what they sold, and the outside what it granted: `mayOwe` says who may. */
  readonly mayBeNegative: boolean;
  amount: Amount;
  /** Stamp of the last command that changed it, so that a command reports it once. */
  stamp: number;
}

/** The three balances of one asset in one wallet of one customer. */
export interface AssetBalance {
  readonly available: Cell;
  readonly held: Cell;
  readonly unsettled: Cell;
}

export type AssetBalances = Readonly<Record<Wallet, Map<AssetId, AssetBalance>>>;

/** Balances of the house ledger in one environment. */
export type HouseLedger = Map<HouseLedgerAccount, Map<AssetId, Cell>>;

export function createAssetBalances(): AssetBalances {
  return { stock: new Map(), spot: new Map(), perpetual: new Map() };
}

function customerCell(environment: Environment, account: CustomerLedgerAccount, assetId: AssetId): Cell {
  return { environment, account, assetId, mayBeNegative: false, amount: amount(0n), stamp: 0 };
}

function createAssetBalance(
  owner: { environment: Environment; accountId: AccountId; wallet: Wallet },
  assetId: AssetId,
): AssetBalance {
  const { environment, accountId, wallet } = owner;
  const cell = (bucket: Bucket): Cell => customerCell(environment, { accountId, wallet, bucket }, assetId);
  return { available: cell('available'), held: cell('held'), unsettled: cell('unsettled') };
}

/** The balance of an asset; made with zeros when the account meets the asset for the first time. */
export function assetBalanceOf(
  owner: {
    readonly environment: Environment;
    readonly accountId: AccountId;
    readonly assetBalances: AssetBalances;
  },
  wallet: Wallet,
  assetId: AssetId,
): AssetBalance {
  const assetBalances = owner.assetBalances[wallet];
  const known = assetBalances.get(assetId);
  assert(
    known === undefined || known.available.environment === owner.environment,
    'Invariant: a balance is of the environment of its account',
  );
  if (known) return known;
  const assetBalance = createAssetBalance(
    { environment: owner.environment, accountId: owner.accountId, wallet },
    assetId,
  );
  assetBalances.set(assetId, assetBalance);
  return assetBalance;
}

/** A balance of the house ledger; made with zero when first needed. */
export function houseCell(
  owner: { readonly environment: Environment; readonly ledger: HouseLedger },
  house: HouseLedgerAccount,
  assetId: AssetId,
): Cell {
  const cells = owner.ledger.get(house) ?? new Map<AssetId, Cell>();
  const known = cells.get(assetId);
  assert(
    known === undefined || known.environment === owner.environment,
    'Invariant: a balance of the house ledger is of its environment',
  );
  if (known) return known;
  if (cells.size === 0) owner.ledger.set(house, cells);
  const mayBeNegative = mayOwe(house);
  const cell: Cell = {
    environment: owner.environment,
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
