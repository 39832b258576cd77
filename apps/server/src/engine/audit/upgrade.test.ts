import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Command, type Instrument, type RightsTerms, writeText } from '@tarazu/core';
import {
  type AccountId,
  amount,
  type ClientId,
  instantMs,
  parseClientId,
  price,
  quantity,
  rate,
} from '@tarazu/core/values';
import { openEngine } from '#engine/open-engine.ts';
import { account, coinOrder, GRANTS, openAccount, SHARE, worldCommands } from '#engine/test-world.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { createSettableClock } from '#platform/time/clock.ts';
import { auditNow } from './test-audit.ts';

/*
 * Data folders of before holds were rows, orders named their product and movements said the balance after
 * them: the migrations give the rows that a replay of their journals gives.
 */

type Engine = Awaited<ReturnType<typeof openEngine>>;

const database = await openTestDatabase();
const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations');

/** The text of a migration, by its name without its number. */
function migration(name: string): string {
  const file = readdirSync(MIGRATIONS).find((one) => one.slice(5) === `${name}.sql`);
  assert.ok(file !== undefined, `no migration is named ${name}`);
  return readFileSync(join(MIGRATIONS, file), 'utf8');
}

const clock = createSettableClock(1_795_000_000_000);
const MARGIN_SHARE: Instrument = { ...SHARE, intradayMarginRate: rate(20_000_000n) };
const CLOSES = instantMs(clock.nowMs() + 60_000);
const TERMS: RightsTerms = {
  kind: 'rights',
  sharesHeld: quantity(1n),
  sharesOffered: quantity(1n),
  priceIssue: price(40_000n),
  priceCum: price(50_000n),
  closesAtMs: CLOSES,
};
const SHARES = [{ instrumentId: SHARE.id, quantity: quantity(50n), cost: amount(2_500_000n) }];
const QUOTES = {
  type: 'marketMaker.quote',
  instrumentId: SHARE.id,
  environment: 'demo',
  bids: [[price(49_900n), quantity(500n)]],
  asks: [[price(50_000n), quantity(500n)]],
} as const;
const ISSUE = id('issue-0001');

function id(text: string): ClientId {
  const parsed = parseClientId(text);
  assert.ok(parsed);
  return parsed;
}

async function withEngine(act: (engine: Engine) => Promise<void>): Promise<void> {
  const engine = await openEngine({
    connection: () => database.connection,
    clock,
    log: { info: () => undefined, error: () => undefined },
    onStopped: (cause) => assert.fail(cause),
  });
  try {
    await act(engine);
  } finally {
    await engine.stop();
  }
}

let asked = 0;

/** Within the day, at the market maker's prices. */
function withinDay(by: AccountId, side: 'buy' | 'sell', size: bigint): Command {
  asked += 1;
  return coinOrder(`client-day-${asked}`, {
    accountId: by,
    instrumentId: SHARE.id,
    side,
    validity: 'day',
    priceLimit: price(side === 'buy' ? 50_000n : 49_900n),
    quantity: quantity(size),
    product: 'intraday',
  });
}

function application(by: AccountId, shares: bigint): Command {
  asked += 1;
  const { clientId, contentHash } = coinOrder(`client-right-${asked}`);
  return {
    type: 'rights.apply',
    accountId: by,
    clientId,
    contentHash,
    issueId: ISSUE,
    quantity: quantity(shares),
  };
}

/** The rules that a world with margins needs beside the usual ones. */
function rulesOfMargins(): Command[] {
  const [rules] = worldCommands(clock.nowMs());
  assert.ok(rules?.type === 'rules.set' && rules.stockCharges);
  const intraday = {
    brokerageRate: rate(30_000n),
    brokerageMax: amount(2_000n),
    securitiesTaxRate: rate(25_000n),
    stampDutyRate: rate(3_000n),
  };
  return [
    { type: 'rules.set', stockCharges: { ...rules.stockCharges, version: 'stock-day', intraday } },
    { type: 'instrument.set', instrument: MARGIN_SHARE },
  ];
}

/**
 * Positions that are open, closed and opened anew;
 * applications that grow, are withdrawn, made anew, allotted.
 */
async function live(engine: Engine): Promise<void> {
  const people = [1, 2, 3, 4].map(account);
  const [long, short, anew, late] = people;
  assert.ok(long !== undefined && short !== undefined && anew !== undefined && late !== undefined);
  const opened = people.map((one) => openAccount(one, { ...GRANTS, shares: SHARES }));
  const say = async (...commands: Command[]): Promise<void> => {
    for (const command of commands) {
      const { outcome } = await engine.submit(command);
      assert.ok(outcome.ok, writeText(outcome));
      clock.advance(500);
    }
  };
  await say(...worldCommands(clock.nowMs()), ...rulesOfMargins(), ...opened);
  engine.marketMaker([QUOTES]);
  await say(withinDay(long, 'buy', 7n), withinDay(long, 'buy', 5n), withinDay(short, 'sell', 9n));
  await say(withinDay(short, 'buy', 9n), withinDay(anew, 'buy', 3n), withinDay(anew, 'sell', 3n));
  await say(withinDay(anew, 'sell', 4n), withinDay(anew, 'buy', 1n), withinDay(late, 'buy', 2n));
  for (const by of people) {
    const act = { accountId: by, clientId: ISSUE, contentHash: 'published', instrumentId: SHARE.id } as const;
    await say({ type: 'corporate.act', ...act, terms: TERMS });
  }
  await say(application(long, 10n), application(long, 0n), application(long, 4n), application(long, 6n));
  await say(application(short, 20n), application(anew, 5n), application(anew, 0n), application(late, 3n));
  const { clientId, contentHash } = coinOrder('client-reset');
  await say({ type: 'account.reset', accountId: late, clientId, contentHash, grants: GRANTS });
  clock.advance(60_000);
  await say({ type: 'rights.close', accountId: short });
}

