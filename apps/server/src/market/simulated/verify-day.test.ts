import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instrumentId } from '@tarazu/core/values';
import { type Ask, readPublished } from '#market/simulated/published.ts';
import { type Published, Unverifiable, verifyDay } from '#market/simulated/verify-day.ts';
import { dayOf, dayText } from '#platform/time/days.ts';
import { openTestApp } from '#test-app.ts';
import { eventSeen, shown } from '#test-events.ts';

const DAY_MS = 86_400_000;
const trader = await openTestApp();
const { app } = trader;

const ask: Ask = async (name, fields) => {
  const { status, data, body } = await trader.call(name, fields);
  assert.equal(status, 200, JSON.stringify(body));
  return data;
};

const only = ['NSE_SIM:ARUNA', 'NSE_SIM:URJANET', 'COIN_SIM:BTC-USDT', 'COIN_SIM:USDT-INR'].map(instrumentId);
const today = dayText(dayOf(trader.nowMs(), 'UTC'));
const isKeyTold = eventSeen(
  app.engine,
  ({ command }) => command.type === 'rules.set' && command.marketKey?.key !== undefined,
);

test('a market’s day is made again from its key, which is told when the day is over (trial 4)', async () => {
  const ids = app.market.listings().map(({ instrumentId }) => instrumentId);
  for (const id of ids) app.market.watch(id);
  await shown(app.market, () => ids.some((id) => app.market.trades(id, 1).list.length > 0));
  const during = await readPublished(ask);
  assert.ok(during.days.every(({ key }) => key === undefined));
  await assert.rejects(verifyDay(during, { date: today, nowMs: trader.nowMs() }), Unverifiable);

  trader.advance(DAY_MS);
  await isKeyTold;
  const published = await readPublished(ask);
  const nowMs = trader.nowMs();
  const found = await verifyDay(published, { date: today, nowMs, only });
  assert.equal(found.instruments.length, only.length);
  for (const { id, minutes, agreeing } of found.instruments)
    assert.ok(minutes > 1000 && agreeing / minutes > 0.99, `${id}: ${agreeing} of ${minutes}`);
  const [tomorrow] = published.days.filter(({ day, key }) => day > today && key === undefined);
  assert.ok(tomorrow, 'the next day’s hash is out already');

  const changed: Published = {
    ...published,
    days: published.days.map((one) => (one.day === today ? { ...one, key: 'ab'.repeat(16) } : one)),
  };
  await assert.rejects(verifyDay(changed, { date: today, nowMs }), /does not fit the hash/);

  const [first] = found.instruments;
  assert.ok(first);
  const raised: Published = {
    ...published,
    minutes: async (id, span) => {
      const bars = await published.minutes(id, span);
      const up = (text: string): string => (Number(text) * 1.01).toFixed(2);
      return id === first.id ? bars.map((bar) => ({ ...bar, high: up(bar.high), low: up(bar.low) })) : [];
    },
  };
  const [moved] = (await verifyDay(raised, { date: today, nowMs, only })).instruments;
  assert.equal(moved?.agreeing, 0, 'prices of another making are seen');
});

test('the public call of market days takes its own cursor and no other', async () => {
  assert.equal((await trader.call('proofMarketDays', { cursor: 'nothing' })).status, 400);
  const { data } = await trader.call('proofMarketDays', { limit: '1' });
  assert.equal(typeof data['next'], 'string');
});
