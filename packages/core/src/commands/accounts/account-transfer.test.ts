import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkInvariants, decodeCommand, encodeCommand, snapshotAccount } from '#engine.ts';
import type { AccountTransfer } from '#model/commands/account-commands.ts';
import type { Applied } from '#model/outcome.ts';
import { SUB_ACCOUNTS_MAX } from '#model/sub-account.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_INR, BTC_USDT, GRANTS, INR, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, accountId, assetId, parseClientId } from '#values/index.ts';

/** A demo account with a sub-account of a robot. */
function family(): { trader: Trader; parent: AccountId; sub: AccountId } {
  const trader = new Trader();
  const parent = trader.open(1);
  return { trader, parent, sub: trader.openSub(21, { parentId: parent, purpose: 'robot' }) };
}

function sound(trader: Trader): void {
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
}

const nothing = ({ changes }: Applied): boolean => Object.values(changes).every(({ length }) => length === 0);

test('money goes to a sub-account and back by one balanced posting each, once by its client id', () => {
  const { trader, parent, sub } = family();
  const clientId = parseClientId('to-the-robot');
  assert.ok(clientId);
  const moved = { accountId: parent, subAccountId: sub, wallet: 'stock', assetId: INR } as const;
  const had = trader.balance({ by: parent, wallet: 'stock', asset: INR });
  const { changes } = trader.transfer({ ...moved, units: 25_000_00n, clientId });
  assert.deepEqual(
    changes.postings.map(({ kind, amount, from, to }) => [kind, amount, 'bucket' in from && 'bucket' in to]),
    [['transfer', 25_000_00n, true]],
  );
  assert.ok(trader.transfer({ ...moved, units: 25_000_00n, clientId }).duplicate);
  assert.equal(codeOf(trader.transfer({ ...moved, units: 1n, clientId })), 'CLIENT_ID_REUSED');
  const ofSub = { by: sub, wallet: 'stock', asset: INR } as const;
  assert.equal(trader.balance(ofSub), 25_000_00n);
  trader.transfer({ ...moved, units: 5_000_00n, back: true });
  assert.equal(trader.balance(ofSub) + trader.balance({ ...ofSub, by: parent }), had);
  sound(trader);
  const command: AccountTransfer = {
    type: 'account.transfer',
    ...moved,
    clientId,
    contentHash: 'content',
    direction: 'fromSubAccount',
    amount: GRANTS.cash[0]?.amount ?? assert.fail(),
    agent: 'staff',
  };
  assert.deepEqual(decodeCommand(encodeCommand(command)), command);
});

test('a transfer refuses another’s account, nothing, and what is not free; a refusal changes nothing', () => {
  const { trader, parent, sub } = family();
  const other = trader.open(2);
  const moved = { accountId: parent, subAccountId: sub, wallet: 'stock', assetId: INR } as const;
  const had = trader.balance({ by: parent, wallet: 'stock', asset: INR });
  trader.buy(ARUNA, { by: parent, at: 50_000n, size: 10n });
  const free = trader.balance({ by: parent, wallet: 'stock', asset: INR });
  assert.ok(free < had, 'an open order holds a part');
  trader.quote(ARUNA, { asks: [[50_500n, 100n]] });
  trader.buy(ARUNA, { by: parent, at: 50_500n, size: 5n });
  const shares = { ...moved, assetId: ARUNA.baseAsset };
  const refusals: readonly (readonly [string, Parameters<Trader['transfer']>[0]])[] = [
    ['ACCOUNT_UNKNOWN', { ...moved, accountId: other, units: 1n }],
    ['ACCOUNT_UNKNOWN', { ...moved, subAccountId: other, units: 1n }],
    ['ACCOUNT_UNKNOWN', { ...moved, subAccountId: parent, units: 1n }],
    ['ACCOUNT_UNKNOWN', { ...moved, accountId: sub, subAccountId: parent, units: 1n }],
    ['QUANTITY_MIN', { ...moved, units: 0n }],
    ['QUANTITY_MIN', { ...moved, units: -5n }],
    ['INSUFFICIENT_FUNDS', { ...moved, units: free }],
    ['INSUFFICIENT_FUNDS', { ...moved, units: 1n, back: true }],
    ['INSUFFICIENT_FUNDS', { ...moved, wallet: 'perpetual', units: 1n }],
    ['HOLDINGS_UNSETTLED', { ...shares, units: 505n }],
    ['INSUFFICIENT_HOLDINGS', { ...shares, units: 506n }],
    ['INSTRUMENT_UNKNOWN', { ...moved, assetId: assetId('RE:ARUNA'), units: 1n }],
  ];
  for (const [code, ask] of refusals) {
    const applied = trader.transfer(ask);
    assert.equal(codeOf(applied), code);
    assert.ok(nothing(applied), code);
  }
  sound(trader);
});

