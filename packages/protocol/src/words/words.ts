/** Meaning of one field: a sentence, an example that its schema takes, and the unit of a number. */
export type Words = readonly [says: string, example?: unknown, unit?: string];
export type Vocabulary = Readonly<Record<string, Words>>;

/** Units, as the description of the calls names them. */
export const INSTANT = 'milliseconds since 1970-01-01, UTC';
export const MILLISECONDS = 'milliseconds';
export const QUOTE = 'quote asset, such as rupees or USDT';
export const BASE = 'shares or coins';
export const ASSET = 'the asset that the entry names';
export const CURRENCY = 'the currency that the answer names';
export const PERCENT = 'percent';
export const RATE = 'share of one: 0.001 is 0.1 percent';
export const BASIS_POINTS = 'basis points: 100 are one percent';
export const OF_KIND = 'as the kind beside it says';
export const DECIMALS = 'decimal places';
export const COUNT = 'a count';
export const PIXELS = 'pixels';
export const SMALLEST = 'smallest unit of the asset: the last decimal place is one';
