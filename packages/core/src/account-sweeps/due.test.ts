import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountSweepsOf } from '#engine.ts';
import { Trader } from '#simulation/trader.ts';
import { ARUNA } from '#simulation/world.ts';
import { DAY_MS, instantMs } from '#values/index.ts';

test('what is due on many accounts is done in steps, and what is not due leaves no row', () => {
  const trader = new Trader();
  const [one, two, three] = [1, 2, 3].map((id) => trader.open(id));
  assert.ok(one && two && three);
  trader.sell(ARUNA, { by: three, at: 50_000n, size: 20n });
  for (const by of [one, two]) trader.buy(ARUNA, { by, at: 50_000n, size: 10n });
  const due = { type: 'accounts.sweep', name: 'settlement' } as const;
  const unsettled = (by: typeof one) =>
    trader.balance({ by, wallet: 'stock', asset: ARUNA.baseAsset, bucket: 'unsettled' });
  const early = trader.apply({ ...due, accounts: [one], isLast: true });
  assert.deepEqual([early.journaled, accountSweepsOf(trader.state)], [false, []]);
  trader.atMs = instantMs(trader.atMs + DAY_MS);
  const first = trader.apply({ ...due, accounts: [one], isLast: false });
  assert.deepEqual([unsettled(one), unsettled(two), first.changes.accountSweeps.length], [0n, 10n, 1]);
  const [sweep] = accountSweepsOf(trader.state);
  assert.ok(sweep);
  const { name, sequence } = sweep;
  trader.apply({
    type: 'accounts.step',
    name,
    sequence,
    accounts: [two, three],
    isLast: false,
    isAhead: false,
  });
  assert.equal(unsettled(two), 0n);
  trader.apply({ type: 'accounts.step', name, sequence, accounts: [], isLast: true, isAhead: false });
  assert.deepEqual(accountSweepsOf(trader.state), []);
});
