import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, openSweepsOf, stateRows } from '#engine.ts';
import { bookAt } from '#instruments/instrument-side.ts';
import type { Command } from '#model/command.ts';
import type { Instrument, SessionPhase } from '#model/instrument.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, INR, sessionOfDay } from '#simulation/world.ts';
import { collectedIn } from '#sweeps/book-orders.ts';
import { type AccountId, type OrderId, price } from '#values/index.ts';

/** The most that one command may do here. */
const STEP = 4;
const EACH = 10n;

interface Collecting {
  readonly trader: Trader;
  readonly accounts: readonly [AccountId, AccountId];
}

function toPhase(trader: Trader, phase: SessionPhase): Applied {
  return trader.apply({
    type: 'rules.set',
    session: { ...sessionOfDay(0), phases: { auction: phase, average: phase } },
  });
}

/** Ten buyers' and ten sellers' orders of the day in an auction, and a market order. */
function collecting(): Collecting {
  const trader = new Trader();
  const [buyer, seller] = [trader.open(1), trader.open(2)];
  trader.apply({ type: 'rules.set', stepMax: STEP });
  toPhase(trader, 'preOpen');
  for (let nth = 0n; nth < EACH; nth += 1n) {
    orderOf(trader.buy(ARUNA, { by: buyer, at: 49_000n + nth * 100n, size: 2n }));
    orderOf(trader.sell(ARUNA, { by: seller, at: 49_500n + nth * 100n, size: 1n }));
  }
  orderOf(trader.buy(ARUNA, { by: buyer, size: 1n }));
  return { trader, accounts: [buyer, seller] };
}

/** Goes on until no sweep is open; gives the most orders that a step changed. */
function finish(trader: Trader, between: () => void = () => undefined): number {
  let most = 0;
  while (openSweepsOf(trader.state).length > 0) {
    between();
    most = Math.max(most, trader.apply({ type: 'sweep.step' }).changes.orders.length);
  }
  return most;
}

function openOf(trader: Trader, accounts: readonly AccountId[]): OrderId[] {
  return accounts.flatMap((by) => [...(trader.state.accountSide.accounts.get(by)?.orders.keys() ?? [])]);
}

const END: Command = { type: 'session.end', venue: 'NSE_SIM' };
const NARROW: Instrument = { ...ARUNA, band: { priceLow: price(49_300n), priceHigh: price(49_800n) } };

test('a day that ends while an auction collects ends its orders in steps that are bounded (row 2)', () => {
  const { trader, accounts } = collecting();
  assert.equal(trader.apply(END).changes.orders.length, STEP);
  assert.equal(finish(trader), STEP);
  assert.deepEqual(openOf(trader, accounts), []);
});

test('a band that leaves collected orders outside, or a delisting, ends them in steps as well (row 2)', () => {
  const { trader, accounts } = collecting();
  assert.equal(trader.apply({ type: 'instrument.set', instrument: NARROW }).changes.orders.length, STEP);
  assert.equal(finish(trader), STEP);
  const limits = accounts.flatMap((by) =>
    Array.from(trader.state.accountSide.accounts.get(by)?.orders.values() ?? [], ({ row }) => row.priceLimit),
  );
  assert.deepEqual(limits.sort(), [
    49_300n,
    49_400n,
    49_500n,
    49_500n,
    49_600n,
    49_600n,
    49_700n,
    49_700n,
    49_800n,
    49_800n,
  ]);
  const gone: Instrument = { ...ARUNA, status: 'unlisted' };
  assert.equal(trader.apply({ type: 'instrument.set', instrument: gone }).changes.orders.length, STEP);
  assert.equal(finish(trader), STEP);
  assert.deepEqual(openOf(trader, accounts), []);
  for (const by of accounts)
    assert.equal(trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), 0n);
});

test('a collected order whose day is over never trades, though the auction ends before it is reached', () => {
  const ended = (isCut: boolean): unknown => {
    const { trader, accounts } = collecting();
    const between = (): void => {
      if (isCut) trader.state = reload(trader.state);
    };
    const fills = [trader.apply(END), toPhase(trader, 'preOpenMatch')].flatMap(
      ({ changes }) => changes.fills,
    );
    between();
    assert.ok(openSweepsOf(trader.state).some(({ name }) => name === 'uncrossing'));
    finish(trader, between);
    assert.deepEqual(fills, []);
    assert.deepEqual(openOf(trader, accounts), []);
    return stateRows(trader.state);
  };
  assert.deepEqual(ended(true), ended(false));
});

test('before that was in steps, a command ended all that auctions had collected, and is replayed so', () => {
  const rulesVersion = RULE_CHANGES.indexOf('collectedInSteps');
  for (const [command, count] of [
    [END, 21],
    [{ type: 'instrument.set', instrument: NARROW }, 11],
  ] as const) {
    const { trader } = collecting();
    const sequence = trader.state.lastSequence + 1;
    const { changes } = apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion });
    assert.equal(changes.orders.length, count);
    const ids = changes.orders.map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((one, other) => one - other),
    );
  }
});

test('a band or a day that ends while an auction’s price is fixed lets its matches be made first', () => {
  const { trader, accounts } = collecting();
  trader.apply({ type: 'rules.set', stepMax: 1 });
  toPhase(trader, 'preOpenMatch');
  const names = (): string[] =>
    openSweepsOf(trader.state)
      .filter((one) => one.instrumentId === ARUNA.id && one.environment === 'demo')
      .map(({ name }) => name);
  assert.deepEqual(names(), ['uncrossing']);
  const at = bookAt(trader.state.instrumentSide, { instrumentId: ARUNA.id, environment: 'demo' });
  assert.ok(at?.auction && at.auction.orders.size > 0);
  assert.equal(collectedIn({ at, rulesVersion: RULES_VERSION }), undefined, 'no sweep finds them');
  const narrowed = trader.apply({ type: 'instrument.set', instrument: NARROW });
  assert.ok(!narrowed.changes.orders.some(({ state }) => 'cause' in state), 'none of them is ended by it');
  assert.deepEqual(names(), ['uncrossing', 'bandChange']);
  trader.apply({ type: 'rules.set', stepMax: STEP });
  const fills: unknown[] = [];
  while (openSweepsOf(trader.state).length > 0)
    fills.push(...trader.apply({ type: 'sweep.step' }).changes.fills);
  assert.ok(fills.length > 0, 'the matches were made');
  const outside = accounts.flatMap((by) =>
    Array.from(trader.state.accountSide.accounts.get(by)?.orders.values() ?? [], ({ row }) => row).filter(
      ({ priceLimit }) => priceLimit < 49_300n || priceLimit > 49_800n,
    ),
  );
  assert.deepEqual(outside, [], 'and who is left outside the band has ended');
});
