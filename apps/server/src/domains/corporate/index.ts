export { type CorporateParts, lookAtActions } from '#domains/corporate/act.ts';
export { corporateJob } from '#domains/corporate/jobs.ts';
export { rightsBindings } from '#domains/corporate/rights.ts';
