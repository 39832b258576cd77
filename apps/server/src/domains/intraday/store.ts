import { type AccountId, accountId, type Environment } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { WITHIN_DAY } from '#products/list.ts';

/** A position open within the day, as the engine's table has it. */
export interface OpenPosition {
  readonly accountId: AccountId;
  readonly environment: Environment;
  readonly instrumentId: string;
  readonly quantity: bigint;
  readonly value: bigint;
  readonly charges: bigint;
  readonly margin: bigint;
  readonly profitRealised: bigint;
  readonly openedAtMs: number;
}

/** An open order within the day of an account that has nothing open in its instrument. */
export interface LoneOrder {
  readonly accountId: AccountId;
  readonly instrumentId: string;
  readonly orderId: bigint;
  readonly placedAtMs: number;
}

interface OpenRow {
  readonly account_id: bigint;
  readonly environment: Environment;
  readonly instrument_id: string;
  readonly quantity: bigint;
  readonly value: bigint;
  readonly charges: bigint;
  readonly margin: bigint;
  readonly profit_realised: bigint;
  readonly opened_at_ms: bigint;
}

/** Positions with their margin, which is a hold of their own. */
const OPEN = `select p.*, a.environment, coalesce(h.amount, 0) as margin
   from intraday_position p join account a using (account_id)
   left join hold h on h.account_id = p.account_id and h.owner_kind = 'margin' and h.owner_id = p.instrument_id`;

const openAfter = statement<OpenRow>(
  'intraday-open-after',
  `${OPEN} where p.quantity <> 0 and (p.account_id, p.instrument_id) > ($1, $2) order by p.account_id, p.instrument_id limit $3`,
);
const openOf = statement<OpenRow>(
  'intraday-open-of-account',
  `${OPEN} where p.account_id = $1 and p.quantity <> 0 order by p.instrument_id`,
);
const loneOrders = statement<{
  account_id: bigint;
  instrument_id: string;
  order_id: bigint;
  placed_at_ms: bigint;
}>(
  'intraday-orders-alone',
  `select o.account_id, o.instrument_id, o.order_id, o.placed_at_ms from orders o
    where o.live and o.product = any('{${WITHIN_DAY.join(',')}}') and o.placed_at_ms < $1 and (o.placed_at_ms, o.order_id) > ($2, $3)
      and not exists (select from intraday_position p
                       where p.account_id = o.account_id and p.instrument_id = o.instrument_id and p.quantity <> 0)
    order by o.placed_at_ms, o.order_id limit $4`,
);
const noteWarning = statement<{ login_id: number | null }>(
  'intraday-warning',
  `with noted as (
     insert into intraday_warning values ($1, $2, $3, $4, $5) on conflict do nothing returning account_id)
   select account_login.login_id from noted left join account_login using (account_id)`,
);
const forgetWarnings = statement(
  'intraday-warning-forget',
  'delete from intraday_warning where sent_at_ms < $1',
);

/** Positions within the day, and what their owners were told about them. */
export class IntradayStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async after(
    last: Pick<OpenPosition, 'accountId' | 'instrumentId'>,
    limit: number,
  ): Promise<OpenPosition[]> {
    return (await openAfter(this.#database, [last.accountId, last.instrumentId, limit])).map(positionOf);
  }

  async ofAccount(of: AccountId): Promise<OpenPosition[]> {
    return (await openOf(this.#database, [of])).map(positionOf);
  }

  /**
   * Orders placed before an instant with no position beside them: what they would open is open nowhere yet.
   */
  async ordersAlone(
    beforeMs: number,
    last: Pick<LoneOrder, 'placedAtMs' | 'orderId'>,
    limit: number,
  ): Promise<LoneOrder[]> {
    const rows = await loneOrders(this.#database, [beforeMs, last.placedAtMs, last.orderId, limit]);
    return rows.map((row) => ({
      accountId: accountId(Number(row.account_id)),
      instrumentId: row.instrument_id,
      orderId: row.order_id,
      placedAtMs: Number(row.placed_at_ms),
    }));
  }

  /** The login to tell, when this is told for the first time. */
  async warn(
    on: Queryable,
    position: OpenPosition,
    warning: { kind: string; nowMs: number },
  ): Promise<number | undefined> {
    const { accountId: of, instrumentId, openedAtMs } = position;
    const [noted] = await noteWarning(on, [of, instrumentId, openedAtMs, warning.kind, warning.nowMs]);
    return noted?.login_id ?? undefined;
  }

  async forget(beforeMs: number): Promise<void> {
    await forgetWarnings(this.#database, [beforeMs]);
  }
}

function positionOf(row: OpenRow): OpenPosition {
  return {
    accountId: accountId(Number(row.account_id)),
    environment: row.environment,
    instrumentId: row.instrument_id,
    quantity: row.quantity,
    value: row.value,
    charges: row.charges,
    margin: row.margin,
    profitRealised: row.profit_realised,
    openedAtMs: Number(row.opened_at_ms),
  };
}
