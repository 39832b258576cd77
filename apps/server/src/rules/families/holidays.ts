import { dayFromText, weekdayOf } from '#platform/time/days.ts';
import { type DatedRow, family, type RuleFamily } from '#rules/family.ts';
import { flagIn, rowsIn, textIn } from '#rules/values.ts';

/** A day without trading. */
export interface HolidayRow {
  /** `YYYY-MM-DD` by the exchange's clock. */
  readonly date: string;
  readonly name: string;
  /** True while the exchange has not published the list; screens say so. */
  readonly provisional: boolean;
}

export interface HolidayList extends DatedRow {
  readonly holidays: readonly HolidayRow[];
}

/** A day and its name in both languages. */
export type HolidaySeed = readonly [day: string, name: string, nameBengali: string];

export const holidayRows = (
  seeds: readonly HolidaySeed[],
  provisional: 'yes' | 'no',
): Record<string, string>[] =>
  seeds.map(([day, name, nameBengali]) => ({ day, name, nameBengali, provisional }));

const PUBLISHED: readonly HolidaySeed[] = [
  ['2026-01-15', 'Municipal election in Maharashtra', 'মহারাষ্ট্রে পৌর নির্বাচন'],
  ['2026-01-26', 'Republic Day', 'প্রজাতন্ত্র দিবস'],
  ['2026-02-15', 'Mahashivratri', 'মহাশিবরাত্রি'],
  ['2026-03-03', 'Holi', 'হোলি'],
  ['2026-03-21', 'Id-ul-Fitr', 'ঈদুল ফিতর'],
  ['2026-03-26', 'Shri Ram Navami', 'শ্রী রাম নবমী'],
  ['2026-03-31', 'Shri Mahavir Jayanti', 'শ্রী মহাবীর জয়ন্তী'],
  ['2026-04-03', 'Good Friday', 'গুড ফ্রাইডে'],
  ['2026-04-14', 'Dr. Babasaheb Ambedkar Jayanti', 'ড. বাবাসাহেব আম্বেদকর জয়ন্তী'],
  ['2026-05-01', 'Maharashtra Day', 'মহারাষ্ট্র দিবস'],
  ['2026-05-28', 'Bakri Id', 'বকরি ঈদ'],
  ['2026-06-26', 'Muharram', 'মহরম'],
  ['2026-08-15', 'Independence Day', 'স্বাধীনতা দিবস'],
  ['2026-09-14', 'Ganesh Chaturthi', 'গণেশ চতুর্থী'],
  ['2026-10-02', 'Mahatma Gandhi Jayanti', 'মহাত্মা গান্ধী জয়ন্তী'],
  ['2026-10-20', 'Dussehra', 'দশেরা'],
  ['2026-11-08', 'Diwali Laxmi Pujan', 'দীপাবলি লক্ষ্মী পূজা'],
  ['2026-11-10', 'Diwali Balipratipada', 'দীপাবলি বলিপ্রতিপদা'],
  ['2026-11-24', 'Guru Nanak Jayanti', 'গুরু নানক জয়ন্তী'],
  ['2026-12-25', 'Christmas', 'বড়দিন'],
];

const PROVISIONAL: readonly HolidaySeed[] = [
  ['2027-01-26', 'Republic Day', 'প্রজাতন্ত্র দিবস'],
  ['2027-03-06', 'Mahashivratri', 'মহাশিবরাত্রি'],
  ['2027-03-10', 'Id-ul-Fitr', 'ঈদুল ফিতর'],
  ['2027-03-22', 'Holi', 'হোলি'],
  ['2027-03-26', 'Good Friday', 'গুড ফ্রাইডে'],
  ['2027-04-14', 'Dr. Babasaheb Ambedkar Jayanti', 'ড. বাবাসাহেব আম্বেদকর জয়ন্তী'],
  ['2027-04-15', 'Shri Ram Navami', 'শ্রী রাম নবমী'],
  ['2027-04-19', 'Shri Mahavir Jayanti', 'শ্রী মহাবীর জয়ন্তী'],
  ['2027-05-01', 'Maharashtra Day', 'মহারাষ্ট্র দিবস'],
  ['2027-05-17', 'Bakri Id', 'বকরি ঈদ'],
  ['2027-06-16', 'Muharram', 'মহরম'],
  ['2027-08-15', 'Independence Day', 'স্বাধীনতা দিবস'],
  ['2027-09-04', 'Ganesh Chaturthi', 'গণেশ চতুর্থী'],
  ['2027-10-02', 'Mahatma Gandhi Jayanti', 'মহাত্মা গান্ধী জয়ন্তী'],
  ['2027-10-09', 'Dussehra', 'দশেরা'],
  ['2027-10-29', 'Diwali Laxmi Pujan', 'দীপাবলি লক্ষ্মী পূজা'],
  ['2027-10-30', 'Diwali Balipratipada', 'দীপাবলি বলিপ্রতিপদা'],
  ['2027-11-14', 'Guru Nanak Jayanti', 'গুরু নানক জয়ন্তী'],
  ['2027-12-25', 'Christmas', 'বড়দিন'],
];

