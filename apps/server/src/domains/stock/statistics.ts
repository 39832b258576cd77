import { formatDecimal } from '@tarazu/core/values';
import { OPERATIONS } from '@tarazu/protocol';
import { type Binding, bind } from '#gateway/binding.ts';
import { currencyAt, exchangeOf } from '#market/exchanges.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { type MarketPort, refuse, reply } from '#ports.ts';
import { idsAt } from '#products/ids.ts';

interface StatisticRow {
  readonly key: string;
  readonly profit: string;
  readonly charges: string;
  readonly turnover: string;
  readonly fills: bigint;
  readonly profit_whole: string;
  readonly charges_whole: string;
  readonly turnover_whole: string;
}

/**
 * Sums of an account's own side of its fills, by day, month or instrument, at one exchange and by its clock.
 */
const statisticsOf = statement<StatisticRow>(
  'statistics-of-account',
  `with own as (
     select sequence, index, instrument_id, at_ms, value, taker_charges as charges, taker_profit_realised as profit from fill where taker_account_id = $1 and taker_account_id > 0
     union all
     select sequence, index, instrument_id, at_ms, value, maker_charges, maker_profit_realised from fill where maker_account_id = $1 and maker_account_id > 0
   )
   select case $2 when 'instrument' then instrument_id
            else to_char(to_timestamp((at_ms + $6) / 1000) at time zone 'UTC', case $2 when 'month' then 'YYYY-MM' else 'YYYY-MM-DD' end) end as key,
          sum(profit) as profit, sum(charges) as charges, sum(value) as turnover, count(*) as fills,
          sum(sum(profit)) over () as profit_whole, sum(sum(charges)) over () as charges_whole, sum(sum(value)) over () as turnover_whole
     from own where instrument_id like any($5::text[]) and at_ms >= $3 and at_ms < $4 group by 1 order by 1 desc limit 400`,
);

const EVER_MS = 8_640_000_000_000_000;

interface StatisticsServices {
  readonly database: Queryable;
  readonly market: MarketPort;
}

export function statisticsBinding({ database, market }: StatisticsServices): Binding {
  return bind(OPERATIONS.stockStatistics, async (input, session) => {
    const exchange = exchangeOf(input.country);
    if (exchange === undefined) return refuse('COUNTRY_UNLISTED', { field: 'country' });
    const { asset, scale } = currencyAt(exchange);
    const by = input.by ?? 'day';
    const rows = await statisticsOf(database, [
      session.accountId,
      by,
      Number(input.fromMs ?? 0),
      Number(input.toMs ?? EVER_MS),
      idsAt([exchange.venue]),
      exchange.zone.offsetMs,
    ]);
    const money = (units: bigint) => formatDecimal(units, scale);
    // The list is cut at its end; the totals are of everything that was asked for.
    const total = (figure: 'profit' | 'charges' | 'turnover') =>
      money(BigInt(rows[0]?.[`${figure}_whole`] ?? '0'));
    return reply({
      asset,
      profitRealised: total('profit'),
      charges: total('charges'),
      turnover: total('turnover'),
      list: rows.map((row) => ({
        key: by === 'instrument' ? (market.listing(row.key)?.symbol ?? row.key) : row.key,
        profitRealised: money(BigInt(row.profit)),
        charges: money(BigInt(row.charges)),
        turnover: money(BigInt(row.turnover)),
        fills: Number(row.fills),
      })),
    });
  });
}
