import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '#engine.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { type Ask, codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, INR, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, amount, DAY_MS, instantMs, price, quantity, systemClientId } from '#values/index.ts';

/* Guards of what an account may set aside: each test fails without the condition that it names. */

/** So many purchases that rest, out of reach. */
function restMany(trader: Trader, by: AccountId, count: number): void {
  for (let nth = 0; nth < count; nth += 1) orderOf(trader.buy(ARUNA, { by, at: 45_000n, size: 1n }));
}

test('whoever has as many open orders as they may still takes with one that never rests', () => {
  const trader = new Trader();
  const by = trader.open(1);
  restMany(trader, by, 200);
  trader.quote(ARUNA, { asks: [[50_000n, 9n]] });
  const ask = { by, at: 50_000n, size: 1n } as const;
  assert.equal(codeOf(trader.buy(ARUNA, ask)), 'OPEN_ORDERS_MAX');
  assert.equal(orderOf(trader.buy(ARUNA, { ...ask, validity: 'ioc' })).state.name, 'completed');
});

test('a GTT that was triggered is one of the open orders', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 1n]] });
  orderOf(trader.buy(ARUNA, { by, size: 1n }));
  const gtt: Ask = {
    by,
    at: 49_000n,
    size: 1n,
    orderType: 'limit',
    validity: 'gtd',
    conditions: { priceTrigger: price(49_000n), gtt: true },
  };
  const { id } = orderOf(trader.buy(ARUNA, gtt));
  const seller = trader.open(2);
  trader.quote(ARUNA, { bids: [[49_000n, 1n]] });
  orderOf(trader.sell(ARUNA, { by: seller, at: 49_000n, size: 1n }));
  assert.equal(trader.state.accountSide.accounts.get(by)?.orders.get(id)?.row.state.name, 'open');
  trader.quote(ARUNA, {});
  restMany(trader, by, 199);
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 45_000n, size: 1n })), 'OPEN_ORDERS_MAX');
});

test('a limit on the worth of an order lets pass what is worth just as much', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const orderValueMax = { assetId: INR, amount: amount(45_000n) };
  trader.apply({ type: 'account.set', accountId: by, limits: { orderValueMax } });
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 45_000n, size: 1n })), 'order');
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 45_005n, size: 1n })), 'VALUE_MAX');
});

test('a limit on the worth of an order holds for a change of it as well, unless that lessens', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const limit = (units: bigint) => {
    const orderValueMax = { assetId: INR, amount: amount(units) };
    trader.apply({ type: 'account.set', accountId: by, limits: { orderValueMax } });
  };
  limit(2n * 45_000n);
  const { id } = orderOf(trader.buy(ARUNA, { by, at: 45_000n, size: 1n }));
  const change = (to: { quantity?: bigint; priceLimit?: bigint }) =>
    codeOf(
      trader.apply({
        type: 'order.modify',
        accountId: by,
        clientId: systemClientId(`change-${trader.state.lastSequence}`),
        contentHash: 'change',
        orderId: id,
        ...(to.quantity !== undefined && { quantity: quantity(to.quantity) }),
        ...(to.priceLimit !== undefined && { priceLimit: price(to.priceLimit) }),
      }),
    );
  assert.equal(change({ quantity: 3n }), 'VALUE_MAX');
  assert.equal(change({ quantity: 2n }), 'order');
  assert.equal(change({ priceLimit: 45_005n }), 'VALUE_MAX');
  limit(45_000n - 1n);
  assert.equal(change({ quantity: 1n }), 'order', 'less of it is never held back');
});

test('shares whose time has come count as usable once, and not as waiting besides', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 10n]] });
  orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 10n }));
  const sale = { by, at: 54_000n, size: 515n } as const;
  assert.equal(codeOf(trader.sell(ARUNA, { ...sale, size: 505n })), 'HOLDINGS_UNSETTLED');
  trader.atMs = instantMs(trader.atMs + 2 * DAY_MS);
  assert.equal(codeOf(trader.sell(ARUNA, sale)), 'INSUFFICIENT_HOLDINGS');
  assert.equal(codeOf(trader.sell(ARUNA, { ...sale, size: 510n })), 'order');
});

test('a market order that an auction collects stays there, and counts; in a journal of before it does not', () => {
  const trader = new Trader();
  const by = trader.open(1);
  restMany(trader, by, 199);
  const phases = { auction: 'preOpen', average: 'preOpen' } as const;
  trader.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases } });
  const ask = { by, size: 1n, validity: 'ioc' } as const;
  orderOf(trader.buy(ARUNA, ask));
  assert.equal(codeOf(trader.buy(ARUNA, ask)), 'OPEN_ORDERS_MAX');
  const { state, atMs } = trader;
  const rulesVersion = RULE_CHANGES.indexOf('collectedOrdersCount');
  const sent = {
    type: 'order.place',
    accountId: by,
    clientId: systemClientId('market-of-before'),
    contentHash: 'content',
  } as const;
  const asked = { instrumentId: ARUNA.id, side: 'buy', orderType: 'market', validity: 'ioc' } as const;
  const command = { ...sent, ...asked, quantity: quantity(1n) };
  const before = apply(state, { sequence: state.lastSequence + 1, atMs, rulesVersion, command });
  assert.ok(before.outcome.ok);
});
