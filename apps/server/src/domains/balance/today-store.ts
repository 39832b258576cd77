import type { AccountId } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { idsAt } from '#products/ids.ts';
import { WITHIN_DAY } from '#products/list.ts';
import { spot } from '#products/spot/spot.ts';

/** Trades of today in one instrument, in full or within the day, charges paid. */
export interface TradedRow {
  readonly instrument_id: string;
  readonly within_day: boolean;
  readonly bought: bigint;
  readonly bought_for: bigint;
  readonly sold: bigint;
  readonly sold_for: bigint;
  /** Profit of its sales over their cost. */
  readonly profit: bigint;
}

/** Units of today that came over the edge of an account without a trade. */
export interface CameRow {
  readonly kind: string;
  readonly asset_id: string;
  readonly units: bigint;
}

export interface CloseRow {
  readonly instrument_id: string;
  readonly price: bigint;
}

/** A position within the day; and what those of its instrument have made so far. */
export interface WithinDayRow {
  readonly instrument_id: string;
  readonly quantity: bigint;
  readonly profit_realised: bigint;
}

/** Kinds of postings that are no trade: from outside, and of companies. */
const CAME_KINDS = ['demoGrant', 'transfer', 'correction', 'dividend'];

const begunAt = statement<{ begun_at_ms: bigint }>(
  'today-begun',
  'select coalesce(reset_at_ms, opened_at_ms) as begun_at_ms from account where account_id = $1',
);

/** Own fills of one side since an instant: read backwards, so that those before it cost nothing. */
const ownFills = (end: 'taker' | 'maker', side: string): string =>
  `select instrument_id, ${end}_order_id as order_id, ${side} as side, quantity, value, ${end}_charges as charges, ${end}_profit_realised as profit
     from fill where ${end}_account_id = $1 and ${end}_account_id > 0 and at_ms >= $2
      and sequence > coalesce((select sequence from fill where ${end}_account_id = $1 and ${end}_account_id > 0 and at_ms < $2
                                order by sequence desc limit 1), 0)`;
const tradedSince = statement<TradedRow>(
  'today-traded',
  `select own.instrument_id, coalesce(o.product = any('{${WITHIN_DAY.join(',')}}'), false) as within_day,
          coalesce(sum(own.quantity) filter (where own.side = 'buy'), 0)::int8 as bought,
          coalesce(sum(own.value + own.charges) filter (where own.side = 'buy'), 0)::int8 as bought_for,
          coalesce(sum(own.quantity) filter (where own.side = 'sell'), 0)::int8 as sold,
          coalesce(sum(own.value - own.charges) filter (where own.side = 'sell'), 0)::int8 as sold_for,
          sum(own.profit)::int8 as profit
     from (${ownFills('taker', 'taker_side')}
           union all ${ownFills('maker', `case taker_side when 'buy' then 'sell' else 'buy' end`)}) own
     left join orders o on o.account_id = $1 and o.order_id = own.order_id
    group by 1, 2`,
);
const cameSince = statement<CameRow>(
  'today-came',
  `select kind, asset_id, sum(case when to_account_id = $1 then amount else -amount end)::int8 as units from (
     ${['account_id = $1', 'other_account_id = $1 and other_account_id > 0']
       .map(
         (end) => `select account_id, sequence from movement where ${end} and at_ms >= $2 and postings ~ $3
      and sequence > coalesce((select sequence from movement where ${end} and at_ms < $2 order by sequence desc limit 1), 0)`,
       )
       .join(' union ')}) moved
     join posting using (account_id, sequence)
    where kind = any($4::text[]) and (to_account_id = $1) <> (from_account_id = $1) group by 1, 2`,
);
/** Coins have no close of their own venue: theirs is the price at the end of the day in India. */
const closesOf = statement<CloseRow>(
  'today-closes',
  `select instrument_id, price from portfolio_price where day = $1 and instrument_id like any('${idsAt(spot.venues)}')`,
);
const withinDay = statement<WithinDayRow>(
  'today-within-day',
  'select instrument_id, quantity, profit_realised from intraday_position where account_id = $1',
);

/** Rows of which an account's gain of today is made; each query names its owner. */
export class TodayStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async begunAtMs(of: AccountId): Promise<number> {
    const [row] = await begunAt(this.#database, [of]);
    return Number(row?.begun_at_ms ?? 0n);
  }

  traded(of: AccountId, sinceMs: number): Promise<TradedRow[]> {
    return tradedSince(this.#database, [of, sinceMs]);
  }

  came(of: AccountId, sinceMs: number): Promise<CameRow[]> {
    return cameSince(this.#database, [of, sinceMs, CAME_KINDS.join('|'), CAME_KINDS]);
  }

  closes(day: number): Promise<CloseRow[]> {
    return closesOf(this.#database, [day]);
  }

  withinDay(of: AccountId): Promise<WithinDayRow[]> {
    return withinDay(this.#database, [of]);
  }
}
