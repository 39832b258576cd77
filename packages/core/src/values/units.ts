/** Units of time, of money and of shares of a whole: the one place where they are numbers. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** India's clock is five and a half hours ahead of UTC, all the year. */
export const INDIA_OFFSET_MS = 19_800_000;
/** Basis points of a whole, which are also hundredths of a percent. */
export const BASIS_POINTS = 10_000n;
/** Decimals of rupees, counted in paise. */
export const RUPEE_SCALE = 2;
/** Decimals of coins, of USDT among them. */
export const COIN_SCALE = 8;
/** Decimals of rates, which are shares of one. */
export const RATE_SCALE = 8;
/** Decimals of a percentage in text: hundredths of a percent are basis points. */
export const PERCENT_SCALE = 2;
