/** Prices, lists, candles and books for everybody. */
export { announceEnd, endMarket } from '#domains/market/market-end.ts';
export { marketBindings } from '#domains/market/routes.ts';
export { instrumentRowOf, readBook } from '#domains/market/rows.ts';
