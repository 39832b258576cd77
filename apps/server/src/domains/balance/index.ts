/** Balances, positions and funds movements. */
export { assetScales, Worth } from '#domains/balance/assets.ts';
export { type Holdings, type ValuedPosition, valuedPositions } from '#domains/balance/positions.ts';
export { balanceBindings, readHoldings } from '#domains/balance/routes.ts';
export { BalanceStore } from '#domains/balance/store.ts';
export { percentText, Valuation } from '#domains/balance/valuation.ts';
