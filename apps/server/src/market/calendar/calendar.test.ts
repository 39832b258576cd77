import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { calendarRulesOf } from '#market/calendar/calendar-rules.ts';
import { EndSeeds } from '#market/calendar/random-end.ts';
import {
  blockWindowAt,
  continuousMinutes,
  endWindowsOf,
  nextOpenMs,
  phasesOf,
  sessionAt,
} from '#market/calendar/sessions.ts';
import { knownCalendars } from '#market/calendar/test-calendars.ts';
import { exchangeCalendar, TradingCalendar } from '#market/calendar/trading-calendar.ts';
import { DHAKA, KNOWN_EXCHANGES, SAO_PAULO } from '#market/exchanges.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { dayFromText, dayText, weekdayOf } from '#platform/time/days.ts';
import { seedRulebook } from '#rules/rulebook.ts';

const ist = (text: string): number => Date.parse(`${text}+05:30`);
const secrets: Secrets = {
  hmac: (purpose, text) => createHmac('sha256', 'key of the test').update(`${purpose} ${text}`).digest(),
  isHmacOf: () => false,
  seal: () => Buffer.alloc(0),
  unseal: () => '',
};
/** A day that the journal told by rule 1, so that its secret alone decides. */
const seeds = new EndSeeds({ secrets, fromDay: '2100-01-01' });
const { randomEnd } = seeds;
const question = { calendar: exchangeCalendar, hours: 'calendar', hasDerivatives: true, randomEnd } as const;
const endOn = (day: string, by: EndSeeds): number =>
  by.randomEnd(day, { name: 'preOpen', latestMs: ist(`${day}T09:08:00`), windowMs: 60_000 });

describe('the exchange calendar', () => {
  it('finds trading days of any year, and ends a search that finds none', () => {
    for (let year = 2000; year <= 2100; year += 1) {
      const newYear = dayFromText(`${year}-01-01`);
      const [after, before] = [
        exchangeCalendar.tradingDayAfter(newYear, 250),
        exchangeCalendar.tradingDayBefore(newYear),
      ];
      assert.ok(after > newYear + 250 && after < newYear + 400 && before >= newYear - 5, String(year));
    }
    const firstDay = dayFromText('2026-05-01');
    const days = Array.from({ length: 90 }, (_, away) => ({
      date: dayText(firstDay + away),
      name: 'rest',
      provisional: true,
    }));
    const rests = new TradingCalendar({
      ...calendarRulesOf(seedRulebook),
      holidays: [{ version: 'rests', effectiveFromMs: 0, holidays: days }],
    });
    const sentence = /Invariant: the exchange trades within 30 days/;
    assert.throws(() => rests.tradingDayAfter(firstDay, 1), sentence);
    assert.throws(() => rests.tradingDayBefore(firstDay + 89), sentence);
    assert.throws(() => exchangeCalendar.tradingDayAfter(Number.NaN, 1), sentence);
  });

  it('knows holidays, weekends and what is provisional', () => {
    assert.equal(exchangeCalendar.isTradingDay(dayFromText('2026-11-20')), true);
    assert.equal(exchangeCalendar.isTradingDay(dayFromText('2026-11-21')), false);
    assert.equal(exchangeCalendar.isTradingDay(dayFromText('2026-11-24')), false);
    assert.equal(exchangeCalendar.holidayOn(dayFromText('2026-11-24'))?.provisional, false);
    assert.equal(exchangeCalendar.holidayOn(dayFromText('2027-03-22'))?.provisional, true);
    assert.equal(exchangeCalendar.isTradingDay(dayFromText('2019-08-15')), false);
  });

  it('counts the trading days of 2026', () => {
    let count = 0;
    for (let day = dayFromText('2026-01-01'); day < dayFromText('2027-01-01'); day += 1) {
      if (exchangeCalendar.isTradingDay(day)) count += 1;
    }
    // 261 weekdays less the 16 holidays on weekdays, all of which are.
    assert.equal(count, 261 - 16);
  });

  it('settles at 09:00 of the next trading day, over weekend and holiday', () => {
    assert.equal(exchangeCalendar.settlesAtMs(ist('2026-11-19T14:00:00'), 1), ist('2026-11-20T09:00:00'));
    assert.equal(exchangeCalendar.settlesAtMs(ist('2026-11-20T14:00:00'), 1), ist('2026-11-23T09:00:00'));
    assert.equal(exchangeCalendar.settlesAtMs(ist('2026-11-20T14:00:00'), 2), ist('2026-11-25T09:00:00'));
    assert.equal(exchangeCalendar.settlesAtMs(ist('2026-11-21T02:00:00'), 1), ist('2026-11-23T09:00:00'));
  });

  it('starts weeks on Monday', () => {
    assert.equal(weekdayOf(dayFromText('2026-11-20')), 5);
    assert.equal(weekdayOf(dayFromText('1969-12-29')), 1);
    assert.equal(dayText(dayFromText('2027-02-28') + 1), '2027-03-01');
  });
});

