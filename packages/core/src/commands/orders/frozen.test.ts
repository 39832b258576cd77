import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAMILY_ORDERS_MAX, OPEN_ORDERS_MAX } from '#checks/order-count-checks.ts';
import { apply } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, INR, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, amount, DAY_MS, price } from '#values/index.ts';

/* An account is frozen after it placed an order that waits: what opens ends, what lessens goes on. */

const BEFORE = RULE_CHANGES.indexOf('frozenTriggersNothing');
const GTT = { gtt: true, priceTrigger: price(49_000n) } as const;

/** Freezes as before a freeze itself ended what opens: such orders are there in old journals. */
function freeze(trader: Trader, accountId: AccountId): void {
  const command = { type: 'account.set', accountId, ownerFrozen: true } as const;
  const rulesVersion = RULE_CHANGES.indexOf('freezeEndsOpening');
  const { state, atMs } = trader;
  const applied = apply(state, { sequence: state.lastSequence + 1, atMs, command, rulesVersion });
  assert.ok(applied.outcome.ok);
}

/** The market maker trades with itself at a price. */
function print(trader: Trader, at: bigint, rulesVersion = RULES_VERSION): Applied {
  trader.quote(ARUNA, { asks: [[at, ARUNA.lotSize]] });
  const took = { instrumentId: ARUNA.id, environment: 'demo', side: 'buy', quantity: ARUNA.lotSize } as const;
  const command = { type: 'marketMaker.take', ...took, priceLimit: price(at) } as const;
  return apply(trader.state, {
    sequence: trader.state.lastSequence + 1,
    atMs: trader.atMs,
    command,
    rulesVersion,
  });
}

function ended({ changes }: Applied, { id }: Order): string | undefined {
  const state = changes.orders.find((row) => row.id === id)?.state;
  return state?.name === 'cancelled' ? state.cause : state?.name;
}

function opened(): { trader: Trader; by: AccountId } {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  return { trader, by };
}

test('a GTT to buy that triggers after a freeze ends and says why', () => {
  const { trader, by } = opened();
  const order = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 10n, validity: 'gtd', conditions: GTT }));
  freeze(trader, by);
  assert.equal(ended(print(trader, 49_000n), order), 'accountFrozen');
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
});

test('an order for the next session ends at the opening after a freeze', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  const conditions = { afterMarket: true } as const;
  const order = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 5n, validity: 'day', conditions }));
  freeze(trader, by);
  const began = trader.apply({ type: 'rules.set', session: sessionOfDay(1, 'open') });
  const stepped = trader.state.accountSide.accounts.get(by)?.orders.has(order.id)
    ? trader.apply({ type: 'sweep.step' })
    : began;
  assert.equal(ended(stepped, order), 'accountFrozen');
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
});

test('a GTT to sell what the account has goes on after a freeze', () => {
  const { trader, by } = opened();
  const order = orderOf(trader.sell(ARUNA, { by, at: 48_000n, size: 5n, validity: 'gtd', conditions: GTT }));
  freeze(trader, by);
  assert.equal(ended(print(trader, 49_000n), order), 'open');
});

test('an old journal replays with the purchase that its freeze did not end', () => {
  const { trader, by } = opened();
  const order = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 10n, validity: 'gtd', conditions: GTT }));
  freeze(trader, by);
  assert.equal(ended(print(trader, 49_000n, BEFORE), order), 'open');
});

const OWNER = { ownerFrozen: true } as const;
const STAFF = { status: 'frozen' } as const;

for (const [who, what] of [
  ['its owner', OWNER],
  ['staff', STAFF],
] as const)
  test(`a freeze by ${who} ends at once what opens, and leaves what closes`, () => {
    const { trader, by } = opened();
    trader.quote(ARUNA, { asks: [[50_000n, 100n]] });
    orderOf(trader.buy(ARUNA, { by, size: 10n, product: 'intraday' }));
    const stop = { priceTrigger: price(51_000n) };
    const opening = [
      trader.buy(ARUNA, { by, at: 46_000n, size: 1n }),
      trader.buy(ARUNA, { by, at: 51_000n, size: 2n, orderType: 'stopLimit', conditions: stop }),
      trader.buy(ARUNA, { by, at: 49_000n, size: 3n, validity: 'gtd', conditions: GTT }),
      trader.buy(ARUNA, { by, at: 46_000n, size: 4n, product: 'intraday' }),
    ].map(orderOf);
    const staying = [
      trader.sell(ARUNA, { by, at: 54_000n, size: 5n }),
      trader.sell(ARUNA, { by, at: 48_000n, size: 6n, validity: 'gtd', conditions: GTT }),
      trader.sell(ARUNA, { by, at: 54_500n, size: 10n, product: 'intraday' }),
      trader.buy(ARUNA, { by, at: 46_000n, size: 7n, agent: 'staff' }),
    ].map(orderOf);
    const others = { ownerFrozen: false, status: 'active', spotFeeTier: 0 } as const;
    const lifted = trader.apply({ type: 'account.set', accountId: by, ...others });
    assert.deepEqual(lifted.changes.orders, [], 'a lift ends nothing');
    const frozen = trader.apply({ type: 'account.set', accountId: by, ...what });
    assert.deepEqual(
      opening.map((order) => ended(frozen, order)),
      opening.map(() => 'accountFrozen'),
    );
    assert.equal(frozen.changes.orders.length, opening.length);
    const left = trader.state.accountSide.accounts.get(by)?.orders.keys() ?? [];
    assert.deepEqual(
      [...left],
      staying.map(({ id }) => id),
    );
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
  });

