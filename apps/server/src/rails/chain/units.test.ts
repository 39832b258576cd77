import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount } from '@tarazu/core/values';
import { COIN_NETWORK_ROWS, coinNetworksOn } from '#market/catalogue/coin-networks.ts';
import { coinListings } from '#market/catalogue/coins.ts';
import { chainUnitsOf, ledgerAmountOf, ledgerCostOf } from '#rails/chain/units.ts';

test('amounts of a network become those of the ledger without a gain', () => {
  assert.deepEqual(ledgerAmountOf(1_234_567n, 6), { amount: 123_456_700n, rest: 0n });
  assert.deepEqual(ledgerAmountOf(19_999_999_999n, 18), { amount: 1n, rest: 9_999_999_999n });
  assert.deepEqual(ledgerAmountOf(5n, 8), { amount: 5n, rest: 0n });
  assert.equal(ledgerCostOf(10_000_000_001n, 18), 2n);
  assert.equal(ledgerCostOf(10_000_000_000n, 18), 1n);
});

test('an amount that a network can not say is not rounded', () => {
  assert.equal(chainUnitsOf(amount(123_456_700n), 6), 1_234_567n);
  assert.equal(chainUnitsOf(amount(123_456_701n), 6), undefined);
  assert.equal(chainUnitsOf(amount(1n), 18), 10_000_000_000n);
});

test('coins of networks are coins of the venue, with minima that their network can say', () => {
  const known = new Set<string>(['USDT', ...coinListings.map(({ asset }) => asset)]);
  const days = COIN_NETWORK_ROWS.map(({ effectiveFrom }) => effectiveFrom);
  assert.deepEqual(days, days.toSorted());
  for (const { networks } of COIN_NETWORK_ROWS)
    for (const { coins, feeAsset, id } of networks) {
      assert.ok(
        coins.some(({ asset, token }) => asset === feeAsset && token === undefined),
        id,
      );
      for (const { asset, chainDecimals, depositMin, withdrawalMin } of coins) {
        assert.ok(known.has(asset), asset);
        for (const least of [depositMin, withdrawalMin])
          assert.ok((chainUnitsOf(amount(least), chainDecimals) ?? 0n) > 0n, `${id} ${asset}`);
      }
    }
  assert.deepEqual(coinNetworksOn('2020-01-01'), []);
  const confirmations = Object.fromEntries(
    coinNetworksOn('2026-11-24').map((one) => [one.id, one.confirmations]),
  );
  assert.deepEqual([confirmations['bitcoin'], confirmations['ethereum'], confirmations['tron']], [2, 32, 20]);
});
