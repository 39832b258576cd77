import type { OwnFill, OwnOrder } from '@tarazu/protocol';
import { useCall } from '#client/query.ts';
import type { CallStateQuery } from '#widgets/session/call-state.tsx';

export interface OrderQuery {
  readonly query: CallStateQuery;
  /** The newest that is known: never an older answer over a newer one. */
  readonly order: OwnOrder;
  readonly fills: readonly OwnFill[] | undefined;
}

/** An own order with its fills, read again whenever the account's stream says that it changed. */
export function useOrder(known: OwnOrder, knownFills?: readonly OwnFill[]): OrderQuery {
  const isStock = known.kind === 'stock';
  const stock = useCall('stockOrderInfo', { id: known.id }, { enabled: isStock });
  const coin = useCall('coinOrderQuery', { id: known.id }, { enabled: !isStock });
  const query = isStock ? stock : coin;
  return { query, order: query.data?.order ?? known, fills: query.data?.fills ?? knownFills };
}
