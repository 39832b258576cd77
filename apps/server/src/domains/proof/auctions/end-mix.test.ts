import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { endDayStartMs, Frontier, hexOf } from '@tarazu/core/proof';
import { openTrader, placed, quoted } from '#domains/orders/test-trader.ts';
import { EndMixes } from '#domains/proof/index.ts';
import { LogStore } from '#domains/proof/log/log-store.ts';
import { leafHasher } from '#domains/proof/log/salts.ts';
import { sha256 } from '#domains/proof/log/sha256.ts';
import { openBeacon } from '#platform/network/beacon.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarazu-mix-'));
const keyFile = join(folder, 'secret.key');
const secrets = openSecrets({ keyFile, mayBeMade: true });
after(() => rmSync(folder, { recursive: true, force: true }));
const trader = await openTrader({
  environment: { SECRET_KEY_FILE: keyFile, DATA_DIR: folder },
  headsEveryMs: 0,
});
const { pool } = trader.database;

/** A relay of the beacon on this machine; without an answer it has no round. */
const signature = 'ab'.repeat(48);
const randomness = hash('sha256', Buffer.from(signature, 'hex'), 'hex');
let isThere = true;
let asked = 0;
const relay = createServer((request, response) => {
  asked += 1;
  response.statusCode = isThere ? 200 : 503;
  const round = Number(request.url?.split('/').at(-1));
  response.end(JSON.stringify({ round, randomness, signature }));
});
await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
after(() => relay.close());
const address = relay.address();
assert.ok(address !== null && typeof address === 'object');
const beacon = openBeacon(`http://127.0.0.1:${address.port}`);

const DAY = '2099-11-23';
const startMs = endDayStartMs(DAY);
let nowMs = startMs - 1;
const mixes = new EndMixes({ database: pool, secrets, clock: { nowMs: () => nowMs }, beacon });

/** Until the relay has said yes or no: nothing waits for it. */
async function mixOf(day: string) {
  const announced = beacon.roundAt(endDayStartMs(day));
  for (let tries = 0; tries < 10_000; tries += 1) {
    const mix = await mixes.of(day, announced);
    if (mix !== undefined) return mix;
    await new Promise(setImmediate);
  }
  return assert.fail('the relay never answered');
}

test('what joins a day’s secret is the root of the log when the day begins, and not made before (trial 16)', async () => {
  await quoted(trader);
  const asha = await trader.enter();
  placed(await asha.stock('buy', {}));
  await trader.app.proof.makeHead();
  placed(await asha.stock('buy', {}));
  assert.equal(await mixes.of(DAY, undefined), undefined, 'the day has not begun');
  nowMs = startMs + 1_000;
  assert.equal(await mixes.of(DAY, undefined), undefined, 'a commit may still be on its way');
  nowMs = startMs + 60_000;
  const mix = (await mixes.of(DAY, undefined)) ?? assert.fail('it has begun');
  const leafHashOf = leafHasher(secrets);
  const frontier = new Frontier(sha256);
  const leaves = await new LogStore(pool).leaves(0, mix.sequence);
  for (const [at, leaf] of leaves.entries()) frontier.append(leafHashOf(at + 1, leaf));
  assert.deepEqual([mix.root, mix.randomness], [hexOf(frontier.root()), undefined]);
  assert.ok(mix.sequence > 1);
});

test('the announced round of the beacon joins it, and its absence is no end of the day (trial 16)', async () => {
  assert.equal((await mixOf(DAY)).randomness, randomness);
  assert.equal(asked, 1);
  isThere = false;
  nowMs = endDayStartMs('2099-11-24') + 60_000;
  const mix = await mixOf('2099-11-24');
  assert.deepEqual([mix.randomness, asked], [undefined, 4], 'asked three times');
});

test('commands are counted by their times, wherever the cut falls in a batch', async () => {
  const store = new LogStore(pool);
  const { rows } = await pool.query<{ sequence: bigint; at_ms: bigint }>(
    'select sequence, at_ms from journal order by sequence',
  );
  for (const { at_ms: atMs } of rows) {
    const expected = rows.filter((row) => row.at_ms < atMs).length;
    assert.equal(await store.countBefore(Number(atMs)), expected);
  }
  assert.equal(await store.countBefore(0), 0);
});
