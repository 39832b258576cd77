import { COUNTRIES, HOME_COUNTRY } from '@tarazu/core/countries';
import { type DatedRow, family, type RulesPort } from '#rules/family.ts';
import { rowsIn, rupeesIn, textIn } from '#rules/values.ts';

/** Decimals of a rate: rupees and paise for a hundred units. */
export const CURRENCY_RATE_SCALE = 4;

export interface CurrencyRates extends DatedRow {
  /** Rupees for one unit of each currency, at `CURRENCY_RATE_SCALE` decimals. */
  readonly rupeesOf: ReadonlyMap<string, bigint>;
}

/** Currencies of second countries. */
export const RATED_CURRENCIES: readonly string[] = COUNTRIES.filter(({ code }) => code !== HOME_COUNTRY).map(
  ({ currency }) => currency.asset,
);

/**
 * At what each currency of a second country is counted where amounts of several are added up (rules 2.27).
 * Nothing is changed at it, and no order, charge or posting goes by it.
 */
export const currencyRates = family<CurrencyRates>({
  name: 'currencyRates',
  section: '2.27',
  prefix: 'rates',
  form: {
    fields: [],
    tables: [
      {
        name: 'currencyRates',
        columns: [
          { name: 'asset', kind: 'choice', choices: [...RATED_CURRENCIES] },
          { name: 'rupeesPerHundred', kind: 'rupees', min: '1', max: '100000' },
        ],
        rowKey: 'asset',
        rowsMin: RATED_CURRENCIES.length,
        rowsMax: RATED_CURRENCIES.length,
      },
    ],
  },
  rowOf: (document, dated) => ({
    ...dated,
    rupeesOf: new Map(
      rowsIn(document, 'currencyRates').map((row) => [
        textIn(row, 'asset'),
        rupeesIn(row, 'rupeesPerHundred'),
      ]),
    ),
  }),
  seeds: [
    {
      version: 'rates-2026-04-01',
      effectiveFrom: '2026-04-01',
      source: {
        'en-US': 'Ours: round numbers for a simulated market.',
        'bn-BN': 'আমাদের নিজস্ব: সিমুলেটেড বাজারের জন্য পূর্ণ সংখ্যা।',
      },
      document: {
        values: {},
        tables: {
          currencyRates: [
            { asset: 'BDT', rupeesPerHundred: '72' },
            { asset: 'BRL', rupeesPerHundred: '1650' },
          ],
        },
      },
    },
  ],
});

/** The rate of a currency that holds at an instant; undefined for an asset that has none. */
export function currencyRateAt(rules: RulesPort, asset: string, atMs: number) {
  const { rupeesOf, effectiveFromMs, version } = rules.at(currencyRates, atMs);
  const price = rupeesOf.get(asset);
  return price === undefined ? undefined : { price, effectiveFromMs, ruleVersion: version };
}
