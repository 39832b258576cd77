import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '@tarazu/core';
import { price, quantity } from '@tarazu/core/values';
import { openEngine } from '#engine/open-engine.ts';
import { account, coinOrder, openAccount, SHARE, sessionAt, worldCommands } from '#engine/test-world.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { systemClock } from '#platform/time/clock.ts';

const ORDERS = 150;
const TRIES_MAX = 100_000;
const database = await openTestDatabase();
const engine = await openEngine({
  connection: () => database.connection,
  clock: systemClock,
  log: { info: () => undefined, error: () => undefined },
  dueEveryMs: 0,
  onStopped: (cause) => assert.fail(cause),
});
database.beforeClose(() => engine.stop());

async function done(command: Command): Promise<void> {
  const { outcome } = await engine.submit(command);
  assert.ok(outcome.ok, outcome.ok ? '' : outcome.refusal.code);
}

const shown = () => engine.book(SHARE.id, 'demo', 0);

test('an auction of many prices shows its last state, and far fewer than one for each batch', async () => {
  for (const command of worldCommands(Date.now())) await done(command);
  const phases = { auction: 'preOpen', average: 'preOpen' } as const;
  await done({ type: 'rules.set', session: { ...sessionAt(Date.now()), phases } });
  await done(openAccount(account(1)));
  let views = 0;
  let last = shown().version;
  const begunAt = performance.now();
  for (let nth = 0; nth < ORDERS; nth += 1) {
    const priceLimit = price(50_000n - BigInt(nth) * 5n);
    const share = { instrumentId: SHARE.id, validity: 'day', quantity: quantity(1n), priceLimit } as const;
    await done(coinOrder(`client-view-${nth}`, share));
    if (shown().version !== last) views += 1;
    last = shown().version;
  }
  const passedMs = performance.now() - begunAt;
  assert.ok(views <= 65 + passedMs / 250 + 1, `${views} views in ${passedMs} ms`);
  // As fast as the database answers: nothing else comes to the writer.
  for (let tries = 0; shown().auction?.buyQuantity !== BigInt(ORDERS); tries += 1) {
    assert.ok(tries < TRIES_MAX, 'the last state comes');
    await database.pool.query('select 1');
  }
});
