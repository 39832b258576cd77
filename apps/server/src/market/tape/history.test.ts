import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { instrumentId } from '@tarazu/core/values';
import { rulesOfCalendars } from '#market/calendar/calendars.ts';
import { openHistory } from '#market/tape/history.ts';
import { Busy } from '#platform/busy.ts';
import { dayFromText } from '#platform/time/days.ts';
import { seedRulebook } from '#rules/rulebook.ts';

const TASKS = '/proc/self/task';
/** Fields of a task's line behind its name, the first of which is its state. */
const NICE_FIELD = 16;
const GIVES_WAY = 10;

const SETTING = {
  kind: 'simulated',
  calendars: rulesOfCalendars(seedRulebook),
  hours: 'always',
  pastSeed: 7,
  firstDay: dayFromText('2026-11-01'),
  marketNumber: 1,
  areKeysByDate: false,
  secret: '07'.repeat(16),
  smallSeed: 7,
  packsFolder: '',
  startedAtMs: 0,
  recordedFrom: '',
  corporateActions: undefined,
} as const;
const onTrouble = (what: string, error: unknown) => assert.fail(`${what}: ${String(error)}`);
const history = openHistory(SETTING, onTrouble);
after(() => history.stop());

const REQUEST = {
  instrumentId: instrumentId('COIN_SIM:BTC-USDT'),
  interval: '1m',
  limit: 10,
  nowMs: Date.parse('2026-11-03T12:00:00Z'),
} as const;
const ask = () => history.candles(REQUEST);

function giveWayCount(): number {
  const niceOf = (task: string): number => {
    const line = readFileSync(`${TASKS}/${task}/stat`, 'utf8');
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[NICE_FIELD]);
  };
  return readdirSync(TASKS).filter((task) => niceOf(task) === GIVES_WAY).length;
}

test('charts give way to orders on the processor once the market has begun (trial 25)', {
  skip: process.platform === 'linux' ? false : 'only Linux has a priority for each thread',
}, async () => {
  assert.equal((await ask()).length, 10);
  assert.equal(giveWayCount(), 0, 'a start waits for what it makes');
  history.giveWay();
  assert.equal((await ask()).length, 10);
  assert.equal(giveWayCount(), 1);
});

test('who asks for a chart is told what it took of the thread, of both halves of the work', async () => {
  const request = { ...REQUEST, interval: '1h', limit: 48 } as const;
  const spentMs: number[] = [];
  await history.joined(request, async () => '', { spend: (ms) => spentMs.push(ms) });
  assert.equal(spentMs.length, 2);
  assert.ok(spentMs.every((ms) => ms > 0));
});

test('a chart for which nobody waits any more is let go, and one for the server itself is made', async () => {
  const impatient = openHistory(SETTING, onTrouble, 0);
  after(() => impatient.stop());
  const request = { ...REQUEST, interval: '1d', limit: 300 } as const;
  await assert.rejects(impatient.candles(request, { spend: () => undefined }), Busy);
  assert.ok((await impatient.candles(request)).length > 0);
});
