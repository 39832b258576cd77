import { type Balance, type HouseLedgerAccount, type RulesUpdate, readText, type Wallet } from '@tarazu/core';
import {
  ACCOUNT_ID,
  AMOUNT,
  ASSET_ID,
  COUNT,
  column,
  ENVIRONMENT,
  INSTANT,
  LONG_COUNT,
  oneOf,
  rowKind,
  type StoredRow,
  TEXT,
  WALLETS,
  WIDE_AMOUNT,
  wordOf,
} from '@tarazu/core/rows';
import type { AccountId, Amount, AssetId, Environment, InstantMs } from '@tarazu/core/values';

/* Rows that the writer makes of what a command says and posts, beside those that the core changes. */

/** Which command a client id was used for. */
interface ClientIdRow {
  readonly accountId: AccountId;
  readonly clientId: string;
  readonly sequence: number;
}

/** The three balances of an asset in a wallet, in one row, so that an order writes one and not two. */
export interface WalletRow {
  readonly accountId: AccountId;
  readonly wallet: Wallet;
  readonly assetId: AssetId;
  readonly environment: Environment;
  available: Amount;
  held: Amount;
  unsettled: Amount;
}

interface HouseBalanceRow {
  readonly environment: Environment;
  readonly house: HouseLedgerAccount;
  readonly assetId: AssetId;
  readonly amount: Amount;
}

/** The postings of one command that concern one account, or one and another, packed as lines. */
export interface MovementRow {
  readonly sequence: number;
  readonly part: number;
  readonly atMs: InstantMs;
  readonly environment: Environment;
  /** 0 is the house ledger. */
  readonly accountId: number;
  readonly otherAccountId: number;
  readonly postings: string;
}

/** A version of a rule, as the command that set it had it. */
interface RulesRow {
  readonly kind: string;
  readonly name: string;
  readonly sequence: number;
  readonly body: string;
}

export const WRITER_KINDS = {
  clientIds: rowKind<ClientIdRow>()({
    table: 'client_id',
    owner: 'account',
    life: 'appended',
    storage: 'own',
    key: ['accountId', 'clientId'],
    madeBy: 'sequence',
    fields: {
      accountId: column('account_id', ACCOUNT_ID),
      clientId: column('client_id', TEXT),
      sequence: column('sequence', LONG_COUNT),
    },
  }),
  wallets: rowKind<WalletRow>()({
    table: 'balance',
    owner: 'account',
    life: 'state',
    storage: 'own',
    key: ['accountId', 'wallet', 'assetId'],
    changesFrom: 'available',
    fields: {
      accountId: column('account_id', ACCOUNT_ID),
      wallet: column('wallet', oneOf(WALLETS)),
      assetId: column('asset_id', ASSET_ID),
      environment: column('environment', ENVIRONMENT),
      available: column('available', AMOUNT),
      held: column('held', AMOUNT),
      unsettled: column('unsettled', AMOUNT),
    },
  }),
  houseBalances: rowKind<HouseBalanceRow>()({
    table: 'house_balance',
    owner: 'house',
    life: 'state',
    storage: 'own',
    key: ['environment', 'house', 'assetId'],
    fields: {
      environment: column('environment', ENVIRONMENT),
      house: column('house', wordOf<HouseLedgerAccount>()),
      assetId: column('asset_id', ASSET_ID),
      amount: column('amount', WIDE_AMOUNT),
    },
  }),
  movements: rowKind<MovementRow>()({
    table: 'movement',
    owner: 'account',
    life: 'appended',
    storage: 'own',
    key: ['accountId', 'sequence', 'part'],
    madeBy: 'sequence',
    fields: {
      sequence: column('sequence', LONG_COUNT),
      part: column('part', COUNT),
      atMs: column('at_ms', INSTANT),
      environment: column('environment', ENVIRONMENT),
      accountId: column('account_id', LONG_COUNT),
      otherAccountId: column('other_account_id', LONG_COUNT),
      postings: column('postings', TEXT),
    },
  }),
  rules: rowKind<RulesRow>()({
    table: 'rules',
    owner: 'instrument',
    life: 'state',
    storage: 'own',
    key: ['kind', 'name'],
    fields: {
      kind: column('kind', TEXT),
      name: column('name', TEXT),
      sequence: column('sequence', LONG_COUNT),
      body: column('body', TEXT),
    },
  }),
} as const;

/** A balance of the house ledger as its row; undefined for a customer's. */
export function houseRowOf({ environment, account, assetId, amount }: Balance): HouseBalanceRow | undefined {
  return 'house' in account ? { environment, house: account.house, assetId, amount } : undefined;
}

export function houseBalanceOf(stored: StoredRow): Balance {
  const { environment, house, assetId, amount } = WRITER_KINDS.houseBalances.rowOf(stored);
  return { environment, account: { house }, assetId, amount };
}

export function rulesOf(stored: StoredRow): RulesUpdate {
  const { kind, body } = WRITER_KINDS.rules.rowOf(stored);
  return { [kind]: readText(body) };
}
