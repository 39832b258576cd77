import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { AccountSet } from '#model/commands/account-commands.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT, INR } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, amount, parseClientId, price } from '#values/index.ts';

function set(trader: Trader, by: AccountId, what: Omit<AccountSet, 'type' | 'accountId'>): void {
  assert.equal(codeOf(trader.apply({ type: 'account.set', accountId: by, ...what })), 'done');
}

test('a frozen account takes no new risk and may close, whatever the product; a rule acts for it too', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 1_000n]], bids: [[49_900n, 1_000n]] });
  trader.quote(BTC_USDT, { bids: [[6_000_000n, 100_000_000n]] });
  trader.buy(ARUNA, { by, size: 10n, product: 'intraday' });
  set(trader, by, { status: 'frozen' });
  const intraday = (side: 'buy' | 'sell', size: bigint) =>
    codeOf(trader.apply(trader.command(side, ARUNA, { by, size, product: 'intraday' })));
  assert.deepEqual([intraday('buy', 1n), intraday('sell', 11n)], ['ACCOUNT_FROZEN', 'ACCOUNT_FROZEN']);
  assert.equal(intraday('sell', 10n), 'order');
  assert.equal(codeOf(trader.buy(ARUNA, { by, size: 1n })), 'ACCOUNT_FROZEN');
  assert.equal(codeOf(trader.sell(ARUNA, { by, size: 1n })), 'order');
  assert.equal(codeOf(trader.buy(BTC_USDT, { by, at: 6_000_000n, size: 100_000n })), 'ACCOUNT_FROZEN');
  assert.equal(codeOf(trader.sell(BTC_USDT, { by, size: 100_000n })), 'order');
  assert.equal(codeOf(trader.buy(ARUNA, { by, size: 1n, agent: 'staff' })), 'order');
  set(trader, by, { status: 'closed' });
  assert.equal(codeOf(trader.sell(ARUNA, { by, size: 1n })), 'ACCOUNT_FROZEN');
  assert.equal(codeOf(trader.buy(ARUNA, { by, size: 1n, agent: 'staff' })), 'ACCOUNT_FROZEN');
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
});

test('in a journal of before, a frozen account sold nothing', () => {
  const trader = new Trader();
  const by = trader.open(1);
  set(trader, by, { status: 'frozen' });
  const command = trader.command('sell', ARUNA, { by, at: 50_000n, size: 1n });
  const { state, atMs } = trader;
  const rulesVersion = RULE_CHANGES.indexOf('frozenMayClose');
  const applied = apply(state, { sequence: state.lastSequence + 1, atMs, command, rulesVersion });
  assert.equal(codeOf(applied), 'ACCOUNT_FROZEN');
});

test('a freeze of the head of a family holds for all of it, and in a journal of before for the head alone', () => {
  const trader = new Trader();
  const head = trader.open(1);
  const sub = trader.openSub(21, { parentId: head, purpose: 'robot' });
  trader.transfer({ accountId: head, subAccountId: sub, wallet: 'stock', assetId: INR, units: 50_000_00n });
  trader.transfer({
    accountId: head,
    subAccountId: sub,
    wallet: 'stock',
    assetId: ARUNA.baseAsset,
    units: 10n,
  });
  trader.quote(ARUNA, { asks: [[50_000n, 1_000n]], bids: [[49_900n, 1_000n]] });
  const ask = { by: sub, size: 1n, agent: 'robot' } as const;
  const resting = orderOf(trader.buy(ARUNA, { ...ask, at: 49_000n }));
  set(trader, head, { status: 'frozen' });
  const buy = trader.command('buy', ARUNA, { ...ask, at: 49_500n });
  const { state } = trader;
  const at = { sequence: state.lastSequence + 1, atMs: trader.atMs };
  const copy = reload(state);
  const before = RULE_CHANGES.indexOf('frozenFamily');
  assert.equal(codeOf(apply(copy, { ...at, command: buy, rulesVersion: before })), 'order');
  assert.equal(codeOf(trader.apply(buy)), 'ACCOUNT_FROZEN');
  const clientId = parseClientId('changes-it-0001') ?? assert.fail();
  const change = { type: 'order.modify', accountId: sub, clientId, contentHash: 'content' } as const;
  const changed = trader.apply({ ...change, orderId: resting.id, priceLimit: price(49_100n) });
  assert.equal(codeOf(changed), 'ACCOUNT_FROZEN');
  assert.equal(codeOf(trader.sell(ARUNA, ask)), 'order', 'what closes is taken');
  set(trader, sub, { status: 'active' });
  assert.equal(codeOf(trader.buy(ARUNA, ask)), 'ACCOUNT_FROZEN', 'nobody activates a sub-account by itself');
  set(trader, head, { status: 'active' });
  assert.equal(codeOf(trader.buy(ARUNA, ask)), 'order');
  set(trader, sub, { status: 'frozen' });
  assert.equal(codeOf(trader.buy(ARUNA, ask)), 'ACCOUNT_FROZEN');
  assert.equal(
    codeOf(trader.buy(ARUNA, { by: head, size: 1n })),
    'order',
    'one of a family alone may be frozen',
  );
});

test('own limits hold for what opens, hold back nothing that closes, and are set as a whole', () => {
  const trader = new Trader();
  const by = trader.open(1);
  set(trader, by, {
    limits: { openOrdersMax: 2, orderValueMax: { assetId: INR, amount: amount(1_000_00n) } },
  });
  const buy = (at: bigint, size: bigint) => codeOf(trader.buy(ARUNA, { by, at, size }));
  assert.equal(buy(50_000n, 3n), 'VALUE_MAX');
  assert.equal(
    codeOf(trader.sell(ARUNA, { by, at: 54_000n, size: 100n })),
    'order',
    'what closes is not held back',
  );
  assert.equal(
    codeOf(trader.buy(BTC_USDT, { by, at: 6_000_000n, size: 1_000_000n })),
    'order',
    'paid in another asset',
  );
  assert.equal(buy(50_000n, 2n), 'OPEN_ORDERS_MAX');
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
  set(trader, by, { limits: {} });
  assert.equal(buy(50_000n, 3n), 'order');
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
});
