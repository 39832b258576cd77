/** Balances, positions and funds movements. */
export { assetScales } from '#domains/balance/assets.ts';
export { type Holdings, valuedPositions } from '#domains/balance/positions.ts';
export { balanceBindings, readHoldings } from '#domains/balance/routes.ts';
export { BalanceStore } from '#domains/balance/store.ts';
