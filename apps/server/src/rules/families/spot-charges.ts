import type { SpotChargeRules } from '@tarazu/core/values';
import type { DatedRow } from '#rules/family.ts';
import { family } from '#rules/family.ts';
import { percent, percentIn, rowsIn, rupees, rupeesIn } from '#rules/values.ts';

const TIERS_MAX = 10;

/** Fees of coin trading by 30-day turnover, tax on them, and tax deducted on each sold coin (rules 2.2). */
export const spotChargeRules = family<SpotChargeRules>({
  name: 'spotCharges',
  section: '2.2',
  prefix: 'spot',
  form: {
    fields: [percent('goodsAndServicesTaxRate', '30'), percent('withholdingRate', '20')],
    tables: [
      {
        name: 'tiers',
        columns: [
          rupees('volumeMinInr', '100000000000'),
          percent('makerRate', '2'),
          percent('takerRate', '2'),
        ],
        rowsMin: 1,
        rowsMax: TIERS_MAX,
      },
    ],
  },
  problem: (document) => {
    const bounds = rowsIn(document, 'tiers').map((row) => rupeesIn(row, 'volumeMinInr'));
    if (bounds[0] !== 0n) return 'tables.tiers.1.volumeMinInr: must be 0';
    const place = bounds.findIndex((bound, index) => index > 0 && bound <= (bounds[index - 1] ?? 0n));
    return place === -1
      ? undefined
      : `tables.tiers.${place + 1}.volumeMinInr: must be more than in the row before`;
  },
  rowOf: (document, dated) => ({
    ...dated,
    tiers: rowsIn(document, 'tiers').map((row) => ({
      volumeMinInr: rupeesIn(row, 'volumeMinInr'),
      makerRate: percentIn(row, 'makerRate'),
      takerRate: percentIn(row, 'takerRate'),
    })),
    goodsAndServicesTaxRate: percentIn(document.values, 'goodsAndServicesTaxRate'),
    withholdingRate: percentIn(document.values, 'withholdingRate'),
  }),
  // The name differs from that of a row it took the place of, which had one tier: orders keep that one.
  seeds: [
    {
      version: 'spot-2026-04-01-tiers',
      effectiveFrom: '2026-04-01',
      source: {
        'en-US':
          'Fees are ours. GST: CGST and IGST Acts. Tax deducted: Income-tax Act 2025, s. 393, before 194S of 1961.',
        'bn-BN': 'ফি আমাদের নিজস্ব। GST: CGST ও IGST আইন। কাটা কর: আয়কর আইন ২০২৫, ধারা ৩৯৩, আগে ১৯৬১-এর 194S।',
      },
      document: {
        values: { goodsAndServicesTaxRate: '18', withholdingRate: '1' },
        tables: {
          tiers: [
            { volumeMinInr: '0', makerRate: '0.15', takerRate: '0.20' },
            { volumeMinInr: '500000', makerRate: '0.10', takerRate: '0.15' },
            { volumeMinInr: '5000000', makerRate: '0.08', takerRate: '0.10' },
            { volumeMinInr: '50000000', makerRate: '0.03', takerRate: '0.04' },
          ],
        },
      },
    },
  ],
});

export interface TetherRateRow extends DatedRow {
  /** Rupees for one USDT, at eight decimals. */
  readonly rupeesE8: bigint;
}

const E8_PER_PAISA = 1_000_000n;

/** Rupees that a USDT counts for in turnover where the market lists no pair of the two (rules 2.2). */
export const tetherRate = family<TetherRateRow>({
  name: 'tetherRate',
  section: '2.2',
  prefix: 'tether',
  form: { fields: [{ name: 'rupees', kind: 'rupees', min: '50', max: '200' }], tables: [] },
  rowOf: ({ values }, dated) => ({ ...dated, rupeesE8: rupeesIn(values, 'rupees') * E8_PER_PAISA }),
  seeds: [
    {
      version: 'tether-2026-04-01',
      effectiveFrom: '2026-04-01',
      source: {
        'en-US': 'Ours. Used only where no USDT-INR pair is listed.',
        'bn-BN': 'আমাদের নিজস্ব। শুধু USDT-INR জোড়া তালিকায় না থাকলে ব্যবহৃত।',
      },
      document: { values: { rupees: '88' }, tables: {} },
    },
  ],
});
