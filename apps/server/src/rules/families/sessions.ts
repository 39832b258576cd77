import type { SessionPhase } from '@tarazu/core';
import type { FormDocument, FormTable } from '@tarazu/protocol';
import { type DatedRow, family } from '#rules/family.ts';
import { clock, clockIn, minutesOf, rowsIn, textIn, type Values } from '#rules/values.ts';

/**
 * One phase of a trading day, in minutes since midnight by the exchange's clock, `untilMinute` not included.
 */
export interface PhaseRow {
  readonly phase: Exclude<SessionPhase, 'closed'>;
  readonly fromMinute: number;
  readonly untilMinute: number;
  /**
   * From this minute on each round of the beacon may end the phase; the phase after it then begins at once.
   */
  readonly randomFromMinute?: number;
}

/** When what is open within the day (MIS) must be closed, in minutes since midnight. */
export interface WithinDayRow {
  /** The last warning. */
  readonly warningMinute: number;
  readonly squareOffMinute: number;
}

/** How a day trades, and when what is open within it is squared off. */
export interface DayHours {
  readonly phases: readonly PhaseRow[];
  readonly withinDay: WithinDayRow;
}

export type ShareKind = 'derivativeShares' | 'otherShares';

export interface SessionRow extends DatedRow {
  readonly hours: Readonly<Record<ShareKind, DayHours>>;
}

const PHASES = [
  'preOpen',
  'preOpenMatch',
  'continuous',
  'closingReference',
  'closingAuction',
  'closingLimit',
  'closingMatch',
  'postClose',
] as const satisfies readonly PhaseRow['phase'][];
const IN_ORDER: readonly string[] = PHASES;
/** The charts of the past begin each day at this minute. */
const OPENING = '09:15';

const phaseTable = (name: ShareKind): FormTable => ({
  name,
  columns: [
    { name: 'phase', kind: 'choice', choices: [...PHASES] },
    clock('from'),
    clock('until'),
    { name: 'randomFrom', kind: 'clock', optional: true },
  ],
  rowKey: 'phase',
  rowsMin: 1,
  rowsMax: PHASES.length,
});

const LIMITS: Readonly<Record<ShareKind, readonly [warning: string, squareOff: string]>> = {
  derivativeShares: ['derivativeWarning', 'derivativeSquareOff'],
  otherShares: ['otherWarning', 'otherSquareOff'],
};

export function phaseOf(row: Values): PhaseRow {
  const phase = PHASES.find((name) => name === row['phase']);
  if (phase === undefined) throw new Error(`Condition: ${row['phase']} is a phase`);
  const random = row['randomFrom'] ?? '';
  return {
    phase,
    fromMinute: clockIn(row, 'from'),
    untilMinute: clockIn(row, 'until'),
    ...(random !== '' && { randomFromMinute: minutesOf(random) }),
  };
}

function hoursOf(document: FormDocument, of: ShareKind): DayHours {
  const [warning, squareOff] = LIMITS[of];
  return {
    phases: rowsIn(document, of).map(phaseOf),
    withinDay: {
      warningMinute: clockIn(document.values, warning),
      squareOffMinute: clockIn(document.values, squareOff),
    },
  };
}

/** Phases follow one another in the order of a day; continuous trading is there and begins when charts do. */
export function phasesProblem(
  phases: readonly PhaseRow[],
  { table, opening }: { readonly table: string; readonly opening: string },
): string | undefined {
  const at = (place: number, column: string) => `tables.${table}.${place + 1}.${column}`;
  for (const [place, { phase, fromMinute, untilMinute, randomFromMinute }] of phases.entries()) {
    const before = phases[place - 1];
    if (before !== undefined && IN_ORDER.indexOf(phase) <= IN_ORDER.indexOf(before.phase))
      return `${at(place, 'phase')}: must come later in the day than the row before`;
    if (fromMinute < (before?.untilMinute ?? 0))
      return `${at(place, 'from')}: must not overlap the row before`;
    if (untilMinute <= fromMinute) return `${at(place, 'until')}: must be later than its beginning`;
    const isRandomWithin =
      randomFromMinute === undefined || (randomFromMinute > fromMinute && randomFromMinute < untilMinute);
    if (!isRandomWithin) return `${at(place, 'randomFrom')}: must lie within the phase`;
  }
  const continuous = phases.find(({ phase }) => phase === 'continuous');
  return continuous?.fromMinute === minutesOf(opening)
    ? undefined
    : `tables.${table}: must have continuous trading from ${opening}`;
}

