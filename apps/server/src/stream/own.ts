import { positionRowsOf } from '@tarazu/core';
import type { AccountId } from '@tarazu/core/values';
import { wireFill, wireOrder } from '#domains/orders/index.ts';
import type { EngineEvent, MarketPort } from '#ports.ts';

/** The changes of a batch for one account. */
interface OwnMessage {
  readonly type: 'own';
  readonly change: {
    readonly orders: ReturnType<typeof wireOrder>[];
    readonly fills: ReturnType<typeof wireFill>[];
    readonly touched: ('balances' | 'positions')[];
  };
}

/** The changes of a batch for the accounts that somebody listens for; nothing else is written out. */
export function ownChanges(
  events: readonly EngineEvent[],
  market: MarketPort,
  isHeard: (account: AccountId) => boolean,
): Map<AccountId, OwnMessage> {
  const messages = new Map<AccountId, OwnMessage>();
  const messageOf = (account: AccountId): OwnMessage => {
    const message = messages.get(account) ?? { type: 'own', change: { orders: [], fills: [], touched: [] } };
    messages.set(account, message);
    return message;
  };
  for (const { applied } of events) {
    const { orders, fills, balances } = applied.changes;
    for (const order of orders) {
      const listing = market.listing(order.instrumentId);
      if (listing && isHeard(order.accountId))
        messageOf(order.accountId).change.orders.push(wireOrder(order, listing));
    }
    for (const fill of fills) {
      const listing = market.listing(fill.instrumentId);
      for (const party of [fill.taker, fill.maker]) {
        if (party.isMarketMaker || !listing || !isHeard(party.accountId)) continue;
        messageOf(party.accountId).change.fills.push(wireFill(fill, listing, party.accountId));
      }
    }
    for (const { account } of balances)
      if ('accountId' in account && isHeard(account.accountId))
        touch(messageOf(account.accountId), 'balances');
    for (const { accountId } of positionRowsOf((rows) => applied.changes[rows]))
      if (isHeard(accountId)) touch(messageOf(accountId), 'positions');
  }
  return messages;
}

function touch(message: OwnMessage, what: 'balances' | 'positions'): void {
  if (!message.change.touched.includes(what)) message.change.touched.push(what);
}

/** A reader that starts or missed too much reads everything again by calls. */
export const OWN_SNAPSHOT = {
  type: 'own',
  change: { orders: [], fills: [], touched: ['balances', 'positions', 'notices', 'chat'] },
} as const;

/** A list of messages for a person that was written to: its reader reads it again. */
export type Written = 'notices' | 'chat';

export const ownWritten = (written: Written) => ({
  type: 'own',
  change: { orders: [], fills: [], touched: [written] },
});
