import type { FormDocument } from '@tarazu/protocol';
import { type DatedRow, family, type RuleFamily } from '#rules/family.ts';
import { clock, clockIn, numberIn } from '#rules/values.ts';

/** A call auction that a share has by itself, in minutes from its beginning. */
export interface OwnAuctionRow {
  readonly collectMinutes: number;
  /** The last minutes of collecting, in which each round of the beacon may end it. */
  readonly randomMinutes: number;
  /** Until continuous trading: collecting, making the price, and a pause. */
  readonly wholeMinutes: number;
}

export interface OwnAuctionRows extends DatedRow {
  readonly reopening: OwnAuctionRow;
  readonly listing: OwnAuctionRow;
  /** When the auction of a listing day begins. */
  readonly listingMinute: number;
}

const minutes = (name: string) => ({ name, kind: 'minutes', min: '1', max: '180' }) as const;
const AUCTION_PARTS = ['Collect', 'Random', 'Whole'] as const;

/** The auctions after a halt and on a listing day (rules 2.5). */
export const ownAuctions = family<OwnAuctionRows>({
  name: 'ownAuctions',
  section: '2.5',
  prefix: 'auctions',
  form: {
    fields: [
      ...AUCTION_PARTS.map((part) => minutes(`reopening${part}`)),
      clock('listingFrom'),
      ...AUCTION_PARTS.map((part) => minutes(`listing${part}`)),
    ],
    tables: [],
  },
  problem: ({ values }) => {
    for (const kind of ['reopening', 'listing']) {
      const [collect = 0, random = 0, whole = 0] = AUCTION_PARTS.map((part) => numberIn(values, kind + part));
      if (random >= collect) return `values.${kind}Random: must be less than the minutes of collecting`;
      if (whole <= collect) return `values.${kind}Whole: must be more than the minutes of collecting`;
    }
    return undefined;
  },
  rowOf: ({ values }, dated) => {
    const auction = (kind: string): OwnAuctionRow => ({
      collectMinutes: numberIn(values, `${kind}Collect`),
      randomMinutes: numberIn(values, `${kind}Random`),
      wholeMinutes: numberIn(values, `${kind}Whole`),
    });
    return {
      ...dated,
      reopening: auction('reopening'),
      listing: auction('listing'),
      listingMinute: clockIn(values, 'listingFrom'),
    };
  },
  seeds: [
    {
      version: 'auctions-1994-11-03',
      effectiveFrom: '1994-11-03',
      source: {
        'en-US': 'NSE: after a halt as long as the pre-open; on a listing day until ten.',
        'bn-BN': 'NSE: স্থগিতের পর প্রি-ওপেনের সমান; তালিকাভুক্তির দিনে দশটা পর্যন্ত।',
      },
      document: {
        values: {
          reopeningCollect: '8',
          reopeningRandom: '1',
          reopeningWhole: '15',
          listingFrom: '09:00',
          listingCollect: '45',
          listingRandom: '10',
          listingWhole: '60',
        },
        tables: {},
      },
    },
  ],
});

/**
 * When large deals may be reported (rules 2.14): beside the phases,
 * because the afternoon one lies within continuous trading.
 */
export interface BlockWindow {
  readonly name: 'morning' | 'afternoon';
  readonly fromMinute: number;
  readonly untilMinute: number;
}

export interface BlockWindows extends DatedRow {
  readonly windows: readonly BlockWindow[];
}

