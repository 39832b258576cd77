export { type CorporateParts, lookAtActions } from '#domains/corporate/act.ts';
export { corporateJob } from '#domains/corporate/jobs.ts';
export { corporateNotices } from '#domains/corporate/notices.ts';
export { rightsBindings } from '#domains/corporate/rights.ts';
