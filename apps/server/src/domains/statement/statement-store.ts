import type { Wallet } from '@tarazu/core';
import type { AccountId } from '@tarazu/core/values';
import type { Period } from '#domains/statement/contract-note-store.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** What came to a balance and went from it, by cause; `kind` is null for what moved after the period. */
export interface FlowRow {
  readonly wallet: Wallet;
  readonly asset_id: string;
  readonly kind: string | null;
  readonly came: string;
  readonly went: string;
  /** What the balance is now; the same on each row of a balance. */
  readonly now: string;
}

/** A movement over the edge of the account: between its own buckets nothing comes or goes. */
export interface CrossingRow {
  readonly sequence: bigint;
  readonly index: number;
  readonly at_ms: bigint;
  readonly wallet: Wallet;
  readonly asset_id: string;
  readonly amount: bigint;
  readonly kind: string;
  readonly charge_name: string | null;
  readonly order_id: bigint | null;
  readonly rule_version: string | null;
}

const CAME = 'to_account_id = $1 and to_account_id > 0 and from_account_id <> $1';
const WENT = 'from_account_id = $1 and from_account_id > 0 and to_account_id <> $1';

// One statement, so that the balance and its movements are of one moment.
const flowsOf = statement<FlowRow>(
  'statement-flows',
  `with flow as (
     select to_wallet as wallet, asset_id, case when at_ms < $3 then kind end as kind, amount as came, 0 as went from posting where ${CAME} and at_ms >= $2
     union all
     select from_wallet, asset_id, case when at_ms < $3 then kind end, 0, amount from posting where ${WENT} and at_ms >= $2),
   summed as (select wallet, asset_id, kind, sum(came) as came, sum(went) as went from flow group by wallet, asset_id, kind)
   select coalesce(b.wallet, s.wallet) as wallet, coalesce(b.asset_id, s.asset_id) as asset_id, s.kind,
          coalesce(s.came, 0) as came, coalesce(s.went, 0) as went, coalesce(b.available + b.held + b.unsettled, 0) as now
     from (select * from balance where account_id = $1) b full join summed s on s.wallet = b.wallet and s.asset_id = b.asset_id
    order by 1, 2, 3`,
);
const crossingsOf = statement<CrossingRow>(
  'statement-crossings',
  `select * from (
     select sequence, index, at_ms, to_wallet as wallet, asset_id, amount, kind, charge_name, order_id, rule_version
       from posting where ${CAME} and at_ms >= $2 and at_ms < $3
     union all
     select sequence, index, at_ms, from_wallet, asset_id, -amount, kind, charge_name, order_id, rule_version
       from posting where ${WENT} and at_ms >= $2 and at_ms < $3) crossing
    order by sequence, index limit $4`,
);

export class StatementStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  flows(accountId: AccountId, { fromMs, toMs }: Period): Promise<FlowRow[]> {
    return flowsOf(this.#database, [accountId, fromMs, toMs]);
  }

  /** Oldest first. */
  crossings(accountId: AccountId, { fromMs, toMs }: Period, limit: number): Promise<CrossingRow[]> {
    return crossingsOf(this.#database, [accountId, fromMs, toMs, limit]);
  }
}
