import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkInvariants, stateHash } from '#engine.ts';
import type { Applied } from '#model/outcome.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { BTC_USDT } from '#simulation/world.ts';
import { type AccountId, price } from '#values/index.ts';

const LOT = BTC_USDT.lotSize;

function ends(trader: Trader, of: { by: AccountId; size: bigint; isBracketEnd: boolean }): Applied {
  const { by, size, isBracketEnd } = of;
  return trader.sell(BTC_USDT, {
    by,
    size,
    at: 6_100_000n,
    validity: 'gtd',
    conditions: {
      gtt: true,
      priceTrigger: price(6_100_000n),
      otherLeg: { priceTrigger: price(5_900_000n), priceLimit: price(5_850_000n) },
      ...(isBracketEnd && { isBracketEnd }),
    },
  });
}

test('what a bracket promised and a pre-trade check refuses stands in the orders with its reason, and holds nothing', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const before = stateHash(trader.state);
  const applied = ends(trader, { by, size: 200_000n * LOT, isBracketEnd: true });
  const { state, conditions, id } = orderOf(applied);
  assert.deepEqual(
    [state.name === 'rejected' && state.code, conditions?.origin, id],
    ['INSUFFICIENT_HOLDINGS', 'gtt', trader.state.lastSequence],
  );
  assert.deepEqual(applied.changes.postings, []);
  assert.deepEqual(
    applied.changes.orders.map((order) => order.id),
    [id],
  );
  assert.equal(stateHash(trader.state), before, 'nothing that lives has changed');
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
});

test('that of a closed account too; and an order that its customer waits for is refused as ever', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const size = 100n * LOT;
  trader.apply({ type: 'account.set', accountId: by, status: 'closed' });
  const { state } = orderOf(ends(trader, { by, size, isBracketEnd: true }));
  assert.equal(state.name === 'rejected' && state.code, 'ACCOUNT_FROZEN');
  assert.equal(codeOf(ends(trader, { by, size, isBracketEnd: false })), 'ACCOUNT_FROZEN');
  const unknown = trader.command('sell', BTC_USDT, { by, size, at: 6_100_000n });
  assert.equal(codeOf(trader.apply(unknown)), 'ACCOUNT_FROZEN');
});
