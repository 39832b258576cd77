import { type AccountId, type Amount, accountId, amount } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { spot } from '#products/spot/spot.ts';

/** An account with the tier that it pays and what it has traded in the days that are asked for. */
export interface TieredAccount {
  readonly accountId: AccountId;
  readonly spotFeeTier: number;
  /** In paise. */
  readonly volumeInr: Amount;
}

/** Days in India since 1970: from the first to the day before `beforeDay`. */
export interface DayRange {
  readonly fromDay: number;
  readonly beforeDay: number;
}

interface TieredRow {
  readonly account_id: bigint;
  readonly spot_fee_tier: number;
  readonly volume: string;
}

// Count of a page of fills in one statement, by the order of
// their times, so that a late one counts on the next run.
const countPage = statement<{ counted: bigint }>(
  'spot-turnover-count',
  `with mark as (select last_sequence, last_index from spot_turnover_progress for update),
   page as (
     select f.sequence, f.index, f.instrument_id, f.value, f.at_ms, f.taker_account_id, f.maker_account_id
       from fill f
      where (f.sequence, f.index) > ((select last_sequence from mark), (select last_index from mark)) and f.at_ms < $1
      order by f.sequence, f.index limit $2),
   traded as (
     select party.account_id, ((page.at_ms + 19800000) / 86400000)::int4 as day, i.quote_asset, sum(page.value)::int8 as turnover
       from page join instrument i using (instrument_id)
            cross join lateral (values (page.taker_account_id), (page.maker_account_id)) as party(account_id)
      where i.kind = '${spot.offer.kind}' and party.account_id > 0 and page.at_ms >= $3 and page.value > 0
      group by 1, 2, 3),
   added as (
     insert into spot_turnover select * from traded
     on conflict (account_id, day, quote_asset) do update set turnover = spot_turnover.turnover + excluded.turnover),
   moved as (
     update spot_turnover_progress set (last_sequence, last_index) =
       (select sequence, index from page order by sequence desc, index desc limit 1)
      where exists (select from page))
   select count(*) as counted from page`,
);
const dropDays = statement('spot-turnover-drop', 'delete from spot_turnover where day < $1');
const keepRates = statement(
  'tether-rate-keep',
  `insert into tether_rate select day, $3, $4 from generate_series($1::int4, $2::int4 - 1) as day on conflict (day) do nothing`,
);

// A day's turnover in USDT counts at that day's rate, rounded down to the paisa.
const VOLUME = `coalesce(sum(case t.quote_asset when 'INR' then t.turnover
    when 'USDT' then div(t.turnover::numeric * r.rupees_e8, 100000000000000) end), 0)::text as volume`;
const DAYS = `left join spot_turnover t on t.account_id = a.account_id and t.day >= $1 and t.day < $2
    left join tether_rate r on r.day = t.day`;

const tieredPage = statement<TieredRow>(
  'spot-tiers-page',
  `select a.account_id, a.spot_fee_tier, ${VOLUME}
     from (select account_id from spot_turnover where day >= $1 and account_id > $3
           union select account_id from account where spot_fee_tier > 0 and account_id > $3
           order by account_id limit $4) as known
     join account a using (account_id) ${DAYS}
    group by a.account_id, a.spot_fee_tier order by a.account_id`,
);
const tieredOne = statement<TieredRow>(
  'spot-tier-of-account',
  `select a.account_id, a.spot_fee_tier, ${VOLUME} from account a ${DAYS} where a.account_id = $3 group by 1, 2`,
);

/** The turnover of accounts in coins, by day. */
export class TurnoverStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  /**
   * Counts fills before an instant that are not counted yet, at
   * most a page of them; those before `sinceMs` count for nothing.
   */
  async countPage(query: { sinceMs: number; beforeMs: number; limit: number }): Promise<number> {
    const [row] = await countPage(this.#database, [query.beforeMs, query.limit, query.sinceMs]);
    return Number(row?.counted ?? 0n);
  }

  /** Fixes the rate of each day that has none, and forgets what is older than the range. */
  async closeDays(range: DayRange, rate: { rupeesE8: bigint; source: string }): Promise<void> {
    await keepRates(this.#database, [range.fromDay, range.beforeDay, rate.rupeesE8, rate.source]);
    await dropDays(this.#database, [range.fromDay]);
  }

  /** Accounts that traded in the range or pay a better tier than the first, by number. */
  async tieredAfter(after: AccountId, range: DayRange, limit: number): Promise<TieredAccount[]> {
    return (await tieredPage(this.#database, [range.fromDay, range.beforeDay, after, limit])).map(tieredOf);
  }

  async tiered(of: AccountId, range: DayRange): Promise<TieredAccount | undefined> {
    const [row] = await tieredOne(this.#database, [range.fromDay, range.beforeDay, of]);
    return row && tieredOf(row);
  }
}

function tieredOf(row: TieredRow): TieredAccount {
  return {
    accountId: accountId(Number(row.account_id)),
    spotFeeTier: row.spot_fee_tier,
    volumeInr: amount(BigInt(row.volume)),
  };
}
