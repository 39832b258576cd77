import { type AssetId, amount, rate, type StockChargeRules } from '@tarazu/core/values';
import type { FormDocument } from '@tarazu/protocol';
import { type HolidayList, type HolidaySeed, holidayFamily, holidayRows } from '#rules/families/holidays.ts';
import {
  type DayHours,
  type PhaseRow,
  phaseOf,
  phasesProblem,
  type SessionRow,
} from '#rules/families/sessions.ts';
import {
  type AfterMarketTimes,
  afterMarketFamily,
  type OwnAuctionRows,
  type SettlementTimes,
  settlementProblem,
} from '#rules/families/times.ts';
import { family, type RuleFamily, type RuleSource } from '#rules/family.ts';
import { clock, clockIn, numberIn, percent, percentIn, rowsIn } from '#rules/values.ts';

type PhaseName = PhaseRow['phase'];

/** The first versions of a plain exchange's rules, with where each comes from. */
export interface PlainRules {
  /** Beginning of the names of its rules, `dhaka`, and of their versions. */
  readonly name: string;
  readonly prefix: string;
  /** Section of docs/rules.md. */
  readonly section: string;
  readonly weekdays: readonly number[];
  readonly holidays: {
    readonly source: RuleSource;
    readonly published: readonly HolidaySeed[];
    readonly provisional: readonly HolidaySeed[];
  };
  /** Continuous trading begins at this time: charts of the past do too. */
  readonly opening: string;
  readonly phases: {
    readonly source: RuleSource;
    readonly rows: readonly (readonly [phase: PhaseName, from: string, until: string])[];
  };
  readonly settlement: {
    readonly source: RuleSource;
    readonly sellableFrom: string;
    readonly withdrawableFrom: string;
  };
  readonly afterMarket: { readonly from: string; readonly until: string };
  readonly charges: {
    readonly source: RuleSource;
    readonly effectiveFrom: string;
    readonly currency: AssetId;
    readonly tradingFeeRate: string;
    /** Of the depository or of settlement; it is charged where home has the regulator's fee. */
    readonly clearingFeeRate: string;
    readonly tradeTaxRate: string;
    /** The side that pays the tax; both where it is absent. */
    readonly securitiesTaxSide?: 'sell';
  };
}

/** The rules of a plain exchange. */
export interface PlainFamilies {
  readonly charges: RuleFamily<StockChargeRules>;
  readonly ownAuctions: RuleFamily<OwnAuctionRows>;
  readonly sessions: RuleFamily<SessionRow>;
  readonly holidays: RuleFamily<HolidayList>;
  readonly afterMarketTimes: RuleFamily<AfterMarketTimes>;
  readonly settlementTimes: RuleFamily<SettlementTimes>;
}

const OURS: RuleSource = { 'en-US': 'Ours.', 'bn-BN': 'আমাদের নিজস্ব।' };
/** The first day of the simulated past. */
const PAST = '2016-01-01';
/** Lists of days and hours of today begin with this year. */
const LISTS = '2026-01-01';
const PHASES: readonly PhaseName[] = ['preOpen', 'preOpenMatch', 'continuous', 'postClose'];

/**
 * The families of an exchange whose shares have one kind of day: they close at an average, settle after two
 * days and are not traded within the day, and no auction of it ends at random.
 */
export function plainFamilies(rules: PlainRules): PlainFamilies {
  const of = (rule: string, prefix: string) => ({
    name: `${rules.name}${rule}`,
    section: rules.section,
    prefix: `${rules.prefix}-${prefix}`,
  });
  const { holidays, afterMarket } = rules;
  return {
    charges: chargesFamily(rules, of('Charges', 'charges')),
    ownAuctions: auctionsFamily(of('Auctions', 'auctions')),
    sessions: sessionsFamily(rules, of('Sessions', 'sessions')),
    holidays: holidayFamily({
      ...of('Holidays', 'holidays'),
      weekdays: rules.weekdays,
      seeds: [
        {
          ...since(of('Holidays', 'holidays'), LISTS),
          source: holidays.source,
          document: {
            values: {},
            tables: {
              holidays: [
                ...holidayRows(holidays.published, 'no'),
                ...holidayRows(holidays.provisional, 'yes'),
              ],
            },
          },
        },
      ],
    }),
    afterMarketTimes: afterMarketFamily({
      ...of('AfterMarket', 'after-market'),
      seeds: [
        {
          ...since(of('AfterMarket', 'after-market'), LISTS),
          source: OURS,
          document: { values: afterMarket, tables: {} },
        },
      ],
    }),
    settlementTimes: settlementFamily(rules, of('Settlement', 'settlement')),
  };
}

type Named = Pick<RuleFamily, 'name' | 'section' | 'prefix'>;