const HOLIDAYS_MAX = 120;
/** No exchange rests so long; who looks for the next session must find one. */
const REST_DAYS_MAX = 10;

/** Place of the holiday with which the exchange rests for too long; -1 where it never does. */
function restsTooLong(days: readonly number[], weekdays: readonly number[]): number {
  const listed = new Set(days);
  const rests = (day: number): boolean => listed.has(day) || !weekdays.includes(weekdayOf(day));
  return days.findIndex((day) => {
    let length = 1;
    while (rests(day - length)) length += 1;
    return length > REST_DAYS_MAX;
  });
}

const NAME_LENGTH_MAX = '60';

/** The names of one exchange's holidays, their first lists, and its week. */
export type HolidaysOf = Pick<RuleFamily<HolidayList>, 'name' | 'section' | 'prefix' | 'seeds'> & {
  /** Days of the week with trading; Monday is 1, Sunday 7. */
  readonly weekdays: readonly number[];
};

/**
 * Trading holidays of an exchange, those on weekends included. A version says which days from its own first
 * one on are holidays: what is over keeps the version of then.
 */
export function holidayFamily({ weekdays, ...of }: HolidaysOf): RuleFamily<HolidayList> {
  return family<HolidayList>({
    ...of,
    form: {
      fields: [],
      tables: [
        {
          name: 'holidays',
          columns: [
            { name: 'day', kind: 'day' },
            { name: 'name', kind: 'text', max: NAME_LENGTH_MAX },
            { name: 'nameBengali', kind: 'text', max: NAME_LENGTH_MAX },
            { name: 'provisional', kind: 'flag' },
          ],
          rowKey: 'day',
          rowsMin: 1,
          rowsMax: HOLIDAYS_MAX,
        },
      ],
    },
    problem: (document) => {
      const days = rowsIn(document, 'holidays').map((row) => textIn(row, 'day'));
      const place = days.findIndex((day, index) => index > 0 && day <= (days[index - 1] ?? ''));
      if (place !== -1) return `tables.holidays.${place + 1}.day: must be later than in the row before`;
      const rest = restsTooLong(days.map(dayFromText), weekdays);
      return rest === -1
        ? undefined
        : `tables.holidays.${rest + 1}.day: must leave a trading day within ${REST_DAYS_MAX} days`;
    },
    rowOf: (document, dated) => ({
      ...dated,
      holidays: rowsIn(document, 'holidays').map((row) => ({
        date: textIn(row, 'day'),
        name: textIn(row, 'name'),
        provisional: flagIn(row, 'provisional'),
      })),
    }),
  });
}

/** Of home (rules 2.6): 2026 is the published list, with the day added after publication. */
export const holidays = holidayFamily({
  name: 'holidays',
  section: '2.6',
  prefix: 'holidays',
  weekdays: [1, 2, 3, 4, 5],
  seeds: [
    {
      version: 'holidays-2026-01-01',
      effectiveFrom: '2026-01-01',
      source: {
        'en-US':
          'NSE list of trading holidays for 2026. The days of 2027 come from festival dates, until NSE publishes.',
        'bn-BN': '২০২৬-এর জন্য NSE-র ছুটির তালিকা। ২০২৭-এর দিনগুলি উৎসবের তারিখ থেকে, NSE প্রকাশ না করা পর্যন্ত।',
      },
      document: {
        values: {},
        tables: { holidays: [...holidayRows(PUBLISHED, 'no'), ...holidayRows(PROVISIONAL, 'yes')] },
      },
    },
  ],
});
