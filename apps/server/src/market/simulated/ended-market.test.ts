import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { instrumentId } from '@tarazu/core/values';
import { API_PREFIX, type Candle, OPERATIONS } from '@tarazu/protocol';
import { type App, openApp } from '#app.ts';
import { type Ask, readPublished } from '#market/simulated/published.ts';
import { Unverifiable, verifyDay } from '#market/simulated/verify-day.ts';
import { readConfig } from '#platform/config/config.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { dayOf, dayStartMs, dayText } from '#platform/time/days.ts';
import { recordOf } from '#test-app.ts';

/** A market that drew its own secret, ended by the operator's command, and the one after it. */
const database = await openTestDatabase();
const dataDirectory = mkdtempSync(join(tmpdir(), 'tarazu-ended-market-'));
after(() => rmSync(dataDirectory, { recursive: true, force: true }));
const SCRIPT = join(import.meta.dirname, '..', '..', '..', '..', '..', 'scripts', 'market.ts');

const TRIES_MAX = 20;

const environment = {
  DATA_DIR: dataDirectory,
  DATABASE_URL: database.url,
  PORT: '0',
  METRICS_PORT: 'off',
  LOG_LEVEL: 'fatal',
};
async function serving<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result> {
  const app = await openApp({ config: readConfig(environment) });
  try {
    return await work(askerOf(app));
  } finally {
    await app.stop();
  }
}

const askerOf =
  ({ url }: App): Ask =>
  async (name, fields) => {
    const { method, path } = OPERATIONS[name];
    const form = new URLSearchParams(fields).toString();
    const isRead = method === 'GET';
    const send = () =>
      fetch(`${url}${API_PREFIX}${path}${isRead ? `?${form}` : ''}`, {
        method,
        ...(!isRead && { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: form }),
      });
    let answer = await send();
    // A server that has just begun turns readers away while others use the machine, and says for how long.
    for (let tries = 1; answer.status === 503 && tries < TRIES_MAX; tries += 1) {
      await setTimeout(Number(recordOf(await answer.json())['retryAfterMs']));
      answer = await send();
    }
    const body = recordOf(await answer.json());
    assert.equal(answer.status, 200, JSON.stringify(body));
    return body['data'];
  };

async function newMarket(): Promise<{ status: unknown; text: string }> {
  const args = [SCRIPT, 'new', '--without-notice'];
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
  const [status] = await once(child, 'close');
  return { status, text };
}

/** Each kind by its own day: for some hours that of shares is the next one already. */
const lasts = [
  { zone: 'IST', only: ['NSE_SIM:ARUNA'].map(instrumentId) },
  { zone: 'UTC', only: ['COIN_SIM:BTC-USDT', 'COIN_SIM:USDT-INR'].map(instrumentId) },
] as const;

test('the last day of a market that has ended is made again from its key, which its end published (trial 4)', async () => {
  const days = lasts.map(({ zone, only }) => {
    const day = dayOf(Date.now(), zone);
    return { only, date: dayText(day), fromMs: dayStartMs(day, zone), untilMs: dayStartMs(day + 1, zone) };
  });
  const served = new Map<string, readonly Candle[]>();
  await serving(async (ask) => {
    const during = await readPublished(ask);
    assert.equal(during.origin.marketNumber, 1);
    assert.ok(during.days.every(({ key }) => key === undefined));
    for (const { only, ...span } of days)
      for (const id of only) served.set(id, await during.minutes(id, span));
  });
  const ended = await newMarket();
  assert.equal(ended.status, 0, ended.text);
  assert.match(ended.text, /The keys of its days are published/);
  await serving(async (ask) => {
    const published = await readPublished(ask, 1);
    assert.equal(published.origin.marketNumber, 1);
    const minutesOf = async (id: string) => served.get(id) ?? [];
    for (const { date, untilMs, only } of days) {
      const question = { date, nowMs: untilMs, only };
      for (const one of (await verifyDay({ ...published, minutes: minutesOf }, question)).instruments) {
        assert.equal(one.minutes, served.get(one.id)?.length, one.id);
        assert.ok(one.made && one.agreeing >= 0.99 * one.minutes, `${one.id}: ${one.agreeing}`);
      }
    }
    const next = await readPublished(ask);
    assert.equal(next.origin.marketNumber, 2);
    const ofNext = next.days.filter(({ day }) => day.endsWith('market 2'));
    assert.ok(ofNext.length > 0 && ofNext.every(({ key }) => key === undefined), 'its own stays secret');
    await assert.rejects(readPublished(ask, 3), Unverifiable);
  });
});
