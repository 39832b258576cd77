import type { CallName } from '#client/calls.ts';

/** Calls whose answers a placed, changed or cancelled order makes old. */
export const STALE_AFTER_ORDER = [
  'stockOrders',
  'coinOrders',
  'stockOrderInfo',
  'coinOrderQuery',
  'gttList',
  'userAssets',
  'coinAssets',
  'stockHoldings',
  'stockHolding',
  'stockFills',
  'coinFills',
  'fundsMovements',
  'limits',
] as const satisfies readonly CallName[];
