import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definitions, volatilityOf } from '#market/quoting/test-live-minutes.ts';

/**
 * Shares with derivatives and without, of low and high
 * price, large coins and small ones, and pairs in rupees.
 */
const KINDS = definitions.filter(
  ({ symbol }, index) => index % 9 === 0 || symbol === 'ARUNA' || symbol === 'BTC-USDT',
);

test('a minute moves as much live as in the charts of the past, over six hours (trial 20)', () => {
  assert.ok(
    KINDS.length > 8 && KINDS.some(({ kind, hasDerivatives }) => kind === 'stock' && !hasDerivatives),
  );
  for (const definition of KINDS) {
    const { id, live, history } = volatilityOf(definition);
    const ratio = live / history;
    assert.ok(ratio > 0.9 && ratio < 1.1, `${id}: ${ratio.toFixed(2)} times`);
  }
});
