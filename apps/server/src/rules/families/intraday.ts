import { type Rate, SECOND_MS } from '@tarazu/core/values';
import { type DatedRow, family } from '#rules/family.ts';
import { countIn, numberIn, percent, percentIn, rowsIn } from '#rules/values.ts';

export interface IntradayRow extends DatedRow {
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

const WARNINGS_MAX = 5;
const MARGIN_MIN = '5';
const lossPercent = { kind: 'count', min: '10', max: '99' } as const;

/** Margin within the day (rules 2.8). Its hours are those of the sessions. */
export const intraday = family<IntradayRow>({
  name: 'intraday',
  section: '2.8',
  prefix: 'intraday',
  form: {
    fields: [
      { ...percent('marginRateLiquid', '100'), min: MARGIN_MIN },
      { ...percent('marginRateOther', '100'), min: MARGIN_MIN },
      { name: 'squareOffPercent', ...lossPercent },
      { name: 'markAgeMax', kind: 'seconds', min: '1', max: '60' },
    ],
    tables: [
      {
        name: 'warnings',
        columns: [{ name: 'warningPercent', ...lossPercent }],
        rowsMin: 1,
        rowsMax: WARNINGS_MAX,
      },
    ],
  },
  problem: (document) => {
    const steps = [
      ...rowsIn(document, 'warnings').map((row) => countIn(row, 'warningPercent')),
      countIn(document.values, 'squareOffPercent'),
    ];
    const place = steps.findIndex((step, index) => index > 0 && step <= (steps[index - 1] ?? 0n));
    if (place === -1) return undefined;
    return place === steps.length - 1
      ? 'values.squareOffPercent: must be more than the last warning'
      : `tables.warnings.${place + 1}.warningPercent: must be more than in the row before`;
  },
  rowOf: (document, dated) => ({
    ...dated,
    marginRateLiquid: percentIn(document.values, 'marginRateLiquid'),
    marginRateOther: percentIn(document.values, 'marginRateOther'),
    warningPercents: rowsIn(document, 'warnings').map((row) => countIn(row, 'warningPercent')),
    squareOffPercent: countIn(document.values, 'squareOffPercent'),
    markAgeMaxMs: numberIn(document.values, 'markAgeMax') * SECOND_MS,
  }),
  seeds: [
    {
      version: 'intraday-2026-04-01',
      effectiveFrom: '2026-04-01',
      source: {
        'en-US': 'SEBI peak margin circular for the floor; the list, warnings and square-off are ours.',
        'bn-BN': 'ন্যূনতম মার্জিন: SEBI-এর পিক মার্জিন সার্কুলার; তালিকা, সতর্কবার্তা ও স্কোয়ার অফ আমাদের নিজস্ব।',
      },
      document: {
        values: {
          marginRateLiquid: '20',
          marginRateOther: '100',
          squareOffPercent: '80',
          markAgeMax: '10',
        },
        tables: {
          warnings: [{ warningPercent: '40' }, { warningPercent: '55' }, { warningPercent: '70' }],
        },
      },
    },
  ],
});
