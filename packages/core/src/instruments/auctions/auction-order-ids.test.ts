import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderIdsOf } from '#model/auction-record.ts';
import type { BasketLeg } from '#model/commands/order-commands.ts';
import type { ClosingBy, SessionPhase } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { type Ask, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, sessionOfDay } from '#simulation/world.ts';
import { parseClientId, price, quantity } from '#values/index.ts';

/*
 * The owner of an order finds it in what is told of an auction by the mark of its id: each line
 * must end in the id of the order that stood there, however the order came into the auction.
 */

function enter(trader: Trader, phase: SessionPhase): Applied {
  const phases: Record<ClosingBy, SessionPhase> = { auction: phase, average: phase };
  return trader.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases } });
}

/** A print, by which waiting orders are triggered. */
function print(trader: Trader, at: bigint): void {
  trader.quote(ARUNA, { asks: [[at, 1n]] });
  trader.buy(ARUNA, { by: trader.open(90), at, size: 1n });
}

/** A sale that waits for 49,700. */
function waiting(trader: Trader, ask: Pick<Ask, 'by' | 'at'>, gtt?: true): Order {
  return orderOf(
    trader.sell(ARUNA, {
      ...ask,
      size: 1n,
      orderType: gtt ? 'limit' : 'stopLimit',
      ...(gtt && { validity: 'gtd' }),
      conditions: { priceTrigger: price(49_700n), ...(gtt && { gtt }) },
    }),
  );
}

/** Two legs in one share: they have one priority. */
function basket(trader: Trader): string[] {
  const clientId = parseClientId('basket-1') ?? assert.fail();
  const { accountId } = trader.command('buy', ARUNA, { by: trader.open(3), size: 1n });
  const legs = [49_000n, 49_100n].map((at): BasketLeg => {
    const terms = { side: 'buy', orderType: 'limit', validity: 'day', instrumentId: ARUNA.id } as const;
    return { ...terms, priceLimit: price(at), quantity: quantity(1n) };
  });
  const { outcome } = trader.apply({ type: 'order.basket', accountId, clientId, contentHash: '', legs });
  assert.ok(outcome.ok && outcome.type === 'basket');
  return outcome.legs.map(({ order }) => String(order.id));
}

test('triggered orders, GTTs and legs of a basket stand in an auction under their own ids (trial 34)', () => {
  const trader = new Trader();
  print(trader, 50_000n);
  const by = trader.open(1);
  const triggered = [waiting(trader, { by, at: 49_640n }), waiting(trader, { by, at: 49_630n }, true)];
  print(trader, 49_650n);
  const legs = basket(trader);
  enter(trader, 'closingAuction');
  const legsCollected = trader.buy(ARUNA, { by: trader.open(91), at: 49_700n, size: 1n });
  const [record] = enter(trader, 'closingMatch').changes.auctions;
  const kept = orderIdsOf(record?.lines ?? '');
  const placesOf = (ids: readonly string[]) => ids.map((id) => kept.indexOf(id));
  const expected = [...triggered.map(({ id }) => String(id)), ...legs, String(orderOf(legsCollected).id)];
  assert.ok(!placesOf(expected).includes(-1), `${expected.join(' ')} in ${kept.join(' ')}`);
  const lines = (record?.lines ?? '').split(';');
  const pricesOf = (ids: readonly string[]) => placesOf(ids).map((place) => lines[place]?.split(',')[1]);
  assert.deepEqual(pricesOf(expected), ['49640', '49630', '49000', '49100', '49700']);
});