/** The windows of block deals (rules 2.14). */
export const blockWindows = family<BlockWindows>({
  name: 'blockWindows',
  section: '2.14',
  prefix: 'block-windows',
  form: {
    fields: ['morningFrom', 'morningUntil', 'afternoonFrom', 'afternoonUntil'].map(clock),
    tables: [],
  },
  problem: ({ values }) => {
    const times = ['morningFrom', 'morningUntil', 'afternoonFrom', 'afternoonUntil'] as const;
    const wrong = times.find(
      (name, index) => index > 0 && clockIn(values, name) <= clockIn(values, times[index - 1] ?? name),
    );
    return wrong === undefined ? undefined : `values.${wrong}: must be later than the time before it`;
  },
  rowOf: ({ values }, dated) => ({
    ...dated,
    windows: (['morning', 'afternoon'] as const).map((name) => ({
      name,
      fromMinute: clockIn(values, `${name}From`),
      untilMinute: clockIn(values, `${name}Until`),
    })),
  }),
  seeds: [
    {
      version: 'block-windows-2025-12-07',
      effectiveFrom: '2025-12-07',
      source: {
        'en-US': 'SEBI circular SEBI/HO/MRD/POD-III/CIR/P/2025/134 of 8 October 2025.',
        'bn-BN': 'SEBI-র ৮ অক্টোবর ২০২৫-এর সার্কুলার SEBI/HO/MRD/POD-III/CIR/P/2025/134।',
      },
      document: {
        values: {
          morningFrom: '08:45',
          morningUntil: '09:00',
          afternoonFrom: '14:05',
          afternoonUntil: '14:20',
        },
        tables: {},
      },
    },
  ],
});

export interface SettlementTimes extends DatedRow {
  /** Trading days from a sale until its proceeds are usable in full. */
  readonly proceedsDays: 1 | 2;
  /** Minute of the day on which they settle from which shares may be sold and proceeds are usable in full. */
  readonly settlementMinute: number;
  /** Minute of the next trading day from which proceeds may be withdrawn. */
  readonly withdrawalMinute: number;
}

/** Whether the times of a settlement follow one another; a sentence where they do not. */
export function settlementProblem({ values }: Pick<FormDocument, 'values'>): string | undefined {
  return clockIn(values, 'withdrawableFrom') < clockIn(values, 'sellableFrom')
    ? 'values.withdrawableFrom: must not be earlier than the settlement'
    : undefined;
}

/** The times at which shares and proceeds settle (rules 2.7). */
export const settlementTimes = family<SettlementTimes>({
  name: 'settlementTimes',
  section: '2.7',
  prefix: 'settlement',
  form: { fields: [clock('sellableFrom'), clock('withdrawableFrom')], tables: [] },
  problem: settlementProblem,
  rowOf: ({ values }, dated) => ({
    ...dated,
    proceedsDays: 1,
    settlementMinute: clockIn(values, 'sellableFrom'),
    withdrawalMinute: clockIn(values, 'withdrawableFrom'),
  }),
  seeds: [
    {
      version: 'settlement-2023-01-27',
      effectiveFrom: '2023-01-27',
      source: {
        'en-US': 'T+1 of the exchanges since 27 January 2023. The times of day are custom.',
        'bn-BN': '২৭ জানুয়ারি ২০২৩ থেকে এক্সচেঞ্জের T+1। সময়গুলি প্রচলিত রীতি।',
      },
      document: { values: { sellableFrom: '09:00', withdrawableFrom: '17:30' }, tables: {} },
    },
  ],
});

export interface AfterMarketTimes extends DatedRow {
  readonly fromMinute: number;
  readonly untilMinute: number;
}

/** The names of one exchange's after-market hours, and their first versions. */
export type AfterMarketOf = Pick<RuleFamily<AfterMarketTimes>, 'name' | 'section' | 'prefix' | 'seeds'>;

/** The times at which a closed market takes orders for its next session. */
export function afterMarketFamily(of: AfterMarketOf): RuleFamily<AfterMarketTimes> {
  return family<AfterMarketTimes>({
    ...of,
    form: { fields: [clock('from'), clock('until')], tables: [] },
    problem: ({ values }) =>
      clockIn(values, 'from') <= clockIn(values, 'until')
        ? 'values.from: must be in the evening, after the time of the morning'
        : undefined,
    rowOf: ({ values }, dated) => ({
      ...dated,
      fromMinute: clockIn(values, 'from'),
      untilMinute: clockIn(values, 'until'),
    }),
  });
}

/** Of home (rules 2.6). */
export const afterMarketTimes = afterMarketFamily({
  name: 'afterMarketTimes',
  section: '2.6',
  prefix: 'after-market',
  seeds: [
    {
      version: 'after-market-2026-04-01',
      effectiveFrom: '2026-04-01',
      source: { 'en-US': 'Ours.', 'bn-BN': 'আমাদের নিজস্ব।' },
      document: { values: { from: '16:10', until: '08:55' }, tables: {} },
    },
  ],
});
