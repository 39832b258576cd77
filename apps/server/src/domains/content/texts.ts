import type { Language } from '@tarazu/protocol';
import type { Article, ArticleFacts } from '#domains/content/store.ts';

/** Every sentence of this domain, in both languages. Numbers come from facts; nothing here knows any. */

export const NEWSROOM: Readonly<Record<Language, string>> = {
  'en-US': 'Tarazu newsroom (automatic)',
  'bn-BN': 'Tarazu সংবাদকক্ষ (স্বয়ংক্রিয়)',
};

export interface ArticleText {
  readonly title: string;
  readonly summary: string;
  readonly paragraphs: readonly string[];
}

type Row = ArticleFacts['rows'][number];

export function articleText(article: Article, language: Language): ArticleText {
  return language === 'bn-BN' ? bengali(article) : english(article);
}

/** `-1.25` → `1.25`: the word says the direction. */
const size = (percent: string): string => percent.replace('-', '');
/** `4223452909.86` → `4,22,34,52,909.86`: lakhs and crores, as prices in rupees are read. */
const grouped = (decimal: string): string => {
  const [whole = '', fraction] = decimal.split('.');
  const head = whole.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',');
  const text = head === '' ? whole : `${head},${whole.slice(-3)}`;
  return fraction === undefined ? text : `${text}.${fraction}`;
};
/** Numbers of a Bengali sentence are written in its own digits. */
const digits = (text: string): string => text.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? digit);
const isDown = (percent: string): boolean => percent.startsWith('-');

function english({ kind, facts }: Article): ArticleText {
  const [first] = facts.rows;
  const moved = (row: Row): string =>
    `${isDown(row.changePercent) ? 'down' : 'up'} ${size(row.changePercent)}%`;
  const line = (row: Row): string => `${row.name}: ${grouped(row.price)} ${row.quoteAsset}, ${moved(row)}.`;
  const value = (name: string): string => facts.values[name] ?? '';
  const list = facts.rows.map(line);
  const footer =
    'Written by rules from the prices of this market at the time of publication. It is not advice.';
  switch (kind) {
    case 'risers':
      return {
        title: `${first?.name} leads the risers, ${first === undefined ? '' : moved(first)}`,
        summary: `The stocks that have risen most since the previous close, of ${value('count')} listed.`,
        paragraphs: [
          `${value('rising')} of ${value('count')} listed stocks trade above their previous close.`,
          ...list,
          footer,
        ],
      };
    case 'fallers':
      return {
        title: `${first?.name} falls most, ${first === undefined ? '' : moved(first)}`,
        summary: `The stocks that have fallen most since the previous close, of ${value('count')} listed.`,
        paragraphs: [
          `${value('falling')} of ${value('count')} listed stocks trade below their previous close.`,
          ...list,
          footer,
        ],
      };
    case 'turnover':
      return {
        title: `Most money changes hands in ${first?.name}`,
        summary: 'The stocks with the largest turnover of the day so far.',
        paragraphs: [
          ...facts.rows.map(
            (row) => `${row.name}: turnover ${grouped(row.turnover)} ${row.quoteAsset}, ${moved(row)}.`,
          ),
          footer,
        ],
      };
    case 'coins':
      return {
        title: `Coins: ${first?.name} moves most, ${first === undefined ? '' : moved(first)}`,
        summary: 'The largest moves among coins over the last 24 hours.',
        paragraphs: [...list, footer],
      };
    case 'indexDay': {
      const change = value('changePercent');
      return {
        title: `${value('name')} closes ${isDown(change) ? 'lower' : 'higher'}, at ${grouped(value('close'))}`,
        summary: `${isDown(change) ? 'Down' : 'Up'} ${size(change)}% on the day before.`,
        paragraphs: [
          `${value('name')} opened at ${grouped(value('open'))}, moved between ${grouped(value('low'))} and ${grouped(value('high'))}, and closed at ${grouped(value('close'))}.`,
          `The day before it had closed at ${grouped(value('previous'))}: a change of ${change}%.`,
          footer,
        ],
      };
    }
  }
}

