import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takesAfterMarket } from '#market/calendar/after-market.ts';
import { knownCalendars, knownRulebook } from '#market/calendar/test-calendars.ts';
import { DHAKA, HOME_EXCHANGE } from '#market/exchanges.ts';

const by = { calendar: knownCalendars.home, rules: knownRulebook, exchange: HOME_EXCHANGE };

for (const [at, isTaken, what] of [
  ['2026-11-20T08:54:59', true, 'before the opening'],
  ['2026-11-20T08:55:00', false, 'the day is about to begin'],
  ['2026-11-20T15:40:00', false, 'between the close and the session after it'],
  ['2026-11-20T16:09:59', false, 'not yet'],
  ['2026-11-20T16:10:00', true, 'the evening'],
  ['2026-11-21T11:00:00', true, 'a Saturday'],
  ['2026-11-24T16:05:00', true, 'a holiday, at the hour that other days leave out'],
  ['2026-11-08T08:55:00', true, 'a Sunday whose only session is Muhurat in its evening'],
  ['2026-11-08T11:00:00', true, 'its noon'],
  ['2026-11-08T19:30:00', true, 'after its session'],
  ['2027-10-29T11:00:00', true, 'Muhurat on a Friday'],
] as const) {
  test(`an order for the next session, ${what}: ${isTaken ? 'taken' : 'refused'}`, () => {
    assert.equal(takesAfterMarket(Date.parse(`${at}+05:30`), by), isTaken);
  });
}

test('an exchange abroad takes them in its own hours', () => {
  const its = { calendar: knownCalendars.at(DHAKA.venue), rules: knownRulebook, exchange: DHAKA };
  for (const [at, isTaken] of [
    ['2026-11-22T09:49:59', true],
    ['2026-11-22T09:50:00', false],
    ['2026-11-22T14:39:59', false],
    ['2026-11-22T14:40:00', true],
    ['2026-11-20T12:00:00', true],
  ] as const)
    assert.equal(takesAfterMarket(Date.parse(`${at}+06:00`), its), isTaken, at);
});
