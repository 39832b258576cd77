import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { equityOf, exposureOf, marginStateOf } from '#accounts/exposure.ts';
import { checkInvariants } from '#invariants/check.ts';
import { judgeByLoss } from '#products/exposure.ts';
import { reload } from '#simulation/reload.ts';
import { Trader } from '#simulation/trader.ts';
import { ARUNA, INR } from '#simulation/world.ts';
import { exposedInstruments, unloadAccount } from '#state.ts';
import { type AccountId, amount, instantMs, price } from '#values/index.ts';

const CASH = { wallet: 'stock', assetId: INR } as const;
const TERMS = { closeOutPercent: 80n, markAgeMaxMs: 10_000 };
/** A hundred shares at 500 rupees stand for 50,000, a fifth of which is the margin. */
const SHARES = 100n;
const MARGIN = 10_000_00n;

/** One who has opened within the day, on the side that is asked for. */
function opened(side: 'buy' | 'sell') {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, side === 'buy' ? { asks: [[50_000n, 1_000n]] } : { bids: [[50_000n, 1_000n]] });
  trader[side](ARUNA, { by, size: SHARES, product: 'intraday' });
  return { trader, by };
}

function mark(trader: Trader, at: bigint): void {
  trader.atMs = instantMs(trader.atMs + 1);
  const one = { instrumentId: ARUNA.id, priceMark: price(at), atMs: trader.atMs };
  trader.apply({ type: 'prices.mark', marks: [one] });
}

function accountOf({ state }: Trader, by: AccountId) {
  const account = state.accountSide.accounts.get(by);
  assert.ok(account);
  return account;
}

function stateOf(trader: Trader, by: AccountId, terms = TERMS) {
  const exposure = exposureOf(trader.state.accountSide.facts, accountOf(trader, by), ARUNA.id);
  return exposure && marginStateOf(exposure, terms, trader.atMs);
}

test('what is open within the day has a margin, and at its mark an unrealised profit and an equity', () => {
  for (const [side, at, profit] of [
    ['buy', 51_000n, 1_000_00n],
    ['buy', 49_000n, -1_000_00n],
    ['sell', 49_000n, 1_000_00n],
    ['sell', 51_000n, -1_000_00n],
  ] as const) {
    const { trader, by } = opened(side);
    const { facts } = trader.state.accountSide;
    const before = exposureOf(facts, accountOf(trader, by), ARUNA.id);
    assert.deepEqual([before?.product, before?.open.margin, before?.marked], ['intraday', MARGIN, undefined]);
    const unmarked = equityOf(facts, accountOf(trader, by), CASH);
    assert.deepEqual(
      [unmarked.unmarkedCount, unmarked.markedAtMs, unmarked.profitUnrealised],
      [1, undefined, 0n],
    );
    mark(trader, at);
    const marked = exposureOf(facts, accountOf(trader, by), ARUNA.id)?.marked;
    assert.deepEqual([marked?.profitUnrealised, marked?.equity], [profit, MARGIN + profit], `${side} ${at}`);
    const equity = equityOf(facts, accountOf(trader, by), CASH);
    const owned = trader.balance({ by, wallet: 'stock', asset: INR }) + MARGIN;
    assert.deepEqual([equity.amount, equity.margin], [owned + profit, MARGIN]);
    assert.deepEqual([equity.markedAtMs, equity.unmarkedCount], [trader.atMs, 0]);
    const again = reload(trader.state).accountSide;
    const kept = again.accounts.get(by);
    assert.deepEqual(kept && equityOf(again.facts, kept, CASH), equity, 'and a restart knows it');
  }
});

