import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkInvariants, decodeCommand, encodeCommand, type RightsTerms, snapshotAccount } from '#engine.ts';
import type { Entitlement } from '#model/ledger.ts';
import type { Applied } from '#model/outcome.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, INR, START, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import {
  type AccountId,
  assetId,
  type ClientId,
  DAY_MS,
  instantMs,
  parseClientId,
  price,
  quantity,
} from '#values/index.ts';

const CLOSES = instantMs(START + 3 * DAY_MS);
const RIGHTS = assetId('RE:ARUNA');

/**
 * One new share for three held at 400.00, after a close of 500.00: the theoretical ex-rights price is 475.00.
 */
const TERMS: RightsTerms = {
  kind: 'rights',
  sharesHeld: quantity(3n),
  sharesOffered: quantity(1n),
  priceIssue: price(40_000n),
  priceCum: price(50_000n),
  closesAtMs: CLOSES,
};

function id(text: string): ClientId {
  const clientId = parseClientId(text);
  assert.ok(clientId);
  return clientId;
}

const ISSUE = id('issue-0001');

function offer(trader: Trader, by: AccountId, terms: Partial<RightsTerms> = {}): Applied {
  const what = { instrumentId: ARUNA.id, terms: { ...TERMS, ...terms } };
  return checked(trader, {
    type: 'corporate.act',
    accountId: by,
    clientId: ISSUE,
    contentHash: 'published',
    ...what,
  });
}

function checked(trader: Trader, command: Parameters<Trader['apply']>[0]): Applied {
  assert.deepEqual(decodeCommand(encodeCommand(command)), command, 'the journal gives back what it was told');
  const applied = trader.apply(command);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  return applied;
}

let asks = 0;

function applyFor(
  trader: Trader,
  by: AccountId,
  shares: bigint,
  more: { clientId?: ClientId } = {},
): Applied {
  asks += 1;
  const clientId = more.clientId ?? id(`rights-ask-${String(asks).padStart(4, '0')}`);
  const ask = {
    accountId: by,
    clientId,
    contentHash: `${shares}`,
    issueId: ISSUE,
    quantity: quantity(shares),
  };
  return checked(trader, { type: 'rights.apply', ...ask });
}

function entitlementOf(trader: Trader, by: AccountId): Entitlement | undefined {
  return snapshotAccount(trader.state, by)?.entitlements[0];
}

const cash = (trader: Trader, by: AccountId, bucket: 'available' | 'held' = 'available') =>
  trader.balance({ by, wallet: 'stock', asset: INR, bucket });

test('all shares entitle, settled or not; a part of a share is dropped; the ledger has it from outside', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 1n]] });
  trader.buy(ARUNA, { by, at: 50_000n, size: 1n });
  const { changes } = offer(trader, by);
  const { quantity: entitled, quantityApplied } = entitlementOf(trader, by) ?? {};
  assert.deepEqual([entitled, quantityApplied], [167n, 0n], '501 held, 167 and nothing over');
  assert.equal(trader.balance({ by, wallet: 'stock', asset: RIGHTS }), 167n);
  assert.equal(trader.house('demo', 'outside', RIGHTS), -167n);
  assert.deepEqual(
    changes.postings.map(({ kind, ruleVersion }) => [kind, ruleVersion]),
    [['rights', ISSUE]],
  );
  assert.ok(offer(trader, by).duplicate, 'once an account');
  const few = new Trader();
  const other = few.open(2);
  offer(few, other, { sharesHeld: quantity(501n) });
  assert.equal(entitlementOf(few, other), undefined, 'less than a share entitles to nothing');
});

test('open orders follow the theoretical ex-rights price, in favour of who ordered, and keep their quantity', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const bid = orderOf(trader.buy(ARUNA, { by, at: 49_995n, size: 2n }));
  const ask = orderOf(trader.sell(ARUNA, { by, at: 50_105n, size: 3n }));
  const before = cash(trader, by, 'held');
  const { outcome } = offer(trader, by);
  assert.ok(outcome.ok && outcome.type === 'orders');
  assert.deepEqual(
    outcome.orders.map((order) => [order.id, order.priceLimit, order.quantity]),
    [
      [bid.id, 47_495n, 2n],
      [ask.id, 47_600n, 3n],
    ],
    '474.9525 down and 475.9975 up, to the tick of 0.05',
  );
  assert.ok(cash(trader, by, 'held') < before, 'a cheaper purchase holds less');
});

test('new shares that cost more than the old leave every price as it is', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.sell(ARUNA, { by, at: 54_000n, size: 3n });
  const { outcome } = offer(trader, by, { priceIssue: price(50_000n) });
  assert.ok(outcome.ok && outcome.type === 'orders');
  assert.equal(outcome.orders[0]?.priceLimit, 54_000n);
});

