import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MarkPrice } from '@tarazu/core';
import { instantMs, instrumentId, price } from '@tarazu/core/values';
import { markExposed, markPriceOf } from '#domains/margin/marks.ts';
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

test('the mark is the median of last price, bid and ask: one print deep in the book moves nobody’s margin', () => {
  const quote = { bid: '499.90', ask: '500.10' };
  for (const [last, expected] of [
    ['500.00', 50_000n],
    ['420.00', 49_990n],
    ['610.00', 50_010n],
  ] as const)
    assert.equal(markPriceOf({ price: last, ...quote }, 2), expected);
  const last = { price: '500.00' };
  assert.equal(markPriceOf({ ...last, bid: '499.90' }, 2), undefined, 'nobody sells');
  assert.equal(markPriceOf({ ...last, ask: '500.10' }, 2), undefined, 'nobody buys');
  const venueState = { phase: 'preOpen', endsAtRandom: false } as const;
  assert.equal(markPriceOf({ ...last, ...quote, venueState }, 2), undefined, 'the close before is no mark');
});

test('a mark of the future is healed by the next one, though the engine’s time stands', async () => {
  const dipa = await trader.enter();
  placed(await dipa.stock('buy', { quantity: '5', product: 'MIS' }));
  const nowMs = trader.nowMs();
  const ahead = { instrumentId: instrumentId(STOCK), priceMark: price(1n), atMs: instantMs(nowMs) };
  await engine.submit({ type: 'prices.mark', marks: [ahead] });
  const clock = { nowMs: () => nowMs - 3_600_000 };
  const healed: MarkPrice[] = [];
  const stop = engine.onEvents((events) => {
    for (const { command, applied } of events)
      if (command.type === 'prices.mark' && command.clockAtMs === clock.nowMs())
        healed.push(...applied.changes.markPrices);
  });
  while (healed.length === 0) {
    await quoted(trader);
    await markExposed({ engine, market, clock });
  }
  stop();
  assert.ok(healed.every(({ atMs, priceMark }) => atMs <= clock.nowMs() && priceMark > ahead.priceMark));
});
