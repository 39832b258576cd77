import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountSweepsOf, apply, openSweepsOf } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Command } from '#model/command.ts';
import type { SessionPhase } from '#model/instrument.ts';
import { type CancelCause, type Order, shownOrder } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT, INR, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, amount, DAY_MS, instantMs, parseClientId, price } from '#values/index.ts';

/*
 * A command that ends many orders of an account or a family: what it does not release has ended all the same.
 */

const ORDERS = 12;
const STEP_MAX = 5;

interface Scene {
  readonly trader: Trader;
  readonly by: AccountId;
  readonly orders: readonly Order[];
}

/** Purchases of an account, more than one command may release. */
function scene(): Scene {
  const trader = new Trader();
  const by = trader.open(1);
  const orders = Array.from({ length: ORDERS }, () =>
    orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n })),
  );
  trader.apply({ type: 'rules.set', stepMax: STEP_MAX });
  return { trader, by, orders };
}

type Ending = readonly [cause: CancelCause, what: (by: AccountId, atMs: number) => Command];
const ENDINGS: readonly Ending[] = [
  ['accountFrozen', (accountId) => ({ type: 'account.set', accountId, ownerFrozen: true })],
  ['customer', (accountId) => ({ type: 'order.cancelAll', accountId })],
  [
    'customer',
    (accountId, atMs) => ({
      type: 'limit.set',
      accountId,
      name: 'exclusion',
      offsetMinutes: 330,
      onlyStricter: false,
      value: amount(BigInt(atMs + DAY_MS)),
    }),
  ],
];

function endedIn({ changes }: Applied): string[] {
  return changes.orders.flatMap(({ state }) => (state.name === 'cancelled' ? [state.cause] : []));
}

/** Lets the sweep of expiries go to its end, with a restart before each step, and gives the causes of all. */
function swept({ trader, by }: Scene, note: (order: Order) => void = () => undefined): string[] {
  const causes: string[] = [];
  const begin = { type: 'accounts.sweep', name: 'expiry', accounts: [by], isLast: true } as const;
  trader.state = reload(trader.state);
  const first = trader.apply(begin);
  first.changes.orders.forEach(note);
  causes.push(...endedIn(first));
  for (let [open] = accountSweepsOf(trader.state); open; [open] = accountSweepsOf(trader.state)) {
    const left = trader.state.accountSide.accounts.get(by)?.orders.size ?? 0;
    const { name, sequence } = open;
    const accounts = left > 0 ? [by] : [];
    const isLast = left === 0;
    trader.state = reload(trader.state);
    const step = trader.apply({ type: 'accounts.step', name, sequence, accounts, isLast, isAhead: false });
    assert.ok(step.changes.orders.length <= STEP_MAX);
    causes.push(...endedIn(step));
    step.changes.orders.forEach(note);
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  }
  return causes;
}

for (const [cause, what] of ENDINGS)
  test(`${what(scene().by, 0).type} releases as many as one command may, and a sweep the others, all by ${cause}`, () => {
    const at = scene();
    const { trader, by, orders } = at;
    const command = what(by, trader.atMs);
    const numbered = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, command };
    const rulesVersion = RULE_CHANGES.indexOf('endingsInSteps');
    const before = apply(reload(trader.state), { ...numbered, rulesVersion });
    assert.equal(endedIn(before).length, ORDERS, 'a journal of before released all');
    const first = trader.apply(command);
    assert.deepEqual([endedIn(first).length, first.changes.orders.length], [STEP_MAX, ORDERS]);
    assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
    assert.deepEqual(
      [...endedIn(first), ...swept(at)],
      orders.map(() => cause),
    );
    const held = trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' });
    assert.deepEqual([held, trader.state.accountSide.accounts.get(by)?.orders.size], [0n, 0]);
  });

test('what a freeze has not released meets nobody, is not changed, and a cancel says why it ended', () => {
  for (const [cause, what] of ENDINGS) {
    const { trader, by, orders } = scene();
    const seller = trader.open(2);
    trader.apply(what(by, trader.atMs));
    trader.state = reload(trader.state);
    const [last] = orders.slice(-1);
    assert.ok(last);
    const clientId = parseClientId('client-modify-1');
    assert.ok(clientId);
    const change = { clientId, contentHash: 'content', orderId: last.id };
    const smaller = { type: 'order.modify', accountId: by, ...change, quantity: last.quantity } as const;
    assert.equal(codeOf(trader.apply(smaller)), 'ORDER_NOT_OPEN');
    assert.deepEqual(endedIn(trader.apply({ type: 'order.cancel', accountId: by, orderId: last.id })), [
      cause,
    ]);
    const sale = orderOf(trader.sell(ARUNA, { by: seller, at: 49_000n, size: BigInt(ORDERS) }));
    assert.equal(sale.state.name, 'new', 'more have ended than a command may release: it waits its turn');
    while (openSweepsOf(trader.state).length > 0)
      assert.deepEqual(trader.apply({ type: 'sweep.step' }).changes.fills, []);
    const row = trader.state.accountSide.accounts.get(seller)?.orders.get(sale.id)?.row;
    assert.deepEqual([row?.state.name, row?.quantityFilled], ['open', 0n]);
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  }
});

