import type { Amount } from '@tarazu/core/values';
import { type DatedRow, family } from '#rules/family.ts';
import { numberIn, rupees, rupeesIn } from '#rules/values.ts';

export interface HniLabel extends DatedRow {
  /** Whole days before today whose values are averaged. */
  readonly averageDays: number;
  /** Average equity from which an account has the label, in paise. */
  readonly averageEquityMin: Amount;
}

const EQUITY_MAX = '1000000000';

/** Threshold of HNI accounts (rules 2.14); all others are regular ones. */
export const hniLabel = family<HniLabel>({
  name: 'hniLabel',
  section: '2.14',
  prefix: 'hni',
  form: {
    fields: [
      { name: 'averageDays', kind: 'days', min: '1', max: '365' },
      { ...rupees('averageEquityMin', EQUITY_MAX), min: '1' },
    ],
    tables: [],
  },
  rowOf: ({ values }, dated) => ({
    ...dated,
    averageDays: numberIn(values, 'averageDays'),
    averageEquityMin: rupeesIn(values, 'averageEquityMin'),
  }),
  seeds: [
    {
      version: 'hni-2026-04-01',
      effectiveFrom: '2026-04-01',
      source: { 'en-US': 'Ours.', 'bn-BN': 'আমাদের নিজস্ব।' },
      document: { values: { averageDays: '30', averageEquityMin: '5000000' }, tables: {} },
    },
  ],
});
