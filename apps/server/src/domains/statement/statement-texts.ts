import type { Language } from '@tarazu/protocol';

/** What a paper says besides its numbers, in the language of its reader. */
export interface StatementTexts {
  readonly demo: string;
  readonly note: string;
  readonly noteAbout: (of: {
    readonly userId: string;
    readonly environment: string;
    readonly market: string;
  }) => string;
  readonly noteMayGrow: string;
  readonly noteCut: string;
  readonly statement: string;
  readonly statementAbout: (of: { readonly userId: string; readonly environment: string }) => string;
  readonly statementMayGrow: string;
  readonly statementCut: string;
  readonly columns: Readonly<Record<ColumnName, string>>;
  readonly side: Readonly<Record<'buy' | 'sell', string>>;
  readonly squaredOff: readonly [short: string, meaning: string];
  readonly bought: string;
  readonly sold: string;
  readonly intradayResult: string;
  readonly charges: string;
  readonly net: string;
  readonly postings: string;
  readonly wallets: Readonly<Record<string, string>>;
  readonly opening: string;
  readonly closing: string;
  /** Charges and causes by their names in the ledger; one that is not here is told by its name. */
  readonly names: Readonly<Record<string, string>>;
}

export type ColumnName =
  | 'clock'
  | 'order'
  | 'symbol'
  | 'product'
  | 'side'
  | 'quantity'
  | 'price'
  | 'value'
  | 'charges'
  | 'ruleVersion'
  | 'time'
  | 'wallet'
  | 'asset'
  | 'cause'
  | 'amount'
  | 'balance';

const ENGLISH: StatementTexts = {
  demo: 'DEMO - practice money, no trade of this paper took place on any exchange',
  note: 'Contract note',
  noteAbout: ({ userId, environment, market }) =>
    `Customer ${userId}, ${environment} account, amounts in ₹ (INR), market: ${market}`,
  noteMayGrow: 'The day is not over: this note may grow.',
  noteCut: 'Only the first 1,000 orders are listed; the totals are of all.',
  statement: 'Account statement',
  statementAbout: ({ userId, environment }) => `Customer ${userId}, ${environment} account`,
  statementMayGrow: 'The month is not over: this statement may grow.',
  statementCut: 'Only the first movements are listed; openings and closings are of all.',
  columns: {
    clock: 'IST',
    order: 'Order',
    symbol: 'Symbol',
    product: 'Product',
    side: 'Side',
    quantity: 'Quantity',
    price: 'Price',
    value: 'Value',
    charges: 'Charges',
    ruleVersion: 'Rule version',
    time: 'Time (IST)',
    wallet: 'Wallet',
    asset: 'Asset',
    cause: 'Cause',
    amount: 'Amount',
    balance: 'Balance',
  },
  side: { buy: 'buy', sell: 'sell' },
  squaredOff: ['SQ', 'squared off by the published rule'],
  bought: 'Bought for delivery',
  sold: 'Sold for delivery',
  intradayResult: 'Result within the day',
  charges: 'Charges',
  net: 'Net (above zero: received)',
  postings: 'Sum of the day’s postings',
  wallets: {},
  opening: 'opening',
  closing: 'closing',
  names: {},
};

const BENGALI: StatementTexts = {
  demo: 'ডেমো: অনুশীলনের টাকা, এই কাগজের কোনো লেনদেন কোনো এক্সচেঞ্জে হয়নি',
  note: 'চুক্তিপত্র',
  noteAbout: ({ userId, environment, market }) =>
    `গ্রাহক ${userId}, ${accountBn(environment)}, অঙ্ক ₹ (INR)-এ, ${marketBn(market)}`,
  noteMayGrow: 'দিন এখনও শেষ হয়নি: এই কাগজ বাড়তে পারে।',
  noteCut: 'শুধু প্রথম ১,০০০টি অর্ডার দেখানো হয়েছে; যোগফল সবগুলোর।',
  statement: 'অ্যাকাউন্ট বিবরণী',
  statementAbout: ({ userId, environment }) => `গ্রাহক ${userId}, ${accountBn(environment)}`,
  statementMayGrow: 'মাস এখনও শেষ হয়নি: এই কাগজ বাড়তে পারে।',
  statementCut: 'শুধু প্রথম লেনদেনগুলো দেখানো হয়েছে; শুরু ও শেষের স্থিতি সবগুলোর।',
  columns: {
    clock: 'সময়',
    order: 'অর্ডার',
    symbol: 'প্রতীক',
    product: 'ধরন',
    side: 'দিক',
    quantity: 'পরিমাণ',
    price: 'দাম',
    value: 'মূল্য',
    charges: 'চার্জ',
    ruleVersion: 'নিয়মের সংস্করণ',
    time: 'সময় (IST)',
    wallet: 'অ্যাকাউন্ট',
    asset: 'সম্পদ',
    cause: 'কারণ',
    amount: 'অঙ্ক',
    balance: 'স্থিতি',
  },
  side: { buy: 'কেনা', sell: 'বিক্রি' },
  squaredOff: ['SQ', 'প্রকাশিত নিয়মে বন্ধ করা'],
  bought: 'ডেলিভারিতে কেনা',
  sold: 'ডেলিভারিতে বিক্রি',
  intradayResult: 'দিনের মধ্যের ফল',
  charges: 'চার্জ',
  net: 'নিট (শূন্যের ওপরে: পেয়েছেন)',
  postings: 'খতিয়ানে দিনের যোগফল',
  wallets: { stock: 'স্টক', spot: 'কারেন্সি', perpetual: 'কন্ট্র্যাক্ট' },
  opening: 'শুরুর স্থিতি',
  closing: 'শেষের স্থিতি',
  names: {
    brokerage: 'ব্রোকারেজ',
    securitiesTax: 'সিকিউরিটিজ লেনদেন কর',
    exchangeFee: 'এক্সচেঞ্জ ফি',
    regulatorFee: 'নিয়ন্ত্রকের ফি',
    stampDuty: 'স্ট্যাম্প শুল্ক',
    goodsAndServicesTax: 'GST',
    depositoryCharge: 'ডিপোজিটরি চার্জ',
    tradingFee: 'লেনদেন ফি',
    withholdingTax: 'উৎসে কাটা কর',
    demoGrant: 'ডেমোর টাকা ও শেয়ার',
    demoReset: 'ডেমো নতুন করে শুরু',
    buy: 'কেনা',
    sell: 'বিক্রি',
    charge: 'চার্জ ও কর',
    intradayResult: 'দিনের মধ্যের ফল',
    corporateAction: 'কোম্পানির পদক্ষেপ',
    dividend: 'লভ্যাংশ',
    rights: 'রাইটস ইস্যু',
    transfer: 'উপ-অ্যাকাউন্টে বা উপ-অ্যাকাউন্ট থেকে',
  },
};

function accountBn(environment: string): string {
  return environment === 'demo' ? 'ডেমো অ্যাকাউন্ট' : 'আসল অ্যাকাউন্ট';
}

function marketBn(market: string): string {
  return market === 'simulated' ? 'কৃত্রিম বাজার' : market === 'recorded' ? 'পুরনো বাজারের রেকর্ড' : 'আসল বাজার';
}

export const STATEMENT_TEXTS: Readonly<Record<Language, StatementTexts>> = {
  'en-US': ENGLISH,
  'bn-BN': BENGALI,
};
