/**
 * Identity of a person, as far as formats, days and limits go: a form and the server ask the same functions.
 */
export { plainNumber } from '#countries/number-formats.ts';
export * from '#identity/days.ts';
export * from '#identity/limits.ts';
export * from '#identity/numbers.ts';
