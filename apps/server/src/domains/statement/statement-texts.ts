import type { Currency } from '@tarazu/core/countries';
import type { Language } from '@tarazu/protocol';

/** The texts of a document besides its numbers, in the language of its reader. */
export interface StatementTexts {
  readonly demo: string;
  readonly note: string;
  readonly noteAbout: (of: {
    readonly userId: string;
    readonly environment: string;
    readonly market: string;
    readonly currency: Pick<Currency, 'asset' | 'symbol'>;
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
  demo: 'DEMO - practice money. No trade here took place on any exchange.',
  note: 'Contract note',
  noteAbout: ({ userId, environment, market, currency: { asset, symbol } }) =>
    `Customer ${userId}, ${environment} account, amounts in ${symbol} (${asset}), market: ${market}`,
  noteMayGrow: 'Provisional until the day ends.',
  noteCut: 'Shows the first 1,000 orders. The totals include all.',
  statement: 'Account statement',
  statementAbout: ({ userId, environment }) => `Customer ${userId}, ${environment} account`,
  statementMayGrow: 'Provisional until the month ends.',
  statementCut: 'Shows the first movements. The balances include all.',
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
    ruleVersion: 'Rules version',
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
  intradayResult: 'Intraday P&L',
  charges: 'Charges',
  net: 'Net (above zero: received)',
  postings: 'Total of the day’s ledger entries',
  wallets: {},
  opening: 'opening balance',
  closing: 'closing balance',
  names: {},
};

const BENGALI: StatementTexts = {
  demo: 'ডেমো: অনুশীলনের টাকা। এর কোনো লেনদেন কোনো এক্সচেঞ্জে হয়নি।',
  note: 'কন্ট্রাক্ট নোট',
  noteAbout: ({ userId, environment, market, currency: { asset, symbol } }) =>
    `গ্রাহক ${userId}, ${accountBn(environment)}, অঙ্ক ${symbol} (${asset})-এ, ${marketBn(market)}`,
  noteMayGrow: 'দিন শেষ না হওয়া পর্যন্ত প্রাথমিক।',
  noteCut: 'প্রথম ১,০০০টি অর্ডার দেখানো হয়েছে। মোট হিসাবে সবগুলো আছে।',
  statement: 'অ্যাকাউন্ট বিবরণী',
  statementAbout: ({ userId, environment }) => `গ্রাহক ${userId}, ${accountBn(environment)}`,
  statementMayGrow: 'মাস শেষ না হওয়া পর্যন্ত প্রাথমিক।',
  statementCut: 'প্রথম লেনদেনগুলো দেখানো হয়েছে। ব্যালেন্সে সবগুলো আছে।',
  columns: {
    clock: 'সময়',
    order: 'অর্ডার',
    symbol: 'সিম্বল',
    product: 'প্রোডাক্ট',
    side: 'ক্রয়/বিক্রয়',
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
    balance: 'ব্যালেন্স',
  },
  side: { buy: 'ক্রয়', sell: 'বিক্রয়' },
  squaredOff: ['SQ', 'প্রকাশিত নিয়মে স্কোয়ার অফ'],
  bought: 'ডেলিভারিতে কেনা',
  sold: 'ডেলিভারিতে বিক্রি',
  intradayResult: 'ইন্ট্রাডে লাভ-ক্ষতি',
  charges: 'চার্জ',
  net: 'নিট (শূন্যের ওপরে: পেয়েছেন)',
  postings: 'খতিয়ানে দিনের মোট',
  wallets: { stock: 'স্টক', spot: 'কারেন্সি', perpetual: 'কন্ট্রাক্ট' },
  opening: 'প্রারম্ভিক ব্যালেন্স',
  closing: 'সমাপনী ব্যালেন্স',
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
    demoReset: 'ডেমো রিসেট',
    buy: 'ক্রয়',
    sell: 'বিক্রয়',
    charge: 'চার্জ ও কর',
    intradayResult: 'ইন্ট্রাডে লাভ-ক্ষতি',
    corporateAction: 'কর্পোরেট অ্যাকশন',
    dividend: 'লভ্যাংশ',
    rights: 'রাইটস ইস্যু',
    transfer: 'সাব-অ্যাকাউন্ট ট্রান্সফার',
    correction: 'অপারেটরের সংশোধন',
  },
};

function accountBn(environment: string): string {
  return environment === 'demo' ? 'ডেমো অ্যাকাউন্ট' : 'রিয়েল অ্যাকাউন্ট';
}

function marketBn(market: string): string {
  return market === 'simulated' ? 'সিমুলেটেড বাজার' : market === 'recorded' ? 'রেকর্ড করা বাজার' : 'লাইভ বাজার';
}

export const STATEMENT_TEXTS: Readonly<Record<Language, StatementTexts>> = {
  'en-US': ENGLISH,
  'bn-BN': BENGALI,
};