test('a freeze ends an order for the next session at once', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  const conditions = { afterMarket: true } as const;
  const order = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 5n, validity: 'day', conditions }));
  assert.equal(ended(trader.apply({ type: 'account.set', accountId: by, ...OWNER }), order), 'accountFrozen');
});

test('a purchase that one in steps is to meet is filled by it still, and its rest ends with the freeze', () => {
  const trader = new Trader();
  const [by, seller, others] = [trader.open(1), trader.open(2), trader.open(3)];
  for (let nth = 0; nth < 60; nth += 1) orderOf(trader.buy(BHUMI, { by: others, at: 100n, size: 10n }));
  const own = orderOf(trader.buy(BHUMI, { by, at: 99n, size: 100n }));
  orderOf(trader.sell(BHUMI, { by: seller, at: 99n, size: 610n }));
  const book = trader.state.instrumentSide.books.get(BHUMI.id)?.demo;
  assert.ok(book?.taking, 'it takes in steps');
  const account = trader.state.accountSide.accounts.get(by);
  const shares = () => account?.holdings.positions.get(BHUMI.id)?.row.quantity ?? 0n;
  const before = shares();
  trader.apply({ type: 'account.set', accountId: by, ...OWNER });
  while (book.sweeps.length > 0) trader.apply({ type: 'sweep.step' });
  trader.quote(BHUMI, { asks: [[99n, 1_000n]] });
  assert.deepEqual([shares() - before, account?.orders.has(own.id)], [10n, false]);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
});

test('a freeze or a break of the head ends what opens in its sub-accounts; before, it went on', () => {
  const frozen = { type: 'account.set', ownerFrozen: true } as const;
  const until = { type: 'limit.set', name: 'exclusion', offsetMinutes: 330, onlyStricter: false } as const;
  for (const [cause, what] of [
    ['accountFrozen', () => frozen],
    ['customer', (atMs: number) => ({ ...until, value: amount(BigInt(atMs + DAY_MS)) })],
  ] as const) {
    const trader = new Trader();
    const head = trader.open(1);
    const subs = [22, 21].map((id) => trader.openSub(id, { parentId: head, purpose: 'robot' }));
    const orders = subs.map((by) => {
      trader.transfer({
        accountId: head,
        subAccountId: by,
        wallet: 'stock',
        assetId: INR,
        units: 50_000_00n,
      });
      return orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n, agent: 'robot' }));
    });
    const other = orderOf(trader.buy(ARUNA, { by: trader.open(3), at: 49_000n, size: 1n }));
    const closing = orderOf(trader.sell(ARUNA, { by: head, at: 54_000n, size: 1n }));
    trader.state = reload(trader.state);
    const numbered = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs };
    const command = { accountId: head, ...what(trader.atMs) } as const;
    const rulesVersion = RULE_CHANGES.indexOf('freezeEndsFamily');
    const before = apply(reload(trader.state), { ...numbered, command, rulesVersion });
    assert.deepEqual(before.changes.orders, []);
    const applied = apply(trader.state, { ...numbered, command });
    assert.deepEqual(
      applied.changes.orders.map(({ id }) => id),
      orders.map(({ id }) => id).toReversed(),
      'by the numbers of the accounts',
    );
    for (const order of orders) assert.equal(ended(applied, order), cause);
    for (const { accountId: by, id } of [other, closing])
      assert.ok(trader.state.accountSide.accounts.get(by)?.orders.has(id));
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
  }
});

test('sub-accounts of one account share a limit on orders that open, so that one command can end them', () => {
  const trader = new Trader();
  const head = trader.open(1);
  const subs = [21, 22, 23, 24, 25, 26].map((id) => trader.openSub(id, { parentId: head, purpose: 'robot' }));
  const buy = (by: AccountId) => trader.command('buy', BHUMI, { by, at: 90n, size: 2n, agent: 'robot' });
  for (const by of subs)
    trader.transfer({ accountId: head, subAccountId: by, wallet: 'stock', assetId: INR, units: 9_000_00n });
  const [last = head, ...others] = subs;
  for (const by of others) for (let nth = 0; nth < OPEN_ORDERS_MAX; nth += 1) orderOf(trader.apply(buy(by)));
  const { outcome } = trader.apply(buy(last));
  assert.deepEqual(!outcome.ok && outcome.refusal, {
    code: 'OPEN_ORDERS_MAX',
    detail: { limit: String(FAMILY_ORDERS_MAX) },
  });
  orderOf(trader.buy(BHUMI, { by: head, at: 90n, size: 2n }));
  const sequence = trader.state.lastSequence + 1;
  const rulesVersion = RULE_CHANGES.indexOf('familyOrderCount');
  const before = apply(trader.state, { sequence, atMs: trader.atMs, command: buy(last), rulesVersion });
  assert.equal(orderOf(before).state.name, 'open');
  assert.equal(trader.apply({ type: 'account.set', accountId: head, ...STAFF }).changes.orders.length, 1_002);
});
