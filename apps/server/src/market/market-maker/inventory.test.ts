import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Environment, instantMs, quantity } from '@tarazu/core/values';
import { Inventory } from '#market/market-maker/inventory.ts';
import { MarketMaker } from '#market/market-maker/market-maker.ts';
import type { OrderFlow } from '#market/market-maker/order-flow.ts';
import { atMs, openFlow, SHARE, source } from '#market/market-maker/test-flow.ts';
import { TapeStore } from '#market/tape/tape-store.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';

const day = { sigmaDay: 0.02, dayVolume: 100_000 };
const near = (found: number, due: number) => assert.ok(Math.abs(found - due) < 1e-12, `${found}, not ${due}`);

test('a volume moves the middle by a tenth of the day’s deviation and the root of its share, half gone after 30 minutes (trial 19)', () => {
  const inventory = new Inventory();
  assert.equal(inventory.lean(0, day), 0);
  inventory.trade(7_000, 0);
  const moved = 0.1 * 0.02 * Math.sqrt(0.07);
  near(inventory.lean(0, day), moved);
  near(inventory.lean(30 * 60_000, day), moved / 2);
  near(inventory.lean(60 * 60_000, day), moved / 4);
});

test('slices move as far as the whole, a sale the other way, and both together nothing (trial 19)', () => {
  const [whole, sliced, sold, both] = [new Inventory(), new Inventory(), new Inventory(), new Inventory()];
  whole.trade(900, 0);
  for (let slice = 0; slice < 9; slice += 1) sliced.trade(100, 0);
  near(sliced.lean(0, day), whole.lean(0, day));
  sold.trade(-900, 0);
  near(sold.lean(0, day), -whole.lean(0, day));
  both.trade(900, 0);
  both.trade(-900, 0);
  assert.equal(both.lean(0, day), 0);
});

/** The middle of the first quotes of each environment. */
function middlesOf(flow: OrderFlow): Map<Environment, number> {
  flow.quoteAll();
  const middles = new Map<Environment, number>();
  for (const command of flow.tick(atMs).commands) {
    if (command.type !== 'marketMaker.quote' || command.instrumentId !== SHARE) continue;
    middles.set(command.environment, Number((command.bids[0]?.[0] ?? 0n) + (command.asks[0]?.[0] ?? 0n)) / 2);
  }
  return middles;
}

const purchase = {
  environment: 'demo',
  instrumentId: SHARE,
  quantity: quantity(7_000n),
  atMs: instantMs(atMs),
  takerSide: 'buy',
} as const;

test('the quotes after a large purchase stand higher in its book, and only there (trial 19)', () => {
  const flow = openFlow();
  const before = middlesOf(flow);
  flow.traded(purchase);
  const after = middlesOf(flow);
  const { sigma1m } = source.fairValue(SHARE, atMs);
  const due = 0.1 * sigma1m * Math.sqrt(375) * Math.sqrt(0.07);
  const [was, is] = [before.get('demo') ?? 0, after.get('demo') ?? 0];
  const tickShare = 10 / was;
  assert.ok(Math.abs(is / was - 1 - due) <= tickShare, `${is / was - 1}, not ${due}`);
  assert.ok(is > was);
  assert.equal(after.get('real'), before.get('real'));
});

test('after a kill the market maker holds what it held, with what the journal has of later trades (trial 19)', async () => {
  const { pool } = await openTestDatabase();
  const store = new TapeStore(pool);
  const open = async () => {
    const orderFlow = openFlow();
    const engine = { marketMaker: () => undefined };
    const marketMaker = new MarketMaker({ orderFlow, engine, store });
    await marketMaker.restore(await store.state());
    return { orderFlow, marketMaker };
  };
  const first = await open();
  first.orderFlow.traded(purchase);
  await first.marketMaker.keepHeld(atMs);
  assert.deepEqual((await open()).orderFlow.held(atMs), [[SHARE, 'demo', 7_000, atMs]]);

  // Two trades with the market maker and one between customers, durable and not kept when the process dies.
  await pool.query(
    `insert into fill (sequence, index, environment, instrument_id, price, quantity, value, at_ms, taker_side, taker_account_id,
       taker_order_id, taker_charges, taker_profit_realised, maker_account_id, maker_order_id, maker_charges, maker_profit_realised)
     select 1, nth, 'demo', $1, 100, 500, 0, $2, side, 1, 1, 0, 0, maker, maker, 0, 0
     from (values (0, 'sell', 0), (1, 'buy', 2), (2, 'sell', 0)) as row(nth, side, maker)`,
    [SHARE, atMs],
  );
  const again = await open();
  assert.deepEqual(again.orderFlow.held(atMs), [[SHARE, 'demo', 6_000, atMs]]);
  first.orderFlow.traded({ ...purchase, takerSide: 'sell', quantity: quantity(1_000n) });
  assert.deepEqual(middlesOf(again.orderFlow), middlesOf(first.orderFlow));
});
