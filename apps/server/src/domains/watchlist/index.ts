import { FIRST_WATCHLIST, OPERATIONS, WATCHLIST_ITEMS_MAX, WATCHLISTS_MAX } from '@tarazu/protocol';
import type pg from 'pg';
import { instrumentRowOf } from '#domains/market/index.ts';
import * as store from '#domains/watchlist/store.ts';
import { type Binding, bind, type Handler } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { type MarketPort, refuse, reply } from '#ports.ts';

export interface WatchlistServices {
  readonly database: pg.Pool;
  readonly market: MarketPort;
}

/** The instruments on a login's first list, in its order. Both environments of a login share its lists. */
export async function watchedBy(database: Queryable, loginId: number): Promise<string[]> {
  return await store.itemsOf(database, loginId, FIRST_WATCHLIST);
}

export function watchlistBindings(services: WatchlistServices): Binding[] {
  return [...favouriteBindings(services), ...listBindings(services), ...itemBindings(services)];
}

/** The specification's own calls: they fill the first list. */
function favouriteBindings({ database, market }: WatchlistServices): Binding[] {
  const adding: Handler<typeof OPERATIONS.stockCollectAdd | typeof OPERATIONS.coinCollectAdd> = async (
    { instrumentId },
    { loginId },
  ) => {
    if (market.listing(instrumentId) === undefined)
      return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
    const added = await store.addToList(database, loginId, { listId: FIRST_WATCHLIST, instrumentId });
    return added === 'full' ? full(store.FIRST_ITEMS_MAX) : reply({});
  };
  const removing: Handler<typeof OPERATIONS.stockCollectDel | typeof OPERATIONS.coinCollectDel> = async (
    { instrumentId },
    { loginId },
  ) => {
    if (market.listing(instrumentId) === undefined)
      return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
    await store.takeFromList(database, loginId, { listId: FIRST_WATCHLIST, instrumentId });
    return reply({});
  };
  return [
    bind(OPERATIONS.stockCollectAdd, adding),
    bind(OPERATIONS.coinCollectAdd, adding),
    bind(OPERATIONS.stockCollectDel, removing),
    bind(OPERATIONS.coinCollectDel, removing),
    bind(OPERATIONS.stockCollectList, async (_input, { loginId }) =>
      reply(rowsOf(market, await watchedBy(database, loginId))),
    ),
  ];
}

function listBindings({ database, market }: WatchlistServices): Binding[] {
  return [
    bind(OPERATIONS.watchlists, async (_input, { loginId }) => {
      const lists = await store.listsOf(database, loginId);
      const list = lists.map(({ instrumentIds, ...named }) => ({
        ...named,
        instrumentIds: instrumentIds.filter((id) => market.listing(id) !== undefined),
      }));
      return reply({ list, listsMax: WATCHLISTS_MAX, itemsMax: WATCHLIST_ITEMS_MAX });
    }),
    bind(OPERATIONS.watchlistAdd, async ({ name }, { loginId }) => {
      const id = await store.addList(database, loginId, name);
      return id === undefined
        ? refuse('WATCHLISTS_FULL', { detail: { limit: String(WATCHLISTS_MAX) } })
        : reply({ id });
    }),
    bind(OPERATIONS.watchlistRename, async (list, { loginId }) => {
      const renamed = await store.renameList(database, loginId, list);
      if (renamed === 'unknown') return refuse('NOT_FOUND', { field: 'listId' });
      return renamed === 'taken' ? refuse('WATCHLIST_NAME_TAKEN', { field: 'name' }) : reply({});
    }),
    bind(OPERATIONS.watchlistDel, async ({ listId }, { loginId }) => {
      if (listId === FIRST_WATCHLIST)
        return refuse('INVALID_INPUT', {
          field: 'listId',
          detail: { problem: 'listId: the first list stays' },
        });
      await store.deleteList(database, loginId, listId);
      return reply({});
    }),
    bind(OPERATIONS.watchlistsOrder, async ({ listIds }, { loginId }) => {
      const isOrdered = await store.putListsInOrder(database, loginId, listIds.split(','));
      return isOrdered ? reply({}) : refuse('NOT_FOUND', { field: 'listIds' });
    }),
  ];
}

function itemBindings({ database, market }: WatchlistServices): Binding[] {
  return [
    bind(OPERATIONS.watchlistItems, async ({ listId }, { loginId }) => {
      if (!(await store.isOwnList(database, loginId, listId)))
        return refuse('NOT_FOUND', { field: 'listId' });
      return reply(rowsOf(market, await store.itemsOf(database, loginId, listId)));
    }),
    bind(OPERATIONS.watchlistItemAdd, async (item, { loginId }) => {
      if (market.listing(item.instrumentId) === undefined)
        return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
      const added = await store.addToList(database, loginId, item);
      if (added === 'unknown') return refuse('NOT_FOUND', { field: 'listId' });
      const max = item.listId === FIRST_WATCHLIST ? store.FIRST_ITEMS_MAX : WATCHLIST_ITEMS_MAX;
      return added === 'full' ? full(max) : reply({});
    }),
    bind(OPERATIONS.watchlistItemDel, async (item, { loginId }) => {
      if (market.listing(item.instrumentId) === undefined)
        return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
      await store.takeFromList(database, loginId, item);
      return reply({});
    }),
    bind(OPERATIONS.watchlistItemsOrder, async ({ listId, instrumentIds }, { loginId }) => {
      const order = { listId, instrumentIds: instrumentIds.split(',') };
      const isOrdered = await store.putItemsInOrder(database, loginId, order);
      return isOrdered ? reply({}) : refuse('NOT_FOUND', { field: 'listId' });
    }),
  ];
}

/** Rows of what is listed now; what was delisted since stays in the list and is not shown. */
function rowsOf(market: MarketPort, ids: readonly string[]) {
  const list = ids.flatMap((id) =>
    market.listing(id) === undefined ? [] : [instrumentRowOf(market, id, true)],
  );
  return { list, market: market.label() };
}

function full(limit: number) {
  return refuse('WATCHLIST_FULL', { detail: { limit: String(limit) } });
}
