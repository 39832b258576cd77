import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, openSweepsOf } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Fill, Order } from '#model/order.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, sessionOfDay } from '#simulation/world.ts';
import { price } from '#values/index.ts';

const BAND = { priceLow: price(51_000n), priceHigh: price(54_000n) };
const NEXT = { conditions: { afterMarket: true } } as const;

interface Risen {
  readonly trader: Trader;
  readonly offers: readonly Order[];
  readonly sleeper: Order;
}

/** A session begins: offers have come to the book, and who would buy them is next when the band rises. */
function risen(): Risen {
  const trader = new Trader();
  trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  const [seller, buyer] = [trader.open(1), trader.open(2)];
  const offers = [0, 1, 2].map(() =>
    orderOf(trader.sell(ARUNA, { by: seller, at: 50_000n, size: 2n, ...NEXT })),
  );
  const sleeper = orderOf(trader.buy(ARUNA, { by: buyer, at: 52_000n, size: 5n, ...NEXT }));
  trader.apply({ type: 'rules.set', stepMax: 4 });
  trader.apply({ type: 'rules.set', session: sessionOfDay(1) });
  while (trader.state.instrumentSide.books.get(ARUNA.id)?.demo.resting.size !== offers.length)
    trader.apply({ type: 'sweep.step' });
  return { trader, offers, sleeper };
}

/** The band rises; gives the fills and ends of what follows by some rules. */
function follow({ trader }: Risen, rulesVersion: number, isCut: boolean): { fills: Fill[]; ended: string[] } {
  const fills: Fill[] = [];
  const ended: string[] = [];
  const step = (command: Parameters<Trader['apply']>[0]): void => {
    if (isCut) trader.state = reload(trader.state);
    const numbered = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, rulesVersion };
    const { changes } = apply(trader.state, { ...numbered, command });
    fills.push(...changes.fills);
    for (const { id, state } of changes.orders)
      if (state.name === 'cancelled') ended.push(`${id} ${state.cause}`);
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  };
  step({ type: 'instrument.set', instrument: { ...ARUNA, band: BAND } });
  while (openSweepsOf(trader.state).length > 0) step({ type: 'sweep.step' });
  return { fills, ended };
}

test('who is let go meets nobody outside the band in force, whom the change of the band has not reached', () => {
  for (const isCut of [false, true]) {
    const of = risen();
    const { fills, ended } = follow(of, RULES_VERSION, isCut);
    assert.deepEqual(fills, []);
    assert.deepEqual(
      ended,
      of.offers.map(({ id }) => `${id} bandChange`),
    );
    const at = of.trader.state.instrumentSide.books.get(ARUNA.id)?.demo;
    assert.deepEqual([...(at?.resting.keys() ?? [])], [of.sleeper.id], 'and rests at its own limit');
  }
});

test('before, who was let go filled with them', () => {
  const { fills } = follow(risen(), RULE_CHANGES.indexOf('bandBeforeTakers'), false);
  assert.deepEqual(
    fills.map(({ price: at }) => at),
    [50_000n, 50_000n, 50_000n],
  );
});
