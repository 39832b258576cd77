import assert from 'node:assert/strict';
import type { Clock } from '#platform/time/clock.ts';

/** Noon of a Wednesday on which the exchange trades, between two days on which it trades. */
const ORDINARY = '2026-11-18T12:00:00+05:30';
const beginsAtMs = Date.parse(process.env['TARAZU_TEST_AT'] ?? ORDINARY);
assert(!Number.isNaN(beginsAtMs), 'Condition: TARAZU_TEST_AT is a time such as 2026-11-23T23:55:00+05:30');

/**
 * The clock of tests. It begins at the same time in every run, because calendar, prices and
 * price limits of the simulated market follow from the day; `TARAZU_TEST_AT` tries another one.
 */
export const testClock: Clock = {
  nowMs: () => beginsAtMs + Math.trunc(performance.now()),
  monotonicMs: () => performance.now(),
};
