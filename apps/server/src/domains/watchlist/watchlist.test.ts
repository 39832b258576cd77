import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COIN, openTrader, STOCK } from '#domains/orders/test-trader.ts';

const trader = await openTrader();

test('a watchlist takes stocks, coins and indices once each, newest first, and shows in lists', async () => {
  const asha = await trader.enter();
  const index = 'NSE_SIM:TARAZU50';
  await asha.read('stockCollectAdd', { instrumentId: STOCK });
  await asha.read('coinCollectAdd', { instrumentId: COIN });
  await asha.read('stockCollectAdd', { instrumentId: index });
  await asha.read('stockCollectAdd', { instrumentId: STOCK });
  const ids = async () => (await asha.list('stockCollectList')).map((row) => row['instrumentId']);
  assert.deepEqual(await ids(), [index, COIN, STOCK]);
  assert.equal((await asha.read('stockInfo', { instrumentId: STOCK }))['collected'], true);
  const collected = (await asha.list('stockList')).filter((row) => row['collected'] === true);
  assert.deepEqual(
    collected.map((row) => row['instrumentId']),
    [STOCK],
  );

  const stranger = await trader.enter();
  assert.deepEqual(await stranger.list('stockCollectList'), []);
  await stranger.read('stockCollectDel', { instrumentId: STOCK });
  await asha.read('coinCollectDel', { instrumentId: COIN });
  await asha.read('coinCollectDel', { instrumentId: COIN });
  assert.deepEqual(await ids(), [index, STOCK]);
  for (const name of ['stockCollectAdd', 'coinCollectAdd', 'stockCollectDel', 'coinCollectDel'] as const) {
    assert.equal(
      (await asha.call(name, { instrumentId: 'COIN_SIM:NO-SUCH' })).reason,
      'INSTRUMENT_UNKNOWN',
      name,
    );
  }
});

test('a full watchlist takes no more, and what it has already is no more', async () => {
  const asha = await trader.enter();
  const session = await trader.app.accounts.sessions.find(asha.token);
  assert.ok(typeof session !== 'string');
  // Instruments of other years: more than are listed now.
  await trader.database.pool.query(
    `insert into watchlist (owner, instrument_id) select $1, 'NSE_SIM:OLD' || n from generate_series(1, 199) n`,
    [session.loginId],
  );
  await asha.read('stockCollectAdd', { instrumentId: STOCK });
  const full = await asha.call('coinCollectAdd', { instrumentId: COIN });
  assert.equal(full.reason, 'WATCHLIST_FULL');
  assert.match(String(full.body['fix']), /200/);
  assert.equal((await asha.call('stockCollectAdd', { instrumentId: STOCK })).code, 0);
  assert.deepEqual(
    (await asha.list('stockCollectList')).map((row) => row['instrumentId']),
    [STOCK],
  );
});