test('shares go with their lots and what those cost, oldest first, and are sold from there', () => {
  const { trader, parent, sub } = family();
  const moved = { accountId: parent, subAccountId: sub, wallet: 'stock', assetId: ARUNA.baseAsset } as const;
  const [granted] = snapshotAccount(trader.state, parent)?.lots ?? [];
  trader.transfer({ ...moved, units: 200n });
  const [lot] = snapshotAccount(trader.state, sub)?.lots ?? [];
  assert.deepEqual(
    [lot?.amountLeft, lot?.costLeft, lot?.openedAtMs, lot?.settled],
    [200n, 96_000_00n, granted?.openedAtMs, true],
  );
  const positionOf = (by: AccountId) => {
    const position = snapshotAccount(trader.state, by)?.positions.find(
      (one) => one.instrumentId === ARUNA.id,
    );
    return [position?.quantity, position?.cost];
  };
  assert.deepEqual(
    [positionOf(parent), positionOf(sub)],
    [
      [300n, 144_000_00n],
      [200n, 96_000_00n],
    ],
  );
  trader.quote(ARUNA, { bids: [[49_000n, 500n]] });
  assert.equal(orderOf(trader.sell(ARUNA, { by: sub, size: 50n, agent: 'robot' })).state.name, 'completed');
  trader.transfer({ ...moved, units: 150n, back: true });
  assert.deepEqual(positionOf(parent), [450n, 216_000_00n]);
  sound(trader);
});

test('coins go with what they cost: those of no known cost first', () => {
  const { trader, parent, sub } = family();
  const coin = 100_000_000n;
  trader.quote(BTC_INR, { asks: [[699_999_993n, 13_000_000n]] });
  const bought = orderOf(trader.buy(BTC_INR, { by: parent, at: 700_000_000n, size: 1_300_000n }));
  assert.equal(bought.state.name, 'completed');
  const costOf = (by: AccountId) => {
    const position = snapshotAccount(trader.state, by)?.positions.find(
      (one) => one.instrumentId === BTC_INR.id,
    );
    return [position?.quantity ?? 0n, position?.cost ?? 0n] as const;
  };
  const [, cost] = costOf(parent);
  const moved = { accountId: parent, subAccountId: sub, wallet: 'spot', assetId: BTC_INR.baseAsset } as const;
  trader.transfer({ ...moved, units: coin });
  assert.deepEqual(
    [costOf(parent), costOf(sub)],
    [
      [1_300_000n, cost],
      [0n, 0n],
    ],
    'what was granted went',
  );
  trader.transfer({ ...moved, units: 650_000n });
  assert.deepEqual(costOf(sub), [650_000n, cost / 2n]);
  assert.deepEqual(costOf(parent), [650_000n, cost - cost / 2n]);
  sound(trader);
});

test('nothing trades inside a family, in a book, in an auction and after a restart', () => {
  const { trader, parent, sub } = family();
  const other = trader.openSub(22, { parentId: parent, purpose: 'robot' });
  const shares = { accountId: parent, wallet: 'stock', assetId: ARUNA.baseAsset } as const;
  for (const subAccountId of [sub, other]) trader.transfer({ ...shares, subAccountId, units: 100n });
  trader.sell(ARUNA, { by: sub, at: 50_000n, size: 10n, agent: 'robot' });
  const endOf = (applied: Applied) => {
    const { state } = orderOf(applied);
    return state.name === 'cancelled' ? state.cause : state.name;
  };
  assert.equal(endOf(trader.buy(ARUNA, { by: parent, at: 50_000n, size: 10n })), 'selfTrade');
  trader.state = reload(trader.state);
  assert.equal(endOf(trader.buy(ARUNA, { by: parent, at: 50_000n, size: 10n })), 'selfTrade');
  assert.equal(endOf(trader.sell(ARUNA, { by: other, at: 50_000n, size: 10n, agent: 'robot' })), 'open');
  trader.apply({
    type: 'rules.set',
    session: { ...sessionOfDay(0), phases: { auction: 'preOpen', average: 'preOpen' } },
  });
  assert.equal(endOf(trader.buy(ARUNA, { by: parent, at: 50_000n, size: 10n })), 'selfTrade');
  assert.equal(endOf(trader.buy(ARUNA, { by: trader.open(3), at: 50_000n, size: 10n })), 'open');
  sound(trader);
});

