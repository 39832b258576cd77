import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OrderId, orderId, price, quantity } from '@tarazu/core/values';
import { openEngine } from '#engine/open-engine.ts';
import {
  account,
  COIN,
  coinBasket,
  coinOrder,
  openAccount,
  SHARE,
  worldCommands,
} from '#engine/test-world.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { createSettableClock } from '#platform/time/clock.ts';
import { type AuditResult, audit } from './audit.ts';

const database = await openTestDatabase();

async function run(): Promise<AuditResult> {
  const client = await database.pool.connect();
  try {
    return await audit({ on: client, onProgress: () => undefined });
  } finally {
    client.release();
  }
}

/** One that is placed and one that is refused. */
const BASKETS = [
  coinBasket('client-basket-1', [{}, { priceLimit: price(6_000_100n) }, { quantity: quantity(2_000n) }]),
  coinBasket('client-basket-2', [{}, { quantity: COIN.quantityMax }]),
];

/** Two people, the market maker and the clock; orders that rest, fill, are cancelled and refused. */
async function trade(): Promise<void> {
  const clock = createSettableClock(1_795_000_000_000);
  const engine = await openEngine({
    connection: () => database.connection,
    clock,
    log: { info: () => undefined, error: () => undefined },
    onStopped: (cause) => assert.fail(cause),
  });
  const people = [account(1), account(2)] as const;
  for (const command of [...worldCommands(clock.nowMs()), ...people.map((id) => openAccount(id))])
    await engine.submit(command);
  const asks = [[price(50_000n), quantity(500n)]] as const;
  engine.marketMaker([
    {
      type: 'marketMaker.quote',
      instrumentId: SHARE.id,
      environment: 'demo',
      bids: [[price(49_900n), quantity(500n)]],
      asks,
    },
  ]);
  engine.marketMaker([
    {
      type: 'marketMaker.quote',
      instrumentId: COIN.id,
      environment: 'demo',
      bids: [],
      asks: [[price(6_000_050n), quantity(90_000n)]],
    },
  ]);
  for (const basket of BASKETS) await engine.submit(basket);
  for (let n = 0; n < 60; n += 1) {
    const change = {
      accountId: people[n % 2] ?? account(1),
      side: n % 3 === 0 ? 'sell' : 'buy',
      priceLimit: price(6_000_000n + BigInt((n * 37) % 120)),
    } as const;
    const { outcome } = await engine.submit(coinOrder(`client-coin-${n}`, change));
    const open =
      outcome.ok && outcome.type === 'order' && outcome.order.state.name === 'open'
        ? outcome.order
        : undefined;
    if (open && n % 4 === 0)
      await engine.submit({ type: 'order.cancel', accountId: open.accountId, orderId: open.id });
    const share = {
      instrumentId: SHARE.id,
      validity: 'day',
      priceLimit: price(n % 2 === 0 ? 50_000n : 49_900n),
      quantity: quantity(3n),
    } as const;
    await engine.submit(coinOrder(`client-share-${n}`, { ...share, side: n % 2 === 0 ? 'buy' : 'sell' }));
    clock.advance(300);
    if (n % 10 === 9) await engine.submit({ type: 'lots.settle', accountId: account(1) });
    engine.marketMaker([
      {
        type: 'marketMaker.take',
        instrumentId: COIN.id,
        environment: 'demo',
        side: 'sell',
        priceLimit: price(6_000_040n),
        quantity: quantity(1_000n),
      },
    ]);
  }
  await engine.submit({ type: 'order.cancel', accountId: account(2), orderId: await firstOrderOf(1) });
  await engine.submit({ type: 'session.end', venue: 'NSE_SIM' });
  await engine.stop();
}

async function firstOrderOf(id: number): Promise<OrderId> {
  const { rows } = await database.pool.query<{ order_id: bigint }>(
    'select order_id from orders where account_id = $1 limit 1',
    [id],
  );
  return orderId(Number(rows[0]?.order_id));
}

/** A change of each table, and how it must be named. */
const CHANGES: readonly (readonly [table: string, change: string, sentence: RegExp])[] = [
  [
    'balance',
    'available = available + 1',
    /table balance differs at account_id \d+, wallet .*: available is/,
  ],
  ['house_balance', 'amount = amount - 1', /table house_balance differs at .*: amount is/],
  [
    'orders',
    'quantity_filled = quantity_filled + 1',
    /table orders differs at account_id \d+, order_id \d+: quantity_filled is/,
  ],
  ['fill', 'price = price + 1', /table fill differs at sequence \d+, index \d+: price is/],
  [
    'movement',
    `postings = replace(postings, 'held', 'lost')`,
    /table movement differs at account_id \d+, sequence \d+, part \d+: postings is/,
  ],
  ['client_id', 'sequence = sequence + 1', /table client_id differs at .*: sequence is/],
  ['lot', 'usable_at_ms = usable_at_ms + 1', /table lot differs at .*: usable_at_ms is/],
  ['position', 'cost = cost + 1', /table position differs at .*: cost is/],
  [
    'account',
    'spot_fee_tier = 5',
    /table account differs at account_id \d+: spot_fee_tier is 5, and the replay gives 0/,
  ],
  ['instrument', 'protection_bps = 51', /table instrument differs at .*: protection_bps is 51/],
  [
    'journal_batch',
    `entries = replace(entries, '"order"', '"odder"')`,
    /command \d+ was changed after it was written/,
  ],
  ['journal_batch', `hash = sha256('')`, /hash of the commands \d+ to \d+ does not fit|does not continue/],
];

/** A row that no command made, one of them as if a command to come had made it. */
const ADDED: readonly (readonly [table: string, insert: string])[] = [
  ['position', 'insert into position select 99, instrument_id, 0, 0, 0, null from instrument limit 1'],
  [
    'movement',
    'insert into movement select sequence + 1000000, part, at_ms, environment, account_id, other_account_id, postings from movement limit 1',
  ],
];

test('the journal alone gives every row of every table; a changed row is found and named', async () => {
  await trade();
  const clean = await run();
  assert.equal(clean.problem, undefined);
  assert.ok(clean.commands > 130);
  for (const table of [
    'orders',
    'fill',
    'lot',
    'movement',
    'client_id',
    'position',
    'balance',
    'house_balance',
    'rules',
    'instrument',
    'account',
  ]) {
    const { rows } = await database.pool.query(`select 1 from ${table} limit 1`);
    assert.equal(rows.length, 1, `${table} is part of what was compared`);
  }
  for (const [table, change, sentence] of CHANGES) {
    const client = await database.pool.connect();
    await client.query('begin');
    const touched = /replace\((\w+), '([^']+)'/.exec(change);
    const isChanged = touched ? `where strpos(${touched[1]}, '${touched[2]}') > 0` : '';
    await client.query(
      `update ${table} set ${change} where ctid = (select max(ctid) from ${table} ${isChanged})`,
    );
    assert.match(
      (await audit({ on: client, onProgress: () => undefined })).problem ?? 'nothing was found',
      sentence,
    );
    await client.query('rollback');
    client.release();
  }
  const client = await database.pool.connect();
  for (const [table, insert] of ADDED) {
    await client.query('begin');
    await client.query(insert);
    assert.match(
      (await audit({ on: client, onProgress: () => undefined })).problem ?? 'nothing was found',
      new RegExp(`table ${table} has \\d+ rows, and the replay gives`),
    );
    await client.query('rollback');
  }
  client.release();
  assert.equal((await run()).problem, undefined);
});