describe('the calendar of another exchange', () => {
  const dhaka = (text: string): number => Date.parse(`${text}+06:00`);
  const saoPaulo = (text: string): number => Date.parse(`${text}-03:00`);
  const calendar = knownCalendars.at(DHAKA.venue);
  const its = { calendar, hours: 'calendar', hasDerivatives: true, randomEnd } as const;

  it('rests on its own weekend and holidays', () => {
    for (const [day, isOpen] of [
      ['2026-12-10', true],
      ['2026-12-11', false],
      ['2026-12-12', false],
      ['2026-12-13', true],
      ['2026-12-16', false],
      ['2026-12-25', false],
      ['2026-11-24', true],
      ['2019-12-16', false],
    ] as const)
      assert.equal(calendar.isTradingDay(dayFromText(day)), isOpen, day);
  });

  it('begins its days and sessions by its own clock, whatever another has been asked for that day', () => {
    assert.equal(calendar.tradeDateOf(dhaka('2026-12-13T00:00:00')), '2026-12-13');
    assert.equal(exchangeCalendar.tradeDateOf(dhaka('2026-12-13T00:00:00')), '2026-12-12');
    assert.equal(sessionAt(ist('2026-12-10T14:00:00'), question).phase, 'continuous');
    for (const [at, phase] of [
      ['2026-12-10T09:59:59', 'closed'],
      ['2026-12-10T10:00:00', 'continuous'],
      ['2026-12-10T14:20:00', 'postClose'],
      ['2026-12-10T14:30:00', 'closed'],
      ['2026-12-13T10:00:00', 'continuous'],
    ] as const)
      assert.equal(sessionAt(dhaka(at), its).phase, phase, at);
    assert.equal(sessionAt(dhaka('2026-12-10T15:00:00'), its).opensAtMs, dhaka('2026-12-13T10:00:00'));
  });

  it('settles shares and proceeds after two of its trading days, over its weekend', () => {
    const soldAtMs = dhaka('2026-12-10T11:00:00');
    assert.equal(calendar.settlesAtMs(soldAtMs, 2), dhaka('2026-12-14T09:30:00'));
    assert.deepEqual(calendar.proceedsAtMs(soldAtMs), {
      usable: dhaka('2026-12-14T09:30:00'),
      withdrawable: dhaka('2026-12-14T17:00:00'),
    });
    const west = knownCalendars.at(SAO_PAULO.venue);
    const friday = saoPaulo('2026-12-04T16:00:00');
    assert.equal(west.proceedsAtMs(friday).usable, saoPaulo('2026-12-08T09:00:00'));
  });

  it('has the phases of São Paulo, none of which ends at random', () => {
    const west = { ...its, calendar: knownCalendars.of('B3_SIM:IPED3') };
    for (const [at, phase] of [
      ['2026-12-04T09:44:59', 'closed'],
      ['2026-12-04T09:45:00', 'preOpen'],
      ['2026-12-04T09:58:00', 'preOpenMatch'],
      ['2026-12-04T10:00:00', 'continuous'],
      ['2026-12-04T16:55:00', 'closed'],
      ['2026-12-04T17:30:00', 'postClose'],
      ['2026-12-24T12:00:00', 'closed'],
    ] as const)
      assert.equal(sessionAt(saoPaulo(at), west).phase, phase, at);
    assert.deepEqual(endWindowsOf(dayFromText('2026-12-04'), west), []);
  });

  it('has charts as long as its continuous trading, from the minute at which that begins', () => {
    for (const { venue, openingMinute, sessionMinutes } of KNOWN_EXCHANGES) {
      const of = knownCalendars.at(venue);
      const day = dayFromText('2026-12-07');
      const phases = phasesOf(day, { calendar: of, hasDerivatives: false });
      const continuous = phases.find(({ phase }) => phase === 'continuous');
      assert.equal(continuous?.fromMinute, openingMinute, venue);
      assert.equal(continuousMinutes(day, { calendar: of, hasDerivatives: false }), sessionMinutes, venue);
    }
  });
});

