import { amount, type Rate, rate, type SpotChargeRules, type StockChargeRules } from '@tarazu/core/values';

/** Percent with up to six decimals as a rate: `0.00307` percent is 3070. */
const percent = (text: string) => {
  const [whole = '0', fraction = ''] = text.split('.');
  return rate(BigInt(whole + fraction.padEnd(6, '0')));
};
const rupees = (whole: bigint) => amount(whole * 100n);

/**
 * Charges of trading in Indian shares (rules 2.1). A change is a new row with a later date, never an edit:
 * each posting names the version that decided it. The rates in force since 1 April 2026: STT 0.1 %, NSE fee
 * with IPFT 0.00307 %, SEBI Rs 10 a crore, stamp duty 0.015 % of purchases, GST 18 %, depository Rs 13 and
 * GST; within the day brokerage of 0.03 % up to Rs 20, STT 0.025 % of sales, stamp duty 0.003 % of purchases.
 */
export const stockChargeRows: readonly StockChargeRules[] = [
  {
    version: 'stock-2026-04-01-intraday',
    effectiveFromMs: Date.UTC(2026, 2, 31, 18, 30),
    securitiesTaxRate: percent('0.1'),
    exchangeFeeRate: percent('0.00307'),
    regulatorFeeRate: percent('0.0001'),
    stampDutyRate: percent('0.015'),
    goodsAndServicesTaxRate: percent('18'),
    brokerage: amount(0n),
    depositoryCharge: amount(1534n),
    intraday: {
      brokerageRate: percent('0.03'),
      brokerageMax: rupees(20n),
      securitiesTaxRate: percent('0.025'),
      stampDutyRate: percent('0.003'),
    },
  },
];

/**
 * Fees of coin spot trading by 30-day volume, GST on them, tax deducted on each
 * sold leg (rules 2.2). The name differs from that of the row it takes the
 * place of, which had one tier: orders that were placed under that one keep it.
 */
export const spotChargeRows: readonly SpotChargeRules[] = [
  {
    version: 'spot-2026-04-01-tiers',
    effectiveFromMs: Date.UTC(2026, 2, 31, 18, 30),
    tiers: [
      { volumeMinInr: rupees(0n), makerRate: percent('0.15'), takerRate: percent('0.20') },
      { volumeMinInr: rupees(5_00_000n), makerRate: percent('0.10'), takerRate: percent('0.15') },
      { volumeMinInr: rupees(50_00_000n), makerRate: percent('0.08'), takerRate: percent('0.10') },
      { volumeMinInr: rupees(5_00_00_000n), makerRate: percent('0.03'), takerRate: percent('0.04') },
    ],
    goodsAndServicesTaxRate: percent('18'),
    withholdingRate: percent('1'),
  },
];

export interface IntradayRow {
  readonly version: string;
  readonly effectiveFromMs: number;
  /**
   * Share of the value that money covers: of the liquid list,
   * and of every other share that may be traded within the day.
   */
  readonly marginRateLiquid: Rate;
  readonly marginRateOther: Rate;
  /** Percent of the margin that is lost when the customer is warned, and when the position is squared off. */
  readonly warningPercents: readonly bigint[];
  readonly squareOffPercent: bigint;
  /** A mark older than this closes nothing and warns nobody; the hour does. */
  readonly markAgeMaxMs: number;
}

/**
 * Margin within the day (rules 2.8). Its hours are those of the
 * session calendar. Squaring off costs no more than any order.
 */
export const intradayRows: readonly IntradayRow[] = [
  {
    version: 'intraday-2026-04-01',
    effectiveFromMs: Date.UTC(2026, 2, 31, 18, 30),
    marginRateLiquid: percent('20'),
    marginRateOther: percent('100'),
    warningPercents: [40n, 55n, 70n],
    squareOffPercent: 80n,
    markAgeMaxMs: 10_000,
  },
];

export interface TetherRateRow {
  readonly version: string;
  readonly effectiveFromMs: number;
  /** Rupees for one USDT, at eight decimals. */
  readonly rupeesE8: bigint;
}

/**
 * The rupees that a USDT counts for in 30-day volume where the market lists no pair of the two; else its own
 * last price.
 */
export const tetherRateRows: readonly TetherRateRow[] = [
  { version: 'tether-2026-04-01', effectiveFromMs: Date.UTC(2026, 2, 31, 18, 30), rupeesE8: 88_00_000_000n },
];

/** The row in force at an instant: the newest that is not in the future. */
export function ruleAt<Row extends { readonly effectiveFromMs: number }>(
  rows: readonly Row[],
  atMs: number,
): Row {
  const past = rows
    .filter((row) => row.effectiveFromMs <= atMs)
    .sort((a, b) => b.effectiveFromMs - a.effectiveFromMs);
  const row = past[0];
  if (row === undefined) throw new Error(`Condition: no rule was in force at ${atMs}`);
  return row;
}