/** The name of a first version, and its day. */
const since = ({ prefix }: Named, effectiveFrom: string) => ({
  version: `${prefix}-${effectiveFrom}`,
  effectiveFrom,
});

/** One table of phases, for every share. */
function sessionsFamily({ opening, phases }: PlainRules, named: Named): RuleFamily<SessionRow> {
  return family<SessionRow>({
    ...named,
    form: {
      fields: [],
      tables: [
        {
          name: 'phases',
          columns: [{ name: 'phase', kind: 'choice', choices: [...PHASES] }, clock('from'), clock('until')],
          rowKey: 'phase',
          rowsMin: 1,
          rowsMax: PHASES.length,
        },
      ],
    },
    problem: (document) => phasesProblem(phasesIn(document), { table: 'phases', opening }),
    rowOf: (document, dated) => {
      const hours = hoursOf(phasesIn(document));
      return { ...dated, hours: { derivativeShares: hours, otherShares: hours } };
    },
    seeds: [
      {
        ...since(named, PAST),
        source: phases.source,
        document: {
          values: {},
          tables: { phases: phases.rows.map(([phase, from, until]) => ({ phase, from, until })) },
        },
      },
    ],
  });
}

const phasesIn = (document: FormDocument): PhaseRow[] => rowsIn(document, 'phases').map(phaseOf);

/** Nothing is traded within the day: what would be squared off ends with continuous trading. */
function hoursOf(phases: readonly PhaseRow[]): DayHours {
  const { untilMinute = 0 } = phases.find(({ phase }) => phase === 'continuous') ?? {};
  return { phases, withinDay: { warningMinute: untilMinute, squareOffMinute: untilMinute } };
}

const minutes = (name: string) => ({ name, kind: 'minutes', min: '1', max: '180' }) as const;

/** The auction after a halt; no share comes to the market by one here. */
function auctionsFamily(named: Named): RuleFamily<OwnAuctionRows> {
  return family<OwnAuctionRows>({
    ...named,
    form: { fields: [minutes('reopeningCollect'), minutes('reopeningWhole')], tables: [] },
    problem: ({ values }) =>
      numberIn(values, 'reopeningWhole') > numberIn(values, 'reopeningCollect')
        ? undefined
        : 'values.reopeningWhole: must be more than the minutes of collecting',
    rowOf: ({ values }, dated) => {
      const auction = {
        collectMinutes: numberIn(values, 'reopeningCollect'),
        randomMinutes: 0,
        wholeMinutes: numberIn(values, 'reopeningWhole'),
      };
      return { ...dated, reopening: auction, listing: auction, listingMinute: 0 };
    },
    seeds: [
      {
        ...since(named, PAST),
        source: OURS,
        document: { values: { reopeningCollect: '8', reopeningWhole: '10' }, tables: {} },
      },
    ],
  });
}

const PROCEEDS_DAYS = 2;

function settlementFamily({ settlement }: PlainRules, named: Named): RuleFamily<SettlementTimes> {
  const { source, ...values } = settlement;
  return family<SettlementTimes>({
    ...named,
    form: { fields: [clock('sellableFrom'), clock('withdrawableFrom')], tables: [] },
    problem: settlementProblem,
    rowOf: ({ values: times }, dated) => ({
      ...dated,
      proceedsDays: PROCEEDS_DAYS,
      settlementMinute: clockIn(times, 'sellableFrom'),
      withdrawalMinute: clockIn(times, 'withdrawableFrom'),
    }),
    seeds: [{ ...since(named, PAST), source, document: { values, tables: {} } }],
  });
}

const NOTHING = amount(0n);
const NO_RATE = rate(0n);
/** The smallest unit of its currency. */
const UNIT = amount(1n);

function chargesFamily({ charges }: PlainRules, named: Named): RuleFamily<StockChargeRules> {
  const { source, effectiveFrom, currency, securitiesTaxSide, ...values } = charges;
  return family<StockChargeRules>({
    ...named,
    form: {
      fields: [
        percent('tradingFeeRate', '0.1'),
        percent('clearingFeeRate', '0.1'),
        percent('tradeTaxRate', '1'),
      ],
      tables: [],
    },
    rowOf: ({ values: rates }, dated) => ({
      ...dated,
      currency,
      securitiesTaxRate: percentIn(rates, 'tradeTaxRate'),
      securitiesTaxUnit: UNIT,
      ...(securitiesTaxSide && { securitiesTaxSide }),
      exchangeFeeRate: percentIn(rates, 'tradingFeeRate'),
      regulatorFeeRate: percentIn(rates, 'clearingFeeRate'),
      stampDutyRate: NO_RATE,
      goodsAndServicesTaxRate: NO_RATE,
      brokerage: NOTHING,
      depositoryCharge: NOTHING,
    }),
    seeds: [
      {
        ...since(named, effectiveFrom),
        source,
        document: { values, tables: {} },
      },
    ],
  });
}
