import type { OrderQueue, OwnFill, OwnOrder } from '@tarazu/protocol';
import { useCall } from '#client/query.ts';
import { productAt } from '#products/list.ts';
import { isLive } from '#widgets/orders/words.ts';
import type { CallStateQuery } from '#widgets/session/call-state.tsx';

export interface OrderQuery {
  readonly query: CallStateQuery;
  /** The newest that is known: never an older answer over a newer one. */
  readonly order: OwnOrder;
  readonly fills: readonly OwnFill[] | undefined;
  /** The order's place while it rests in a book. */
  readonly queue: OrderQueue | undefined;
}

/** Others move one's place in the queue, which no stream tells: it is asked again while the order waits. */
const PLACE_EVERY_MS = 5_000;

/** An own order with its fills, read again whenever the account's stream says that it changed. */
export function useOrder(known: OwnOrder, knownFills?: readonly OwnFill[]): OrderQuery {
  const again = isLive(known) ? { everyMs: PLACE_EVERY_MS } : {};
  const query = useCall(productAt(known.instrumentId).calls.order, { id: known.id }, again);
  return {
    query,
    order: query.data?.order ?? known,
    fills: query.data?.fills ?? knownFills,
    queue: query.data?.queue,
  };
}
