import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  accountId,
  amount,
  divide,
  parseDecimal,
  spotCharges,
  spotRatesOf,
  spotTierOf,
} from '@tarazu/core/values';
import {
  COIN,
  type Customer,
  openTrader,
  placed,
  quoted,
  type Row,
  units,
} from '#domains/orders/test-trader.ts';
import { assignFeeTiers, readFeeTier } from '#domains/spot/fee-tiers.ts';
import { createPool } from '#platform/database/pool.ts';
import { spotChargeRules } from '#rules/families/spot-charges.ts';
import { seedRulebook } from '#rules/rulebook.ts';
import { recordOf, textOf } from '#test-app.ts';

const trader = await openTrader();
const { app, database } = trader;
const pool = createPool({
  connection: { connectionString: database.url },
  name: 'tarazu-test-tiers',
  connectionsMax: 2,
  onConnectionLost: () => undefined,
});
database.beforeClose(() => pool.end());
const DAY_MS = 86_400_000;
const { engine, market } = app;
const assign = () => assignFeeTiers({ database: pool, engine, market, clock: trader });
const rules = seedRulebook.at(spotChargeRules, trader.nowMs());

async function tierOf(customer: Customer): Promise<Row> {
  return recordOf((await customer.read('coinAssets'))['feeTier']);
}

test('published tiers begin where the rules say', () => {
  const lakhs = (count: bigint) => amount(count * 1_00_000_00n);
  const volumes = [0n, 4n, 5n, 49n, 50n, 499n, 500n].map(lakhs);
  assert.deepEqual(
    volumes.map((volume) => spotTierOf(rules, volume)),
    [0, 0, 1, 1, 2, 2, 3],
  );
  assert.equal(spotTierOf(rules, amount(lakhs(5n) - 1n)), 0);
});

test('a day of trading brings the tier that the next order is charged by, and thirty days without take it back', async () => {
  const asha = await trader.enter();
  const idle = await trader.enter();
  const price = `${Math.floor(Number((await asha.read('coinTicker', { instrumentId: COIN }))['price']) / 2)}.0`;
  const resting = placed(
    await asha.coin('buy', { type: 'limit', validity: 'gtc', quantity: '0.001', price }),
  );
  const bought = placed(await asha.coin('buy', { quantity: '0.04' })).order;
  const sold = placed(await asha.coin('sell', { quantity: '0.04' })).order;
  const rupees = placed(
    await asha.coin('sell', { instrumentId: 'COIN_SIM:USDT-INR', quantity: '100' }),
  ).order;
  await assign();
  assert.deepEqual(
    [(await tierOf(asha))['tier'], (await tierOf(asha))['volumeInr']],
    [0, '0.00'],
    'today does not count yet',
  );

  trader.advance(DAY_MS);
  await quoted(trader, COIN);
  await assign();
  await assign();
  const rate = parseDecimal(textOf(await rateRow(), 'rupees'), 8) ?? 0n;
  const volume =
    divide({
      dividend: (units(bought, 'value') + units(sold, 'value')) * rate,
      divisor: 10n ** 14n,
      rounding: 'down',
    }) + units(rupees, 'value');
  const now = await tierOf(asha);
  assert.equal(units(now, 'volumeInr'), volume, 'each fill counts once, at the published rate');
  assert.deepEqual([now['tier'], now['takerRate'], now['makerRate']], [1, '0.00150000', '0.00100000']);
  assert.equal(recordOf(now['next'])['volumeMinInr'], '5000000.00');
  assert.equal((await tierOf(idle))['tier'], 0);

  const charged = placed(await asha.coin('buy', { quantity: '0.001' })).order;
  const due = spotCharges(
    {
      side: 'buy',
      turnover: amount(units(charged, 'value')),
      feeRate: spotRatesOf(rules, 1).takerRate,
      quoteIsCoin: true,
    },
    rules,
  );
  const paid = recordOf(charged['charges']);
  assert.equal(units(paid, 'total'), due.tradingFee + due.goodsAndServicesTax + due.withholdingTax);
  const orders = await pool.query('select spot_fee_tier from orders where order_id = $1', [
    textOf(resting.order, 'id'),
  ]);
  assert.deepEqual(orders.rows, [{ spot_fee_tier: 0 }], 'an order that was placed before keeps its own');

  trader.advance(31 * DAY_MS);
  await assign();
  // Her session is over by then.
  const { rows } = await pool.query('select account_id from orders where order_id = $1', [
    textOf(resting.order, 'id'),
  ]);
  const { tier, volumeInr } = await readFeeTier(
    { database: pool, market: trader.app.market },
    accountId(Number(rows[0].account_id)),
    trader.nowMs(),
  );
  assert.deepEqual([tier, volumeInr], [0, '0.00']);
});

async function rateRow(): Promise<Row> {
  const { rows } = await pool.query(
    'select (rupees_e8 / 1e8)::numeric(20, 8)::text as rupees from tether_rate order by day desc limit 1',
  );
  return recordOf(rows[0]);
}