test('a sub-account obeys whom it is for; a published rule acts anywhere, and what is pledged stays', () => {
  const { trader, parent, sub } = family();
  const pledged = trader.openSub(22, { parentId: parent, purpose: 'loanCollateral' });
  const coins = { accountId: parent, wallet: 'spot', assetId: BTC_USDT.baseAsset } as const;
  for (const subAccountId of [sub, pledged]) trader.transfer({ ...coins, subAccountId, units: 1_000_000n });
  const sell = (by: AccountId, agent?: 'robot' | 'liquidation') =>
    codeOf(trader.sell(BTC_USDT, { by, at: 6_000_000n, size: 100_000n, ...(agent && { agent }) }));
  assert.deepEqual([sell(sub), sell(sub, 'robot'), sell(parent)], ['AGENT_NOT_ALLOWED', 'order', 'order']);
  assert.deepEqual(
    [sell(pledged), sell(pledged, 'robot'), sell(pledged, 'liquidation')],
    ['AGENT_NOT_ALLOWED', 'AGENT_NOT_ALLOWED', 'order'],
  );
  const back = { ...coins, units: 1_000n, back: true };
  assert.equal(codeOf(trader.transfer({ ...back, subAccountId: sub })), 'done');
  assert.equal(codeOf(trader.transfer({ ...back, subAccountId: pledged })), 'AGENT_NOT_ALLOWED');
  assert.equal(codeOf(trader.transfer({ ...back, subAccountId: pledged, agent: 'staff' })), 'done');
  sound(trader);
});

test('sub-accounts open empty under an account of their environment, so many of them, and close empty', () => {
  const { trader, parent, sub } = family();
  const open = (id: number, more: object = {}) =>
    codeOf(
      trader.apply({
        type: 'account.open',
        accountId: accountId(id),
        environment: 'demo',
        grants: { cash: [], shares: [] },
        subOf: { parentId: parent, purpose: 'robot' },
        ...more,
      }),
    );
  assert.equal(open(30, { environment: 'real' }), 'ACCOUNT_UNKNOWN');
  assert.equal(open(30, { subOf: { parentId: sub, purpose: 'robot' } }), 'ACCOUNT_UNKNOWN');
  assert.equal(open(30, { subOf: { parentId: accountId(99), purpose: 'robot' } }), 'ACCOUNT_UNKNOWN');
  assert.equal(open(30, { grants: GRANTS }), 'AGENT_NOT_ALLOWED');
  for (let id = 30; id < 30 + SUB_ACCOUNTS_MAX - 1; id += 1) assert.equal(open(id), 'done');
  assert.equal(open(99), 'SUB_ACCOUNTS_MAX');
  const clientId = parseClientId('begin-anew');
  assert.ok(clientId);
  const reset = { type: 'account.reset', contentHash: 'reset', grants: GRANTS } as const;
  assert.equal(codeOf(trader.apply({ ...reset, accountId: parent, clientId })), 'SUB_ACCOUNT_OPEN');
  assert.equal(codeOf(trader.apply({ ...reset, accountId: sub, clientId })), 'AGENT_NOT_ALLOWED');
  const money = { accountId: parent, subAccountId: sub, wallet: 'stock', assetId: INR, units: 100n } as const;
  trader.transfer(money);
  const close = { type: 'account.set', accountId: sub, status: 'closed' } as const;
  assert.equal(codeOf(trader.apply(close)), 'ACCOUNT_UNKNOWN', 'whose it is is not said');
  assert.equal(codeOf(trader.apply({ ...close, parentId: parent })), 'SUB_ACCOUNT_OPEN');
  trader.transfer({ ...money, back: true });
  assert.equal(codeOf(trader.apply({ ...close, parentId: parent })), 'done');
  assert.equal(codeOf(trader.apply({ ...close, status: 'active', parentId: parent })), 'ACCOUNT_FROZEN');
  assert.equal(codeOf(trader.transfer(money)), 'ACCOUNT_FROZEN');
  assert.equal(open(99), 'done', 'there is room again');
  sound(trader);
});