async function holds(): Promise<Record<string, unknown>[]> {
  const text =
    'select *, amount > 0 as is_open from hold order by account_id, owner_kind, owner_id, asset_id';
  return (await database.pool.query(text)).rows;
}

test('the migration to holds gives what a replay gives, and the old folder passes its audit', async () => {
  await withEngine(live);
  const asWritten = await holds();
  const kinds = asWritten.map((row) => `${String(row['owner_kind'])} ${String(row['is_open'])}`);
  assert.deepEqual([...new Set(kinds)].sort(), [
    'application false',
    'application true',
    'margin false',
    'margin true',
  ]);
  assert.equal((await auditNow(database.pool)).problem, undefined);
  // As it was before the migration.
  await database.pool.query(`
    alter table intraday_position add column margin int8 not null default 0;
    update intraday_position p set margin = h.amount from hold h
     where h.account_id = p.account_id and h.owner_kind = 'margin' and h.owner_id = p.instrument_id;
    drop table hold`);
  await database.pool.query(migration('hold'));
  assert.deepEqual(await holds(), asWritten);
  assert.equal((await auditNow(database.pool)).problem, undefined);
  await withEngine(async (engine) => {
    engine.marketMaker([QUOTES]);
    const { outcome } = await engine.submit(withinDay(account(1), 'sell', 12n));
    assert.ok(outcome.ok, writeText(outcome));
  });
  const left = (await holds()).filter((row) => row['owner_kind'] === 'margin' && row['account_id'] === 1n);
  assert.deepEqual(
    left.map((row) => row['amount']),
    [0n],
  );
  assert.equal((await auditNow(database.pool)).problem, undefined);
});

test('the migration to balances after movements gives what a replay gives, and the old folder passes its audit', async () => {
  const movements = async () =>
    (await database.pool.query('select * from movement order by account_id, sequence, part')).rows;
  const asWritten = await movements();
  const balances = `select distinct on (account_id, wallet, bucket, asset_id) account_id, wallet, bucket, asset_id, balance from (
      select sequence, index, from_account_id as account_id, from_wallet as wallet, from_bucket as bucket, asset_id, balance_from as balance from posting
      union all select sequence, index, to_account_id, to_wallet, to_bucket, asset_id, balance_to from posting) as told
    where account_id > 0 order by account_id, wallet, bucket, asset_id, sequence desc, index desc`;
  const kept = `select account_id, wallet, bucket, asset_id, balance from balance,
      lateral (values ('available', available), ('held', held), ('unsettled', unsettled)) as cell(bucket, balance)`;
  const differing = `with told as (${balances}), kept as (${kept})
    select * from told full join kept using (account_id, wallet, bucket, asset_id)
     where coalesce(told.balance, 0) <> coalesce(kept.balance, 0)`;
  assert.deepEqual((await database.pool.query(differing)).rows, []);
  // As it was before the migration.
  await database.pool.query(
    `update movement set postings = regexp_replace(postings, E'\\t[0-9]*\\t[0-9]*$', '', 'gn')`,
  );
  assert.notDeepEqual(await movements(), asWritten);
  await database.pool.query(`begin; ${migration('balance-after')}; commit`);
  assert.deepEqual(await movements(), asWritten);
  assert.equal((await auditNow(database.pool)).problem, undefined);
});

test('the migration to products of orders gives what a replay gives, and the old folder passes its audit', async () => {
  const orders = async () =>
    (await database.pool.query('select order_id, product, product_terms from orders order by 1')).rows;
  const asWritten = await orders();
  assert.ok(asWritten.some(({ product }) => product === 'intraday'));
  // As it was before the migration.
  const revert = `
    alter table orders add column margin_rate int8, add column is_closing boolean, add column is_square_off boolean;
    update orders set margin_rate = ltrim(product_terms::json ->> 'marginRate', '#')::int8,
        is_closing = (product_terms::json ->> 'isClosing')::boolean,
        is_square_off = (product_terms::json ->> 'isSquareOff')::boolean where product is not null;
    alter table orders drop column product, drop column product_terms`;
  await database.pool.query(revert);
  await database.pool.query(migration('order-product'));
  assert.deepEqual(await orders(), asWritten);
  assert.equal((await auditNow(database.pool)).problem, undefined);
  // A row of before agents were named says of itself that it squares off.
  await database.pool.query(revert);
  await database.pool.query('update orders set is_square_off = is_closing where margin_rate is not null');
  await database.pool.query(migration('order-product'));
  const marked = (await orders()).flatMap(({ product_terms: terms }) => (terms === null ? [] : [terms]));
  assert.ok(marked.includes('{"marginRate":"#20000000","isClosing":true,"isSquareOff":true}'));
  assert.ok(marked.includes('{"marginRate":"#20000000","isClosing":false,"isSquareOff":false}'));
});
