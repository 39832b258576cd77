/** Prices, lists, candles and books for everybody. */
export { marketBindings } from '#domains/market/routes.ts';
export { instrumentRowOf, readBook } from '#domains/market/rows.ts';
