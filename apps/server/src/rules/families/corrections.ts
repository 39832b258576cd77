import { HOUR_MS } from '@tarazu/core/values';
import { type DatedRow, family } from '#rules/family.ts';
import { countIn, numberIn, rowsIn, textIn, type Values } from '#rules/values.ts';

export interface CorrectionRules extends DatedRow {
  /** The second person agrees within so long. */
  readonly lapsesAfterMs: number;
  /** Most that one correction may move, in whole units of each asset; what is not listed is not corrected. */
  readonly mostOf: ReadonlyMap<string, bigint>;
  /** Most that all of them within 24 hours may move in an environment, to and from customers together. */
  readonly mostOfDay: ReadonlyMap<string, bigint>;
}

const MOST_MAX = '1000000000';
/** Where a version names no bound of a day, as the first did, so many of the greatest corrections. */
const DAY_OF_MOST = 5n;

const mostOfDayIn = (row: Values): bigint =>
  (row['mostOfDay'] ?? '') === '' ? DAY_OF_MOST * countIn(row, 'most') : countIn(row, 'mostOfDay');

/** Bounds of corrections of money by two people of staff (rules 2.26). */
export const correctionRules = family<CorrectionRules>({
  name: 'corrections',
  section: '2.26',
  prefix: 'correction',
  form: {
    fields: [{ name: 'approvedWithinHours', kind: 'count', min: '1', max: '168' }],
    tables: [
      {
        name: 'correctionLimits',
        columns: [
          { name: 'asset', kind: 'choice', choices: ['INR', 'USDT', 'BDT', 'BRL'] },
          { name: 'most', kind: 'count', min: '1', max: MOST_MAX },
          { name: 'mostOfDay', kind: 'count', min: '1', max: MOST_MAX, optional: true },
        ],
        rowKey: 'asset',
        rowsMin: 1,
        rowsMax: 4,
      },
    ],
  },
  problem: (document) => {
    const wrong = rowsIn(document, 'correctionLimits').find((row) => mostOfDayIn(row) < countIn(row, 'most'));
    return wrong && `mostOfDay of ${textIn(wrong, 'asset')} is below the most of one.`;
  },
  rowOf: (document, dated) => ({
    ...dated,
    lapsesAfterMs: numberIn(document.values, 'approvedWithinHours') * HOUR_MS,
    mostOf: new Map(
      rowsIn(document, 'correctionLimits').map((row) => [textIn(row, 'asset'), countIn(row, 'most')]),
    ),
    mostOfDay: new Map(
      rowsIn(document, 'correctionLimits').map((row) => [textIn(row, 'asset'), mostOfDayIn(row)]),
    ),
  }),
  seeds: [
    {
      version: 'correction-2026-04-01',
      effectiveFrom: '2026-04-01',
      source: { 'en-US': 'Ours.', 'bn-BN': 'আমাদের নিজস্ব।' },
      document: {
        values: { approvedWithinHours: '24' },
        tables: {
          correctionLimits: [
            { asset: 'INR', most: '100000' },
            { asset: 'USDT', most: '1000' },
            { asset: 'BDT', most: '100000' },
            { asset: 'BRL', most: '5000' },
          ],
        },
      },
    },
    {
      version: 'correction-2026-11-28',
      effectiveFrom: '2026-11-28',
      source: { 'en-US': 'Ours.', 'bn-BN': 'আমাদের নিজস্ব।' },
      document: {
        values: { approvedWithinHours: '24' },
        tables: {
          correctionLimits: [
            { asset: 'INR', most: '100000', mostOfDay: '500000' },
            { asset: 'USDT', most: '1000', mostOfDay: '5000' },
            { asset: 'BDT', most: '100000', mostOfDay: '500000' },
            { asset: 'BRL', most: '5000', mostOfDay: '25000' },
          ],
        },
      },
    },
  ],
});
