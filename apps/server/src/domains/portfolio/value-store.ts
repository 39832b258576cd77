import type { AccountId } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** A stored value of one account, in paise. */
export interface StoredValue {
  readonly day: number;
  readonly value: bigint;
  readonly flow: bigint;
  readonly through_sequence: bigint;
}

const lifeOf = statement<{ begun_at_ms: bigint }>(
  'portfolio-life',
  'select coalesce(reset_at_ms, opened_at_ms) as begun_at_ms from account where account_id = $1',
);
const COLUMNS = 'select day, value, flow, through_sequence from portfolio_value where account_id = $1';
const newestOf = statement<StoredValue>(
  'portfolio-values-newest',
  `${COLUMNS} and day >= $2 and day <= $3 order by day desc limit $4`,
);
const firstOf = statement<StoredValue>(
  'portfolio-value-first',
  `${COLUMNS} and day >= $2 order by day limit 1`,
);
const flowsOf = statement<StoredValue>(
  'portfolio-flows',
  `${COLUMNS} and day >= $2 and flow <> 0 order by day limit $3`,
);

/** The stored values of one account, read by its key. */
export class ValueStore {
  readonly #on: Queryable;

  constructor(on: Queryable) {
    this.#on = on;
  }

  /** When the account began, or began again: nothing before it is its own. */
  async begunAtMs(account: AccountId): Promise<number> {
    const [row] = await lifeOf(this.#on, [account]);
    return Number(row?.begun_at_ms ?? 0n);
  }

  /** From a day until another, the newest `limit` of them, oldest first. */
  async between(
    account: AccountId,
    { fromDay, untilDay }: { fromDay: number; untilDay: number },
    limit: number,
  ): Promise<StoredValue[]> {
    return (await newestOf(this.#on, [account, fromDay, untilDay, limit])).reverse();
  }

  async first(account: AccountId, fromDay: number): Promise<StoredValue | undefined> {
    const [row] = await firstOf(this.#on, [account, fromDay]);
    return row;
  }

  flows(account: AccountId, fromDay: number, limit: number): Promise<StoredValue[]> {
    return flowsOf(this.#on, [account, fromDay, limit]);
  }
}
