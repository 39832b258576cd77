import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, instrumentId } from '@tarazu/core/values';
import { COIN, openTrader, quoted, STOCK } from '#domains/orders/test-trader.ts';
import { next } from '#test-events.ts';

const trader = await openTrader();
const { engine, market } = trader.app;
const ENVIRONMENTS = ['real', 'demo'] as const;
const QUOTES = 200;

const sides = (id: string, environment: 'real' | 'demo'): readonly number[] => {
  const { bids, asks } = engine.book(instrumentId(id), environment, 1);
  return [bids.length, asks.length];
};

test('whoever orders between two quotes finds both sides: quotes are replaced in one command', async () => {
  await quoted(trader, STOCK, COIN);
  // A share that becomes another one has no book for a moment.
  const changing = new Set(market.corporateActions().map((action) => String(action.instrumentId)));
  const traded = market
    .listings()
    .filter(({ kind, instrumentId: id }) => kind !== 'index' && !changing.has(id));
  const empty: string[] = [];
  let quotes = 0;
  const stop = engine.onEvents((events) => {
    quotes += events.filter(({ command }) => command.type === 'marketMaker.quote').length;
    const cause = [...new Set(events.map(({ command }) => command.type))].join(', ');
    for (const { instrumentId: id } of traded)
      for (const environment of ENVIRONMENTS)
        if (sides(id, environment).includes(0)) empty.push(`${environment} ${id} after ${cause}`);
  });
  for (const days of [0, 1, 1]) {
    trader.advance(days * DAY_MS);
    await quoted(trader, STOCK, COIN);
    const until = quotes + QUOTES;
    await next<readonly unknown[]>(
      (tell) => engine.onEvents(tell),
      () => quotes >= until,
    );
  }
  stop();
  assert.deepEqual(empty, []);
});
