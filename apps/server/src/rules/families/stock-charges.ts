import type { IntradayRates, StockChargeRules } from '@tarazu/core/values';
import { family } from '#rules/family.ts';
import { percent, percentIn, rupees, rupeesIn, type Values } from '#rules/values.ts';

const intradayOf = (values: Values): IntradayRates => ({
  brokerageRate: percentIn(values, 'intradayBrokerageRate'),
  brokerageMax: rupeesIn(values, 'intradayBrokerageMax'),
  securitiesTaxRate: percentIn(values, 'intradaySecuritiesTaxRate'),
  stampDutyRate: percentIn(values, 'intradayStampDutyRate'),
});

/** Charges of trading in Indian shares (rules 2.1). */
export const stockChargeRules = family<StockChargeRules>({
  name: 'stockCharges',
  section: '2.1',
  prefix: 'stock',
  form: {
    fields: [
      rupees('brokerage', '100'),
      percent('securitiesTaxRate', '1'),
      percent('exchangeFeeRate', '0.1'),
      percent('regulatorFeeRate', '0.1'),
      percent('stampDutyRate', '1'),
      percent('goodsAndServicesTaxRate', '30'),
      rupees('depositoryCharge', '100'),
      percent('intradayBrokerageRate', '0.5'),
      rupees('intradayBrokerageMax', '100'),
      percent('intradaySecuritiesTaxRate', '1'),
      percent('intradayStampDutyRate', '1'),
    ],
    tables: [],
  },
  rowOf: ({ values }, dated) => ({
    ...dated,
    securitiesTaxRate: percentIn(values, 'securitiesTaxRate'),
    exchangeFeeRate: percentIn(values, 'exchangeFeeRate'),
    regulatorFeeRate: percentIn(values, 'regulatorFeeRate'),
    stampDutyRate: percentIn(values, 'stampDutyRate'),
    goodsAndServicesTaxRate: percentIn(values, 'goodsAndServicesTaxRate'),
    brokerage: rupeesIn(values, 'brokerage'),
    depositoryCharge: rupeesIn(values, 'depositoryCharge'),
    intraday: intradayOf(values),
  }),
  seeds: [
    {
      version: 'stock-2026-04-01-intraday',
      effectiveFrom: '2026-04-01',
      source: {
        'en-US':
          'Finance (No. 2) Act 2004, ch. VII; NSE and SEBI fee circulars; Indian Stamp Act, sch. I; CGST and IGST Acts. Brokerage and depository charge: custom.',
        'bn-BN':
          'ফাইন্যান্স (নং ২) আইন ২০০৪, অধ্যায় VII; NSE ও SEBI-এর ফি সার্কুলার; ভারতীয় স্ট্যাম্প আইন, তফসিল I; CGST ও IGST আইন। ব্রোকারেজ ও ডিপোজিটরি চার্জ: প্রচলিত রীতি।',
      },
      document: {
        values: {
          brokerage: '0',
          securitiesTaxRate: '0.1',
          exchangeFeeRate: '0.00307',
          regulatorFeeRate: '0.0001',
          stampDutyRate: '0.015',
          goodsAndServicesTaxRate: '18',
          depositoryCharge: '15.34',
          intradayBrokerageRate: '0.03',
          intradayBrokerageMax: '20',
          intradaySecuritiesTaxRate: '0.025',
          intradayStampDutyRate: '0.003',
        },
        tables: {},
      },
    },
  ],
});
