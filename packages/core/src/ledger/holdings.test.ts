import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assetBalanceOf } from '#ledger/cells.ts';
import { addLot, createHoldings, dueAmount, lotsOf, settleDue, usableWhen } from '#ledger/holdings.ts';
import { createRecorder } from '#ledger/recorder.ts';
import { withdrawable } from '#ledger/withdrawable.ts';
import type { Lot } from '#model/ledger.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, INR, sessionOfDay } from '#simulation/world.ts';
import { accountId, amount, instantMs } from '#values/index.ts';

const LOTS = 1_000;

/** Lots whose own array says so where somebody goes through all of them. */
function guarded<Row>(lots: Row[]): void {
  const walked = { value: () => assert.fail('all lots were walked') };
  for (const name of ['filter', 'map', 'forEach', 'some', Symbol.iterator])
    Object.defineProperty(lots, name, walked);
}

test('lots that were settled long ago are not walked when others settle, or are asked for', () => {
  const holdings = createHoldings('demo', accountId(1));
  const recorder = (nth: number, atMs: number) =>
    createRecorder({ stamp: nth, sequence: nth, atMs: instantMs(atMs) });
  const lot = (nth: number, settled: boolean): Lot => ({
    sequence: nth,
    index: 0,
    accountId: holdings.accountId,
    kind: 'shares',
    assetId: ARUNA.baseAsset,
    instrumentId: ARUNA.id,
    amountOriginal: amount(2n),
    amountLeft: amount(2n),
    costLeft: amount(1n),
    openedAtMs: instantMs(1),
    usableAtMs: instantMs(settled ? 1 : 100),
    withdrawableAtMs: instantMs(settled ? 1 : 100),
    settled,
  });
  for (let nth = 1; nth <= LOTS; nth += 1) addLot(holdings, lot(nth, true), recorder(nth, 1));
  addLot(holdings, lot(LOTS + 1, false), recorder(LOTS + 1, 1));
  assetBalanceOf(holdings, 'stock', ARUNA.baseAsset).unsettled.amount = amount(2n);
  guarded(lotsOf(holdings, ARUNA.baseAsset));
  assert.equal(usableWhen(holdings, ARUNA.baseAsset, amount(2n)), 100);
  assert.equal(dueAmount(holdings, ARUNA.baseAsset, instantMs(100)), 2n);
  const settles = recorder(LOTS + 2, 100);
  settleDue(holdings, settles);
  assert.deepEqual([settles.lots.length, settles.postings.length], [1, 1]);
  assert.equal(holdings.dueAtMs, Number.POSITIVE_INFINITY, 'time changes nothing more');
});

test('a lot that is spent before its time, and one that is delivered, change no more', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const { holdings } = trader.state.accountSide.accounts.get(by) ?? assert.fail();
  trader.quote(BHUMI, { bids: [[100n, 100n]] });
  orderOf(trader.sell(BHUMI, { by, size: 100n }));
  assert.equal(holdings.changing.of(INR).length, 1);
  trader.apply({ type: 'rules.set', session: sessionOfDay(1) });
  trader.atMs = instantMs(holdings.dueAtMs);
  while (Number.isFinite(holdings.dueAtMs)) {
    trader.atMs = instantMs(holdings.dueAtMs);
    trader.apply({ type: 'lots.settle', accountId: by });
  }
  assert.deepEqual([holdings.changing.assets, holdings.lots.get(INR)], [[], []]);
  const account = trader.state.accountSide.accounts.get(by) ?? assert.fail();
  const cash = trader.balance({ by, wallet: 'stock', asset: INR });
  assert.equal(withdrawable(account, { wallet: 'stock', assetId: INR }, trader.atMs), cash);
});