describe('sessions', () => {
  it('shortens continuous trading of derivative shares from 2026-08-03', () => {
    assert.equal(continuousMinutes(dayFromText('2026-07-31'), question), 375);
    assert.equal(continuousMinutes(dayFromText('2026-08-03'), question), 360);
    assert.equal(continuousMinutes(dayFromText('2026-08-03'), { ...question, hasDerivatives: false }), 375);
  });

  const phases = [
    ['2026-11-20T08:59:59', 'closed'],
    ['2026-11-20T09:00:00', 'preOpen'],
    ['2026-11-20T09:08:00', 'preOpenMatch'],
    ['2026-11-20T09:15:00', 'continuous'],
    ['2026-11-20T15:14:59', 'continuous'],
    ['2026-11-20T15:15:00', 'closingReference'],
    ['2026-11-20T15:20:00', 'closingAuction'],
    ['2026-11-20T15:25:00', 'closingLimit'],
    ['2026-11-20T15:30:00', 'closingMatch'],
    ['2026-11-20T15:40:00', 'closed'],
    ['2026-11-20T15:50:00', 'postClose'],
    ['2026-11-24T11:00:00', 'closed'],
    ['2026-07-31T15:29:59', 'continuous'],
    ['2026-07-31T15:40:00', 'postClose'],
    ['2026-11-08T11:00:00', 'closed'],
    ['2026-11-08T18:00:00', 'preOpen'],
    ['2026-11-08T18:20:00', 'continuous'],
    ['2026-11-08T19:15:00', 'closed'],
  ] as const;
  for (const [at, phase] of phases) {
    it(`is ${phase} at ${at}`, () => assert.equal(sessionAt(ist(at), question).phase, phase));
  }

  it('finds the next open and the end of the phase', () => {
    const evening = sessionAt(ist('2026-11-23T18:00:00'), question);
    assert.equal(evening.opensAtMs, ist('2026-11-25T09:00:00'), 'orders are taken from the pre-open on');
    assert.equal(evening.endsAtMs, ist('2026-11-25T09:00:00'));
    assert.equal(sessionAt(ist('2026-11-20T10:00:00'), question).endsAtMs, ist('2026-11-20T15:15:00'));
    assert.equal(nextOpenMs(ist('2026-11-20T03:00:00'), question), ist('2026-11-20T09:15:00'));
  });

  it('ends the pre-open and the closing auction in a second of their last minutes that the day decides', () => {
    const ends = new Map<string, number>();
    for (let day = dayFromText('2026-11-02'); day < dayFromText('2026-12-02'); day += 1) {
      if (!exchangeCalendar.isTradingDay(day)) continue;
      const at = ist(`${dayText(day)}T09:07:00`);
      let ended = 0;
      while (sessionAt(at + ended, question).phase === 'preOpen') ended += 1_000;
      assert.ok(ended >= 3_000 && ended <= 60_000 && ended % 3_000 === 0);
      assert.equal(sessionAt(at + ended, question).phase, 'preOpenMatch');
      ends.set(dayText(day), ended);
    }
    assert.ok(new Set(ends.values()).size > 5, 'days differ');
    const open = sessionAt(ist('2026-11-20T09:05:00'), question);
    assert.equal(open.endsAtMs, ist('2026-11-20T09:08:00'), 'what is told is the latest end');
    assert.equal(open.endsAtRandom, true);
    const plain = sessionAt(ist('2026-11-20T09:07:59'), { ...question, randomEnd: undefined });
    assert.equal(plain.phase, 'preOpen', 'without a secret it ends at the latest');
    const other = new EndSeeds({
      secrets: { ...secrets, hmac: () => Buffer.alloc(32, 9) },
      fromDay: '2100-01-01',
    });
    const days = [...ends.keys()];
    const moved = days.filter((day) => endOn(day, other) !== endOn(day, seeds));
    assert.ok(moved.length > days.length / 2, 'another secret ends them in other seconds');
    assert.equal(seeds.publicOf('2026-11-20').commitment, seeds.publicOf('2026-11-20').commitment);
    assert.notEqual(seeds.publicOf('2026-11-20').commitment, seeds.publicOf('2026-11-23').commitment);
  });

  it('ends a day by the rule under which its hash stands in the journal, and at the latest where nothing decides (trial 16)', () => {
    const day = '2026-11-20';
    const latest = ist(`${day}T09:08:00`);
    const fresh = new EndSeeds({ secrets, fromDay: '2026-11-01' });
    assert.equal(endOn(day, fresh), latest, 'before its hash is told');
    const { commitment } = fresh.publicOf(day);
    fresh.learn([{ tradingDay: day, commitment }]);
    assert.equal(endOn(day, fresh), endOn(day, seeds), 'a hash of rule 1 keeps rule 1');
    assert.equal(fresh.publicOf(day).rule, undefined, 'and is never told again in another way');
    assert.equal(fresh.seedToPublish(day), fresh.seedOf(day));

    const days = Array.from({ length: 20 }, (_, at) => `2026-12-${String(at + 1).padStart(2, '0')}`);
    const moved = days.filter((one) => {
      const said = fresh.publicOf(one);
      assert.equal(said.rule, 2);
      fresh.learn([said]);
      assert.equal(endOn(one, fresh), ist(`${one}T09:08:00`), 'nothing is mixed with it yet');
      assert.equal(fresh.seedToPublish(one), undefined, 'what did not decide is not told');
      fresh.learn([fresh.mixedOf(one, { sequence: 4, root: 'ab'.repeat(32) })]);
      return endOn(one, fresh) !== endOn(one, seeds);
    });
    assert.ok(moved.length > days.length / 2, 'the mix moves the second');
    fresh.learn([{ tradingDay: day, commitment: 'cd'.repeat(32) }]);
    assert.equal(endOn(day, fresh), latest, 'a hash of a key that was replaced decides nothing');
    assert.equal(fresh.seedToPublish(day), undefined);
  });

  it('opens the block windows beside the phases', () => {
    const nameAt = (text: string) => blockWindowAt(ist(text), question)?.name;
    assert.equal(nameAt('2026-11-20T08:50:00'), 'morning');
    assert.equal(nameAt('2026-11-20T14:10:00'), 'afternoon');
    assert.equal(nameAt('2026-11-20T14:20:00'), undefined);
    assert.equal(nameAt('2026-11-24T14:10:00'), undefined);
  });

  it('never closes when hours are always', () => {
    const state = sessionAt(ist('2026-11-22T03:00:00'), { ...question, hours: 'always' });
    assert.deepEqual(state, { phase: 'continuous', isOpen: true, takesOrders: true });
  });
});
