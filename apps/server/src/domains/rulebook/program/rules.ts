import { PROCEEDS_USABLE_PERCENT } from '@tarazu/core';
import { CLOSING_ORDERS_MAX, GTTS_MAX, OPEN_ORDERS_MAX, ORDER_BOUNDS } from '@tarazu/core/checks';
import { MINUTE_MS, PRICE_COLLAR, SECOND_MS } from '@tarazu/core/values';
import {
  BASKET_LEGS_MAX,
  type FieldKind,
  type Form,
  type FormDocument,
  SCORE_KINDS,
  SCORE_PARTS,
  SCORE_RULES,
} from '@tarazu/protocol';
import { PRICE_AGE_MAX_MS } from '#domains/orders/index.ts';
import { stockTickTable } from '#market/catalogue/ticks.ts';
import { OPERATING_RANGE } from '#market/venue/dynamic-band.ts';
import { breakerRows } from '#market/venue/halts.ts';

/**
 * A rule that is part of the program and changes with a new version of it alone. Its numbers are read from
 * the code that decides by them, so that the rulebook can not say something else.
 */
export interface ProgramRule {
  readonly name: string;
  readonly section: string;
  readonly form: Form;
  readonly document: FormDocument;
}

export interface ProgramFacts {
  readonly ordersPerSecond: number;
}

type Value = readonly [name: string, kind: FieldKind, value: string | number | bigint];

/** A rule of single values. */
function valuesRule(name: string, section: string, values: readonly Value[]): ProgramRule {
  return {
    ...{ name, section },
    form: { fields: values.map(([of, kind]) => ({ name: of, kind })), tables: [] },
    document: {
      values: Object.fromEntries(values.map(([of, , value]) => [of, String(value)])),
      tables: {},
    },
  };
}

interface ProgramTable {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, kind: FieldKind])[];
  readonly rows: readonly (readonly (string | number)[])[];
}

function tablesRule(name: string, section: string, tables: readonly ProgramTable[]): ProgramRule {
  return {
    ...{ name, section },
    form: {
      fields: [],
      tables: tables.map(({ name: of, columns, rows }) => ({
        name: of,
        columns: columns.map(([column, kind]) => ({ name: column, kind })),
        rowsMin: rows.length,
        rowsMax: rows.length,
      })),
    },
    document: {
      values: {},
      tables: Object.fromEntries(
        tables.map(({ name: of, columns, rows }) => [
          of,
          rows.map((row) =>
            Object.fromEntries(columns.map(([column], at) => [column, String(row[at] ?? '')])),
          ),
        ]),
      ),
    },
  };
}

const BPS_A_PERCENT = 100;
const MINUTES_AN_HOUR = 60;
const percentOfBps = (bps: number): string => String(bps / BPS_A_PERCENT);
const clockOf = (minute: number): string =>
  [Math.floor(minute / MINUTES_AN_HOUR), minute % MINUTES_AN_HOUR]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** The orders of a customer (rules 2.3). */
const orders = ({ ordersPerSecond }: ProgramFacts): ProgramRule =>
  valuesRule('orders', '2.3', [
    ['ttlMax', 'minutes', ORDER_BOUNDS.ttlMinutesMax],
    ['gtdMax', 'days', ORDER_BOUNDS.gtdDaysMax],
    ['gttLife', 'days', ORDER_BOUNDS.gttDays],
    ['gttAwayMin', 'percent', ORDER_BOUNDS.gttAwayMin],
    ['limitAwayMax', 'percent', ORDER_BOUNDS.limitAwayMax],
    ['trailMin', 'percent', ORDER_BOUNDS.trailMin],
    ['trailMax', 'percent', ORDER_BOUNDS.trailMax],
    ['shownMin', 'percent', 100 / ORDER_BOUNDS.shownDivisor],
    ['openOrdersMax', 'count', OPEN_ORDERS_MAX],
    ['closingOrdersMax', 'count', CLOSING_ORDERS_MAX],
    ['gttsMax', 'count', GTTS_MAX],
    ['basketLegsMax', 'count', BASKET_LEGS_MAX],
    ['ordersPerSecond', 'count', ordersPerSecond],
    ['priceAgeMax', 'seconds', PRICE_AGE_MAX_MS / SECOND_MS],
    ['collarTimes', 'count', PRICE_COLLAR.times],
  ]);

/** The ticks of shares (rules 2.4). */
const ticks: ProgramRule = tablesRule('stockTicks', '2.4', [
  {
    name: 'ticks',
    columns: [
      ['closeMax', 'rupees'],
      ['tick', 'rupees'],
    ],
    rows: stockTickTable.map(({ closeMax = '', tick }) => [closeMax, tick]),
  },
]);

/** The stops of the whole market (rules 2.5). */
const halts: ProgramRule = tablesRule('indexHalts', '2.5', [
  {
    name: 'halts',
    columns: [
      ['movePercent', 'percent'],
      ['before', 'clock'],
      ['stopMinutes', 'minutes'],
    ],
    // An empty stop lasts for the rest of the day.
    rows: breakerRows.flatMap(({ percent, stops }) =>
      stops.map(({ beforeMinute, minutes }) => [
        percent,
        clockOf(beforeMinute),
        minutes === 'restOfDay' ? '' : minutes,
      ]),
    ),
  },
]);

const operatingRange: ProgramRule = valuesRule('operatingRange', '2.5', [
  ['widensAfterTrades', 'count', OPERATING_RANGE.tradesMin],
  ['widensAfterPeople', 'count', OPERATING_RANGE.peopleMin],
  ['nearEdge', 'percent', percentOfBps(OPERATING_RANGE.nearBps)],
  ['widensBy', 'percent', percentOfBps(OPERATING_RANGE.widensByBps)],
  ['coolingOff', 'minutes', OPERATING_RANGE.coolingMs / MINUTE_MS],
]);

const proceeds: ProgramRule = valuesRule('proceeds', '2.7', [
  ['usableAtOnce', 'percent', PROCEEDS_USABLE_PERCENT],
]);

/** The credit score (rules 2.19). */
const score: ProgramRule = tablesRule('creditScore', '2.19', [
  {
    name: 'parts',
    columns: [
      ['part', 'choice'],
      ['most', 'count'],
    ],
    rows: Object.entries(SCORE_PARTS).map(([part, most]) => [part, most]),
  },
  {
    name: 'events',
    columns: [
      ['event', 'choice'],
      ['part', 'choice'],
      ['points', 'count'],
    ],
    rows: SCORE_KINDS.map((event) => [event, SCORE_RULES[event].part, SCORE_RULES[event].points]),
  },
]);

export function programRules(facts: ProgramFacts): readonly ProgramRule[] {
  return [orders(facts), ticks, operatingRange, halts, proceeds, score];
}
