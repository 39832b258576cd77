/** A currency as it is counted and written. */
export interface Currency {
  /** The asset in which it is counted, `INR`. */
  readonly asset: string;
  /** In English. */
  readonly name: string;
  readonly symbol: string;
  /** Decimals of its smallest unit. */
  readonly scale: number;
  /** Places of its commas: `12,34,567` in lakhs, `1,234,567` in thousands. */
  readonly grouping: 'lakhs' | 'thousands';
}

export const RUPEE: Currency = {
  asset: 'INR',
  name: 'Indian Rupee',
  symbol: '₹',
  scale: 2,
  grouping: 'lakhs',
};

export const TAKA: Currency = {
  asset: 'BDT',
  name: 'Bangladeshi Taka',
  symbol: '৳',
  scale: 2,
  grouping: 'lakhs',
};

export const REAL: Currency = {
  asset: 'BRL',
  name: 'Brazilian Real',
  symbol: 'R$',
  scale: 2,
  grouping: 'thousands',
};

const DOLLAR: Currency = {
  asset: 'USD',
  name: 'US Dollar',
  symbol: '$',
  scale: 2,
  grouping: 'thousands',
};

const EURO: Currency = {
  asset: 'EUR',
  name: 'Euro',
  symbol: '€',
  scale: 2,
  grouping: 'thousands',
};

const BY_ASSET: ReadonlyMap<string, Currency> = new Map(
  [RUPEE, TAKA, REAL, DOLLAR, EURO].map((currency) => [currency.asset, currency]),
);

/** The currency that an asset is; undefined for a coin or a share. */
export function currencyOf(asset: string): Currency | undefined {
  return BY_ASSET.get(asset);
}
