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
