/*
 * A demo account with many orders begins anew: a command releases few of them, and the others hold nothing.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountSweepsOf, apply, openSweepsOf } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Command } from '#model/command.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, BTC_USDT, GRANTS, INR, USDT } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, amount, parseClientId, price, quantity } from '#values/index.ts';

const ORDERS = 10;
const STEP_MAX = 4;

interface Scene {
  readonly trader: Trader;
  readonly by: AccountId;
}

/** Purchases and sales of an account, more than one command may release. */
function scene(): Scene {
  const trader = new Trader();
  const by = trader.open(1);
  for (let nth = 0; nth < ORDERS; nth += 2) {
    orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n }));
    orderOf(trader.sell(BTC_USDT, { by, at: 6_100_000n, size: 1_000_000n }));
  }
  trader.apply({ type: 'rules.set', stepMax: STEP_MAX });
  return { trader, by };
}

function applyIn({ trader }: Scene, command: Command, rulesVersion = RULES_VERSION): Applied {
  const { state, atMs } = trader;
  const applied = apply(state, { sequence: state.lastSequence + 1, atMs, command, rulesVersion });
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  return applied;
}

function reset(at: Scene, rulesVersion?: number): Applied {
  const clientId = parseClientId('begin-anew-1');
  assert.ok(clientId);
  const asked = { accountId: at.by, clientId, contentHash: 'reset', grants: GRANTS } as const;
  const applied = applyIn(at, { type: 'account.reset', ...asked }, rulesVersion);
  assert.equal(codeOf(applied), 'done');
  return applied;
}

function balancesOf({ trader, by }: Scene): bigint[] {
  return (['available', 'held', 'unsettled'] as const).flatMap((bucket) => [
    trader.balance({ by, wallet: 'stock', asset: INR, bucket }),
    trader.balance({ by, wallet: 'stock', asset: ARUNA.baseAsset, bucket }),
    trader.balance({ by, wallet: 'spot', asset: USDT, bucket }),
    trader.balance({ by, wallet: 'spot', asset: BTC_USDT.baseAsset, bucket }),
  ]);
}

function released({ changes }: Applied): number {
  return changes.orders.filter(({ state }) => state.name === 'cancelled' && state.cause === 'customer')
    .length;
}

function openOf({ trader, by }: Scene): number {
  return trader.state.accountSide.accounts.get(by)?.orders.size ?? 0;
}

test('a demo account has what it begins with at once, however many orders are still to be released', () => {
  const before = scene();
  assert.equal(released(reset(before, RULE_CHANGES.indexOf('resetInSteps'))), ORDERS);
  const at = scene();
  const first = reset(at);
  assert.deepEqual([released(first), openOf(at)], [STEP_MAX, ORDERS - STEP_MAX]);
  assert.deepEqual(balancesOf(at), balancesOf(before), 'nothing of before is set aside');
  const { trader, by } = at;
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
  let count = STEP_MAX;
  while (openOf(at) > 0) {
    trader.state = reload(trader.state);
    const step = applyIn(at, { type: 'orders.expire', accountId: by });
    assert.deepEqual(step.changes.postings, []);
    assert.ok(released(step) > 0);
    count += released(step);
  }
  assert.equal(count, ORDERS);
  assert.deepEqual(balancesOf(at), balancesOf(before));
  assert.deepEqual([...accountSweepsOf(trader.state), ...openSweepsOf(trader.state)], []);
});

test('what a new begin has not released meets nobody', () => {
  const at = scene();
  const { trader } = at;
  const [seller, buyer] = [trader.open(2), trader.open(3)];
  reset(at);
  const sale = orderOf(trader.sell(ARUNA, { by: seller, at: 49_000n, size: BigInt(ORDERS) }));
  const purchase = orderOf(trader.buy(BTC_USDT, { by: buyer, at: 6_100_000n, size: 10_000_000n }));
  assert.deepEqual([sale.quantityFilled, purchase.quantityFilled], [0n, 0n]);
  while (openSweepsOf(trader.state).length > 0)
    assert.deepEqual(applyIn(at, { type: 'sweep.step' }).changes.fills, []);
});