test('close-out is due when the published part of the margin is lost, not a paisa before, and never by a stale mark', () => {
  for (const [side, at, lossPercent, isDue] of [
    ['buy', 50_000n, 0n, false],
    ['buy', 46_000n, 40n, false],
    ['buy', 42_001n, 79n, false],
    ['buy', 42_000n, 80n, true],
    ['sell', 57_999n, 79n, false],
    ['sell', 58_000n, 80n, true],
    ['sell', 42_000n, 0n, false],
  ] as const) {
    const { trader, by } = opened(side);
    assert.equal(stateOf(trader, by), undefined, 'without a mark nothing is judged');
    mark(trader, at);
    const fresh = stateOf(trader, by);
    assert.deepEqual([fresh?.lossPercent, fresh?.isDue], [lossPercent, isDue], `${side} ${at}`);
    assert.equal(fresh?.marginMaintenance, MARGIN / 5n);
    trader.atMs = instantMs(trader.atMs + TERMS.markAgeMaxMs);
    assert.equal(stateOf(trader, by)?.isStale, false, 'as old as it may be');
    trader.atMs = instantMs(trader.atMs + 1);
    const stale = stateOf(trader, by);
    assert.deepEqual([stale?.isStale, stale?.lossPercent, stale?.isDue], [true, 0n, false]);
    trader.atMs = instantMs(trader.atMs - TERMS.markAgeMaxMs - 2);
    const ahead = stateOf(trader, by);
    assert.deepEqual(
      [ahead?.isStale, ahead?.isDue],
      [true, false],
      'of the future, when the clock went back',
    );
  }
});

test('a position that nothing stands behind is due at its first loss', () => {
  const { trader, by } = opened('buy');
  mark(trader, 49_995n);
  const { facts } = trader.state.accountSide;
  const marked = exposureOf(facts, accountOf(trader, by), ARUNA.id)?.marked;
  assert.ok(marked);
  const bare = { ...marked, margin: amount(0n), equity: marked.profitUnrealised };
  const { lossPercent, isDue } = judgeByLoss(bare, TERMS, trader.atMs);
  assert.deepEqual([lossPercent, isDue], [100n, true]);
});

test('whatever the mark: due exactly where the lost percent is reached, and closing there leaves the equity', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('buy' as const, 'sell' as const),
      fc.bigInt({ min: 45_000n, max: 55_000n }),
      fc.bigInt({ min: 1n, max: 99n }),
      (side, at, closeOutPercent) => {
        const { trader, by } = opened(side);
        mark(trader, at);
        const found = stateOf(trader, by, { ...TERMS, closeOutPercent });
        assert.equal(found?.isDue, found !== undefined && found.lossPercent >= closeOutPercent);
        const tick = at - (at % 5n);
        mark(trader, tick);
        const { facts } = trader.state.accountSide;
        const equity = equityOf(facts, accountOf(trader, by), CASH).amount;
        trader.quote(ARUNA, side === 'buy' ? { bids: [[tick, 1_000n]] } : { asks: [[tick, 1_000n]] });
        const closing = trader.apply({ type: 'intraday.close', accountId: by, instrumentId: ARUNA.id });
        const charges = closing.changes.postings
          .filter(({ kind }) => kind === 'charge')
          .reduce((sum, posting) => sum + posting.amount, 0n);
        assert.equal(equityOf(facts, accountOf(trader, by), CASH).amount, equity - charges);
      },
    ),
    { numRuns: 60 },
  );
});

test('who has something open is found by its instrument and stays in memory; who has nothing may go', () => {
  const { trader, by } = opened('buy');
  const idle = trader.open(2);
  for (const state of [trader.state, reload(trader.state)]) {
    assert.deepEqual(exposedInstruments(state), [{ instrumentId: ARUNA.id, mark: undefined }]);
    assert.deepEqual(checkInvariants(state, { allLoaded: true }), []);
    assert.equal(unloadAccount(state, idle), true);
    assert.equal(unloadAccount(state, by), false, 'it has no open order, and is margined');
  }
  trader.quote(ARUNA, { bids: [[50_000n, 1_000n]] });
  trader.apply({ type: 'intraday.close', accountId: by, instrumentId: ARUNA.id });
  assert.deepEqual(exposedInstruments(trader.state), []);
  assert.equal(unloadAccount(trader.state, by), true);
});

test('the exposure in one instrument costs the same however much else an account has open', (context) => {
  const { trader, by } = opened('buy');
  const { facts } = trader.state.accountSide;
  const account = accountOf(trader, by);
  const { holds, intraday } = account.holdings;
  const walks = [holds, intraday].flatMap((rows: Map<string, unknown>) => [
    context.mock.method(rows, 'values'),
    context.mock.method(rows, 'entries'),
    context.mock.method(rows, Symbol.iterator),
  ]);
  assert.equal(exposureOf(facts, account, ARUNA.id)?.open.margin, MARGIN);
  assert.deepEqual(
    walks.map(({ mock }) => mock.callCount()),
    walks.map(() => 0),
  );
});