function bengali({ kind, facts }: Article): ArticleText {
  const [first] = facts.rows;
  const moved = (row: Row): string =>
    `${digits(size(row.changePercent))}% ${isDown(row.changePercent) ? 'কমেছে' : 'বেড়েছে'}`;
  const line = (row: Row): string =>
    `${row.name}: ${digits(grouped(row.price))} ${row.quoteAsset}, ${moved(row)}।`;
  const value = (name: string): string => facts.values[name] ?? '';
  const count = (name: string): string => digits(value(name));
  const level = (name: string): string => digits(grouped(value(name)));
  const list = facts.rows.map(line);
  const footer = 'প্রকাশের সময়ের এই বাজারের দাম থেকে নিয়ম অনুযায়ী লেখা। এটি কোনো পরামর্শ নয়।';
  switch (kind) {
    case 'risers':
      return {
        title: `সবচেয়ে বেড়েছে ${first?.name}, ${first === undefined ? '' : moved(first)}`,
        summary: `তালিকাভুক্ত ${count('count')}টি শেয়ারের মধ্যে আগের বন্ধ দামের তুলনায় সবচেয়ে বেশি যেগুলো বেড়েছে।`,
        paragraphs: [
          `${count('count')}টির মধ্যে ${count('rising')}টি শেয়ার আগের বন্ধ দামের উপরে।`,
          ...list,
          footer,
        ],
      };
    case 'fallers':
      return {
        title: `সবচেয়ে কমেছে ${first?.name}, ${first === undefined ? '' : moved(first)}`,
        summary: `তালিকাভুক্ত ${count('count')}টি শেয়ারের মধ্যে আগের বন্ধ দামের তুলনায় সবচেয়ে বেশি যেগুলো কমেছে।`,
        paragraphs: [
          `${count('count')}টির মধ্যে ${count('falling')}টি শেয়ার আগের বন্ধ দামের নিচে।`,
          ...list,
          footer,
        ],
      };
    case 'turnover':
      return {
        title: `সবচেয়ে বেশি টাকার লেনদেন ${first?.name}-এ`,
        summary: 'আজ এ পর্যন্ত সবচেয়ে বেশি লেনদেন হওয়া শেয়ার।',
        paragraphs: [
          ...facts.rows.map(
            (row) => `${row.name}: লেনদেন ${digits(grouped(row.turnover))} ${row.quoteAsset}, ${moved(row)}।`,
          ),
          footer,
        ],
      };
    case 'coins':
      return {
        title: `কয়েন: সবচেয়ে বেশি নড়েছে ${first?.name}, ${first === undefined ? '' : moved(first)}`,
        summary: 'গত ২৪ ঘণ্টায় কয়েনের সবচেয়ে বড় ওঠানামা।',
        paragraphs: [...list, footer],
      };
    case 'indexDay': {
      const change = value('changePercent');
      return {
        title: `${value('name')} দিন শেষে ${isDown(change) ? 'নিচে' : 'উপরে'}, ${level('close')}`,
        summary: `আগের দিনের চেয়ে ${digits(size(change))}% ${isDown(change) ? 'কম' : 'বেশি'}।`,
        paragraphs: [
          `${value('name')} ${level('open')}-এ খুলে ${level('low')} থেকে ${level('high')}-এর মধ্যে থেকে ${level('close')}-এ বন্ধ হয়েছে।`,
          `আগের দিন বন্ধ হয়েছিল ${level('previous')}-এ: পরিবর্তন ${digits(change)}%।`,
          footer,
        ],
      };
    }
  }
}

interface TitledText {
  readonly title: string;
  readonly text: string;
}

export const PLATFORM_NOTICES = {
  sandbox: {
    'en-US': {
      title: 'This installation is a sandbox',
      text: 'No real money moves here. Codes by e-mail and SMS land in the outbox at /sandbox when no service for them is set.',
    },
    'bn-BN': {
      title: 'এটি একটি স্যান্ডবক্স',
      text: 'এখানে কোনো আসল টাকা নড়ে না। ই-মেইল ও SMS সেবা না থাকলে কোডগুলো /sandbox-এর আউটবক্সে আসে।',
    },
  },
  simulatedMarket: {
    'en-US': {
      title: 'The market here is simulated',
      text: 'All companies are fictional, and no price here is the price of anything outside. Every screen with a quote says so.',
    },
    'bn-BN': {
      title: 'এখানকার বাজার কৃত্রিম',
      text: 'সব কোম্পানি কাল্পনিক, এখানকার কোনো দাম বাইরের কিছুর দাম নয়। দাম আছে এমন প্রতিটি পর্দা তা জানায়।',
    },
  },
  recordedMarket: {
    'en-US': {
      title: 'The market here is a recording',
      text: 'Prices are those of a past day, played again. Every screen with a quote shows the day.',
    },
    'bn-BN': {
      title: 'এখানকার বাজার একটি রেকর্ডিং',
      text: 'দামগুলো অতীতের একটি দিনের, আবার চালানো হচ্ছে। দাম আছে এমন প্রতিটি পর্দায় দিনটি দেখানো হয়।',
    },
  },
  charges: {
    'en-US': {
      title: 'What a trade costs is published',
      text: 'All charges stand in the settings with their version, and on each order before you place it.',
    },
    'bn-BN': {
      title: 'লেনদেনের খরচ প্রকাশিত',
      text: 'সব খরচ তাদের সংস্করণসহ সেটিংসে আছে, আর প্রতিটি অর্ডার দেওয়ার আগে দেখানো হয়।',
    },
  },
} as const satisfies Record<string, Record<Language, TitledText>>;

export type PlatformNoticeKind = keyof typeof PLATFORM_NOTICES;

interface Banner {
  readonly id: string;
  readonly link: string;
  readonly art: 'scale' | 'book' | 'shield' | 'clock';
  readonly words: Readonly<Record<Language, TitledText>>;
}

/** Banners lead only to pages that exist. */
export const BANNERS: readonly Banner[] = [
  {
    id: 'charges',
    link: '/pages/stock/list',
    art: 'scale',
    words: {
      'en-US': {
        title: 'Every charge, before you buy',
        text: 'The ticket shows the worst case and what will be left.',
      },
      'bn-BN': { title: 'কেনার আগেই সব খরচ', text: 'টিকিটে সবচেয়ে খারাপ অবস্থা আর কত থাকবে দেখানো হয়।' },
    },
  },
  {
    id: 'coins',
    link: '/pages/coin/index',
    art: 'book',
    words: {
      'en-US': { title: 'Coins around the clock', text: 'Market and limit orders on an open book.' },
      'bn-BN': { title: 'চব্বিশ ঘণ্টা কয়েন', text: 'খোলা বইয়ে মার্কেট ও লিমিট অর্ডার।' },
    },
  },
  {
    id: 'disclaimer',
    link: '/pages/common/disclaimer',
    art: 'shield',
    words: {
      'en-US': { title: 'Know what you trade', text: 'What this market is, and what it is not.' },
      'bn-BN': { title: 'কী লেনদেন করছেন জানুন', text: 'এই বাজার কী, আর কী নয়।' },
    },
  },
];
