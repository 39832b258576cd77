import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLOSING_ORDERS_MAX, GTTS_MAX, OPEN_ORDERS_MAX } from '#checks/order-count-checks.ts';
import { accountSweepsOf, apply, checkInvariants } from '#engine.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, sessionOfDay } from '#simulation/world.ts';
import {
  type AccountId,
  accountId,
  DAY_MS,
  instantMs,
  MINUTE_MS,
  price,
  quantity,
  systemClientId,
} from '#values/index.ts';

test('what is due on many accounts is done in steps, and what is not due leaves no row', () => {
  const trader = new Trader();
  const [one, two, three] = [1, 2, 3].map((id) => trader.open(id));
  assert.ok(one && two && three);
  trader.sell(ARUNA, { by: three, at: 50_000n, size: 20n });
  for (const by of [one, two]) trader.buy(ARUNA, { by, at: 50_000n, size: 10n });
  const due = { type: 'accounts.sweep', name: 'settlement' } as const;
  const unsettled = (by: typeof one) =>
    trader.balance({ by, wallet: 'stock', asset: ARUNA.baseAsset, bucket: 'unsettled' });
  const early = trader.apply({ ...due, accounts: [one], isLast: true });
  assert.deepEqual([early.journaled, accountSweepsOf(trader.state)], [false, []]);
  trader.atMs = instantMs(trader.atMs + DAY_MS);
  const first = trader.apply({ ...due, accounts: [one], isLast: false });
  assert.deepEqual([unsettled(one), unsettled(two), first.changes.accountSweeps.length], [0n, 10n, 1]);
  const [sweep] = accountSweepsOf(trader.state);
  assert.ok(sweep);
  const { name, sequence } = sweep;
  trader.apply({
    type: 'accounts.step',
    name,
    sequence,
    accounts: [two, three],
    isLast: false,
    isAhead: false,
  });
  assert.equal(unsettled(two), 0n);
  trader.apply({ type: 'accounts.step', name, sequence, accounts: [], isLast: true, isAhead: false });
  assert.deepEqual(accountSweepsOf(trader.state), []);
});

test('a step ends as many orders as one command may, however many its accounts have; the others keep their turn', () => {
  const trader = new Trader();
  const accounts = [1, 2, 3].map((id) => trader.open(id));
  const conditions = { ttlMinutes: 1 };
  for (const by of accounts)
    for (let count = 0; count < 4; count += 1)
      orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n, validity: 'ttl', conditions }));
  trader.apply({ type: 'rules.set', stepMax: 6 });
  trader.atMs = instantMs(trader.atMs + MINUTE_MS);
  const leftOf = () => accounts.map((by) => trader.state.accountSide.accounts.get(by)?.orders.size);
  const first = trader.apply({ type: 'accounts.sweep', name: 'expiry', accounts, isLast: true });
  assert.deepEqual([first.changes.orders.length, leftOf()], [5, [0, 3, 4]]);
  const [sweep] = accountSweepsOf(trader.state);
  assert.equal(sweep?.doneCount, 2, 'who is left is reached by a step');
  const { name, sequence } = sweep;
  const step = { type: 'accounts.step', name, sequence, isAhead: false } as const;
  trader.apply({ ...step, accounts: accounts.slice(1), isLast: false });
  assert.deepEqual(leftOf(), [0, 0, 2]);
  trader.apply({ ...step, accounts: accounts.slice(2), isLast: false });
  trader.apply({ ...step, accounts: [], isLast: true });
  assert.deepEqual([leftOf(), accountSweepsOf(trader.state)], [[0, 0, 0], []]);
});

test('in a journal of before a step reached every account that it named, whatever they had ordered', () => {
  const trader = new Trader();
  const accounts = [1, 2].map((id) => trader.open(id));
  const conditions = { ttlMinutes: 1 };
  for (const by of accounts)
    for (let count = 0; count < 4; count += 1)
      orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n, validity: 'ttl', conditions }));
  trader.apply({ type: 'rules.set', stepMax: 2 });
  trader.atMs = instantMs(trader.atMs + MINUTE_MS);
  const { state, atMs } = trader;
  const command = { type: 'accounts.sweep', name: 'expiry', accounts, isLast: true } as const;
  const rulesVersion = RULE_CHANGES.indexOf('accountStepsByOrders');
  const applied = apply(state, { sequence: state.lastSequence + 1, atMs, command, rulesVersion });
  assert.deepEqual([applied.changes.orders.length, accountSweepsOf(state)], [8, []]);
});

