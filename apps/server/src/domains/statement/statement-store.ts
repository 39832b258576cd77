import type { Wallet } from '@tarazu/core';
import type { AccountId } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

/**
 * Amounts that came to a balance and went from it, by cause; `kind` is null for movements after the period.
 */
export interface FlowRow {
  readonly wallet: Wallet;
  readonly asset_id: string;
  readonly kind: string | null;
  readonly came: string;
  readonly went: string;
  /** The balance of now; the same on each row of a balance. */
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

/** From an instant to before another. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

// A movement is found by the account that it is kept under, the
// giver's own or else the taker's, and by the other one in it.
const CAME = [
  'account_id = $1 and to_account_id = $1 and from_account_id <> $1',
  'other_account_id = $1 and other_account_id > 0 and to_account_id = $1',
];
const WENT = 'account_id = $1 and from_account_id = $1 and to_account_id <> $1';

/** Amounts that came over the edge of an account, each end of a movement by its own key. */
export function cameTo(columns: string, where: string): string {
  return CAME.map((end) => `select ${columns} from posting where ${end} and ${where}`).join(' union all ');
}

export function wentFrom(columns: string, where: string): string {
  return `select ${columns} from posting where ${WENT} and ${where}`;
}

const KIND = 'case when at_ms < $3 then kind end as kind';
const CROSSING = 'kind, charge_name, order_id, rule_version';
const WITHIN = 'at_ms >= $2 and at_ms < $3';

// One statement, so that the balance and its movements are of one moment.
const flowsOf = statement<FlowRow>(
  'statement-flows',
  `with flow as (
     ${cameTo(`to_wallet as wallet, asset_id, ${KIND}, amount as came, 0 as went`, 'at_ms >= $2')}
     union all
     ${wentFrom(`from_wallet, asset_id, ${KIND}, 0, amount`, 'at_ms >= $2')}),
   summed as (select wallet, asset_id, kind, sum(came) as came, sum(went) as went from flow group by wallet, asset_id, kind)
   select coalesce(b.wallet, s.wallet) as wallet, coalesce(b.asset_id, s.asset_id) as asset_id, s.kind,
          coalesce(s.came, 0) as came, coalesce(s.went, 0) as went, coalesce(b.available + b.held + b.unsettled, 0) as now
     from (select * from balance where account_id = $1) b full join summed s on s.wallet = b.wallet and s.asset_id = b.asset_id
    order by 1, 2, 3`,
);
const crossingsOf = statement<CrossingRow>(
  'statement-crossings',
  `select * from (
     ${cameTo(`sequence, index, at_ms, to_wallet as wallet, asset_id, amount, ${CROSSING}`, WITHIN)}
     union all
     ${wentFrom(`sequence, index, at_ms, from_wallet, asset_id, -amount, ${CROSSING}`, WITHIN)}) crossing
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
