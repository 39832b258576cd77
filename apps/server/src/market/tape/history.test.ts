import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { instrumentId } from '@tarazu/core/values';
import { dayFromText } from '#market/calendar/days.ts';
import { openHistory } from '#market/tape/history.ts';

const TASKS = '/proc/self/task';
/** Fields of a task's line behind its name, the first of which is its state. */
const NICE_FIELD = 16;
const GIVES_WAY = 10;

const history = openHistory(
  {
    kind: 'simulated',
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
  },
  (what, error) => assert.fail(`${what}: ${String(error)}`),
);
after(() => history.stop());

const ask = () =>
  history.candles({
    instrumentId: instrumentId('COIN_SIM:BTC-USDT'),
    interval: '1m',
    limit: 10,
    nowMs: Date.parse('2026-11-03T12:00:00Z'),
  });

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
