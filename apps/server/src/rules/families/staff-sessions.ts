import { HOUR_MS, MINUTE_MS } from '@tarazu/core/values';
import { type DatedRow, family } from '#rules/family.ts';
import { numberIn } from '#rules/values.ts';

export interface StaffSessionRules extends DatedRow {
  /** A session ends when nothing was called for so long. */
  readonly idleMaxMs: number;
  /** And so long after its sign-in, whatever is called. */
  readonly ageMaxMs: number;
}

/** Ends of sessions at the staff console (rules 2.22). */
export const staffSessionRules = family<StaffSessionRules>({
  name: 'staffSessions',
  section: '2.22',
  prefix: 'staff-session',
  form: {
    fields: [
      { name: 'staffIdle', kind: 'minutes', min: '5', max: '60' },
      { name: 'staffHours', kind: 'count', min: '1', max: '24' },
    ],
    tables: [],
  },
  rowOf: ({ values }, dated) => ({
    ...dated,
    idleMaxMs: numberIn(values, 'staffIdle') * MINUTE_MS,
    ageMaxMs: numberIn(values, 'staffHours') * HOUR_MS,
  }),
  seeds: [
    {
      version: 'staff-session-2026-04-01',
      effectiveFrom: '2026-04-01',
      source: { 'en-US': 'Ours.', 'bn-BN': 'আমাদের নিজস্ব।' },
      document: { values: { staffIdle: '30', staffHours: '12' }, tables: {} },
    },
  ],
});
