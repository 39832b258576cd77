import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { announceEnd, endMarket } from '#domains/market/index.ts';
import { COIN, openTrader } from '#domains/orders/test-trader.ts';
import { IDENTITY_KEY, NUMBER_KEY } from '#market/identity/market-identity.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { recordOf, textOf } from '#test-app.ts';

const trader = await openTrader();
const { app, database } = trader;
const HOUR_MS = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'tarazu-market-end-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const secrets = openSecrets({ keyFile: join(folder, 'secret.key'), mayBeMade: true });

const end = (isUnannounced = false) =>
  endMarket({
    pool: database.pool,
    engine: app.engine,
    nowMs: trader.nowMs(),
    isUnannounced,
    secrets,
    marketSeed: '136',
  });
const stateOf = async (key: string) => {
  const { rows } = await database.pool.query<{ value: string }>(
    'select value from market_state where key = $1',
    [key],
  );
  return rows[0]?.value;
};

test('a market ends after the time that everybody was told, with all orders cancelled by the engine (trial 3)', async () => {
  const keysPublished = async () =>
    (await database.pool.query(`select 1 from rules where kind = 'marketKey' and name like '% told'`))
      .rowCount;
  const asha = await trader.enter();
  const price = (Number(app.market.ticker(COIN).price) * 0.9).toFixed(0);
  const placed = await asha.coin('buy', { type: 'limit', validity: 'gtc', price });
  assert.equal(placed.status, 200, JSON.stringify(placed.body));
  const id = textOf(recordOf(placed.data['order']), 'id');

  const level = (Number(app.market.ticker(COIN).price) * 2).toFixed(0);
  const alert = { instrumentId: COIN, condition: 'above', level };
  const set = await trader.call('alertAdd', alert, { token: asha.token });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  await assert.rejects(end(), StartupError, 'nobody was told');
  const nowMs = trader.nowMs();
  await assert.rejects(announceEnd(database.pool, { endsAtMs: nowMs, nowMs }), StartupError);
  await announceEnd(database.pool, { endsAtMs: nowMs + HOUR_MS, nowMs });
  const { rows: notices } = await database.pool.query("select 1 from notice where kind = 'marketEnds'");
  const { rows: logins } = await database.pool.query('select 1 from login');
  assert.equal(notices.length, logins.length);
  await assert.rejects(end(), /come back then/);
  assert.ok(await stateOf(IDENTITY_KEY), 'nothing has changed until then');
  assert.equal(await keysPublished(), 0);

  trader.advance(HOUR_MS);
  assert.deepEqual(await end(), { accounts: 1, areKeysPublished: true });
  assert.ok(((await keysPublished()) ?? 0) > 0, 'the last day can be made again');
  const { rows: orders } = await database.pool.query<{ state: string; live: boolean }>(
    'select state, live from orders where order_id = $1',
    [id],
  );
  assert.deepEqual(orders, [{ state: 'cancelled', live: false }]);
  const { rows } = await database.pool.query("select 1 from journal where command like '%order.cancelAll%'");
  assert.ok(rows.length > 0, 'as commands that the journal has');
  assert.equal(await stateOf(IDENTITY_KEY), undefined, 'the next start may begin another market');
  assert.equal(await stateOf(NUMBER_KEY), '2');
  const { rows: waiting } = await database.pool.query('select 1 from alert where fired_at_ms is null');
  assert.deepEqual(waiting, [], 'nobody waits for a price of that market');
  const list = await trader.call('noticeList', {}, { token: asha.token });
  assert.ok(JSON.stringify(list.data).includes('Your price alerts have ended'));
  assert.ok(await stateOf('past-market 1'));
});

test('both sentences of an ending market stand in both languages', async () => {
  const { rows } = await database.pool.query<{ login_id: number }>('select login_id from notice');
  assert.ok(rows.length > 0);
  const asha = await trader.enter();
  await announceEnd(database.pool, { endsAtMs: trader.nowMs() + HOUR_MS, nowMs: trader.nowMs() });
  for (const language of ['en-US', 'bn-BN']) {
    const reply = await trader.call(
      'noticeList',
      {},
      { token: asha.token, headers: { 'accept-language': language } },
    );
    const [notice] = [reply.data['list']].flat().map(recordOf);
    assert.match(String(notice?.['text']), /IST/, language);
  }
});

test('a market whose orders the engine does not cancel does not end, and the refusal says why', async () => {
  const asha = await trader.enter();
  const price = (Number(app.market.ticker(COIN).price) * 0.9).toFixed(0);
  assert.equal((await asha.coin('buy', { type: 'limit', validity: 'gtc', price })).status, 200);
  // An order of an account that is not there: the engine refuses to cancel anything for it.
  const stray = { account_id: 99_999_999, order_id: 99_999_999_999 };
  await database.pool.query(
    `insert into orders select (jsonb_populate_record(one, $1)).* from orders as one where live limit 1`,
    [JSON.stringify(stray)],
  );
  const before = await stateOf(NUMBER_KEY);
  await assert.rejects(end(true), /\(ACCOUNT_UNKNOWN\)/);
  assert.equal(await stateOf(NUMBER_KEY), before, 'the market goes on');
  await database.pool.query('delete from orders where account_id = $1', [stray.account_id]);
});
