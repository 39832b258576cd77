import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  IDENTITY_KEY,
  NUMBER_KEY,
  type OpenedIdentity,
  openIdentity,
} from '#market/identity/market-identity.ts';
import { resealMarketSecret } from '#market/identity/reseal.ts';
import { writePack } from '#market/recorded/pack.ts';
import { TapeStore } from '#market/tape/tape-store.ts';
import { readConfig } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { dayFromText } from '#platform/time/days.ts';

const database = await openTestDatabase();
const dataDirectory = mkdtempSync(join(tmpdir(), 'tarazu-identity-'));
database.beforeClose(() => rmSync(dataDirectory, { recursive: true, force: true }));
const store = new TapeStore(database.pool);
const secrets = openSecrets({ keyFile: join(dataDirectory, 'secret.key'), mayBeMade: true });
const others = openSecrets({ keyFile: join(dataDirectory, 'other.key'), mayBeMade: true });
const NOW_MS = Date.parse('2026-11-22T10:00:00Z');

function open(environment: Record<string, string> = {}, by = secrets): Promise<OpenedIdentity> {
  const config = readConfig({ DATA_DIR: dataDirectory, ...environment });
  return openIdentity({ config, store, secrets: by, nowMs: NOW_MS });
}

async function fresh(): Promise<void> {
  await database.pool.query('delete from market_state');
}

/** A start is refused with a sentence that says what differs and what to do. */
async function refused(start: () => Promise<unknown>, what: RegExp): Promise<void> {
  const before = await store.state();
  await assert.rejects(start, (error) => {
    assert.ok(error instanceof StartupError, String(error));
    assert.match(error.message, what);
    return true;
  });
  assert.deepEqual(await store.state(), before, 'and nothing is changed');
}

const WAY_OUT = /npm run market -- new/;

test('a start with another market than the first one’s is refused with what to do (trial 3)', async () => {
  await fresh();
  await open();
  await refused(() => open({ MARKET_SEED: '7' }), /MARKET_SEED/);
  await refused(() => open({ MARKET_SEED: '7' }), WAY_OUT);
  await refused(() => open({ MARKET: 'recorded' }), /MARKET=recorded/);
  await refused(() => open({ MARKET_HOURS: 'calendar' }), /MARKET_HOURS=always/);
  await fresh();
  await open({ MARKET_SEED: '7' });
  await refused(() => open({ MARKET_SEED: '8' }), /another MARKET_SEED/);
  await refused(() => open(), /this start gives none/);
  assert.ok(await open({ MARKET_SEED: '7' }));
});

test('under another key of the installation the same market goes on, and the key before opens it no more (trial 4)', async () => {
  await fresh();
  const before = await open();
  await inTransaction(database.pool, (on) => resealMarketSecret(on, { old: secrets, next: others }));
  const { identity, secret } = await open({}, others);
  assert.deepEqual([identity, secret], [before.identity, before.secret]);
  await refused(() => open(), /can not be read with this key/);
  const again = inTransaction(database.pool, (on) => resealMarketSecret(on, { old: secrets, next: others }));
  await assert.rejects(again, /can not be read with the key of before/);
  assert.ok(await open({}, others), 'and nothing was changed');
  await fresh();
  await open({ MARKET_SEED: '7' });
  await inTransaction(database.pool, (on) => resealMarketSecret(on, { old: secrets, next: others }));
});

test('recorded packs are bound too: another set, another beginning is refused (trial 3)', async () => {
  await fresh();
  await open({ MARKET: 'recorded' });
  await refused(() => open({ MARKET: 'recorded', RECORDED_FROM: '2015-03-02' }), /RECORDED_FROM/);
  const column = Float64Array.of(1);
  const folder = join(dataDirectory, 'packs');
  writePack(
    folder,
    {
      version: 1,
      name: 'another',
      symbol: 'ANOTHER',
      kind: 'stock',
      baseAsset: 'EQ:ANOTHER',
      quoteAsset: 'INR',
      recordedQuote: 'INR',
      intervalMinutes: 1,
      priceScale: 2,
      volumeScale: 0,
      tickSize: 5,
      rows: 1,
      fromMs: 0,
      lastMs: 0,
      hasVolume: true,
      isAdjusted: false,
      sourceName: 'another.csv',
      sourceSha256: '00',
    },
    { time: column, open: column, high: column, low: column, close: column, volume: column },
  );
  await refused(() => open({ MARKET: 'recorded' }), /packs are not those/);
  rmSync(folder, { recursive: true });
});

test('a market of an older release is not given other prices in silence (trial 3)', async () => {
  await fresh();
  await store.setState('seed', '16');
  await refused(() => open(), WAY_OUT);
});

test('the first start draws 128 bits that a copy of the database alone does not tell (trial 4)', async () => {
  await fresh();
  const first = await open();
  const again = await open();
  const day = dayFromText('2026-11-25');
  assert.deepEqual(again.keys.keyOf(day), first.keys.keyOf(day));
  assert.equal(first.keys.keyOf(day).length * 8, 128);
  assert.equal(first.keys.firstDay, dayFromText('2026-11-22'));
  await refused(() => open({}, others), /SECRET_KEY_FILE/);
  const kept = JSON.stringify([...(await store.state())]);
  assert.ok(!kept.includes(first.keys.keyOf(day).toString('hex')));
  await fresh();
  assert.notDeepEqual((await open()).keys.keyOf(day), first.keys.keyOf(day), 'another market, other keys');
  assert.ok((await store.state()).has(IDENTITY_KEY));
});

test('what an ended market published tells no key of the next one, also by the same seed (trial 4)', async () => {
  const day = dayFromText('2026-11-25');
  const openSecond = async (): Promise<OpenedIdentity> => open({ MARKET_SEED: '7' });
  await fresh();
  const first = await open({ MARKET_SEED: '7' });
  await fresh();
  await store.setState(NUMBER_KEY, '2');
  const second = await openSecond();
  assert.deepEqual(second.secret, first.secret);
  assert.notDeepEqual(second.keys.keyOf(day), first.keys.keyOf(day));
  assert.deepEqual(
    (await openSecond()).keys.publishedOf(day),
    second.keys.publishedOf(day),
    'after a start too',
  );

  const { keysBy, ...ofBefore } = second.identity;
  assert.equal(keysBy, 'marketDay');
  await store.setState(IDENTITY_KEY, JSON.stringify(ofBefore));
  const goesOn = await openSecond();
  assert.deepEqual(goesOn.keys.keyOf(day), first.keys.keyOf(day), 'a market of before keeps its keys');
});
