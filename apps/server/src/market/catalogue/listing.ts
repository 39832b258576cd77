/**
 * The definition of a stock of the simulated exchange. Prices are plain numbers here: parameters of a model,
 * not money.
 */
export interface StockListing {
  readonly symbol: string;
  readonly name: string;
  readonly sector: Sector;
  /** Price in the exchange's currency at the anchor instant of the model. */
  readonly anchorLevel: number;
  readonly band: { readonly kind: 'fixed' | 'operatingRange'; readonly percent: 5 | 10 | 20 };
  /** 2 for trade-to-trade shares. */
  readonly lockDays: 1 | 2;
  readonly averageDailyShares: number;
  readonly hasDerivatives: boolean;
  readonly faceValue: number;
  readonly dailyVolatilityPercent: number;
  readonly marketCapCrore: number;
  readonly description: string;
}

export const sectors = [
  'banking',
  'technology',
  'energy',
  'healthcare',
  'consumer',
  'automotive',
  'metals',
  'infrastructure',
  'chemicals',
  'media',
] as const;
export type Sector = (typeof sectors)[number];

/** A coin traded against USDT. The name is real, every price is simulated. */
export interface CoinListing {
  readonly asset: string;
  readonly name: string;
  readonly description: string;
  /** Price in USDT at the anchor instant of the model. */
  readonly anchorLevel: number;
  /** Tick and step as decimal text, so that they are exact. */
  readonly tick: string;
  readonly step: string;
  /** Mean daily turnover in USDT. */
  readonly averageDailyTurnover: number;
  readonly dailyVolatilityPercent: number;
  /** Weight of the coin market's common movement in the coin's own. */
  readonly marketBeta: number;
  /** Protection of market orders in basis points (rules 2.3). */
  readonly protectionBps: number;
  readonly hasRupeePair: boolean;
}
