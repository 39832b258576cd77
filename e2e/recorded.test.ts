/** Recorded series: imported with the command, replayed through the books with their dates shown, traded on. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { runChild } from '../scripts/run/child.ts';
import { root } from '../scripts/run/root.ts';
import { createClient, enterDemo, newClientId, type Output } from './harness/client.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { withDatabase } from './server-database.ts';

const data = join(root, '..', 'shared', 'data');
const skip = existsSync(data) ? false : 'there is no ../shared/data to import';
const DAY_MS = 86_400_000;
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
    database.query(`update market_state set value = $1 where key = 'replay-started-at'`, [
      String(startedAtMs),
    ]),
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
