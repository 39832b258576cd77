import { assetId } from '@tarazu/core/values';
import { plainFamilies } from '#rules/families/plain-exchange.ts';

/** Days of the week with trading; Monday is 1, Sunday 7. */
export const SAO_PAULO_WEEKDAYS = [1, 2, 3, 4, 5] as const;

/** The rules of the simulated exchange of São Paulo (rules 2.29). */
export const saoPaulo = plainFamilies({
  name: 'saoPaulo',
  prefix: 'sao-paulo',
  section: '2.29',
  weekdays: SAO_PAULO_WEEKDAYS,
  holidays: {
    source: {
      'en-US': 'A broker’s copy of the exchange’s list for 2026. The days of 2027 are counted from Easter.',
      'bn-BN': '২০২৬-এর তালিকা এক ব্রোকারের অনুলিপি থেকে। ২০২৭-এর দিনগুলি ইস্টার থেকে গোনা।',
    },
    published: [
      ['2026-01-01', 'New Year', 'নববর্ষ'],
      ['2026-02-16', 'Carnival', 'কার্নিভাল'],
      ['2026-02-17', 'Carnival', 'কার্নিভাল'],
      ['2026-04-03', 'Good Friday', 'গুড ফ্রাইডে'],
      ['2026-04-21', 'Tiradentes', 'তিরাদেন্তেস দিবস'],
      ['2026-05-01', 'Labour Day', 'মে দিবস'],
      ['2026-06-04', 'Corpus Christi', 'কর্পাস ক্রিস্টি'],
      ['2026-09-07', 'Independence Day', 'স্বাধীনতা দিবস'],
      ['2026-10-12', 'Our Lady Aparecida', 'আপারেসিদা দিবস'],
      ['2026-11-02', 'All Souls’ Day', 'অল সোলস ডে'],
      ['2026-11-20', 'Black Awareness Day', 'কৃষ্ণাঙ্গ চেতনা দিবস'],
      ['2026-12-24', 'Christmas Eve', 'বড়দিনের আগের দিন'],
      ['2026-12-25', 'Christmas', 'বড়দিন'],
      ['2026-12-31', 'New Year’s Eve', 'বছরের শেষ দিন'],
    ],
    provisional: [
      ['2027-01-01', 'New Year', 'নববর্ষ'],
      ['2027-02-08', 'Carnival', 'কার্নিভাল'],
      ['2027-02-09', 'Carnival', 'কার্নিভাল'],
      ['2027-03-26', 'Good Friday', 'গুড ফ্রাইডে'],
      ['2027-04-21', 'Tiradentes', 'তিরাদেন্তেস দিবস'],
      ['2027-05-01', 'Labour Day', 'মে দিবস'],
      ['2027-05-27', 'Corpus Christi', 'কর্পাস ক্রিস্টি'],
      ['2027-09-07', 'Independence Day', 'স্বাধীনতা দিবস'],
      ['2027-10-12', 'Our Lady Aparecida', 'আপারেসিদা দিবস'],
      ['2027-11-02', 'All Souls’ Day', 'অল সোলস ডে'],
      ['2027-11-15', 'Republic Day', 'প্রজাতন্ত্র দিবস'],
      ['2027-11-20', 'Black Awareness Day', 'কৃষ্ণাঙ্গ চেতনা দিবস'],
      ['2027-12-24', 'Christmas Eve', 'বড়দিনের আগের দিন'],
      ['2027-12-25', 'Christmas', 'বড়দিন'],
      ['2027-12-31', 'New Year’s Eve', 'বছরের শেষ দিন'],
    ],
  },
  opening: '10:00',
  phases: {
    source: {
      'en-US':
        'Hours of the months in which New York has summer time, press, 2021. Ours: the same all year, no closing call.',
      'bn-BN':
        'নিউ ইয়র্কে গ্রীষ্মকালীন সময় থাকার মাসগুলির সময়সূচি, সংবাদপত্র, ২০২১। আমাদের নিজস্ব: সারা বছর একই, সমাপনী নিলাম নেই।',
    },
    rows: [
      ['preOpen', '09:45', '09:58'],
      ['preOpenMatch', '09:58', '10:00'],
      ['continuous', '10:00', '16:55'],
      ['postClose', '17:30', '18:00'],
    ],
  },
  settlement: {
    source: {
      'en-US': 'T+2, general knowledge. The times of day are ours.',
      'bn-BN': 'T+2, সাধারণ জ্ঞান থেকে। সময়গুলি আমাদের নিজস্ব।',
    },
    sellableFrom: '09:00',
    withdrawableFrom: '17:30',
  },
  afterMarket: { from: '18:10', until: '09:35' },
  charges: {
    source: {
      'en-US': 'Trading 0.005 % and settlement 0.025 %, press. Tax of 0.005 % on sales, general knowledge.',
      'bn-BN': 'লেনদেন ০.০০৫% ও নিষ্পত্তি ০.০২৫%, সংবাদপত্র। বিক্রির ওপর ০.০০৫% কর, সাধারণ জ্ঞান থেকে।',
    },
    effectiveFrom: '2026-01-01',
    currency: assetId('BRL'),
    tradingFeeRate: '0.005',
    clearingFeeRate: '0.025',
    tradeTaxRate: '0.005',
    securitiesTaxSide: 'sell',
  },
});