test('an application holds its money, and may be changed or withdrawn until the issue closes', () => {
  const trader = new Trader();
  const by = trader.open(1);
  offer(trader, by);
  const before = cash(trader, by);
  assert.equal(codeOf(applyFor(trader, by, 100n)), 'entitlement');
  assert.deepEqual([cash(trader, by), cash(trader, by, 'held')], [before - 100n * 40_000n, 100n * 40_000n]);
  assert.equal(trader.balance({ by, wallet: 'stock', asset: RIGHTS, bucket: 'held' }), 100n);
  applyFor(trader, by, 40n);
  assert.equal(cash(trader, by, 'held'), 40n * 40_000n);
  applyFor(trader, by, 0n);
  assert.deepEqual([cash(trader, by), cash(trader, by, 'held')], [before, 0n]);
  const clientId = id('rights-once-1');
  applyFor(trader, by, 5n, { clientId });
  assert.ok(applyFor(trader, by, 5n, { clientId }).duplicate, 'asked twice, held once');
  assert.equal(cash(trader, by, 'held'), 5n * 40_000n);
  assert.equal(codeOf(applyFor(trader, by, 6n, { clientId })), 'CLIENT_ID_REUSED');
});

test('what an application is refused for', () => {
  const trader = new Trader();
  const by = trader.open(1);
  assert.equal(codeOf(applyFor(trader, by, 1n)), 'RIGHTS_UNKNOWN');
  offer(trader, by, { priceIssue: price(49_000_00n), priceCum: price(49_000_00n) });
  assert.equal(codeOf(applyFor(trader, by, 167n)), 'RIGHTS_MAX');
  assert.equal(codeOf(applyFor(trader, by, 166n)), 'INSUFFICIENT_FUNDS');
  applyFor(trader, by, 2n);
  trader.apply({ type: 'account.set', accountId: by, status: 'frozen' });
  assert.equal(codeOf(applyFor(trader, by, 3n)), 'ACCOUNT_FROZEN');
  assert.equal(codeOf(applyFor(trader, by, 1n)), 'entitlement', 'who is frozen may take his money back');
  trader.atMs = CLOSES;
  assert.equal(codeOf(applyFor(trader, by, 0n)), 'RIGHTS_CLOSED');
});

test('when the issue closes, the hold pays for what was applied for, the shares settle as a purchase, the rest lapses', () => {
  const trader = new Trader();
  const by = trader.open(1);
  offer(trader, by);
  applyFor(trader, by, 100n);
  trader.atMs = instantMs(CLOSES - 1);
  checked(trader, { type: 'rights.close', accountId: by });
  assert.equal(entitlementOf(trader, by)?.quantityApplied, 100n, 'not before its time');
  const before = cash(trader, by);
  trader.atMs = CLOSES;
  // The news of the day before: the close of an issue may come before those of its own.
  checked(trader, { type: 'rules.set', session: sessionOfDay(2) });
  const { changes } = checked(trader, { type: 'rights.close', accountId: by });
  assert.deepEqual([cash(trader, by), cash(trader, by, 'held')], [before, 0n]);
  const shares = { by, wallet: 'stock', asset: ARUNA.baseAsset } as const;
  assert.deepEqual(
    [trader.balance(shares), trader.balance({ ...shares, bucket: 'unsettled' })],
    [500n, 100n],
    'a share that settles in a day is not there today',
  );
  const [lot] = changes.lots;
  assert.deepEqual([lot?.costLeft, lot?.usableAtMs, lot?.settled], [4_000_000n, CLOSES + DAY_MS, false]);
  const [position] = changes.positions;
  assert.deepEqual([position?.quantity, position?.cost], [600n, 24_000_000n + 4_000_000n]);
  assert.deepEqual(
    [changes.entitlements[0]?.endedAtMs, changes.entitlements[0]?.quantityApplied],
    [CLOSES, 100n],
  );
  assert.equal(trader.house('demo', 'outside', RIGHTS), 0n, 'nothing of the entitlement is left');
  const again = checked(trader, { type: 'rights.close', accountId: by });
  assert.equal(again.changes.postings.length, 0, 'and it happens once');
});

test('a restart knows what was entitled and applied for', () => {
  const trader = new Trader();
  const by = trader.open(1);
  offer(trader, by);
  const hash = stateHash(trader.state);
  applyFor(trader, by, 7n);
  assert.notEqual(stateHash(trader.state), hash);
  const reloaded = reload(trader.state);
  assert.equal(stateHash(reloaded), stateHash(trader.state));
  assert.deepEqual(
    snapshotAccount(reloaded, by)?.entitlements,
    snapshotAccount(trader.state, by)?.entitlements,
  );
});

