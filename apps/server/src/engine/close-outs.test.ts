import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, QuoteLevel } from '@tarazu/core';
import { amount, price, quantity, rate, type StockChargeRules } from '@tarazu/core/values';
import { closeOutAll } from '#engine/close-outs.ts';
import { openEngine } from '#engine/open-engine.ts';
import { account, coinOrder, openAccount, SHARE, worldCommands } from '#engine/test-world.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { systemClock } from '#platform/time/clock.ts';

const database = await openTestDatabase();
const counted: string[] = [];
const engine = await openEngine({
  connection: () => database.connection,
  clock: systemClock,
  log: { info: () => undefined, error: () => undefined },
  metrics: { refused: ({ type }, code) => counted.push(`${type} ${code}`) },
  dueEveryMs: 0,
  onStopped: (cause) => assert.fail(cause),
});
database.beforeClose(() => engine.stop());

const by = account(1);
const POSITION = { accountId: by, instrumentId: SHARE.id, quantity: 10n };

async function done(command: Command): Promise<void> {
  const { outcome } = await engine.submit(command);
  assert.ok(outcome.ok, outcome.ok ? '' : outcome.refusal.code);
}

function quote(bids: readonly QuoteLevel[], asks: readonly QuoteLevel[] = []): void {
  const at = { instrumentId: SHARE.id, environment: 'demo' } as const;
  engine.marketMaker([{ type: 'marketMaker.quote', ...at, bids, asks }]);
}

const level = (at: bigint): QuoteLevel => [price(at), quantity(100n)];

const STOCK_CHARGES: StockChargeRules = {
  version: 'stock-day',
  effectiveFromMs: 0,
  securitiesTaxRate: rate(0n),
  exchangeFeeRate: rate(0n),
  regulatorFeeRate: rate(0n),
  stampDutyRate: rate(0n),
  goodsAndServicesTaxRate: rate(0n),
  brokerage: amount(0n),
  depositoryCharge: amount(0n),
  intraday: {
    brokerageRate: rate(30_000n),
    brokerageMax: amount(2_000n),
    securitiesTaxRate: rate(25_000n),
    stampDutyRate: rate(3_000n),
  },
};

function order(clientId: string, change: Parameters<typeof coinOrder>[1]): Command {
  const share = { instrumentId: SHARE.id, quantity: quantity(10n), product: 'intraday' } as const;
  return coinOrder(clientId, { ...share, validity: 'day', ...change });
}

test('a close-out that could only cancel is heard as refused, asked for again, and done when it can be', async () => {
  for (const command of worldCommands(Date.now())) await done(command);
  await done({ type: 'rules.set', stockCharges: STOCK_CHARGES });
  await done({ type: 'instrument.set', instrument: { ...SHARE, intradayMarginRate: rate(20_000_000n) } });
  await done(openAccount(by));
  quote([], [level(50_000n)]);
  await done(order('client-buys', { side: 'buy', priceLimit: price(50_000n) }));
  quote([]);
  await done(order('client-closes', { side: 'sell', priceLimit: price(54_000n) }));
  await closeOutAll(engine, [POSITION]);
  assert.deepEqual(counted, ['intraday.close NO_LIQUIDITY', 'intraday.close NO_LIQUIDITY']);
  quote([level(49_000n)]);
  // A close-out passes whoever has arrived: it is asked for when the quotes stand.
  await done({ type: 'prices.keep' });
  await closeOutAll(engine, [POSITION]);
  assert.equal(counted.length, 2);
  const [open] = await database.pool
    .query(`select quantity from intraday_position where account_id = $1`, [by])
    .then(({ rows }) => rows);
  assert.equal(String(open?.quantity), '0');
});

test('few are closed out at a time, so that others get on between them', async () => {
  let [open, most] = [0, 0];
  const submit = async (command: Command) => {
    open += 1;
    most = Math.max(most, open);
    const answer = await engine.submit(command);
    open -= 1;
    return answer;
  };
  await closeOutAll({ submit }, Array<typeof POSITION>(10).fill(POSITION));
  assert.equal(most, 4);
});
