import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountSweepsOf, stateRows, stepsBefore } from '#engine.ts';
import type { CorporateBegin } from '#model/commands/corporate-commands.ts';
import type { CorporateTerms } from '#model/corporate-terms.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, INR } from '#simulation/world.ts';
import { type AccountId, accountId, amount, price, quantity, systemClientId } from '#values/index.ts';

const SPLIT: CorporateTerms = {
  kind: 'split',
  sharesBefore: quantity(10n),
  sharesAfter: quantity(11n),
  fractionPrice: price(45_500n),
};
const DIVIDEND: CorporateTerms = { kind: 'dividend', amountPerShare: amount(100n) };

function begin(terms: CorporateTerms, instrumentId = ARUNA.id): CorporateBegin {
  const clientId = systemClientId(`corporate-${terms.kind}`);
  return {
    type: 'corporate.begin',
    accountId: accountId(0),
    clientId,
    contentHash: 'a',
    instrumentId,
    terms,
  };
}

function held(trader: Trader, by: AccountId): bigint {
  return trader.state.accountSide.accounts.get(by)?.holdings.positions.get(ARUNA.id)?.row.quantity ?? 0n;
}

/** Reaches accounts by the oldest sweep, as the server does by the tables. */
function step(trader: Trader, accounts: readonly AccountId[], isLast: boolean): void {
  const [sweep] = accountSweepsOf(trader.state);
  assert.ok(sweep, 'a sweep is open');
  const { name, sequence } = sweep;
  const one = { type: 'accounts.step', name, sequence, isAhead: false } as const;
  trader.apply({ ...one, accounts, isLast: false });
  if (isLast) trader.apply({ ...one, accounts: [], isLast: true });
}

test('a split reaches its holders some at a time, and who acts before their turn is reached first', () => {
  const trader = new Trader();
  const [one, two, three] = [1, 2, 3].map((id) => trader.open(id));
  assert.ok(one && two && three);
  const resting = orderOf(trader.sell(ARUNA, { by: three, at: 52_000n, size: 10n }));
  trader.apply(begin(SPLIT));
  step(trader, [one], false);
  assert.deepEqual(
    [one, two, three].map((by) => held(trader, by)),
    [550n, 500n, 500n],
  );
  const cancelled = orderOf(trader.apply({ type: 'order.cancel', accountId: three, orderId: resting.id }));
  assert.equal(cancelled.quantity, 11n, 'the order was re-priced before it was cancelled');
  assert.deepEqual(
    [one, two, three].map((by) => held(trader, by)),
    [550n, 500n, 550n],
  );
  step(trader, [two, three], true);
  assert.deepEqual(
    [one, two, three].map((by) => held(trader, by)),
    [550n, 550n, 550n],
    'each once',
  );
  assert.deepEqual(accountSweepsOf(trader.state), []);
});

test('nothing goes to the books of a share that changes, and who comes waits his turn', () => {
  const trader = new Trader();
  const [one, two] = [trader.open(1), trader.open(2)];
  orderOf(trader.sell(ARUNA, { by: one, at: 50_000n, size: 10n }));
  trader.apply(begin(DIVIDEND));
  const bought = orderOf(trader.buy(ARUNA, { by: two, at: 50_000n, size: 10n }));
  assert.equal(bought.state.name, 'new');
  assert.equal(codeOf(trader.quote(ARUNA, { asks: [[50_500n, 5n]] })), 'BOOK_BUSY');
  const before = trader.balance({ by: one, wallet: 'stock', asset: INR });
  step(trader, [one, two], false);
  assert.equal(trader.balance({ by: one, wallet: 'stock', asset: INR }) - before, 50_000n);
  assert.deepEqual([held(trader, one), held(trader, two)], [500n, 500n], 'nobody has traded');
  step(trader, [], true);
  assert.deepEqual([held(trader, one), held(trader, two)], [490n, 510n]);
});

test('who opens an account while a share changes has what was granted', () => {
  const trader = new Trader();
  const one = trader.open(1);
  trader.apply(begin(SPLIT));
  const late = trader.open(2);
  trader.sell(BHUMI, { by: late, at: 100n, size: 1n });
  step(trader, [one, late], true);
  assert.deepEqual([held(trader, one), held(trader, late)], [550n, 500n]);
});

test('cut at every step, a restart leads to the same state, and orders keep their places', () => {
  const [whole, cut] = [new Trader(), new Trader()];
  for (const trader of [whole, cut]) {
    const [one, two] = [trader.open(1), trader.open(2)];
    // The older order is of the account that is reached last.
    const [older, newer] = [two, one].map((by) => orderOf(trader.buy(ARUNA, { by, at: 49_995n, size: 10n })));
    for (const at of [51_000n, 52_000n]) trader.sell(ARUNA, { by: two, at, size: 20n });
    trader.apply(begin(SPLIT));
    for (const [nth, by] of [one, two].entries()) {
      if (trader === cut) trader.state = reload(trader.state);
      step(trader, [by], nth === 1);
    }
    const entries = [...(trader.state.instrumentSide.books.get(ARUNA.id)?.demo.book.entries('buy') ?? [])];
    assert.deepEqual(
      entries.map(({ id }) => id),
      [older?.id, newer?.id],
    );
  }
  assert.deepEqual(stateRows(cut.state), stateRows(whole.state));
});

test('two sweeps go on one after the other, and who acts is reached by both in their order', () => {
  const trader = new Trader();
  const one = trader.open(1);
  trader.apply(begin(SPLIT));
  trader.apply(begin(DIVIDEND, BHUMI.id));
  const [first, second] = accountSweepsOf(trader.state);
  assert.ok(first && second);
  const { name, sequence } = second;
  const early = {
    type: 'accounts.step',
    name,
    sequence,
    accounts: [],
    isLast: true,
    isAhead: false,
  } as const;
  trader.apply(early);
  assert.equal(accountSweepsOf(trader.state).length, 2, 'the second waits for the first');
  const lots = { type: 'lots.settle', accountId: one } as const;
  assert.deepEqual(
    stepsBefore(trader.state, lots).map((before) => before.sequence),
    [first.sequence, second.sequence],
  );
  trader.apply(lots);
  assert.deepEqual(stepsBefore(trader.state, lots), []);
});
