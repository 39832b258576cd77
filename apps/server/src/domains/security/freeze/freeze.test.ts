import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountId } from '@tarazu/core/values';
import { PASSWORD, peopleOf } from '#domains/account/test-people.ts';
import { freezeLogin, liftFreeze } from '#domains/security/freeze/freeze.ts';
import { FREEZE_KINDS } from '#domains/security/freeze/freeze-store.ts';
import { stepUpsOf } from '#domains/security/test-step-up.ts';
import { createPool } from '#platform/database/pool.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import { createTurns } from '#platform/time/turns.ts';
import { booksQuoted, enterDemo, openTestApp, recordOf } from '#test-app.ts';

const trader = await openTestApp();
const { app, call, database, advance } = trader;
const { newestMessage, registered } = peopleOf(trader);
const { stepped } = stepUpsOf(trader);
const DAY_MS = 86_400_000;
const answers = { password: PASSWORD };
let orders = 0;
/** The link of a mail, for when a month has gone by. */
let mailedLink = '';

async function order(name: 'stockBuy' | 'stockSell', token: string, instrumentId: string) {
  await booksQuoted(app);
  orders += 1;
  const clientId = `freeze-order-${orders}`;
  return call(
    name,
    { clientId, instrumentId, type: 'market', validity: 'ioc', quantity: '1', confirmLarge: 'true' },
    { token },
  );
}

/** A share of which a demo account has a lot. */
async function ownShare(token: string): Promise<string> {
  const { list } = (await call('stockHoldings', {}, { token })).data;
  return String(recordOf(Array.isArray(list) ? list[0] : undefined)['instrumentId']);
}

test('one tap freezes both accounts: nothing is bought, what is there may be sold; lifting needs a step-up', async () => {
  const person = await registered();
  const { demoToken: demo, realToken: real } = person;
  const share = await ownShare(demo);
  const frozen = await call('freezeSet', {}, { token: real });
  assert.equal(frozen.code, 0, JSON.stringify(frozen.body));
  const again = await call('freezeSet', {}, { token: demo });
  assert.equal(again.data['frozenSinceMs'], frozen.data['frozenSinceMs'], 'a second tap changes nothing');
  assert.equal((await order('stockBuy', demo, share)).reason, 'ACCOUNT_FROZEN');
  assert.equal((await order('stockBuy', real, share)).reason, 'ACCOUNT_FROZEN');
  const sold = await order('stockSell', demo, share);
  assert.equal(sold.code, 0, JSON.stringify(sold.body));
  assert.equal((await call('freezeLift', {}, { token: real })).reason, 'STEP_UP_NEEDED');
  assert.equal((await stepped('freezeLift', {}, { token: real, answers })).code, 0);
  const bought = await order('stockBuy', demo, share);
  assert.equal(bought.code, 0, JSON.stringify(bought.body));
  assert.equal((await stepped('freezeLift', {}, { token: real, answers })).reason, 'NOT_FOUND');
});

test('the link in a mail freezes the login that it was made for, and does nothing else', async () => {
  const person = await registered();
  const other = await registered();
  const { realToken: token } = person;
  const email = 'asha.link@mail.example';
  assert.equal((await call('contactCodeSend', { by: 'email', account: email }, { token })).code, 0);
  const code = /\b(\d{6})\b/.exec(await newestMessage(email))?.[1] ?? '';
  assert.equal((await stepped('emailUpdate', { email, code }, { token, answers })).code, 0);
  assert.equal((await stepped('mailWordUpdate', { word: 'blue kettle' }, { token, answers })).code, 0);
  const link = /\/pages\/user\/freeze\?link=([\w-]+)/.exec(await newestMessage(email))?.[1] ?? '';
  // As mails of before had it: theirs are good as long as these.
  assert.match(Buffer.from(link, 'base64url').toString(), /^\d+\.\d+\.[\w-]{43}$/);
  const told = async (given: string) => (await call('freezeByLink', { link: given })).reason;
  const forged = Buffer.from(
    Buffer.from(link, 'base64url')
      .toString()
      .replace(/^\d+/, (loginId) => String(Number(loginId) + 1)),
  ).toString('base64url');
  assert.equal(await told(forged), 'LINK_UNFIT', 'of another login');
  assert.equal(await told(link.slice(0, -3)), 'LINK_UNFIT');
  const later = Buffer.from(
    Buffer.from(link, 'base64url')
      .toString()
      .replace(/\.\d+\./, '.99999999999999.'),
  ).toString('base64url');
  assert.equal(await told(later), 'LINK_UNFIT', 'with a later end');
  assert.equal((await call('securityInfo', {}, { token })).data['frozenSinceMs'], undefined);
  assert.equal(await told(link), undefined);
  assert.ok(Number((await call('securityInfo', {}, { token })).data['frozenSinceMs']) > 0);
  assert.equal((await call('securityInfo', {}, { token: other.realToken })).data['frozenSinceMs'], undefined);
  assert.equal((await stepped('freezeLift', {}, { token, answers })).code, 0);
  assert.equal(await told(link), undefined, 'it freezes again');
  assert.equal((await stepped('freezeLift', {}, { token, answers })).code, 0);
  assert.equal((await call('freezeByLink', { link, what: 'withdrawals' })).code, 0);
  const frozen = (await call('securityInfo', {}, { token })).data;
  assert.deepEqual(
    [frozen['frozenSinceMs'], Number(frozen['withdrawalsFrozenSinceMs']) > 0],
    [undefined, true],
  );
  assert.equal((await call('freezeByLink', { link, what: 'everything' })).reason, 'INVALID_INPUT');
  mailedLink = link;
});

