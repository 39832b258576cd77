import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { importCandles } from '#market/recorded/importer.ts';
import { packsFolder } from '#market/recorded/pack.ts';
import { enterDemo, openTestApp, recordOf, type TestCaller } from '#test-app.ts';

/** Two recorded days of one file; a series that begins its days in an exchange's hours is a stock. */
function record(name: string, startOfDay: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-recorded-demo-'));
  const rows = [
    'time,open,high,low,close,volume',
    `2015-03-02T${startOfDay}Z,50.00,52.50,49.00,51.00,100000`,
    `2015-03-03T${startOfDay}Z,51.00,51.50,47.35,48.00,90001`,
  ];
  writeFileSync(join(folder, name), rows.join('\n'));
  assert.equal(
    [...importCandles({ from: folder, packsFolder: packsFolder(folder), adjusted: false })].length,
    1,
  );
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const openRecorded = (folder: string) =>
  openTestApp({ environment: { DATA_DIR: folder, MARKET: 'recorded', RECORDED_FROM: '2015-03-02' } });
const onRupees = await openRecorded(record('LONELY.csv', '03:45:00'));
const onTethers = await openRecorded(record('somewhere-btcusd.csv', '00:00:00'));

/** The balances of a demo account at its beginning: asset and amount. */
async function demoBalances({ call }: TestCaller): Promise<Readonly<Record<string, unknown>>> {
  const reply = await call('userAssets', {}, { token: await enterDemo({ call }) });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const balances = Array.isArray(reply.data['balances']) ? reply.data['balances'].map(recordOf) : [];
  return Object.fromEntries(balances.map(({ asset, available }) => [asset, available]));
}

test('a demo account opens on a market that lists one stock and no coin', async () => {
  const { 'EQ:LONELY': shares, ...cash } = await demoBalances(onRupees);
  assert.deepEqual(cash, { INR: '1000000.00', USDT: '10000.00000000' });
  assert.ok(Number(shares) > 0, 'shares of the only stock');
});

test('a demo account opens on a market that lists a coin and no stock', async () => {
  assert.deepEqual(await demoBalances(onTethers), { INR: '1000000.00', USDT: '10000.00000000' });
});
