import type { Bucket, Wallet } from '@tarazu/core';
import type { AccountId } from '@tarazu/core/values';
import { TodayStore } from '#domains/balance/today-store.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

export interface BalanceRow {
  readonly wallet: Wallet;
  readonly asset_id: string;
  readonly available: bigint;
  readonly held: bigint;
  readonly unsettled: bigint;
}

export interface PositionRow {
  readonly instrument_id: string;
  readonly quantity: bigint;
  readonly cost: bigint;
  readonly profit_realised: bigint;
}

export interface LotRow {
  readonly sequence: bigint;
  readonly index: number;
  readonly kind: 'shares' | 'proceeds';
  readonly asset_id: string;
  readonly instrument_id: string;
  readonly order_id: bigint | null;
  readonly amount_original: bigint;
  readonly amount_left: bigint;
  readonly cost_left: bigint;
  readonly opened_at_ms: bigint;
  readonly usable_at_ms: bigint;
  readonly withdrawable_at_ms: bigint;
  readonly settled: boolean;
}

/** A posting as one of its ends sees it. */
export interface MovementRow {
  readonly sequence: bigint;
  readonly index: number;
  readonly at_ms: bigint;
  readonly from_account_id: bigint;
  readonly from_wallet: Wallet;
  readonly from_bucket: Bucket;
  readonly to_account_id: bigint;
  readonly to_wallet: Wallet;
  readonly to_bucket: Bucket;
  readonly asset_id: string;
  readonly amount: bigint;
  readonly kind: string;
  readonly charge_name: string | null;
  readonly order_id: bigint | null;
  readonly rule_version: string | null;
  /** Balances right after it; null at the end of the house ledger. */
  readonly balance_from: bigint | null;
  readonly balance_to: bigint | null;
}

export interface MovementQuery {
  readonly accountId: AccountId;
  readonly wallet?: string | undefined;
  readonly asset?: string | undefined;
  readonly fromMs?: bigint | undefined;
  readonly toMs?: bigint | undefined;
  readonly before?: { readonly sequence: bigint; readonly index: number } | undefined;
  readonly limit: number;
}

const NEWEST = 9_223_372_036_854_775_807n;
const INDEX_MAX = 2_147_483_647;

const balancesOf = statement<BalanceRow>(
  'balances-of-account',
  'select wallet, asset_id, available, held, unsettled from balance where account_id = $1',
);
const positionsOf = statement<PositionRow>(
  'positions-of-account',
  'select instrument_id, quantity, cost, profit_realised from position where account_id = $1',
);
const lotsOf = statement<LotRow>(
  'lots-of-account',
  'select * from lot where account_id = $1 and amount_left > 0 order by sequence, index',
);
const movementsOf = statement<MovementRow>(
  'movements-of-account',
  `${['account_id = $1', 'other_account_id = $1 and other_account_id > 0'].map(ownEnd).join(' union all ')}
   order by sequence desc, index desc limit $8`,
);
/** A page of the postings at one of whose ends the account stands, each end by its own index. */
function ownEnd(end: string): string {
  return `(select * from posting where ${end} and ($2::text is null or from_wallet = $2 or to_wallet = $2)
     and ($3::text is null or asset_id = $3) and ($4::int8 is null or at_ms >= $4) and ($5::int8 is null or at_ms < $5)
     and sequence <= $6 and (sequence, index) < ($6, $7) order by sequence desc, index desc limit $8)`;
}

/** The holdings of an account, from the engine's tables; each query names its owner. */
export class BalanceStore {
  readonly today: TodayStore;
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.today = new TodayStore(database);
    this.#database = database;
  }

  balances(accountId: AccountId): Promise<BalanceRow[]> {
    return balancesOf(this.#database, [accountId]);
  }

  positions(accountId: AccountId): Promise<PositionRow[]> {
    return positionsOf(this.#database, [accountId]);
  }

  lots(accountId: AccountId): Promise<LotRow[]> {
    return lotsOf(this.#database, [accountId]);
  }

  movements(query: MovementQuery): Promise<MovementRow[]> {
    const { accountId, wallet, asset, fromMs, toMs, before, limit } = query;
    return movementsOf(this.#database, [
      accountId,
      wallet ?? null,
      asset ?? null,
      fromMs ?? null,
      toMs ?? null,
      before?.sequence ?? NEWEST,
      before?.index ?? INDEX_MAX,
      limit,
    ]);
  }
}