test('a corporate action reaches an account whole, and of those with many orders one in each step', () => {
  const trader = new Trader();
  const accounts = [1, 2, 3].map((id) => trader.open(id));
  for (const by of accounts)
    for (let count = 0; count < 4; count += 1) orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n }));
  trader.apply({ type: 'rules.set', stepMax: 2 });
  // Four orders of each and the lot of its granted shares.
  assert.deepEqual(rowsOfSteps(trader, accounts), [5, 5, 5, 0]);
});

const SPLIT = {
  kind: 'split',
  sharesBefore: quantity(1n),
  sharesAfter: quantity(2n),
  fractionPrice: price(25_000n),
} as const;

/** The share splits for all; how many orders and lots each step has touched. */
function rowsOfSteps(trader: Trader, accounts: readonly AccountId[], rulesVersion?: number): number[] {
  const begin = { accountId: accountId(0), clientId: systemClientId('corporate-rows'), contentHash: 'split' };
  trader.apply({ type: 'corporate.begin', ...begin, instrumentId: ARUNA.id, terms: SPLIT });
  const rows: number[] = [];
  for (let [sweep] = accountSweepsOf(trader.state); sweep; [sweep] = accountSweepsOf(trader.state)) {
    const { name, sequence, reachedTo } = sweep;
    const left = accounts.filter((by) => by > reachedTo);
    const step = { type: 'accounts.step', name, sequence, accounts: left, isAhead: false } as const;
    const command = { ...step, isLast: left.length === 0 };
    const numbered = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, command };
    const { changes } = apply(
      trader.state,
      rulesVersion === undefined ? numbered : { ...numbered, rulesVersion },
    );
    rows.push(changes.orders.length + changes.lots.length);
  }
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  return rows;
}

test('of accounts with many lots a corporate action reaches one in each step, and in a journal of before all', () => {
  const rowsBy = (rulesVersion?: number): number[] => {
    const trader = new Trader();
    const accounts = [1, 2, 3].map((id) => trader.open(id));
    for (let day = 1; day <= 3; day += 1) {
      trader.atMs = instantMs(trader.atMs + DAY_MS);
      trader.apply({ type: 'rules.set', session: sessionOfDay(day) });
      trader.quote(ARUNA, { asks: [[50_000n, 10n]] });
      for (const by of accounts) orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 1n }));
    }
    trader.quote(ARUNA, {});
    trader.apply({ type: 'rules.set', stepMax: 2 });
    return rowsOfSteps(trader, accounts, rulesVersion);
  };
  assert.deepEqual(rowsBy(), [4, 4, 4, 0]);
  assert.deepEqual(rowsBy(RULE_CHANGES.indexOf('accountStepsByLots')), [8, 4, 0]);
});

test('one account is reached whole: by as many orders as it may have open, and no more', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 1n]] });
  orderOf(trader.buy(ARUNA, { by, size: 1n }));
  const gtt = { validity: 'gtd', conditions: { gtt: true, priceTrigger: price(49_000n) } } as const;
  const placed = (place: () => Applied): number => {
    for (let count = 0; ; count += 1) if (!place().outcome.ok) return count;
  };
  const counts = [
    placed(() => trader.buy(ARUNA, { by, at: 48_000n, size: 1n })),
    placed(() => trader.sell(ARUNA, { by, at: 52_000n, size: 1n })),
    placed(() => trader.buy(ARUNA, { by, at: 48_500n, size: 1n, ...gtt })),
  ];
  assert.deepEqual(counts, [OPEN_ORDERS_MAX, CLOSING_ORDERS_MAX, GTTS_MAX]);
  const [first = 0, ...others] = rowsOfSteps(trader, [by]);
  const { lots } = trader.state.accountSide.accounts.get(by)?.holdings ?? {};
  const lotCount = lots?.get(ARUNA.baseAsset)?.length ?? 0;
  assert.deepEqual([first, others], [OPEN_ORDERS_MAX + CLOSING_ORDERS_MAX + GTTS_MAX + lotCount, [0]]);
});
