import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '@tarazu/core/values';
import { peopleOf } from '#domains/account/test-people.ts';
import { COIN, Customer, quoted } from '#domains/orders/test-trader.ts';
import { enterDemo, openTestApp } from '#test-app.ts';

const guestsMax = 8;
const trader = await openTestApp({ limits: { guestsMax } });
const { app, call, database, advance } = trader;
const { registered } = peopleOf(trader);

const endGuests = async (): Promise<void> => {
  // Sightings are written down every ten seconds.
  await app.accounts.sessions.sweep();
  await app.accounts.jobs.find(({ name }) => name === 'account: guests')?.run(new AbortController().signal);
};
const isOpen = async (token: string): Promise<boolean> => (await call('userInfo', {}, { token })).code === 0;
const guest = async (): Promise<string> => enterDemo(trader);

test('a guest whose time is over ends by the engine: orders cancelled, nothing held, the account adds up to zero', async () => {
  await quoted(trader, COIN);
  const token = await guest();
  const customer = new Customer(trader, token);
  const [quote] = await customer.list('coinInfos', { instrumentId: COIN });
  assert.ok(quote);
  const price = String(Math.floor(Number(quote['price']) * 0.9));
  const placed = await customer.coin('buy', { type: 'limit', validity: 'gtc', price, quantity: '0.01' });
  assert.equal(placed.code, 0, JSON.stringify(placed.body));
  await registered();
  advance(29 * DAY_MS);
  await endGuests();
  assert.ok(await isOpen(token), 'not before its time');
  advance(DAY_MS);
  await endGuests();
  assert.ok(!(await isOpen(token)));
  const { rows } = await database.pool.query<{ status: number; left: string; open: string }>(
    `select l.status,
       (select coalesce(sum(abs(b.available) + abs(b.held) + abs(b.unsettled)), 0)::text from balance b where b.account_id = a.account_id) as left,
       (select count(*)::text from orders o where o.account_id = a.account_id and o.live) as open
     from login l join login_account a using (login_id) where l.guest order by l.login_id limit 1`,
  );
  assert.deepEqual(rows, [{ status: 0, left: '0', open: '0' }]);
  const demo = await database.pool.query('select status from login where not guest');
  assert.deepEqual(demo.rows, [{ status: 1 }], 'a person who registered is never ended for being away');
});

test('while places are short the absent end, the oldest first, and the present stay', async () => {
  const away = await Promise.all(Array.from({ length: 6 }, guest));
  advance(DAY_MS + HOUR_MS);
  await endGuests();
  for (const token of away) assert.ok(await isOpen(token), 'six of eight are not many');
  const [present = ''] = away;
  const newcomer = await guest();
  advance(DAY_MS + HOUR_MS);
  assert.ok(await isOpen(present));
  await endGuests();
  const stayed = await Promise.all([...away, newcomer].map(isOpen));
  assert.deepEqual(stayed, [true, ...away.slice(1).map(() => false), false]);
});

test('where all places are taken a guest is refused, and a registered login has its demo', async () => {
  for (let taken = 1; taken < guestsMax; taken += 1) await guest();
  const refused = await call('demoEnter', {});
  assert.deepEqual([refused.status, refused.reason], [503, 'DEMO_FULL']);
  const { demoToken } = await registered();
  assert.ok(await isOpen(demoToken));
});

test('a session is deleted with the last of its tokens, and not while one of them can be used', async () => {
  const { pool } = database;
  const { rows } = await pool.query<{ session_id: string }>(
    'select session_id from session_token group by session_id having count(*) > 0 limit 2',
  );
  const [over, half] = rows.map(({ session_id: id }) => id);
  assert.ok(over !== undefined && half !== undefined);
  const longAgo = new Date(trader.nowMs() - 2 * DAY_MS);
  const later = new Date(trader.nowMs() + DAY_MS);
  await pool.query('update session_token set expires_at = $2 where session_id = any($1)', [
    [over, half],
    longAgo,
  ]);
  await pool.query(
    `insert into session_token (token_hash, session_id, environment, account_id, last_seen_at, expires_at)
     select '\\x01', session_id, environment, account_id, last_seen_at, $2 from session_token where session_id = $1 limit 1`,
    [half, later],
  );
  await app.accounts.jobs.find(({ name }) => name === 'account: expired')?.run(new AbortController().signal);
  const left = await pool.query<{ session_id: string; tokens: number }>(
    `select s.session_id, (select count(*)::int4 from session_token t where t.session_id = s.session_id) as tokens
       from session s where s.session_id = any($1)`,
    [[over, half]],
  );
  assert.deepEqual(left.rows, [{ session_id: half, tokens: 1 }]);
});
