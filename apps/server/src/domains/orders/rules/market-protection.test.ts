import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDecimal, price, protectedPrice } from '@tarazu/core/values';
import { COIN, openTrader, placed, quoted } from '#domains/orders/test-trader.ts';
import { textOf } from '#test-app.ts';

const trader = await openTrader();
const { market } = trader.app;

/** The first share whose price lies so. */
function shareWhere(isIt: (price: number) => boolean): string {
  const share = market
    .listings()
    .find(({ kind, instrumentId }) => kind === 'stock' && isIt(Number(market.ticker(instrumentId).price)));
  assert.ok(share, 'there is such a share');
  return share.instrumentId;
}

const paise = (text: string): bigint => parseDecimal(text, 2) ?? 0n;

test('a market order in a share is protected by the price that it met, as its page said', async () => {
  const asha = await trader.enter();
  for (const [instrumentId, bps] of [
    [shareWhere((at) => at < 90), 200],
    [shareWhere((at) => at > 110 && at < 1_000), 100],
  ] as const) {
    await quoted(trader, instrumentId);
    const { protectionBps, protectionLow, tickSize } = market.profile(instrumentId);
    assert.deepEqual([protectionBps, protectionLow], [100, { priceBelow: '100.00', bps: 200 }]);
    const { order, fills } = placed(await asha.stock('buy', { instrumentId, quantity: '5' }));
    const met = price(paise(textOf(fills[0] ?? {}, 'price')));
    const worst = protectedPrice(
      { side: 'buy', best: met },
      { tickSize: paise(tickSize), protectionBps: bps },
    );
    assert.equal(paise(textOf(order, 'priceLimit')), worst);
  }
});

test('a coin has one protection', () => {
  const { protectionBps, protectionLow } = market.profile(COIN);
  assert.deepEqual([protectionBps, protectionLow], [50, undefined]);
});