function problemOf(document: FormDocument, of: ShareKind): string | undefined {
  const { phases, withinDay } = hoursOf(document, of);
  const problem = phasesProblem(phases, { table: of, opening: OPENING });
  const continuous = phases.find(({ phase }) => phase === 'continuous');
  if (problem !== undefined || continuous === undefined) return problem;
  const { warningMinute, squareOffMinute } = withinDay;
  const [warning, squareOff] = LIMITS[of];
  if (squareOffMinute <= continuous.fromMinute || squareOffMinute >= continuous.untilMinute)
    return `values.${squareOff}: must lie within continuous trading`;
  return warningMinute <= continuous.fromMinute || warningMinute >= squareOffMinute
    ? `values.${warning}: must lie within continuous trading, before the square-off`
    : undefined;
}

type Phases = FormDocument['tables'][string];
const phase = (name: (typeof PHASES)[number], from: string, until: string, randomFrom = '') => ({
  ...{ phase: name, from, until },
  ...(randomFrom !== '' && { randomFrom }),
});
const MORNING: Phases = [
  phase('preOpen', '09:00', '09:08', '09:07'),
  phase('preOpenMatch', '09:08', OPENING),
];
const WHOLE_DAY: Phases = [...MORNING, phase('continuous', OPENING, '15:30')];
const BEFORE: Phases = [...WHOLE_DAY, phase('postClose', '15:40', '16:00')];

/** The phases of a day of the exchange, and when intraday positions are squared off (rules 2.6, 2.8). */
export const sessions = family<SessionRow>({
  name: 'sessions',
  section: '2.6',
  prefix: 'sessions',
  form: {
    fields: Object.values(LIMITS).flat().map(clock),
    tables: [phaseTable('derivativeShares'), phaseTable('otherShares')],
  },
  problem: (document) => problemOf(document, 'derivativeShares') ?? problemOf(document, 'otherShares'),
  rowOf: (document, dated) => ({
    ...dated,
    hours: {
      derivativeShares: hoursOf(document, 'derivativeShares'),
      otherShares: hoursOf(document, 'otherShares'),
    },
  }),
  seeds: [
    {
      version: 'sessions-1994-11-03',
      effectiveFrom: '1994-11-03',
      source: {
        'en-US': 'NSE trading hours before the closing auction, kept for charts of the past.',
        'bn-BN': 'সমাপনী নিলামের আগের NSE-র সময়সূচি; অতীতের চার্টের জন্য রাখা।',
      },
      document: {
        values: {
          derivativeWarning: '15:05',
          derivativeSquareOff: '15:20',
          otherWarning: '15:05',
          otherSquareOff: '15:20',
        },
        tables: { derivativeShares: BEFORE, otherShares: BEFORE },
      },
    },
    {
      version: 'sessions-2026-08-03',
      effectiveFrom: '2026-08-03',
      source: {
        'en-US':
          'SEBI circular on the closing auction, and the notices of NSE on it. Square-off times: custom.',
        'bn-BN': 'সমাপনী নিলাম নিয়ে SEBI-র সার্কুলার ও NSE-র বিজ্ঞপ্তি। স্কোয়ার অফের সময়: প্রচলিত রীতি।',
      },
      document: {
        values: {
          // Before continuous trading ends for the closing auction.
          derivativeWarning: '15:05',
          derivativeSquareOff: '15:10',
          otherWarning: '15:05',
          otherSquareOff: '15:20',
        },
        tables: {
          derivativeShares: [
            ...MORNING,
            phase('continuous', OPENING, '15:15'),
            phase('closingReference', '15:15', '15:20'),
            phase('closingAuction', '15:20', '15:25'),
            phase('closingLimit', '15:25', '15:30', '15:28'),
            phase('closingMatch', '15:30', '15:35'),
            phase('postClose', '15:50', '16:00'),
          ],
          otherShares: [...WHOLE_DAY, phase('postClose', '15:50', '16:00')],
        },
      },
    },
  ],
});

