import { FIRST_WATCHLIST, WATCHLIST_ITEMS_MAX, WATCHLISTS_MAX } from '@tarazu/protocol';
import type pg from 'pg';
import { inTransaction, type Queryable, statement } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';

/* Watchlists by their owner, which is a login: each statement names it. */

/** Entries of the first list at most: it is older than the others, and more was promised for it. */
export const FIRST_ITEMS_MAX = 200;

interface NameRow {
  readonly list_id: string;
  readonly name: string;
}

const items = statement<{ list_id: string; instrument_id: string }>(
  'watchlist-items',
  `select list_id, instrument_id from watchlist where owner = $1 and ($2::text is null or list_id = $2)
    order by list_id, place, added_at desc, instrument_id`,
);
const names = statement<NameRow>(
  'watchlist-names',
  'select list_id, name from watchlist_name where owner = $1 order by place, slot',
);
/** The first list's row is held while lists are named, so that one device of an owner does it at a time. */
const lockNames = statement<NameRow>(
  'watchlist-names-lock',
  `select list_id, name from watchlist_name where owner = $1 and list_id = '${FIRST_WATCHLIST}' for update`,
);
/** The first list has a row once its owner has done something to lists. */
const ensureFirst = statement<never>(
  'watchlist-first',
  `insert into watchlist_name (owner, list_id, name, slot) values ($1, '${FIRST_WATCHLIST}', '', 0) on conflict do nothing`,
);
const insertName = statement<NameRow>(
  'watchlist-name-add',
  `insert into watchlist_name (owner, list_id, name, slot, place)
     select $1, $2, $3, free.slot, (select coalesce(max(place), 0) + 1 from watchlist_name where owner = $1)
       from generate_series(1, ${WATCHLISTS_MAX - 1}) free(slot)
      where not exists (select from watchlist_name n where n.owner = $1 and n.slot = free.slot)
      order by free.slot limit 1
   on conflict do nothing returning list_id, name`,
);
const sameName = statement<NameRow>(
  'watchlist-name-same',
  'select list_id, name from watchlist_name where owner = $1 and lower(name) = lower($2)',
);
const rename = statement<NameRow>(
  'watchlist-rename',
  `update watchlist_name set name = $3 where owner = $1 and list_id = $2
      and not exists (select from watchlist_name n where n.owner = $1 and n.list_id <> $2 and lower(n.name) = lower($3))
   returning list_id, name`,
);
const removeName = statement<NameRow>(
  'watchlist-del',
  'delete from watchlist_name where owner = $1 and list_id = $2 and slot > 0 returning list_id, name',
);
const removeItems = statement<never>(
  'watchlist-del-items',
  'delete from watchlist where owner = $1 and list_id = $2',
);
const orderLists = statement<never>(
  'watchlist-lists-order',
  `update watchlist_name set place = coalesce(array_position($2::text[], list_id), ${WATCHLISTS_MAX} + slot)
    where owner = $1`,
);
const lockList = statement<NameRow>(
  'watchlist-lock',
  'select list_id, name from watchlist_name where owner = $1 and list_id = $2 for update',
);
const addItem = statement<{ added: bigint }>(
  'watchlist-item-add',
  `insert into watchlist (owner, list_id, instrument_id) select $1, $2, $3
    where (select count(*) from watchlist where owner = $1 and list_id = $2) < $4
   on conflict do nothing returning 1::int8 as added`,
);
const hasItem = statement<{ instrument_id: string }>(
  'watchlist-item-has',
  'select instrument_id from watchlist where owner = $1 and list_id = $2 and instrument_id = $3',
);
const removeItem = statement<never>(
  'watchlist-item-del',
  'delete from watchlist where owner = $1 and list_id = $2 and instrument_id = $3',
);
const orderItems = statement<never>(
  'watchlist-items-order',
  `update watchlist set place = coalesce(array_position($3::text[], instrument_id), 0)
    where owner = $1 and list_id = $2`,
);

export interface NamedList {
  readonly id: string;
  readonly name: string;
  readonly instrumentIds: readonly string[];
}

/** The instruments of one list; those of no list are none. */
export async function itemsOf(on: Queryable, owner: number, listId: string): Promise<string[]> {
  return (await items(on, [owner, listId])).map((row) => row.instrument_id);
}

