/** Balances, positions and funds movements. */
export { assetScales, Worth } from '#domains/balance/assets.ts';
export { type HeldPosition, HeldPositions } from '#domains/balance/held.ts';
export { type Holdings, valuedPositions } from '#domains/balance/positions.ts';
export { balanceBindings, readHoldings } from '#domains/balance/routes.ts';
export { BalanceStore } from '#domains/balance/store.ts';
export { Today } from '#domains/balance/today.ts';
export { percentText, Valuation } from '#domains/balance/valuation.ts';
