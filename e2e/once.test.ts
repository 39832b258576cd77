/** Many at once, through HTTP: one effect for one client id, and never more than the balance allows. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type App, openApp } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { enterDemo, type Input, newClientId } from './harness/client.ts';
import { checkLedger } from './ledger-check.ts';

const SAME = 100;
const MANY = 200;
const INSTRUMENT = 'NSE_SIM:ARUNA';
/** Whole rupees of a demo account on the stock side. */
const DEMO_RUPEES = 1_000_000n;

const dataFolder = mkdtempSync(join(tmpdir(), 'tarazu-e2e-'));
let app: App;

/**
 * In this process, because what is tested lies behind the limits of orders a second, which no setting lifts.
 */
before(async () => {
  const config = readConfig({
    DATA_DIR: dataFolder,
    PORT: '0',
    METRICS_PORT: 'off',
    MARKET_SEED: 'journeys',
    LOG_LEVEL: 'error',
  });
  const limits = { ordersPerSecond: 1_000, callsPerAccountPerSecond: 1_000 };
  app = await openApp({ config, limits, areOutputsChecked: true });
});
after(async () => {
  await app.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

test('the same order a hundred times at once has one effect and one answer', async () => {
  const { client } = await enterDemo(app.url);
  const input: Input<'stockBuy'> = {
    clientId: newClientId(),
    instrumentId: INSTRUMENT,
    type: 'market',
    validity: 'ioc',
    quantity: '1',
  };
  const answers = await Promise.all(Array.from({ length: SAME }, () => client.call('stockBuy', input)));
  assert.equal(new Set(answers.map(({ order }) => order.id)).size, 1, 'one order');
  assert.equal(new Set(answers.map(({ fills }) => JSON.stringify(fills))).size, 1, 'one answer');
  assert.equal(
    answers.filter(({ duplicate }) => !duplicate).length,
    1,
    'the others are told that it was there',
  );
  assert.equal((await client.call('stockOrders', {})).list.length, 1);
  assert.equal((await client.call('stockFills', {})).list.length, answers[0]?.fills.length);
});

test('the same client id with another content is refused and changes nothing', async () => {
  const { client } = await enterDemo(app.url);
  const common = {
    clientId: newClientId(),
    instrumentId: INSTRUMENT,
    type: 'market',
    validity: 'ioc',
  } as const;
  await client.call('stockBuy', { ...common, quantity: '1' });
  const assets = await client.call('userAssets', {});
  const other = await client.ask('stockBuy', { ...common, quantity: '2' });
  assert.equal(other.reason, 'CLIENT_ID_REUSED');
  assert.equal((await client.call('userAssets', {})).stockCash.available, assets.stockCash.available);
});

test('two hundred orders at once against a balance for one: one passes', async () => {
  const { client } = await enterDemo(app.url);
  const { band, price } = await client.call('stockInfo', { instrumentId: INSTRUMENT });
  const restingPrice = band?.priceLow ?? price;
  // Three quarters of the balance each: the second one cannot be paid.
  const rupees = BigInt(restingPrice.split('.')[0] ?? '1');
  const quantity = String((DEMO_RUPEES * 3n) / (4n * rupees));
  const answers = await Promise.all(
    Array.from({ length: MANY }, () =>
      client.ask('stockBuy', {
        clientId: newClientId(),
        instrumentId: INSTRUMENT,
        type: 'limit',
        validity: 'day',
        price: restingPrice,
        quantity,
      }),
    ),
  );
  const reasons = answers.filter(({ code }) => code !== 0).map(({ reason }) => reason);
  assert.equal(reasons.length, MANY - 1, 'one passes');
  assert.deepEqual([...new Set(reasons)], ['INSUFFICIENT_FUNDS'], 'the others are told why');
  assert.equal((await client.call('stockOrders', { state: 'live' })).list.length, 1);
  await checkLedger(dataFolder);
});