test('trading and withdrawals are frozen and lifted apart, and told by what was frozen', async () => {
  const { realToken: token, demoToken: demo, phone } = await registered();
  const share = await ownShare(demo);
  const info = async () => {
    const { frozenSinceMs: trading, withdrawalsFrozenSinceMs: withdrawals } = (
      await call('securityInfo', {}, { token })
    ).data;
    const { rows } = await database.pool.query<Record<string, boolean | null>>(
      `select distinct owner_frozen, withdrawals_frozen from account
         join login_account using (account_id) join login using (login_id) where phone = $1`,
      [`+91${phone}`],
    );
    assert.equal(rows.length, 1, 'both accounts alike');
    const marks = [rows[0]?.['owner_frozen'] === true, rows[0]?.['withdrawals_frozen'] === true];
    assert.deepEqual(marks, [trading !== undefined, withdrawals !== undefined]);
    return marks;
  };
  assert.equal((await call('freezeSet', { what: 'withdrawals' }, { token })).code, 0);
  assert.deepEqual(await info(), [false, true]);
  assert.equal((await order('stockBuy', demo, share)).code, 0, 'trading goes on');
  assert.match(await newestMessage(`+91${phone}`), /withdrawals are frozen/i);
  assert.equal((await call('freezeSet', {}, { token })).code, 0);
  assert.deepEqual(await info(), [true, true]);
  assert.match(
    await newestMessage(`+91${phone}`),
    /trading is frozen/i,
    'what was frozen before is not told again',
  );
  assert.equal((await stepped('freezeLift', { what: 'withdrawals' }, { token, answers })).code, 0);
  assert.deepEqual(await info(), [true, false]);
  const again = await stepped('freezeLift', { what: 'withdrawals' }, { token, answers });
  assert.equal(again.reason, 'NOT_FOUND');
  assert.equal((await stepped('freezeLift', {}, { token, answers })).code, 0);
  assert.deepEqual(await info(), [false, false]);
});

test('a freeze says how many orders it cancelled: those to buy that were open, and none twice', async () => {
  const { realToken: token, demoToken: demo, phone } = await registered();
  const instrumentId = await ownShare(demo);
  const { band } = (await call('stockInfo', { instrumentId })).data;
  const { priceLow, priceHigh } = recordOf(band);
  const rest = async (name: 'stockBuy' | 'stockSell') => {
    await booksQuoted(app);
    orders += 1;
    const price = String(name === 'stockBuy' ? priceLow : priceHigh);
    const terms = { type: 'limit', validity: 'day', quantity: '1', price };
    const sent = await call(
      name,
      { clientId: `freeze-order-${orders}`, instrumentId, ...terms },
      { token: demo },
    );
    assert.equal(sent.code, 0, JSON.stringify(sent.body));
    return String(recordOf(sent.data['order'])['id']);
  };
  const freeze = async () => {
    assert.equal((await call('freezeSet', {}, { token })).code, 0);
    return newestMessage(`+91${phone}`);
  };
  await call('stockCancel', { id: await rest('stockBuy') }, { token: demo });
  await rest('stockSell');
  await rest('stockBuy');
  await rest('stockBuy');
  assert.match(await freeze(), /2 open orders to buy or open positions were cancelled/);
  assert.equal((await stepped('freezeLift', {}, { token, answers })).code, 0);
  await rest('stockBuy');
  assert.match(await freeze(), /1 open order to buy or open a position was cancelled/);
  assert.equal((await stepped('freezeLift', {}, { token, answers })).code, 0);
  assert.doesNotMatch(await freeze(), /cancelled/, 'what was cancelled before is not counted again');
});

