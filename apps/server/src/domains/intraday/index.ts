/** Trading within the day on margin: what is open, the warnings about it, and squaring off. */
export { IntradayStore, type OpenPosition } from '#domains/intraday/store.ts';
export { startIntradayWatch, valuedIntraday } from '#domains/intraday/watch.ts';
