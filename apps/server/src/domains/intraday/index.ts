/** Trading within the day on margin: what is open, the warnings about it, and squaring off. */
export { intradayJobs } from '#domains/intraday/jobs.ts';
export { intradayNotices } from '#domains/intraday/notices.ts';
export { IntradayStore, type OpenPosition } from '#domains/intraday/store.ts';
export { valuedIntraday } from '#domains/intraday/valued.ts';