test('a demo account that begins anew keeps no application', () => {
  const trader = new Trader();
  const by = trader.open(1);
  offer(trader, by);
  applyFor(trader, by, 7n);
  trader.atMs = instantMs(trader.atMs + 2 * DAY_MS);
  const reset = { clientId: id('reset-00001'), contentHash: 'r', grants: { cash: [], shares: [] } };
  const { changes } = checked(trader, { type: 'account.reset', accountId: by, ...reset });
  assert.equal(entitlementOf(trader, by), undefined);
  assert.equal(changes.entitlements[0]?.quantityApplied, 0n);
  assert.equal(trader.house('demo', 'outside', RIGHTS), 0n);
});

test('what is open within the day has no right and is paid, or pays, its worth', () => {
  const trader = new Trader();
  const [buyer, seller] = [trader.open(1), trader.open(2)];
  trader.quote(ARUNA, { asks: [[50_000n, 10n]], bids: [[49_900n, 10n]] });
  trader.buy(ARUNA, { by: buyer, at: 50_000n, size: 10n, product: 'intraday' });
  trader.sell(ARUNA, { by: seller, at: 49_900n, size: 10n, product: 'intraday' });
  const before = [cash(trader, buyer), cash(trader, seller)];
  offer(trader, buyer);
  offer(trader, seller);
  assert.equal(
    cash(trader, buyer) - (before[0] ?? 0n),
    25_000n,
    'ten times the 25.00 that the right is worth',
  );
  assert.equal(cash(trader, seller) - (before[1] ?? 0n), -25_000n);
  assert.equal(entitlementOf(trader, buyer)?.quantity, 166n, 'of the delivered shares alone');
});

test('whatever is applied for in whatever sequence, the hold is what is applied for, and the end gives exactly that', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 200n }), { maxLength: 6 }), (wanted) => {
      const trader = new Trader();
      const by = trader.open(1);
      offer(trader, by);
      let applied = 0n;
      for (const shares of wanted) if (applyFor(trader, by, shares).outcome.ok) applied = shares;
      assert.equal(cash(trader, by, 'held'), applied * 40_000n);
      trader.atMs = CLOSES;
      checked(trader, { type: 'rights.close', accountId: by });
      const position = snapshotAccount(trader.state, by)?.positions.find(
        (one) => one.instrumentId === ARUNA.id,
      );
      assert.equal(position?.quantity, 500n + applied);
    }),
    { numRuns: 60 },
  );
});

test('a split makes other shares of what is entitled and applied for, also of who holds none any more', () => {
  const trader = new Trader();
  const by = trader.open(1);
  offer(trader, by);
  const held = trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' });
  applyFor(trader, by, 101n);
  trader.quote(ARUNA, { bids: [[47_500n, 1_000n]] });
  orderOf(trader.sell(ARUNA, { by, at: 47_500n, size: 500n }));
  trader.quote(ARUNA, {});
  split(trader, by, [2n, 3n]);
  const row = entitlementOf(trader, by);
  assert.deepEqual([row?.quantity, row?.quantityApplied, row?.priceIssue], [249n, 151n, 26_666n]);
  assert.equal(trader.balance({ by, wallet: 'stock', asset: RIGHTS }), 98n);
  const holds = trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }) - held;
  assert.equal(holds, 151n * 26_666n, 'the rest of the money is free');
  trader.atMs = CLOSES;
  const cash = trader.balance({ by, wallet: 'stock', asset: INR });
  checked(trader, { type: 'rights.close', accountId: by });
  const position = trader.state.accountSide.accounts.get(by)?.holdings.positions.get(ARUNA.id)?.row;
  assert.deepEqual([position?.quantity, position?.cost], [151n, 151n * 26_666n]);
  assert.equal(trader.balance({ by, wallet: 'stock', asset: INR }), cash);
});

test('an application whose shares would cost less than the smallest unit is given back', () => {
  const trader = new Trader();
  const by = trader.open(1);
  offer(trader, by, { priceIssue: price(2n) });
  applyFor(trader, by, 100n);
  split(trader, by, [1n, 10n]);
  const row = entitlementOf(trader, by);
  assert.deepEqual([row?.quantity, row?.quantityApplied, row?.priceIssue], [1_660n, 0n, 1n]);
});

function split(trader: Trader, by: AccountId, [before, after]: readonly [bigint, bigint]): void {
  checked(trader, {
    type: 'corporate.act',
    accountId: by,
    clientId: id('split-0001'),
    contentHash: 'published',
    instrumentId: ARUNA.id,
    terms: {
      kind: 'split',
      sharesBefore: quantity(before),
      sharesAfter: quantity(after),
      fractionPrice: price(5_000n),
    },
  });
}
