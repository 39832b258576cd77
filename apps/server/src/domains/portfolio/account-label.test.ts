import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountId, DAY_MS } from '@tarazu/core/values';
import { peopleOf } from '#domains/account/test-people.ts';
import { accountLabels } from '#domains/portfolio/account-label.ts';
import { dayOf, startOfDay } from '#domains/portfolio/close-days.ts';
import { openTestApp, textOf } from '#test-app.ts';

/* Regular and HNI accounts, by the average of an account's daily values (rules 2.14). */

const server = await openTestApp();
const { app, call, database } = server;
const { pool } = database;
const { logIn, registered } = peopleOf(server);
server.standAt(server.nowMs());
// The values of the days are the test's own.
await app.scheduler.remove('portfolio: daily values');

const labelOf = accountLabels(pool, app.rulebook);
const FIFTY_LAKH_PAISE = 500_000_000n;
const DAYS = 30;
const begunOn = dayOf(server.nowMs());
const LATER_DAYS = 40;
const laterMs = server.nowMs() + LATER_DAYS * DAY_MS;
const laterOn = begunOn + LATER_DAYS;

/** Somebody new, with these values of the real account at some days' ends. */
async function withValues(values: readonly (readonly [day: number, value: bigint])[]) {
  const person = await registered();
  const { rows } = await pool.query<{ environment: string; account_id: number }>(
    'select environment, account_id from login_account join login using (login_id) where phone = $1',
    [`+91${person.phone}`],
  );
  const accountOf = (environment: string) => {
    const found = rows.find((row) => row.environment === environment);
    assert.ok(found);
    return accountId(found.account_id);
  };
  const [real, demo] = [accountOf('real'), accountOf('demo')];
  for (const [day, value] of values)
    await pool.query('insert into portfolio_value values ($1, $2, $3, 0, 0, 1)', [real, day, value]);
  return { ...person, real, demo };
}

const daysBefore = (day: number, value: bigint, count = DAYS) =>
  Array.from({ length: count }, (_, index) => [day - 1 - index, value] as const);

test('an account is HNI from an average of 50 lakh over 30 days on, and the other account is its own', async () => {
  const { real, demo } = await withValues(daysBefore(laterOn, FIFTY_LAKH_PAISE));
  assert.equal(await labelOf({ accountId: real }, laterMs), 'hni');
  assert.equal(await labelOf({ accountId: demo }, laterMs), 'regular');
  await pool.query('update portfolio_value set value = value - 1 where account_id = $1 and day = $2', [
    real,
    laterOn - 7,
  ]);
  assert.equal(await labelOf({ accountId: real }, laterMs), 'regular', 'one paisa less on one day');
});

test('a day without a value counts as nothing, and one outside of the 30 does not count', async () => {
  const { real } = await withValues([
    [laterOn, 100n * FIFTY_LAKH_PAISE],
    ...daysBefore(laterOn, FIFTY_LAKH_PAISE, DAYS - 1),
    [laterOn - DAYS - 1, 100n * FIFTY_LAKH_PAISE],
  ]);
  assert.equal(await labelOf({ accountId: real }, laterMs), 'regular');
});

test('an average counts, not each day; what was before the account began does not', async () => {
  const whole = BigInt(DAYS) * FIFTY_LAKH_PAISE;
  const { real } = await withValues([[laterOn - 3, whole]]);
  assert.equal(await labelOf({ accountId: real }, laterMs), 'hni');
  const before = await withValues([[begunOn - 1, whole]]);
  assert.equal(await labelOf({ accountId: before.real }, server.nowMs() + DAY_MS), 'regular');
});

test('the profile of each account has its own label', async () => {
  const { phone, realToken } = await withValues([[begunOn, BigInt(DAYS) * FIFTY_LAKH_PAISE]]);
  const shown = async (token: string) => (await call('userInfo', {}, { token })).data['label'];
  assert.equal(await shown(realToken), 'regular', 'today has no end yet');
  server.advance(startOfDay(begunOn + 1) - server.nowMs());
  // A session of real money has ended meanwhile.
  const { data } = await logIn(phone);
  const tokens = [textOf(data, 'realToken'), textOf(data, 'demoToken')];
  assert.deepEqual(await Promise.all(tokens.map(shown)), ['hni', 'regular']);
});
