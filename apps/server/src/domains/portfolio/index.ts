/** The worth of accounts over time: daily values, the curve, the calendar, the yearly return. */
export { accountLabels } from '#domains/portfolio/account-label.ts';
export { portfolioJob } from '#domains/portfolio/jobs.ts';
export { portfolioBindings } from '#domains/portfolio/routes.ts';