test('the freeze of an operator and that of the owner are two: each lifts its own alone', async () => {
  const { realToken: real, demoToken: demo, phone } = await registered();
  const share = await ownShare(demo);
  const { rows } = await database.pool.query<{ account_id: bigint }>(
    `select account_id from login_account join login using (login_id) where phone = $1 and environment = 'demo'`,
    [`+91${phone}`],
  );
  const account = accountId(Number(rows[0]?.account_id));
  const operator = async (status: 'frozen' | 'active') =>
    assert.ok((await app.engine.submit({ type: 'account.set', accountId: account, status })).outcome.ok);
  const freeze = async () => assert.equal((await call('freezeSet', {}, { token: real })).code, 0);
  const lift = async () => assert.equal((await stepped('freezeLift', {}, { token: real, answers })).code, 0);
  const buy = async () => (await order('stockBuy', demo, share)).reason;
  for (const steps of [
    [() => operator('frozen'), freeze],
    [freeze, () => operator('frozen')],
  ]) {
    for (const step of steps) await step();
    await lift();
    assert.equal(await buy(), 'ACCOUNT_FROZEN', 'the operator has not lifted theirs');
    await freeze();
    await operator('active');
    assert.equal(await buy(), 'ACCOUNT_FROZEN', 'nor does the operator lift that of the owner');
    await lift();
    assert.notEqual(await buy(), 'ACCOUNT_FROZEN');
  }
  const guest = await enterDemo(trader);
  assert.equal((await call('freezeSet', {}, { token: guest })).reason, 'LOGIN_NEEDED');
});

test('a freeze of before there were two is lifted whole by its owner', async () => {
  const { realToken: real, demoToken: demo, phone } = await registered();
  const share = await ownShare(demo);
  const { rows } = await database.pool.query<{ account_id: bigint }>(
    `select a.account_id from login_account a join login using (login_id) where phone = $1 and opened`,
    [`+91${phone}`],
  );
  for (const row of rows)
    await app.engine.submit({
      type: 'account.set',
      accountId: accountId(Number(row.account_id)),
      status: 'frozen',
    });
  await database.pool.query(
    `insert into login_freeze (login_id, placed_by, what, began_at, by_status)
     select login_id, 'owner', 'trading', now(), true from login where phone = $1`,
    [`+91${phone}`],
  );
  assert.equal((await order('stockBuy', demo, share)).reason, 'ACCOUNT_FROZEN');
  assert.equal((await stepped('freezeLift', {}, { token: real, answers })).code, 0);
  assert.notEqual((await order('stockBuy', demo, share)).reason, 'ACCOUNT_FROZEN');
});

test('a freeze needs one connection at a time, however many freeze at once', async () => {
  const { phone } = await registered();
  const { rows } = await database.pool.query<{ login_id: number }>(
    'select login_id from login where phone = $1',
    [`+91${phone}`],
  );
  const loginId = Number(rows[0]?.login_id);
  const one = createPool({
    connection: database.connection,
    name: 'one',
    connectionsMax: 1,
    onConnectionLost: () => undefined,
  });
  database.beforeClose(() => one.end());
  const told: string[] = [];
  const parts = {
    pool: one,
    engine: app.engine,
    notifyOwner: async (_login: unknown, kind: string) => void told.push(kind),
    limiter: createRateLimiter({ keysMax: 10 }),
    inTurn: createTurns<number>(),
  };
  const asked = { loginId, kinds: FREEZE_KINDS, nowMs: trader.nowMs() };
  const freeze = () => freezeLogin(parts, { ...asked, monotonicMs: 0 });
  const frozen = await Promise.all([freeze(), freeze(), freeze()]);
  assert.deepEqual(
    frozen.map(({ ok }) => ok),
    [true, true, true],
  );
  assert.deepEqual(told, ['allFrozen']);
  assert.ok((await liftFreeze(parts, asked)).ok);
  assert.deepEqual(told, ['allFrozen', 'allUnfrozen']);
});

test('a login is frozen anew a few times a minute; frozen as it is, no call reaches the journal', async () => {
  const { realToken: token, phone } = await registered();
  const freeze = () => call('freezeSet', {}, { token });
  const forget = () =>
    database.pool.query(
      'delete from login_freeze using login where login_freeze.login_id = login.login_id and phone = $1',
      [`+91${phone}`],
    );
  const journaled = async () =>
    Number(
      (
        await database.pool.query<{ count: number }>(
          `select count(*)::int4 as count from journal where command like '%"account.set"%'`,
        )
      ).rows[0]?.count,
    );
  assert.equal((await freeze()).code, 0);
  const before = await journaled();
  for (let nth = 0; nth < 10; nth += 1) assert.equal((await freeze()).code, 0);
  assert.equal(await journaled(), before);
  for (let nth = 1; nth < 6; nth += 1) {
    await forget();
    assert.equal((await freeze()).code, 0);
  }
  await forget();
  const refused = await freeze();
  assert.equal(refused.reason, 'RATE_LIMITED');
  advance(60_000);
  assert.equal((await freeze()).code, 0);
});

/* The last test, because the market of the others would stand still for this month. */
test('a month later the link of a mail freezes nothing', async () => {
  assert.ok(mailedLink.length > 20);
  advance(31 * DAY_MS);
  assert.equal((await call('freezeByLink', { link: mailedLink })).reason, 'LINK_UNFIT');
});
