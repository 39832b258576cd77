/** Currencies in which the worth of things is told; home's first. */
export const SHOWN_CURRENCIES = ['INR', 'USDT', 'BDT', 'BRL'] as const;
export type ShownCurrency = (typeof SHOWN_CURRENCIES)[number];

/** Spans of the curve; `all` is from the account's first day on. */
export const PORTFOLIO_RANGES = ['1d', '1w', '1m', '3m', '6m', '1y', 'all'] as const;
export type PortfolioRange = (typeof PORTFOLIO_RANGES)[number];