/** The same behind stops that have triggered and would meet them, where an auction has been and is over. */
function behindTriggers(): Scene {
  const at = scene();
  const { trader, by } = at;
  const [seller, first] = [trader.open(2), trader.open(3)];
  trader.apply({ type: 'rules.set', stepMax: 1 });
  trader.quote(ARUNA, { bids: [[50_000n, 1n]], asks: [[50_100n, 1n]] });
  orderOf(trader.buy(ARUNA, { by: first, at: 50_100n, size: 1n }));
  const stop = { orderType: 'stopLimit', conditions: { priceTrigger: price(49_500n) } } as const;
  for (let nth = 0; nth < ORDERS; nth += 1)
    orderOf(trader.sell(ARUNA, { by: seller, at: 49_000n, size: 1n, ...stop }));
  trader.quote(ARUNA, { bids: [[49_500n, 1n]], asks: [] });
  orderOf(trader.sell(ARUNA, { by: first, at: 49_500n, size: 1n }));
  const enter = (phase: SessionPhase): void => {
    const session = { ...sessionOfDay(0), phases: { auction: phase, average: phase } };
    trader.apply({ type: 'rules.set', session });
  };
  for (const phase of ['preOpen', 'preOpenMatch'] as const) enter(phase);
  const names = openSweepsOf(trader.state).flatMap(({ name, instrumentId, environment }) =>
    instrumentId === ARUNA.id && environment === 'demo' ? [name] : [],
  );
  assert.deepEqual(names, ['triggers', 'auctionStart', 'uncrossing']);
  trader.apply({ type: 'rules.set', stepMax: STEP_MAX });
  trader.atMs = instantMs(trader.atMs + 1_000);
  assert.ok((trader.state.accountSide.accounts.get(by)?.orders.size ?? 0) > STEP_MAX);
  return at;
}

test('orders that a command ends behind an auction in line, which was over before, meet nobody in it', () => {
  for (const rulesVersion of [RULES_VERSION, RULE_CHANGES.indexOf('endedLeaveAuction')]) {
    const { trader, by } = behindTriggers();
    const applied = trader.apply({ type: 'order.cancelAll', accountId: by });
    assert.equal(endedIn(applied).length, STEP_MAX);
    let filled = 0;
    while (openSweepsOf(trader.state).length > 0) {
      trader.state = reload(trader.state);
      const sequence = trader.state.lastSequence + 1;
      const command = { type: 'sweep.step' } as const;
      const step = apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion });
      filled += step.changes.fills.filter(({ maker, taker }) =>
        [maker, taker].some((party) => !party.isMarketMaker && party.accountId === by),
      ).length;
      assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
    }
    assert.equal(filled > 0, rulesVersion < RULES_VERSION);
  }
});

test('their owner sees one end of each, before and after it is released, and a date of its own as it was', () => {
  const at = scene();
  const { trader, by } = at;
  const expiresAtMs = instantMs(trader.atMs + DAY_MS);
  const dated = {
    by,
    at: 6_000_000n,
    size: 1_000_000n,
    validity: 'gtd',
    conditions: { expiresAtMs },
  } as const;
  const last = orderOf(trader.sell(BTC_USDT, dated));
  const endedAtMs = trader.atMs;
  const { changes } = trader.apply({ type: 'order.cancelAll', accountId: by });
  const shown = new Map(changes.orders.map((order) => [order.id, shownOrder(order)]));
  assert.equal(shown.size, ORDERS + 1);
  trader.atMs = instantMs(trader.atMs + 1_000);
  swept(at, (order) => shown.set(order.id, shownOrder(order)));
  for (const { id, state, conditions } of shown.values()) {
    assert.deepEqual(state, { name: 'cancelled', endedAtMs, cause: 'customer' });
    assert.equal(conditions?.expiresAtMs, id === last.id ? expiresAtMs : undefined);
  }
});

test('cancelling all is answered with numbers, and with how many a sweep has still to release', () => {
  const { trader, by, orders } = scene();
  const numbered = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs } as const;
  const command = { type: 'order.cancelAll', accountId: by } as const;
  const rulesVersion = RULE_CHANGES.indexOf('cancelAllByNumber');
  const before = apply(reload(trader.state), { ...numbered, command, rulesVersion }).outcome;
  assert.ok(before.ok && before.type === 'orders');
  const orderIds = orders.map(({ id }) => id);
  assert.deepEqual(
    before.orders.map(({ id }) => id),
    orderIds,
  );
  const answers = [
    trader.apply(command).outcome,
    trader.apply(command).outcome,
    trader.apply(command).outcome,
  ];
  assert.deepEqual(answers, [
    { ok: true, type: 'ordersEnded', orderIds, endingCount: ORDERS - STEP_MAX },
    {
      ok: true,
      type: 'ordersEnded',
      orderIds: orderIds.slice(STEP_MAX),
      endingCount: ORDERS - 2 * STEP_MAX,
    },
    { ok: true, type: 'ordersEnded', orderIds: orderIds.slice(2 * STEP_MAX) },
  ]);
});
