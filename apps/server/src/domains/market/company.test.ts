import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTrader, type Row, rowsOf, STOCK, sum, units } from '#domains/orders/test-trader.ts';
import { recordOf } from '#test-app.ts';

const trader = await openTrader();
const of = async (instrumentId: string): Promise<Row> => {
  const { code, data } = await trader.call('stockCompany', { instrumentId });
  assert.equal(code, 0, instrumentId);
  return data;
};

/** Hundredths of part by whole, half-up. */
const ratio = (part: bigint, whole: bigint) => (200n * part + whole) / (2n * whole);

test('the figures of every company agree with its price and with each other (facts of a company)', async () => {
  const stocks = trader.app.market.listings().filter(({ kind }) => kind === 'stock');
  for (const { instrumentId } of stocks) {
    const company = await of(instrumentId);
    const ratios = recordOf(company['ratios']);
    const quarters = rowsOf(company, 'quarters');
    assert.equal(company['fictional'], true);
    assert.equal(quarters.length, 8, instrumentId);
    assert.equal(
      sum(quarters.slice(-4), 'earningsPerShare'),
      units(ratios, 'earningsPerShare'),
      instrumentId,
    );
    const price = BigInt(trader.app.market.ticker(instrumentId).price.replace('.', ''));
    const near = ratio(price, units(ratios, 'earningsPerShare')) - units(ratios, 'priceToEarnings');
    assert.ok(
      near > -40n && near < 40n,
      `${instrumentId}: P/E is price by EPS, but for a tick between two reads`,
    );
    assert.ok(units(ratios, 'priceToEarnings') > 300n && units(ratios, 'priceToEarnings') < 30_000n);
    for (const row of quarters) {
      assert.equal(units(row, 'revenue') - units(row, 'expenses'), units(row, 'profit'), instrumentId);
      assert.ok(units(row, 'profit') > 0n && units(row, 'expenses') > 0n);
    }
    for (const row of rowsOf(company, 'shareholding')) {
      const parts = ['promoters', 'foreign', 'domestic', 'public'].map((name) => units(row, name));
      assert.equal(
        parts.reduce((all, part) => all + part, 0n),
        10_000n,
        instrumentId,
      );
      assert.ok(
        parts.every((part) => part > 0n),
        JSON.stringify(row),
      );
    }
  }
});

test('quarters add up to years, and what was published stays as it was', async () => {
  const before = await of(STOCK);
  const [year] = rowsOf(before, 'years').slice(-1);
  assert.ok(year);
  const name = String(year['year']);
  const inYear = rowsOf(before, 'quarters').filter(
    ({ endsOn }) => String(endsOn) > `${Number(name) - 1}-03-31` && String(endsOn) <= `${name}-03-31`,
  );
  assert.equal(inYear.length, 4);
  for (const figure of ['revenue', 'expenses', 'profit', 'earningsPerShare'])
    assert.equal(sum(inYear, figure), units(year, figure), figure);
  trader.advance(Number(before['nextResultsMs']) - trader.nowMs());
  const after = await of(STOCK);
  const [quarters, later] = [rowsOf(before, 'quarters'), rowsOf(after, 'quarters')];
  assert.notEqual(later.at(-1)?.['endsOn'], quarters.at(-1)?.['endsOn'], 'a quarter more');
  assert.deepEqual(
    later.slice(0, -1).map(({ endsOn, revenue, profit }) => ({ endsOn, revenue, profit })),
    quarters.slice(1).map(({ endsOn, revenue, profit }) => ({ endsOn, revenue, profit })),
  );
});

test('peers are of the sector and show the ratio that their own page shows', async () => {
  const company = await of(STOCK);
  const peers = rowsOf(company, 'peers');
  assert.ok(peers.length > 0);
  for (const peer of peers) {
    const own = await of(String(peer['instrumentId']));
    assert.equal(own['sector'], company['sector']);
  }
});

test('what has no company says so', async () => {
  assert.equal(
    (await trader.call('stockCompany', { instrumentId: 'NSE_SIM:NOBODY' })).reason,
    'INSTRUMENT_UNKNOWN',
  );
  assert.equal((await trader.call('stockCompany', { instrumentId: 'NSE_SIM:TARAZU50' })).reason, 'NOT_FOUND');
});
