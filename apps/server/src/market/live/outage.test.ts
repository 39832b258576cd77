import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { API_PREFIX, OPERATIONS, type OperationName } from '@tarazu/protocol';
import { openApp } from '#app.ts';
import { COIN, STOCK } from '#domains/orders/test-trader.ts';
import { readConfig } from '#platform/config/config.ts';
import { Reader } from '#stream/test-reader.ts';
import { type Fields, recordOf, textOf } from '#test-app.ts';
import { next, shown } from '#test-events.ts';

/** A server with its own database, which is killed under it. */
const dataDirectory = mkdtempSync(join(tmpdir(), 'tarazu-outage-'));
const environment = {
  DATA_DIR: dataDirectory,
  PORT: '0',
  METRICS_PORT: 'off',
  MARKET_SEED: '136',
  LOG_LEVEL: 'fatal',
};
const app = await openApp({ config: readConfig(environment), areOutputsChecked: true });
after(async () => {
  await app.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function call(name: OperationName, fields: Fields = {}, token = '') {
  const { path } = OPERATIONS[name];
  const response = await fetch(`http://127.0.0.1:${app.port}${API_PREFIX}${path}`, {
    method: 'POST',
    headers: { accesstoken: token },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, body: recordOf(await response.json()) };
}

let orders = 0;
function buy(token: string) {
  orders += 1;
  const clientId = `outage-${String(orders).padStart(4, '0')}`;
  return call(
    'stockBuy',
    { clientId, instrumentId: STOCK, type: 'market', validity: 'ioc', quantity: '1' },
    token,
  );
}

/** The age of a price at the moment when the engine says what it is. */
function priceAt(wanted: 'open' | 'recovering'): Promise<number> {
  return new Promise((resolve) => {
    const stop = app.engine.onState((state) => {
      if (state !== wanted) return;
      stop();
      resolve(app.market.ticker(STOCK).atMs);
    });
  });
}

function killDatabase(): void {
  const [processId] = readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(processId), 'SIGKILL');
}

test('while its database is dead the market stands still and the process stands; then both go on', async () => {
  const letGo = app.market.watchCandles(COIN, '5m');
  const token = textOf(recordOf((await call('demoEnter')).body['data']), 'demoToken');
  assert.equal((await buy(token)).status, 200);
  const reader = new Reader(app);
  await reader.type('hello');
  const recovering = priceAt('recovering');
  const open = priceAt('open');
  killDatabase();
  await buy(token);
  // Whether it is answered or turned away depends on who is
  // faster; an error that nobody hears would end this process.
  reader.say({ type: 'auth', token: 'a-token-that-only-the-database-could-tell' });
  const [stoppedAtMs, goesOnAtMs] = await Promise.all([recovering, open]);
  assert.equal(goesOnAtMs, stoppedAtMs, 'a price that nobody can trade on grows old');
  await next<string>(
    (tell) => app.market.onCandle(tell),
    (id) => id === COIN,
  );
  await shown(app.market, () => app.market.ticker(STOCK).atMs > goesOnAtMs && app.market.areBooksQuoted());
  const reply = await buy(token);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const another = new Reader(app);
  await another.type('hello');
  await Promise.all([another.close(), reader.close()]);
  letGo();
});
