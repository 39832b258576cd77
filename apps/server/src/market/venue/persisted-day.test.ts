import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instrumentId } from '@tarazu/core/values';
import { dayFrom, freshDay, type PersistedDay } from '#market/venue/persisted-day.ts';

const DAY = 20_780;
const ARUNA = instrumentId('NSE_SIM:ARUNA');

const written: PersistedDay = {
  day: DAY,
  references: { [ARUNA]: '14105' },
  closes: { [ARUNA]: '14110' },
  closesBefore: { 'NSE_SIM:M&MFIN': '9900' },
  dayBefore: DAY - 3,
  widened: { [ARUNA]: { upBps: 500, downBps: 0 } },
  halts: { [ARUNA]: { reason: 'corporateAction' }, NSE_SIM: { reason: 'index', untilMs: 1_795_000_000_000 } },
  reopenings: { NSE_SIM: 1_795_000_000_000 },
  listed: { [ARUNA]: '14000' },
  ownEnds: {
    '2026-11-23': [{ name: 'reopening', latestMs: 1_795_000_480_000, windowMs: 120_000, of: ARUNA }],
  },
  breakerReached: 10,
};

test('a day is read as it was written', () => {
  assert.deepEqual(dayFrom(JSON.stringify(written), DAY), written);
});

test('what an older release did not keep is as on a fresh day', () => {
  const { closes, halts } = written;
  assert.deepEqual(dayFrom(JSON.stringify({ day: DAY, closes, halts }), DAY), {
    ...freshDay(DAY),
    closes,
    halts,
  });
});

test('a day that is not whole ends the start, with its place and what to do', () => {
  const broken: readonly [string, string][] = [
    ['', 'no JSON'],
    ['{"day":', 'no JSON'],
    ['null', 'the whole'],
    ['[]', 'the whole'],
    [JSON.stringify({ ...written, day: '20780' }), 'day'],
    [JSON.stringify({ ...written, closes: { [ARUNA]: 14_110 } }), `closes.${ARUNA}`],
    [JSON.stringify({ ...written, closes: { [ARUNA]: '141.10' } }), `closes.${ARUNA}`],
    [JSON.stringify({ ...written, references: { [ARUNA]: '0' } }), `references.${ARUNA}`],
    [JSON.stringify({ ...written, widened: { [ARUNA]: { upBps: 500 } } }), `widened.${ARUNA}.downBps`],
    [JSON.stringify({ ...written, halts: { [ARUNA]: { reason: 'mood' } } }), `halts.${ARUNA}.reason`],
    [JSON.stringify({ ...written, halts: { [ARUNA]: null } }), `halts.${ARUNA}`],
    [JSON.stringify({ ...written, reopenings: { NSE_SIM: 'ten' } }), 'reopenings.NSE_SIM'],
    [
      JSON.stringify({ ...written, ownEnds: { '2026-11-23': [{ name: 'x' }] } }),
      'ownEnds.2026-11-23.0.latestMs',
    ],
    [JSON.stringify({ ...written, breakerReached: -1 }), 'breakerReached'],
  ];
  for (const [text, place] of broken) {
    assert.throws(
      () => dayFrom(text, DAY),
      (error: Error) => {
        assert.equal(error.name, 'StartupError', text);
        assert.ok(error.message.includes(`(${place})`), `${text}: ${error.message}`);
        assert.match(error.message, /row "venue-day" of market_state .* backup/);
        return true;
      },
    );
  }
});
