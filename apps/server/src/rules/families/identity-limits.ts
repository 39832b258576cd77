import { IDENTITY_LEVELS, type IdentityLevel, type IdentityLimits } from '@tarazu/core/identity';
import { assert } from '@tarazu/core/values';
import { family } from '#rules/family.ts';
import { flagIn, rowsIn, rupees, rupeesIn, textIn, type Values } from '#rules/values.ts';

const AMOUNTS = ['bankWithdrawalDayMax', 'coinWithdrawalDayMax'] as const;
/** A version of before there was a third level has two. */
const LEVELS_MIN = 2;
const NOT_LESS = 'must not be less than in the row before';
const DAY_MAX = '1000000000';
const PAISE_PER_RUPEE = 100n;

/** Limits by level: what each level of identity lets a person do (rules 2.20). */
export const identityLimits = family<IdentityLimits>({
  name: 'identityLimits',
  section: '2.20',
  prefix: 'identity',
  form: {
    fields: [],
    tables: [
      {
        name: 'levels',
        columns: [
          { name: 'level', kind: 'choice', choices: [...IDENTITY_LEVELS] },
          { name: 'tradesReal', kind: 'flag' },
          ...AMOUNTS.map((name) => rupees(name, DAY_MAX)),
        ],
        rowKey: 'level',
        rowsMin: LEVELS_MIN,
        rowsMax: IDENTITY_LEVELS.length,
      },
    ],
  },
  problem: (document) => {
    const rows = rowsIn(document, 'levels');
    const place = rows.findIndex((row, index) => row['level'] !== IDENTITY_LEVELS[index]);
    if (place !== -1) return `tables.levels.${place + 1}.level: must be ${IDENTITY_LEVELS[place]}`;
    return rows
      .map((row, index) => lessIn(row, rows[index - 1], `tables.levels.${index + 1}`))
      .find((problem) => problem !== undefined);
  },
  rowOf: (document, dated) => ({
    ...dated,
    levels: rowsIn(document, 'levels').map((row) => ({
      level: levelIn(row),
      tradesReal: flagIn(row, 'tradesReal'),
      bankWithdrawalDayMax: rupeesIn(row, 'bankWithdrawalDayMax') / PAISE_PER_RUPEE,
      coinWithdrawalDayMax: rupeesIn(row, 'coinWithdrawalDayMax') / PAISE_PER_RUPEE,
    })),
  }),
  seeds: [
    {
      version: 'identity-2026-04-01',
      effectiveFrom: '2026-04-01',
      source: { 'en-US': 'Ours.', 'bn-BN': 'আমাদের নিজস্ব।' },
      document: {
        values: {},
        tables: {
          levels: [
            {
              level: 'unverified',
              tradesReal: 'no',
              bankWithdrawalDayMax: '50000',
              coinWithdrawalDayMax: '0',
            },
            {
              level: 'verified',
              tradesReal: 'yes',
              bankWithdrawalDayMax: '1000000',
              coinWithdrawalDayMax: '200000',
            },
          ],
        },
      },
    },
    {
      version: 'identity-2026-11-27-three-levels',
      effectiveFrom: '2026-11-27',
      source: { 'en-US': 'Ours.', 'bn-BN': 'আমাদের নিজস্ব।' },
      document: {
        values: {},
        tables: {
          levels: [
            {
              level: 'unverified',
              tradesReal: 'no',
              bankWithdrawalDayMax: '50000',
              coinWithdrawalDayMax: '0',
            },
            {
              level: 'verified',
              tradesReal: 'yes',
              bankWithdrawalDayMax: '1000000',
              coinWithdrawalDayMax: '200000',
            },
            {
              level: 'enhanced',
              tradesReal: 'yes',
              bankWithdrawalDayMax: '50000000',
              coinWithdrawalDayMax: '2000000',
            },
          ],
        },
      },
    },
  ],
});

/** A level never allows less than the one below it. */
function lessIn(row: Values, below: Values | undefined, place: string): string | undefined {
  if (below === undefined) return undefined;
  if (flagIn(below, 'tradesReal') && !flagIn(row, 'tradesReal')) return `${place}.tradesReal: ${NOT_LESS}`;
  const lower = AMOUNTS.find((name) => rupeesIn(row, name) < rupeesIn(below, name));
  return lower === undefined ? undefined : `${place}.${lower}: ${NOT_LESS}`;
}

function levelIn(row: Values): IdentityLevel {
  const level = IDENTITY_LEVELS.find((name) => name === textIn(row, 'level'));
  assert(level !== undefined, 'Condition: the form has checked the level');
  return level;
}
