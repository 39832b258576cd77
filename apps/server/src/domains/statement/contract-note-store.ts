import type { NamedAgent, ProductName } from '@tarazu/core';
import type { AccountId, Side } from '@tarazu/core/values';
import { cameTo, type Period, wentFrom } from '#domains/statement/statement-store.ts';
import { currencyAt, type Exchange } from '#market/exchanges.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { idsAt } from '#products/ids.ts';

export interface NoteDayRow {
  readonly day: string;
  readonly fills: bigint;
  readonly turnover: string;
  readonly charges: string;
}

/** The trades of one order on a day. */
export interface NoteOrderRow {
  readonly order_id: bigint;
  readonly instrument_id: string;
  readonly side: Side;
  readonly product: ProductName | null;
  readonly agent: NamedAgent | null;
  readonly product_terms: string | null;
  readonly rule_version: string;
  readonly quantity: string;
  readonly value: string;
  readonly charges: string;
  readonly fills: bigint;
  readonly at_ms: bigint;
}

export interface NoteChargeRow {
  readonly order_id: bigint;
  readonly charge_name: string;
  readonly amount: string;
}

/** The day as the ledger has it. */
export interface NoteLedgerRow {
  /** All that came in less all that went out by trades in shares. */
  readonly net: string;
  /** The part of it that positions within the day were paid, or paid. */
  readonly intraday_result: string;
}

/** An account's own side of its fills in shares, by time. */
const OWN = `own as (
  select taker_order_id as order_id, instrument_id, taker_side as side, quantity, value, taker_charges as charges, at_ms, sequence
    from fill where taker_account_id = $1 and taker_account_id > 0 and at_ms >= $2 and at_ms < $3 and instrument_id like any($4::text[])
  union all
  select maker_order_id, instrument_id, case taker_side when 'buy' then 'sell' else 'buy' end, quantity, value, maker_charges, at_ms, sequence
    from fill where maker_account_id = $1 and maker_account_id > 0 and at_ms >= $2 and at_ms < $3 and instrument_id like any($4::text[]))`;

const daysOf = statement<NoteDayRow>(
  'note-days',
  `with ${OWN}
   select to_char(to_timestamp((at_ms + $5) / 1000) at time zone 'UTC', 'YYYY-MM-DD') as day,
          count(*) as fills, sum(value) as turnover, sum(charges) as charges
     from own group by 1 order by 1 desc limit $6`,
);
const ordersOf = statement<NoteOrderRow>(
  'note-orders',
  `with ${OWN}
   select own.order_id, own.instrument_id, own.side, o.product, o.agent, o.product_terms, o.rule_version,
          sum(own.quantity) as quantity, sum(own.value) as value, sum(own.charges) as charges, count(*) as fills, min(own.at_ms) as at_ms
     from own join orders o on o.account_id = $1 and o.order_id = own.order_id
    group by own.order_id, own.instrument_id, own.side, o.product, o.agent, o.product_terms, o.rule_version order by own.order_id`,
);
// A customer's charges leave from their own side; the sequences of the day's fills bound what is read.
const RANGE = `range as (select min(sequence) as low, max(sequence) as high from own)`;
const chargesOf = statement<NoteChargeRow>(
  'note-charges',
  `with ${OWN}, ${RANGE}
   select p.order_id, p.charge_name, sum(p.amount) as amount from range, posting p
    where p.account_id = $1 and p.from_account_id = $1 and p.sequence between range.low and range.high
      and p.kind = 'charge' and p.asset_id = $5 and p.from_wallet = '${delivery.wallet}' and p.at_ms >= $2 and p.at_ms < $3
    group by p.order_id, p.charge_name order by p.order_id, p.charge_name`,
);
const MOVED = `asset_id = $5 and sequence between (select low from range) and (select high from range) and at_ms >= $2 and at_ms < $3`;
const ledgerOf = statement<NoteLedgerRow>(
  'note-ledger',
  `with ${OWN}, ${RANGE}, moved as (
     ${cameTo('kind, amount', `to_wallet = '${delivery.wallet}' and ${MOVED}`)}
     union all
     ${wentFrom('kind, -amount', `from_wallet = '${delivery.wallet}' and ${MOVED}`)})
   select coalesce(sum(amount), 0) as net, coalesce(sum(amount) filter (where kind = 'intradayResult'), 0) as intraday_result
     from moved where kind in ('buy', 'sell', 'charge', 'intradayResult')`,
);

/** An account's trades at one exchange in a span of time. */
export interface NoteAsked {
  readonly accountId: AccountId;
  readonly exchange: Exchange;
  readonly period: Period;
}

function bounds({ accountId, exchange, period: { fromMs, toMs } }: NoteAsked) {
  return [accountId, fromMs, toMs, idsAt([exchange.venue])];
}

/** The trades of an account in shares, by day and order, from the fills; and the same from the postings. */
export class NoteStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** Newest first. */
  days(asked: NoteAsked, limit: number): Promise<NoteDayRow[]> {
    return daysOf(this.#database, [...bounds(asked), asked.exchange.zone.offsetMs, limit]);
  }

  orders(asked: NoteAsked): Promise<NoteOrderRow[]> {
    return ordersOf(this.#database, bounds(asked));
  }

  charges(asked: NoteAsked): Promise<NoteChargeRow[]> {
    return chargesOf(this.#database, [...bounds(asked), currencyAt(asked.exchange).asset]);
  }

  async ledger(asked: NoteAsked): Promise<NoteLedgerRow> {
    const [row] = await ledgerOf(this.#database, [...bounds(asked), currencyAt(asked.exchange).asset]);
    return row ?? { net: '0', intraday_result: '0' };
  }
}
