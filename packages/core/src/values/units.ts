/** Units of time and of shares of a whole: the one place where they are numbers. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** India's clock is five and a half hours ahead of UTC, all the year. */
export const INDIA_OFFSET_MS = 19_800_000;
/** Basis points of a whole, which are also hundredths of a percent. */
export const BASIS_POINTS = 10_000n;