/** Every list of an owner, the first one also while it has no row. */
export async function listsOf(on: Queryable, owner: number): Promise<NamedList[]> {
  const [named, all] = await Promise.all([names(on, [owner]), items(on, [owner, null])]);
  const first = { list_id: FIRST_WATCHLIST, name: '' };
  const known = named.some(({ list_id }) => list_id === FIRST_WATCHLIST) ? named : [first, ...named];
  return known.map(({ list_id: id, name }) => ({
    id,
    name,
    instrumentIds: all.filter((row) => row.list_id === id).map((row) => row.instrument_id),
  }));
}

export async function isOwnList(on: Queryable, owner: number, listId: string): Promise<boolean> {
  if (listId === FIRST_WATCHLIST) return true;
  return (await names(on, [owner])).some((row) => row.list_id === listId);
}

/** One device at a time gives names to the lists of an owner: each sees those that the others gave. */
async function naming<Result>(
  pool: pg.Pool,
  owner: number,
  work: (on: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  await ensureFirst(pool, [owner]);
  return await inTransaction(pool, async (on) => {
    await lockNames(on, [owner]);
    return await work(on);
  });
}

/** A new list, or the one of that name; undefined where there are as many as there may be. */
export async function addList(pool: pg.Pool, owner: number, name: string): Promise<string | undefined> {
  return await naming(pool, owner, async (on) => {
    const [same] = await sameName(on, [owner, name]);
    if (same !== undefined) return same.list_id;
    const [added] = await insertName(on, [owner, randomId(), name]);
    return added?.list_id;
  });
}

export async function renameList(
  pool: pg.Pool,
  owner: number,
  list: { readonly listId: string; readonly name: string },
): Promise<'renamed' | 'taken' | 'unknown'> {
  return await naming(pool, owner, async (on) => {
    if (!(await isOwnList(on, owner, list.listId))) return 'unknown';
    const [renamed] = await rename(on, [owner, list.listId, list.name]);
    return renamed === undefined ? 'taken' : 'renamed';
  });
}

/**
 * The entries go in a statement of their own, which begins once the name is held: it
 * sees also what another device has added until then, and none adds to the list after it.
 */
export async function deleteList(pool: pg.Pool, owner: number, listId: string): Promise<void> {
  await naming(pool, owner, async (on) => {
    const [gone] = await removeName(on, [owner, listId]);
    if (gone !== undefined) await removeItems(on, [owner, listId]);
  });
}

/** False where one of them is no list of this owner: nothing is ordered then. */
export async function putListsInOrder(
  pool: pg.Pool,
  owner: number,
  listIds: readonly string[],
): Promise<boolean> {
  return await naming(pool, owner, async (on) => {
    const own = new Set((await names(on, [owner])).map(({ list_id }) => list_id));
    if (!listIds.every((id) => own.has(id))) return false;
    await orderLists(on, [owner, [...listIds]]);
    return true;
  });
}

export type Added = 'added' | 'full' | 'unknown';

/** An instrument that one list is asked to take or to give back. */
export interface ListItem {
  readonly listId: string;
  readonly instrumentId: string;
}

/**
 * The list is locked meanwhile: two devices do not add one
 * too many, and none adds to a list that another takes away.
 */
export async function addToList(pool: pg.Pool, owner: number, item: ListItem): Promise<Added> {
  const { listId, instrumentId } = item;
  const max = listId === FIRST_WATCHLIST ? FIRST_ITEMS_MAX : WATCHLIST_ITEMS_MAX;
  await ensureFirst(pool, [owner]);
  return await inTransaction(pool, async (on) => {
    const [locked] = await lockList(on, [owner, listId]);
    if (locked === undefined) return 'unknown';
    const [added] = await addItem(on, [owner, listId, instrumentId, max]);
    if (added !== undefined) return 'added';
    const [there] = await hasItem(on, [owner, listId, instrumentId]);
    return there === undefined ? 'full' : 'added';
  });
}

export async function takeFromList(on: Queryable, owner: number, item: ListItem): Promise<void> {
  await removeItem(on, [owner, item.listId, item.instrumentId]);
}

/** False where it is no list of this owner. */
export async function putItemsInOrder(
  on: Queryable,
  owner: number,
  order: { readonly listId: string; readonly instrumentIds: readonly string[] },
): Promise<boolean> {
  if (!(await isOwnList(on, owner, order.listId))) return false;
  await orderItems(on, [owner, order.listId, [...order.instrumentIds]]);
  return true;
}
