import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markExposed } from '#domains/margin/marks.ts';
import { openTrader, placed, quoted, STOCK } from '#domains/orders/test-trader.ts';

const trader = await openTrader();
const { engine, market } = trader.app;

test('the engine hears the market’s price of what is open, and of nothing else', async () => {
  const dipa = await trader.enter();
  placed(await dipa.stock('buy', { quantity: '5', product: 'MIS' }));
  const marks = () => engine.exposed().map(({ instrumentId: id, mark }) => [id, mark?.priceMark]);
  const parts = { engine, market, clock: trader };
  do {
    await quoted(trader);
    await markExposed(parts);
  } while (marks().some(([, mark]) => mark === undefined));
  assert.deepEqual(
    marks().map(([id]) => id),
    [STOCK],
  );
  placed(await dipa.stock('sell', { quantity: '5', product: 'MIS' }));
  assert.deepEqual(engine.exposed(), []);
  const journaled = async () => {
    const text = `select from journal where command like '{"type":"prices.mark"%'`;
    return (await trader.database.pool.query(text)).rows.length;
  };
  const before = await journaled();
  assert.ok(before > 0);
  await markExposed(parts);
  assert.equal(await journaled(), before, 'nobody has anything open');
});
