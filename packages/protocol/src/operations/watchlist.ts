import * as z from 'zod/mini';
import { empty, idInput, instrumentIdInput, listOf, marketLabel, nothing } from '#fields.ts';
import { instrumentRow } from '#market.ts';
import { operation } from '#operation.ts';
import { watchlistField } from '#watchlists.ts';

/** A name as it is kept: composed letters, one space between words, none at its ends. */
const tidyName = (name: string): string => name.normalize('NFC').replace(/ +/g, ' ').trim();
/** Nobody tells two names apart by letters that show nothing, so a name has none. */
const listNameInput = z
  .string()
  .check(
    z.maxLength(120),
    z.overwrite(tidyName),
    z.regex(
      /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}][\p{L}\p{M}\p{N} ._&-]{0,29}$/u,
      'must be 1 to 30 letters, digits, spaces, . _ & -, the first a letter or digit',
    ),
  );
const listIdsInput = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9_-]{1,40}(,[A-Za-z0-9_-]{1,40}){0,9}$/, 'must be ids of watchlists with commas'),
  );
const instrumentIdsInput = z
  .string()
  .check(
    z.maxLength(6_000),
    z.regex(
      /^[A-Z0-9_]{3,12}:[A-Z0-9&-]{1,20}(,[A-Z0-9_]{3,12}:[A-Z0-9&-]{1,20})*$/,
      'must be instrument ids with commas',
    ),
  );
const itemInput = z.strictObject({ listId: idInput, instrumentId: instrumentIdInput });

export const watchlists = operation({
  name: 'watchlists',
  method: 'GET',
  path: '/watchlist/list',
  effect: 'read',
  role: 'customer',
  summary: 'Own watchlists in their own order, with what is in them. The first is that of the favourites.',
  input: empty,
  output: z.object({ list: z.array(watchlistField), listsMax: z.number(), itemsMax: z.number() }),
  refusals: [],
});
export const watchlistAdd = operation({
  name: 'watchlistAdd',
  method: 'POST',
  path: '/watchlist/add',
  effect: 'command',
  role: 'customer',
  summary: 'Makes a named watchlist. The same name twice is one list.',
  input: z.strictObject({ name: listNameInput }),
  output: z.object({ id: z.string() }),
  refusals: ['WATCHLISTS_FULL'],
});
export const watchlistRename = operation({
  name: 'watchlistRename',
  method: 'POST',
  path: '/watchlist/rename',
  effect: 'command',
  role: 'customer',
  summary: 'Gives a watchlist another name.',
  input: z.strictObject({ listId: idInput, name: listNameInput }),
  output: nothing,
  refusals: ['NOT_FOUND', 'WATCHLIST_NAME_TAKEN'],
});
export const watchlistDel = operation({
  name: 'watchlistDel',
  method: 'POST',
  path: '/watchlist/del',
  effect: 'command',
  role: 'customer',
  summary:
    'Takes a watchlist away with what is in it. The first one stays; one that is gone already is no refusal.',
  input: z.strictObject({ listId: idInput }),
  output: nothing,
  refusals: [],
});
export const watchlistsOrder = operation({
  name: 'watchlistsOrder',
  method: 'POST',
  path: '/watchlist/order',
  effect: 'command',
  role: 'customer',
  summary: 'Puts own watchlists in this order; those that are not named follow.',
  input: z.strictObject({ listIds: listIdsInput }),
  output: nothing,
  refusals: ['NOT_FOUND'],
});
export const watchlistItems = operation({
  name: 'watchlistItems',
  method: 'GET',
  path: '/watchlist/item/list',
  effect: 'read',
  role: 'customer',
  summary: 'The instruments of one own watchlist, in its order.',
  input: z.strictObject({ listId: idInput }),
  output: z.object({ ...listOf(instrumentRow).shape, market: marketLabel }),
  refusals: ['NOT_FOUND'],
});
export const watchlistItemAdd = operation({
  name: 'watchlistItemAdd',
  method: 'POST',
  path: '/watchlist/item/add',
  effect: 'command',
  role: 'customer',
  summary: 'Puts a stock, index or coin on top of a watchlist.',
  input: itemInput,
  output: nothing,
  refusals: ['NOT_FOUND', 'INSTRUMENT_UNKNOWN', 'WATCHLIST_FULL'],
});
export const watchlistItemDel = operation({
  name: 'watchlistItemDel',
  method: 'POST',
  path: '/watchlist/item/del',
  effect: 'command',
  role: 'customer',
  summary: 'Takes a stock, index or coin off a watchlist.',
  input: itemInput,
  output: nothing,
  refusals: ['INSTRUMENT_UNKNOWN'],
});
export const watchlistItemsOrder = operation({
  name: 'watchlistItemsOrder',
  method: 'POST',
  path: '/watchlist/item/order',
  effect: 'command',
  role: 'customer',
  summary: 'Puts the instruments of a watchlist in this order; those that are not named stand on top.',
  input: z.strictObject({ listId: idInput, instrumentIds: instrumentIdsInput }),
  output: nothing,
  refusals: ['NOT_FOUND'],
});
