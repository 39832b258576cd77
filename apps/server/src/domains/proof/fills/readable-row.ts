import { type Command, decodeMarketMakerDepth } from '@tarazu/core';
import type { JournalEntry } from '@tarazu/core/proof';
import type { AccountId } from '@tarazu/core/values';
import { disclosedParts, type PartsAsker } from '#domains/proof/fills/disclosed-parts.ts';
import type { OpenedFill, OpenedOrder, OpenedRow } from '#domains/proof/fills/opening-store.ts';
import { leafOf } from '#engine/journal/hash-chain.ts';

/* Parts of a journal's row that somebody may read who asks about a fill in it. */

/**
 * The one who asks: a customer about a fill of their own, or the operator, who may read the whole journal
 * anyway.
 */
export type Asker = { readonly accountId: AccountId } | 'operator';

/** A row, with the fill in it that is asked about. */
interface RowAsked {
  readonly row: OpenedRow;
  readonly command: Command;
  readonly order: OpenedOrder;
  readonly fill: OpenedFill;
  readonly all: readonly OpenedFill[];
}

/** A row of the journal, with its text where it may be read, or those parts of it. */
export function entryOf(
  asker: Asker | 'anybody',
  of: RowAsked & { readonly sequence: bigint },
): JournalEntry {
  const { at_ms: atMs, command, house_depth: marketMakerDepth, outcome } = of.row;
  const text = { command, marketMakerDepth, outcome };
  const place = { sequence: Number(of.sequence), atMs: Number(atMs) };
  const row = { ...place, ...text };
  const parts = disclosedParts(row, partsAskerOf(asker, of));
  const isWhole = parts === undefined && (asker === 'anybody' || mayRead(asker, of));
  return { ...place, leafHash: leafOf(row), ...(parts ? { parts } : isWhole && { text }) };
}

function partsAskerOf(asker: Asker | 'anybody', of: Omit<RowAsked, 'all'>): PartsAsker | 'operator' {
  if (asker === 'operator') return asker;
  const { command, order, fill, row } = of;
  const accountId = asker === 'anybody' ? 0 : Number(asker.accountId);
  const isOfSystem = row.account_id === null && /^(marketMaker|rules|instrument|sweep)\./.test(command.type);
  return {
    accountId,
    orderId: asker === 'anybody' ? 0 : Number(order.order_id),
    isSender: isOfSystem || row.account_id === BigInt(accountId),
    fill: { index: fill.index, takerOrderId: Number(fill.taker_order_id) },
  };
}

/** Own row, or one of the system, in which no other customer stands. */
function mayRead(asker: Asker, of: Omit<RowAsked, 'fill'>): boolean {
  const { row, all, command, order } = of;
  if (asker === 'operator') return true;
  // Commands that end an auction tell the market maker's part of it and a hash: no customer stands in it,
  // unless one was activated.
  if (/^(rules|instrument|sweep)\./.test(command.type))
    return decodeMarketMakerDepth(row.house_depth).every(({ orderId }) => orderId === undefined);
  const own = BigInt(asker.accountId);
  const isOfOthers = (account: bigint): boolean => account !== 0n && account !== own;
  if (all.some((fill) => isOfOthers(fill.taker_account_id) || isOfOthers(fill.maker_account_id)))
    return false;
  const isBasket = command.type === 'order.basket' && command.accountId === asker.accountId;
  if (!isBasket && decodeMarketMakerDepth(row.house_depth).some(({ orderId }) => isOfAnother(order, orderId)))
    return false;
  return row.account_id === null ? command.type.startsWith('marketMaker.') : row.account_id === own;
}

/** A depth that an order met which the command activated. */
function isOfAnother(order: OpenedOrder, orderId: number | undefined): boolean {
  return orderId !== undefined && BigInt(orderId) !== order.order_id;
}
