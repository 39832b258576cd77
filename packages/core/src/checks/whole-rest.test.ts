import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT } from '#simulation/world.ts';
import { type AccountId, amount, type OrderId, parseClientId, price, quantity } from '#values/index.ts';

/** A trader with so many of the 500 shares at Rs 500 that are granted left, and a band down to Rs 5. */
function withShares(left: bigint): { trader: Trader; by: AccountId } {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[50_000n, 1_000n]] });
  orderOf(trader.sell(ARUNA, { by, at: 50_000n, size: 500n - left }));
  const band = { priceLow: price(500n), priceHigh: price(60_000n) };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  trader.quote(ARUNA, {});
  return { trader, by };
}

function modify(trader: Trader, by: AccountId, of: { id: OrderId; size?: bigint; at?: bigint }) {
  const clientId = parseClientId(`change-${trader.state.lastSequence}-x`);
  assert.ok(clientId);
  return trader.apply({
    type: 'order.modify',
    accountId: by,
    clientId,
    contentHash: 'change',
    orderId: of.id,
    ...(of.size !== undefined && { quantity: quantity(of.size) }),
    ...(of.at !== undefined && { priceLimit: price(of.at) }),
  });
}

test('a sale of all that is held may be worth less than the least order, a part of it may not', () => {
  const { trader, by } = withShares(2n);
  assert.equal(codeOf(trader.sell(ARUNA, { by, at: 4_000n, size: 1n })), 'VALUE_MIN');
  assert.equal(codeOf(trader.sell(ARUNA, { by, at: 1_000n, size: 3n })), 'VALUE_MIN', 'more than is held');
  const { id } = orderOf(trader.sell(ARUNA, { by, at: 4_000n, size: 2n }));
  assert.equal(codeOf(modify(trader, by, { id, at: 3_000n })), 'order', 'it may be offered for less');
});

test('what is left of a coin beyond its last lot does not make a sale of the rest a part', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const instrument = { ...BTC_USDT, lotSize: quantity(1_000n) };
  trader.apply({ type: 'instrument.set', instrument });
  const rest = trader.balance({ by, wallet: 'spot', asset: BTC_USDT.baseAsset });
  trader.quote(BTC_USDT, { bids: [[6_000_000n, rest]] });
  const kept = 1_000n + (rest % 1_000n);
  orderOf(trader.sell(BTC_USDT, { by, size: rest - kept }));
  const worth = amount(10n ** 12n);
  trader.apply({ type: 'instrument.set', instrument: { ...instrument, valueMin: worth } });
  assert.equal(codeOf(trader.sell(BTC_USDT, { by, at: 6_000_000n, size: 1_000n })), 'order');
});

test('an order may get smaller below the least worth, and not larger', () => {
  const { trader, by } = withShares(0n);
  const { id } = orderOf(trader.buy(ARUNA, { by, at: 5_000n, size: 3n }));
  assert.equal(
    codeOf(modify(trader, by, { id, size: 1n, at: 4_000n })),
    'VALUE_MIN',
    'a purchase at another price',
  );
  assert.equal(codeOf(modify(trader, by, { id, size: 1n })), 'order');
});
