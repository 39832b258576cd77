import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compared, definitions } from '#market/quoting/test-live-minutes.ts';

/**
 * Shares with derivatives and without, of low and high
 * price, large coins and small ones, and pairs in rupees.
 */
const KINDS = definitions.filter(
  ({ symbol }, index) => index % 9 === 0 || symbol === 'ARUNA' || symbol === 'BTC-USDT',
);

test('a minute moves and trades as much live as in the charts of the past, over six hours (trial 20)', () => {
  assert.ok(
    KINDS.length > 8 && KINDS.some(({ kind, hasDerivatives }) => kind === 'stock' && !hasDerivatives),
  );
  for (const definition of KINDS) {
    const { id, live, history } = compared(definition);
    const volatility = live.deviation / history.deviation;
    assert.ok(volatility > 0.9 && volatility < 1.1, `${id}: ${volatility.toFixed(2)} times`);
    const volume = live.volume / history.volume;
    assert.ok(volume > 0.9 && volume < 1.1, `${id}: ${volume.toFixed(2)} times its volume`);
  }
});
