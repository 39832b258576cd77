import type { Language } from '@tarazu/protocol';
import type { Article, ArticleFacts } from '#domains/content/store.ts';
import { digitsIn, groupedIn, moneyIn, rupeeSizeIn } from '#platform/money-text.ts';

/** Every sentence of this domain, in both languages. Numbers come from facts; nothing here knows any. */

export const NEWSROOM: Readonly<Record<Language, string>> = {
  'en-US': 'Tarazu newsroom (automatic)',
  'bn-BN': 'Tarazu সংবাদকক্ষ (স্বয়ংক্রিয়)',
};

/** Under what a person of staff wrote. */
export const EDITORS: Readonly<Record<Language, string>> = {
  'en-US': 'Tarazu editors',
  'bn-BN': 'Tarazu সম্পাদকমণ্ডলী',
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
const digits = (text: string): string => digitsIn(text, 'bn-BN');
/** The turnover tells the size of what was traded: rupees in crores, as a market page writes them. */
const traded = ({ turnover, quoteAsset }: Row, language: Language): string =>
  quoteAsset === 'INR' ? rupeeSizeIn(turnover, language) : moneyIn(turnover, quoteAsset, language);
const isDown = (percent: string): boolean => percent.startsWith('-');

function english({ kind, facts }: Article): ArticleText {
  const [first] = facts.rows;
  const moved = (row: Row): string =>
    `${isDown(row.changePercent) ? 'down' : 'up'} ${size(row.changePercent)}%`;
  const line = (row: Row): string =>
    `${row.name}: ${moneyIn(row.price, row.quoteAsset, 'en-US')}, ${moved(row)}.`;
  const value = (name: string): string => facts.values[name] ?? '';
  const level = (name: string): string => groupedIn(value(name), 'en-US');
  const list = facts.rows.map(line);
  const footer = 'Written automatically from market prices at the time of publication. Not advice.';
  switch (kind) {
    case 'risers':
      return {
        title: `${first?.name} leads the gainers, ${first === undefined ? '' : moved(first)}`,
        summary: `Top gainers since the previous close, of ${value('count')} listed stocks.`,
        paragraphs: [
          `${value('rising')} of ${value('count')} listed stocks trade above their previous close.`,
          ...list,
          footer,
        ],
      };
    case 'fallers':
      return {
        title: `${first?.name} leads the losers, ${first === undefined ? '' : moved(first)}`,
        summary: `Top losers since the previous close, of ${value('count')} listed stocks.`,
        paragraphs: [
          `${value('falling')} of ${value('count')} listed stocks trade below their previous close.`,
          ...list,
          footer,
        ],
      };
    case 'turnover':
      return {
        title: `${first?.name} has the highest turnover today`,
        summary: 'Stocks with the highest turnover so far today.',
        paragraphs: [
          ...facts.rows.map((row) => `${row.name}: turnover ${traded(row, 'en-US')}, ${moved(row)}.`),
          footer,
        ],
      };
    case 'coins':
      return {
        title: `Coins: ${first?.name} moves most, ${first === undefined ? '' : moved(first)}`,
        summary: 'The largest coin moves in the last 24 hours.',
        paragraphs: [...list, footer],
      };
    case 'indexDay': {
      const change = value('changePercent');
      return {
        title: `${value('name')} closes ${isDown(change) ? 'lower' : 'higher'}, at ${level('close')}`,
        summary: `${isDown(change) ? 'Down' : 'Up'} ${size(change)}% from the previous close.`,
        paragraphs: [
          `${value('name')} opened at ${level('open')} and closed at ${level('close')}. Low ${level('low')}, high ${level('high')}.`,
          `The previous close was ${level('previous')}, a change of ${change}%.`,
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
    `${row.name}: ${moneyIn(row.price, row.quoteAsset, 'bn-BN')}, ${moved(row)}।`;
  const value = (name: string): string => facts.values[name] ?? '';
  const count = (name: string): string => digits(value(name));
  const level = (name: string): string => groupedIn(value(name), 'bn-BN');
  const list = facts.rows.map(line);
  const footer = 'প্রকাশের সময়ের বাজারদর থেকে স্বয়ংক্রিয়ভাবে লেখা। পরামর্শ নয়।';
  switch (kind) {
    case 'risers':
      return {
        title: `সবচেয়ে বেড়েছে ${first?.name}, ${first === undefined ? '' : moved(first)}`,
        summary: `তালিকাভুক্ত ${count('count')}টি শেয়ারের মধ্যে আগের ক্লোজ থেকে সবচেয়ে বেড়েছে।`,
        paragraphs: [
          `${count('count')}টির মধ্যে ${count('rising')}টি শেয়ার আগের ক্লোজের ওপরে।`,
          ...list,
          footer,
        ],
      };
    case 'fallers':
      return {
        title: `সবচেয়ে কমেছে ${first?.name}, ${first === undefined ? '' : moved(first)}`,
        summary: `তালিকাভুক্ত ${count('count')}টি শেয়ারের মধ্যে আগের ক্লোজ থেকে সবচেয়ে কমেছে।`,
        paragraphs: [
          `${count('count')}টির মধ্যে ${count('falling')}টি শেয়ার আগের ক্লোজের নিচে।`,
          ...list,
          footer,
        ],
      };
    case 'turnover':
      return {
        title: `আজ টার্নওভারে সবার আগে ${first?.name}`,
        summary: 'আজ এ পর্যন্ত টার্নওভারে এগিয়ে থাকা শেয়ার।',
        paragraphs: [
          ...facts.rows.map((row) => `${row.name}: টার্নওভার ${traded(row, 'bn-BN')}, ${moved(row)}।`),
          footer,
        ],
      };
    case 'coins':
      return {
        title: `কয়েন: সবচেয়ে বেশি ওঠানামা ${first?.name}, ${first === undefined ? '' : moved(first)}`,
        summary: 'গত ২৪ ঘণ্টায় কয়েনের সবচেয়ে বড় ওঠানামা।',
        paragraphs: [...list, footer],
      };
    case 'indexDay': {
      const change = value('changePercent');
      return {
        title: `${value('name')} দিন শেষে ${isDown(change) ? 'নিচে' : 'ওপরে'}, ${level('close')}`,
        summary: `আগের ক্লোজের চেয়ে ${digits(size(change))}% ${isDown(change) ? 'কম' : 'বেশি'}।`,
        paragraphs: [
          `${value('name')} ওপেন ${level('open')}, ক্লোজ ${level('close')}। সর্বনিম্ন ${level('low')}, সর্বোচ্চ ${level('high')}।`,
          `আগের ক্লোজ ${level('previous')}, পরিবর্তন ${digits(change)}%।`,
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
      text: 'No real money moves here. Without a messaging service, codes land in the outbox at /sandbox.',
    },
    'bn-BN': {
      title: 'এটি একটি স্যান্ডবক্স',
      text: 'এখানে আসল টাকার লেনদেন হয় না। বার্তা সেবা না থাকলে কোড /sandbox-এর আউটবক্সে আসে।',
    },
  },
  simulatedMarket: {
    'en-US': {
      title: 'The market here is simulated',
      text: 'All companies are fictional. No price here is a real-world price. Every screen with a price says so.',
    },
    'bn-BN': {
      title: 'এখানকার বাজার সিমুলেটেড',
      text: 'সব কোম্পানি কাল্পনিক। এখানকার কোনো দাম বাস্তব নয়। দাম আছে এমন প্রতিটি স্ক্রিন তা জানায়।',
    },
  },
  recordedMarket: {
    'en-US': {
      title: 'The market here is a recording',
      text: 'Prices of a past day are replayed. Every screen with a price shows the day.',
    },
    'bn-BN': {
      title: 'এখানকার বাজার রেকর্ড করা',
      text: 'অতীতের একটি দিনের দাম আবার চালানো হচ্ছে। দাম আছে এমন প্রতিটি স্ক্রিনে দিনটি দেখানো হয়।',
    },
  },
  charges: {
    'en-US': {
      title: 'Our charges are published',
      text: 'Every order shows all its charges before you place it. Each fill names the version of the rules.',
    },
    'bn-BN': {
      title: 'আমাদের চার্জ প্রকাশিত',
      text: 'প্রতিটি অর্ডার দেওয়ার আগেই সব চার্জ দেখানো হয়। প্রতিটি পূরণে নিয়মের সংস্করণ থাকে।',
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
        text: 'See the maximum cost and the cash left.',
      },
      'bn-BN': { title: 'কেনার আগেই সব চার্জ', text: 'সর্বোচ্চ খরচ আর কত নগদ থাকবে দেখুন।' },
    },
  },
  {
    id: 'coins',
    link: '/pages/coin/index',
    art: 'book',
    words: {
      'en-US': {
        title: 'Coins around the clock',
        text: 'Trade with market and limit orders, day and night.',
      },
      'bn-BN': { title: 'চব্বিশ ঘণ্টা কয়েন', text: 'মার্কেট ও লিমিট অর্ডারে দিনরাত লেনদেন করুন।' },
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
