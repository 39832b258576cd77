import { OPERATIONS } from '@tarazu/protocol';
import { instrumentRowOf } from '#domains/market/index.ts';
import { type Binding, bind, type Handler } from '#gateway/binding.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { type MarketPort, refuse, reply } from '#ports.ts';

const WATCHLIST_MAX = 200;

const listed = statement<{ instrument_id: string }>(
  'watchlist-of-login',
  'select instrument_id from watchlist where owner = $1 order by added_at desc, instrument_id',
);
const add = statement<{ added: bigint }>(
  'watchlist-add',
  `insert into watchlist (owner, instrument_id) select $1, $2 where (select count(*) from watchlist where owner = $1) < $3
   on conflict do nothing returning 1::int8 as added`,
);
const has = statement<{ instrument_id: string }>(
  'watchlist-has',
  'select instrument_id from watchlist where owner = $1 and instrument_id = $2',
);
const remove = statement<never>(
  'watchlist-remove',
  'delete from watchlist where owner = $1 and instrument_id = $2',
);

export interface WatchlistServices {
  readonly database: Queryable;
  readonly market: MarketPort;
}

/** The instruments on a login's watchlist, newest first. Both environments of a login share it. */
export async function watchedBy(database: Queryable, loginId: number): Promise<string[]> {
  return (await listed(database, [loginId])).map((row) => row.instrument_id);
}

export function watchlistBindings({ database, market }: WatchlistServices): Binding[] {
  const adding: Handler<typeof OPERATIONS.stockCollectAdd | typeof OPERATIONS.coinCollectAdd> = async (
    { instrumentId },
    session,
  ) => {
    if (market.listing(instrumentId) === undefined)
      return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
    const [added] = await add(database, [session.loginId, instrumentId, WATCHLIST_MAX]);
    if (added !== undefined) return reply({});
    const [there] = await has(database, [session.loginId, instrumentId]);
    return there === undefined
      ? refuse('WATCHLIST_FULL', { detail: { limit: String(WATCHLIST_MAX) } })
      : reply({});
  };
  const removing: Handler<typeof OPERATIONS.stockCollectDel | typeof OPERATIONS.coinCollectDel> = async (
    { instrumentId },
    session,
  ) => {
    if (market.listing(instrumentId) === undefined)
      return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
    await remove(database, [session.loginId, instrumentId]);
    return reply({});
  };
  return [
    bind(OPERATIONS.stockCollectAdd, adding),
    bind(OPERATIONS.coinCollectAdd, adding),
    bind(OPERATIONS.stockCollectDel, removing),
    bind(OPERATIONS.coinCollectDel, removing),
    bind(OPERATIONS.stockCollectList, async (_input, session) => {
      const ids = await watchedBy(database, session.loginId);
      const rows = ids.flatMap((id) =>
        market.listing(id) === undefined ? [] : [instrumentRowOf(market, id, true)],
      );
      return reply({ list: rows, market: market.label() });
    }),
  ];
}