/** A day that trades by its own hours, whatever the calendar says of it. */
export interface SpecialDay extends DayHours {
  readonly date: string;
  readonly name: string;
  /** True while no circular has given the time. */
  readonly provisional: boolean;
}

export interface SpecialDays extends DatedRow {
  readonly days: readonly SpecialDay[];
}

const SPECIAL_DAYS_MAX = 20;
const NAME_LENGTH_MAX = '60';
const SPECIAL_TIMES = [
  'preOpenFrom',
  'preOpenRandomFrom',
  'matchFrom',
  'continuousFrom',
  'warning',
  'squareOff',
  'continuousUntil',
] as const;

function specialDayOf(row: Values): SpecialDay {
  const at = (name: (typeof SPECIAL_TIMES)[number]) => clockIn(row, name);
  return {
    date: textIn(row, 'day'),
    name: textIn(row, 'name'),
    provisional: row['provisional'] === 'yes',
    phases: [
      {
        phase: 'preOpen',
        fromMinute: at('preOpenFrom'),
        untilMinute: at('matchFrom'),
        randomFromMinute: at('preOpenRandomFrom'),
      },
      { phase: 'preOpenMatch', fromMinute: at('matchFrom'), untilMinute: at('continuousFrom') },
      { phase: 'continuous', fromMinute: at('continuousFrom'), untilMinute: at('continuousUntil') },
    ],
    withinDay: { warningMinute: at('warning'), squareOffMinute: at('squareOff') },
  };
}

const muhurat = (day: string): Record<string, string> => ({
  day,
  name: 'Muhurat trading',
  nameBengali: 'মুহূর্ত ট্রেডিং',
  provisional: 'yes',
  preOpenFrom: '18:00',
  preOpenRandomFrom: '18:07',
  matchFrom: '18:08',
  continuousFrom: '18:15',
  // As long before the end of continuous trading as on any day.
  warning: '18:50',
  squareOff: '19:05',
  continuousUntil: '19:15',
});

/** Days with hours of their own, such as Muhurat (rules 2.6). */
export const specialSessions = family<SpecialDays>({
  name: 'specialSessions',
  section: '2.6',
  prefix: 'special-sessions',
  form: {
    fields: [],
    tables: [
      {
        name: 'days',
        columns: [
          { name: 'day', kind: 'day' },
          { name: 'name', kind: 'text', max: NAME_LENGTH_MAX },
          { name: 'nameBengali', kind: 'text', max: NAME_LENGTH_MAX },
          { name: 'provisional', kind: 'flag' },
          ...SPECIAL_TIMES.map(clock),
        ],
        rowKey: 'day',
        rowsMin: 0,
        rowsMax: SPECIAL_DAYS_MAX,
      },
    ],
  },
  problem: (document) => {
    let last = '';
    for (const [place, row] of rowsIn(document, 'days').entries()) {
      const day = textIn(row, 'day');
      if (day <= last) return `tables.days.${place + 1}.day: must be later than in the row before`;
      last = day;
      const times = SPECIAL_TIMES.map((name) => clockIn(row, name));
      const wrong = SPECIAL_TIMES.find(
        (_, index) => index > 0 && (times[index] ?? 0) <= (times[index - 1] ?? 0),
      );
      if (wrong !== undefined)
        return `tables.days.${place + 1}.${wrong}: must be later than the time before it`;
    }
    return undefined;
  },
  rowOf: (document, dated) => ({ ...dated, days: rowsIn(document, 'days').map(specialDayOf) }),
  seeds: [
    {
      version: 'special-sessions-2026-01-01',
      effectiveFrom: '2026-01-01',
      source: {
        'en-US': 'NSE announces the hour of Muhurat by circular. Until then these times are ours.',
        'bn-BN': 'মুহূর্ত ট্রেডিংয়ের সময় NSE সার্কুলারে জানায়। ততদিন এই সময়গুলি আমাদের নিজস্ব।',
      },
      document: { values: {}, tables: { days: [muhurat('2026-11-08'), muhurat('2027-10-29')] } },
    },
  ],
});