test('a split ends orders that a command has ended, and changes none of them', () => {
  for (const rulesVersion of [RULES_VERSION, RULE_CHANGES.indexOf('adjustsNoEnded')]) {
    const at = scene();
    const { trader, by } = at;
    trader.apply({ type: 'order.cancelAll', accountId: by });
    const band = { priceLow: price(20_000n), priceHigh: price(55_000n) };
    trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
    const clientId = parseClientId('split-of-aruna');
    assert.ok(clientId);
    const terms = {
      kind: 'split',
      sharesBefore: quantity(1n),
      sharesAfter: quantity(2n),
      fractionPrice: price(25_000n),
    } as const;
    const act = {
      type: 'corporate.act',
      accountId: by,
      clientId,
      contentHash: 'split',
      instrumentId: ARUNA.id,
      terms,
    } as const;
    const { changes } = applyIn(at, act, rulesVersion);
    const causes = changes.orders.map(({ state }) => (state.name === 'cancelled' ? state.cause : state.name));
    assert.ok(causes.length > 0);
    const isNow = rulesVersion === RULES_VERSION;
    assert.deepEqual(new Set(causes), new Set([isNow ? 'customer' : 'open']));
  }
});

test('an order that owes pays the house before its account begins anew', () => {
  const at = scene();
  const { trader, by } = at;
  trader.apply({ type: 'rules.set', stepMax: 1 });
  trader.quote(BHUMI, { asks: [[100n, 10n]] });
  const tracked = [...(trader.state.accountSide.accounts.get(by)?.orders.values() ?? [])].findLast(
    ({ row }) => row.instrumentId === ARUNA.id && row.side === 'buy',
  );
  assert.ok(tracked);
  const owed = { to: 'intraday', kind: 'intradayResult', amount: amount(100n) } as const;
  tracked.row = { ...tracked.row, conditions: { ...tracked.row.conditions, owed } };
  const before = trader.house('demo', 'intraday', INR);
  reset(at);
  assert.equal(trader.house('demo', 'intraday', INR) - before, 100n);
  assert.equal(trader.state.accountSide.accounts.get(by)?.orders.has(tracked.row.id), false);
});

test('an order that a sweep has still to reach ends by that, whichever command comes between', () => {
  const causes = (command: (at: Scene) => Command, rulesVersion?: number): unknown[] => {
    const trader = new Trader();
    const at = { trader, by: trader.open(1) };
    for (let nth = 0; nth < 3 * STEP_MAX; nth += 1)
      orderOf(trader.buy(ARUNA, { by: at.by, at: 49_000n, size: 1n }));
    trader.apply({ type: 'rules.set', stepMax: STEP_MAX });
    applyIn(at, { type: 'session.end', venue: ARUNA.venue });
    applyIn(at, command(at), rulesVersion);
    const left = trader.state.accountSide.accounts.get(at.by)?.orders.values() ?? [];
    const by = Array.from(left, ({ row }) => row.conditions?.ended?.cause);
    assert.ok(by.length > 0, 'some are still to be released');
    return [...new Set(by)];
  };
  const clientId = parseClientId('begin-anew-1');
  assert.ok(clientId);
  const asked = { clientId, contentHash: 'reset', grants: GRANTS } as const;
  const anew = ({ by }: Scene): Command => ({ type: 'account.reset', accountId: by, ...asked });
  const all = ({ by }: Scene): Command => ({ type: 'order.cancelAll', accountId: by });
  const before = RULE_CHANGES.indexOf('endedCountNoMore');
  for (const command of [anew, all]) {
    assert.deepEqual(causes(command), ['sessionEnd']);
    assert.deepEqual(causes(command, before), ['customer']);
  }
});
