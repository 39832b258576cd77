import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valuedPositions } from '#domains/balance/positions.ts';
import type { LotRow } from '#domains/balance/store.ts';
import { openTrader, placed, quoted, STOCK } from '#domains/orders/test-trader.ts';

const trader = await openTrader();
const { market } = trader.app;

/** Ten shares, of which a lot of five came this moment. */
function profitToday(cost: bigint): { profit: bigint; value: bigint; close: bigint } {
  const ticker = market.ticker(STOCK);
  const listing = market.listing(STOCK);
  assert.ok(listing);
  const lot: LotRow = {
    sequence: 1n,
    index: 0,
    kind: 'shares',
    asset_id: listing.baseAsset,
    instrument_id: STOCK,
    order_id: null,
    amount_original: 5n,
    amount_left: 5n,
    cost_left: cost,
    opened_at_ms: BigInt(ticker.atMs),
    usable_at_ms: 0n,
    withdrawable_at_ms: 0n,
    settled: true,
  };
  const position = { instrument_id: STOCK, quantity: 10n, cost, profit_realised: 0n };
  const today = {
    dayStartMs: ticker.atMs - 1,
    isFirstDay: false,
    traded: [],
    withinDay: [],
    dividends: new Map(),
    came: new Map(),
    closes: new Map<string, bigint>(),
  };
  const holdings = { balances: [], positions: [position], lots: [lot], today };
  const [one] = valuedPositions(holdings, market, 'stock');
  assert.ok(one);
  return { profit: one.profitToday, value: one.value, close: BigInt(ticker.previousClose.replace('.', '')) };
}

test('shares that a bonus gave today are no profit of today; bought ones count against their cost', () => {
  const given = profitToday(0n);
  assert.equal(given.profit, given.value - 10n * given.close);
  const bought = profitToday(7n);
  assert.equal(bought.profit, bought.value - 7n - 5n * bought.close);
});

test('an order says its average with charges too, which is the average that its position shows (app 8)', async () => {
  const asha = await trader.enter();
  const held = (await asha.list('stockHoldings')).map((row) => row['instrumentId']);
  const isNew = ({ kind, instrumentId: id }: { kind: string; instrumentId: string }) =>
    kind === 'stock' && !held.includes(id);
  const { instrumentId } = market.listings().find(isNew) ?? assert.fail('the demo grants not all shares');
  trader.app.market.watch(instrumentId);
  await quoted(trader, instrumentId);
  const { order } = placed(await asha.stock('buy', { instrumentId, quantity: '7' }));
  assert.equal(order['state'], 'completed');
  assert.equal((await asha.holding(instrumentId))?.['priceAverage'], order['priceWithCharges']);
  assert.ok(Number(order['priceWithCharges']) > Number(order['priceAverage']));
});
