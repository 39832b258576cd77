import { assetId } from '@tarazu/core/values';
import { plainFamilies } from '#rules/families/plain-exchange.ts';

/** Days of the week with trading; Monday is 1, Sunday 7. */
export const DHAKA_WEEKDAYS = [7, 1, 2, 3, 4] as const;

/** The rules of the simulated exchange of Dhaka (rules 2.28). */
export const dhaka = plainFamilies({
  name: 'dhaka',
  prefix: 'dhaka',
  section: '2.28',
  weekdays: DHAKA_WEEKDAYS,
  holidays: {
    source: {
      'en-US': 'National holidays and festival dates, general knowledge. No list of the exchange was read.',
      'bn-BN': 'জাতীয় ছুটি ও উৎসবের তারিখ, সাধারণ জ্ঞান থেকে। এক্সচেঞ্জের কোনো তালিকা পড়া হয়নি।',
    },
    published: [],
    provisional: [
      ['2026-02-21', 'Martyrs’ Day', 'শহীদ দিবস'],
      ['2026-03-17', 'Shab-e-Qadr', 'শবে কদর'],
      ['2026-03-19', 'Id-ul-Fitr', 'ঈদুল ফিতর'],
      ['2026-03-22', 'Id-ul-Fitr', 'ঈদুল ফিতর'],
      ['2026-03-23', 'Id-ul-Fitr', 'ঈদুল ফিতর'],
      ['2026-03-26', 'Independence Day', 'স্বাধীনতা দিবস'],
      ['2026-04-14', 'Bengali New Year', 'পহেলা বৈশাখ'],
      ['2026-05-01', 'May Day', 'মে দিবস'],
      ['2026-05-26', 'Id-ul-Azha', 'ঈদুল আজহা'],
      ['2026-05-27', 'Id-ul-Azha', 'ঈদুল আজহা'],
      ['2026-05-28', 'Id-ul-Azha', 'ঈদুল আজহা'],
      ['2026-05-31', 'Id-ul-Azha', 'ঈদুল আজহা'],
      ['2026-06-26', 'Ashura', 'আশুরা'],
      ['2026-08-05', 'July Uprising Day', 'জুলাই গণঅভ্যুত্থান দিবস'],
      ['2026-08-26', 'Id-e-Milad', 'ঈদে মিলাদুন্নবী'],
      ['2026-09-04', 'Janmashtami', 'জন্মাষ্টমী'],
      ['2026-10-20', 'Durga Puja', 'দুর্গাপূজা'],
      ['2026-12-16', 'Victory Day', 'বিজয় দিবস'],
      ['2026-12-25', 'Christmas', 'বড়দিন'],
      ['2027-02-21', 'Martyrs’ Day', 'শহীদ দিবস'],
      ['2027-03-09', 'Id-ul-Fitr', 'ঈদুল ফিতর'],
      ['2027-03-10', 'Id-ul-Fitr', 'ঈদুল ফিতর'],
      ['2027-03-11', 'Id-ul-Fitr', 'ঈদুল ফিতর'],
      ['2027-03-26', 'Independence Day', 'স্বাধীনতা দিবস'],
      ['2027-04-14', 'Bengali New Year', 'পহেলা বৈশাখ'],
      ['2027-05-01', 'May Day', 'মে দিবস'],
      ['2027-05-16', 'Id-ul-Azha', 'ঈদুল আজহা'],
      ['2027-05-17', 'Id-ul-Azha', 'ঈদুল আজহা'],
      ['2027-05-18', 'Id-ul-Azha', 'ঈদুল আজহা'],
      ['2027-06-16', 'Ashura', 'আশুরা'],
      ['2027-08-05', 'July Uprising Day', 'জুলাই গণঅভ্যুত্থান দিবস'],
      ['2027-12-16', 'Victory Day', 'বিজয় দিবস'],
      ['2027-12-25', 'Christmas', 'বড়দিন'],
    ],
  },
  opening: '10:00',
  phases: {
    source: {
      'en-US': 'Hours as the press printed them in March 2024. The shorter ones of Ramadan are left out.',
      'bn-BN': 'মার্চ ২০২৪-এ সংবাদপত্রে ছাপা সময়সূচি। রমজানের ছোট সময়সূচি বাদ দেওয়া হয়েছে।',
    },
    rows: [
      ['continuous', '10:00', '14:20'],
      ['postClose', '14:20', '14:30'],
    ],
  },
  settlement: {
    source: {
      'en-US': 'T+2, general knowledge. The times of day are ours.',
      'bn-BN': 'T+2, সাধারণ জ্ঞান থেকে। সময়গুলি আমাদের নিজস্ব।',
    },
    sellableFrom: '09:30',
    withdrawableFrom: '17:00',
  },
  afterMarket: { from: '14:40', until: '09:50' },
  charges: {
    source: {
      'en-US':
        'Exchange: 0.03 % since December 2014, press. Depository: 0.015 % since July 2015, press. Tax: Income Tax Act 2023, s. 137, copy.',
      'bn-BN':
        'এক্সচেঞ্জ: ডিসেম্বর ২০১৪ থেকে ০.০৩%, সংবাদপত্র। ডিপোজিটরি: জুলাই ২০১৫ থেকে ০.০১৫%, সংবাদপত্র। কর: আয়কর আইন ২০২৩, ধারা ১৩৭, অনুলিপি।',
    },
    effectiveFrom: '2026-01-01',
    currency: assetId('BDT'),
    tradingFeeRate: '0.03',
    clearingFeeRate: '0.015',
    tradeTaxRate: '0.05',
  },
});
