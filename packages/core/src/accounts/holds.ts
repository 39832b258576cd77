import type { Account } from '#ledger/account.ts';
import { assetBalanceOf } from '#ledger/cells.ts';
import { type HoldAtHand, heldByOrder, orderHold } from '#ledger/holds.ts';
import type { Tracked } from '#ledger/recorder.ts';
import type { Facts } from '#model/facts.ts';
import type { Hold, HoldOwner } from '#model/hold.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import { heldAsset, productOf } from '#products/list.ts';
import { assert } from '#values/index.ts';

/** The hold of an open order: money of its product's wallet, or what it sells. */
export function holdOf(of: {
  readonly account: Account;
  readonly tracked: Tracked<Order>;
  readonly instrument: Instrument;
}): HoldAtHand {
  const { account, tracked, instrument } = of;
  const { wallet } = productOf(instrument, tracked.row);
  const assetId = heldAsset(instrument, tracked.row);
  return orderHold(tracked, assetBalanceOf(account.holdings, wallet, assetId));
}

/** A hold as its owner's row says it, whichever row that is. */
export type OwnedHold = Omit<Hold, 'ownerKind'> & { readonly ownerKind: HoldOwner | 'order' };

/** All that an account has set aside, each with what for: its bucket `held` is their sum. */
export function holdsOf(facts: Facts, { holdings, orders }: Account): OwnedHold[] {
  const byOrders = Array.from(orders.values(), ({ row }): OwnedHold => {
    const { accountId, id, placedAtMs: sinceMs } = row;
    const instrument = facts.instruments.get(row.instrumentId);
    assert(instrument !== undefined, 'Condition: an instrument is loaded before its orders');
    const of = { wallet: productOf(instrument, row).wallet, assetId: heldAsset(instrument, row) };
    return { accountId, ownerKind: 'order', ownerId: String(id), ...of, amount: heldByOrder(row), sinceMs };
  });
  return [...byOrders, ...Array.from(holdings.holds.values(), ({ row }) => row)];
}
