/** Prices, lists, candles and books for everybody. */
export { announceEnd, endMarket } from '#domains/market/market-end.ts';
export { marketNotices } from '#domains/market/notices.ts';
export { marketBindings } from '#domains/market/routes.ts';
export { instrumentRowOf, readBook } from '#domains/market/rows.ts';
