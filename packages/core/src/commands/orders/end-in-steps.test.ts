import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountSweepsOf, apply } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Command } from '#model/command.ts';
import type { CancelCause, Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, INR } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, amount, DAY_MS, parseClientId } from '#values/index.ts';

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
function swept({ trader, by }: Scene): string[] {
  const causes: string[] = [];
  const begin = { type: 'accounts.sweep', name: 'expiry', accounts: [by], isLast: true } as const;
  trader.state = reload(trader.state);
  causes.push(...endedIn(trader.apply(begin)));
  for (let [open] = accountSweepsOf(trader.state); open; [open] = accountSweepsOf(trader.state)) {
    const left = trader.state.accountSide.accounts.get(by)?.orders.size ?? 0;
    const { name, sequence } = open;
    const accounts = left > 0 ? [by] : [];
    const isLast = left === 0;
    trader.state = reload(trader.state);
    const step = trader.apply({ type: 'accounts.step', name, sequence, accounts, isLast, isAhead: false });
    assert.ok(step.changes.orders.length <= STEP_MAX);
    causes.push(...endedIn(step));
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
    const sale = trader.sell(ARUNA, { by: seller, at: 49_000n, size: BigInt(ORDERS) });
    assert.deepEqual([sale.changes.fills, orderOf(sale).quantityFilled], [[], 0n]);
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  }
});
