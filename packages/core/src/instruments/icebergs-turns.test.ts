import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openSweepsOf } from '#engine.ts';
import { bookAt } from '#instruments/instrument-side.ts';
import { checkInvariants } from '#invariants/check.ts';
import { MARKET_MAKER_OWNER } from '#matching/order-book.ts';
import type { BasketLeg } from '#model/commands/order-commands.ts';
import type { Fill } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA } from '#simulation/world.ts';
import { accountId, type Price, price, quantity, type Side } from '#values/index.ts';

const DEMO = { instrumentId: ARUNA.id, environment: 'demo' } as const;
const LEVELS = { buy: [49_990n, 49_980n], sell: [50_010n, 50_020n] } as const;
const MAKERS = [1, 2, 3, 4];
const TAKER = 9;

/** Orders as they stand, by what was filled alone: a part that is filled shows the next one at the end. */
class Queue {
  readonly #standing: { id: number; side: Side; at: bigint; each: bigint; left: bigint; filled: bigint }[] =
    [];

  stand(order: { id: number; side: Side; at: bigint; each: bigint; left: bigint }): void {
    this.#standing.push({ ...order, filled: 0n });
  }

  follow({ maker, quantity: size, price: at }: Fill): void {
    if (maker.isMarketMaker) return;
    const found = this.#standing.findIndex(({ id }) => id === maker.orderId);
    const first = this.#standing.findIndex((one) => one.at === at);
    assert.equal(found, first, `${maker.orderId} fills before ${this.#standing[first]?.id}`);
    const order = this.#standing[found];
    assert.ok(order);
    order.left -= size;
    order.filled += size;
    if (order.left === 0n || order.filled % order.each === 0n) this.#standing.splice(found, 1);
    if (order.left > 0n && order.filled % order.each === 0n) this.#standing.push(order);
  }

  idsAt(level: bigint): number[] {
    return this.#standing.filter(({ at }) => at === level).map(({ id }) => id);
  }
}

const sides = fc.constantFrom<Side>('buy', 'sell');
const makerOp = fc.record({
  type: fc.constant('stand' as const),
  by: fc.constantFrom(...MAKERS),
  side: sides,
  level: fc.nat({ max: 1 }),
  each: fc.constantFrom(2n, 3n),
});
const size = fc.bigInt({ min: 1n, max: 7n });
const takes = fc.record({ side: sides, size });
const basketOp = fc.record({
  type: fc.constant('basket' as const),
  legs: fc.array(takes, { minLength: 1, maxLength: 4 }),
});
const marketMakerOp = fc.record({ type: fc.constant('marketMaker' as const), side: sides, size });

function legOf(side: Side, size: bigint): BasketLeg & { readonly priceLimit: Price } {
  const priceLimit = price(side === 'buy' ? LEVELS.sell[1] : LEVELS.buy[1]);
  const quantityOf = quantity(size);
  return {
    instrumentId: ARUNA.id,
    side,
    orderType: 'limit',
    validity: 'ioc',
    priceLimit,
    quantity: quantityOf,
  };
}

type Op =
  | (typeof makerOp extends fc.Arbitrary<infer Stand> ? Stand : never)
  | (typeof basketOp extends fc.Arbitrary<infer Basket> ? Basket : never)
  | (typeof marketMakerOp extends fc.Arbitrary<infer Taken> ? Taken : never);

const stand = (by: number, side: Side): Op => ({ type: 'stand', by, side, level: 0, each: 2n });
const basket = (...legs: readonly Side[]): Op => ({
  type: 'basket',
  legs: legs.map((side) => ({ side, size: 2n })),
});

/** The older of two bids stands behind the younger one. */
const TURNED = [stand(1, 'buy'), stand(2, 'buy'), stand(3, 'sell'), basket('sell')];

/** An iceberg of another price shows its part between theirs. */
const between = (stepMax: number): [Op[], number, boolean] => [
  [...TURNED, basket('sell', 'buy', 'sell')],
  stepMax,
  false,
];
/** The market maker takes from both at once. */
const ofMarketMaker: [Op[], number, boolean] = [
  [...TURNED, { type: 'marketMaker', side: 'sell', size: 4n }],
  10_000,
  false,
];

/** Follows a command and every sweep that it leaves. */
function carry(trader: Trader, queue: Queue, first: Applied, isCut: boolean): void {
  for (const fill of first.changes.fills) queue.follow(fill);
  while (openSweepsOf(trader.state).length > 0) {
    if (isCut) trader.state = reload(trader.state);
    for (const fill of trader.apply({ type: 'sweep.step' }).changes.fills) queue.follow(fill);
  }
}

test('icebergs that show their next parts in one command keep their turns, whatever came between them', () => {
  const ops = fc.array(fc.oneof(makerOp, basketOp, marketMakerOp), { minLength: 12, maxLength: 40 });
  fc.assert(
    fc.property(ops, fc.constantFrom(1, 12, 10_000), fc.boolean(), (drawn, stepMax, isCut) => {
      const trader = new Trader();
      for (const id of [...MAKERS, TAKER]) trader.open(id);
      trader.apply({ type: 'rules.set', stepMax });
      const queue = new Queue();
      for (const op of drawn) {
        if (op.type === 'stand') {
          const at = LEVELS[op.side][op.level] ?? 0n;
          const ask = { by: accountId(op.by), at, size: op.each * 4n };
          const shown = { ...ask, conditions: { quantityShown: quantity(op.each) } };
          const applied = op.side === 'buy' ? trader.buy(ARUNA, shown) : trader.sell(ARUNA, shown);
          if (!applied.outcome.ok) continue;
          const { id } = orderOf(applied);
          queue.stand({ id, side: op.side, at, each: op.each, left: ask.size });
        } else if (op.type === 'basket') {
          const { clientId } = trader.command('buy', ARUNA, { by: accountId(TAKER), size: 1n });
          const legs = op.legs.map((leg) => legOf(leg.side, leg.size));
          const of = { accountId: accountId(TAKER), clientId, contentHash: clientId, legs };
          carry(trader, queue, trader.apply({ type: 'order.basket', ...of }), isCut);
        } else {
          const { priceLimit, quantity: asked } = legOf(op.side, op.size);
          const of = { ...DEMO, side: op.side, priceLimit, quantity: asked };
          carry(trader, queue, trader.apply({ type: 'marketMaker.take', ...of }), isCut);
        }
        const at = bookAt(trader.state.instrumentSide, DEMO);
        for (const side of ['buy', 'sell'] as const) {
          const entries = [...(at?.book.entries(side) ?? [])].filter(
            ({ owner }) => owner !== MARKET_MAKER_OWNER,
          );
          const standing = LEVELS[side].flatMap((level) => queue.idsAt(level));
          assert.deepEqual(
            entries.map(({ id }) => Number(id)),
            standing,
            side,
          );
        }
      }
      assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
    }),
    { numRuns: 150, examples: [between(10_000), between(1), ofMarketMaker] },
  );
});
