/** Mark prices for the core: of instruments that somebody has open beyond what is paid for. */
export { marginJob } from '#domains/margin/jobs.ts';
