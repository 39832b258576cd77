/**
 * Recorded series: imported with the command, replayed through the books with their dates shown, traded on.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { runChild } from '../scripts/run/child.ts';
import { root } from '../scripts/run/root.ts';
import { openBrowser, openPerson } from './harness/browser.ts';
import { createClient, enterDemo, newClientId, type Output } from './harness/client.ts';
import { plainNumber } from './harness/screen.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { withDatabase } from './server-database.ts';
import { filled, texts } from './texts.ts';

const data = join(root, '..', 'shared', 'data');
const skip = existsSync(data) ? false : 'there is no ../shared/data to import';
const DAY_MS = 86_400_000;
const INDIA_AHEAD_MS = 5.5 * 3_600_000;
const STOCK = { file: join(data, 'nse', '1m', 'FEDERALBNK.csv.gz'), instrumentId: 'NSE_SIM:FEDERALBNK' };
const COIN = {
  file: join(data, 'crypto', '1m', 'coinbase-btcusd.csv.gz'),
  instrumentId: 'COIN_SIM:BTC-USDT',
};

type Candle = Output<'stockCandles'>['list'][number];

const dataFolder = mkdtempSync(join(tmpdir(), 'tarazu-e2e-'));
let server: RunningServer;

before(async () => {
  if (skip !== false) return;
  for (const { file } of [STOCK, COIN]) await importFile(file);
  server = await startServer({ dataFolder, env: { MARKET: 'recorded' } });
  await beginEarlier(2);
});
after(async () => {
  if (skip === false) await server.dispose();
  rmSync(dataFolder, { recursive: true, force: true });
});

test('the candles of the chart are those of the file', { skip }, async () => {
  const visitor = createClient(server.url);
  const stock = await visitor.call('stockCandles', {
    instrumentId: STOCK.instrumentId,
    interval: '1m',
    limit: '500',
  });
  compareWithFile(stock, readRows(STOCK.file));
  const coin = await visitor.call('coinCandles', {
    instrumentId: COIN.instrumentId,
    interval: '1m',
    limit: '500',
  });
  compareWithFile(coin, readRows(COIN.file));
});

test('the recorded day stands on what is quoted', { skip }, async () => {
  const visitor = createClient(server.url);
  const { market, session } = await visitor.call('stockInfo', { instrumentId: STOCK.instrumentId });
  const days = new Set(
    [...readRows(STOCK.file).keys()].map((atMs) => new Date(atMs).toISOString().slice(0, 10)),
  );
  assert.equal(market.kind, 'recorded');
  assert.ok(days.has(market.date ?? ''), `${market.date} is a day of the file`);
  assert.equal(session.state, 'open');
});

test('a demo account buys and sells on the recorded books', { skip }, async () => {
  const { client } = await enterDemo(server.url);
  const order = { type: 'market', validity: 'ioc', quantity: '1', instrumentId: STOCK.instrumentId } as const;
  const bought = await client.call('stockBuy', { clientId: newClientId(), ...order });
  const sold = await client.call('stockSell', { clientId: newClientId(), ...order });
  const coin = await client.call('coinOrderAdd', {
    clientId: newClientId(),
    instrumentId: COIN.instrumentId,
    side: 'buy',
    type: 'market',
    validity: 'ioc',
    quantity: '0.1',
  });
  for (const { order: placed } of [bought, sold, coin])
    assert.equal(placed.state, 'completed', JSON.stringify(placed));
});

test('the app names the recorded day, and the table of its chart is the file', { skip }, async () => {
  const guest = await enterDemo(server.url);
  const browser = await openBrowser();
  try {
    const person = await openPerson(browser, { url: server.url, session: guest.session });
    const { page } = person;
    await person.open(`/pages/stock/stockKline?instrumentId=${STOCK.instrumentId}`);
    const { market: label } = await guest.client.call('stockInfo', { instrumentId: STOCK.instrumentId });
    const [year, month, day] = (label.date ?? '').split('-');
    await page.getByText(filled(texts.shell.recorded, { date: `${day}-${month}-${year}` })).waitFor();
    await page.getByRole('radio', { name: texts.market.intervalName_1m, exact: true }).check();
    await page.getByRole('button', { name: texts.market.viewAsTable }).click();
    const row = page.getByRole('dialog').getByRole('row').nth(3);
    await row.waitFor();
    const [time = '', open, high, low, close] = await row
      .getByRole('rowheader')
      .or(row.getByRole('cell'))
      .allTextContents();
    const shown = [open, high, low, close].map((text) => Number(plainNumber(text)));
    const found = [...readRows(STOCK.file).values()].some(
      (candle) => numbersOf(candle)?.slice(0, 4).join() === shown.join() && isAt(candle.openTimeMs, time),
    );
    assert.ok(found, `${time} ${shown} stands in the file`);
    await person.leave();
  } finally {
    await browser.close();
  }
});

/** Whether `19-12-2014 09:20 AM` is that instant in India. */
function isAt(atMs: number, shown: string): boolean {
  const [, day, month, year, hour, minute, half] =
    /(\d\d)-(\d\d)-(\d{4})[,\s]+(\d\d?):(\d\d)\s([ap])m/i.exec(shown) ?? [];
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0);
  const india = Date.UTC(Number(year), Number(month) - 1, Number(day), hours, Number(minute));
  return india - INDIA_AHEAD_MS === atMs;
}

async function importFile(file: string): Promise<void> {
  const script = join(root, 'scripts', 'market.ts');
  const { status, output } = await runChild({
    file: process.execPath,
    args: [script, 'import', file, '--into', dataFolder],
  });
  assert.equal(status, 0, output);
}

/** As if the replay had begun some days ago, so that there is something to look back on. */
async function beginEarlier(days: number): Promise<void> {
  const startedAtMs = Date.now() - days * DAY_MS;
  await withDatabase(dataFolder, (database) =>
    database.query(
      `update market_state set value = jsonb_set(value::jsonb, '{startedAtMs}', to_jsonb($1::int8))::text
        where key = 'market'`,
      [startedAtMs],
    ),
  );
  assert.equal(await server.stop(), 0);
  await server.startAgain();
}

/** All but the last one, which is still being made. */
function compareWithFile(
  shown: { readonly list: readonly Candle[] },
  rows: ReadonlyMap<number, Candle>,
): void {
  assert.ok(shown.list.length > 100, `there are candles to compare: ${shown.list.length}`);
  for (const candle of shown.list.slice(0, -1)) {
    assert.deepEqual(
      numbersOf(candle),
      numbersOf(rows.get(candle.openTimeMs)),
      new Date(candle.openTimeMs).toISOString(),
    );
  }
}

/** Trailing zeros are a matter of the scale. */
function numbersOf(candle: Candle | undefined): readonly number[] | undefined {
  return candle && [candle.open, candle.high, candle.low, candle.close, candle.volume].map(Number);
}

function readRows(file: string): ReadonlyMap<number, Candle> {
  const [, ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [time = '', open = '', high = '', low = '', close = '', volume = ''] = line.split(',');
      const openTimeMs = Date.parse(time);
      return [openTimeMs, { openTimeMs, open, high, low, close, volume }] as const;
    }),
  );
}
