import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '@tarazu/core/values';
import { CONSOLE_OPERATIONS, type ConsoleOperationName, OPERATIONS } from '@tarazu/protocol';
import * as z from 'zod/mini';
import { openTrader } from '#domains/orders/test-trader.ts';
import { consoleCall, enterStaff, inviteStaff, STAFF_PASSWORD } from '#domains/staff/test-staff.ts';
import { factorCode } from '#platform/secrets/totp.ts';
import { dayOf, dayStartMs, dayText } from '#platform/time/days.ts';
import { addVersion } from '#rules/store.ts';
import { recordOf, textOf } from '#test-app.ts';

const HALF_HOUR_MS = 30 * MINUTE_MS;
const trader = await openTrader();
// A code of an authenticator lives for half a minute: a busy machine must not take longer.
trader.standAt(trader.nowMs());
const support = await enterStaff(trader, { name: 'asha', roles: ['support'] });

/** Calls of the console, whole, each added by a person who asked whether article 1 holds. */
const CALLS: Readonly<Record<ConsoleOperationName, 'read' | 'command'>> = {
  consoleInvitation: 'command',
  consoleSetUp: 'command',
  consoleSignIn: 'command',
  consoleSignOut: 'command',
  consolePasskeyAsk: 'command',
  consolePasskeySignIn: 'command',
  consolePasskeyList: 'read',
  consolePasskeyBegin: 'command',
  consolePasskeyAdd: 'command',
  consolePasskeyRemove: 'command',
  consoleHome: 'read',
  consoleQueue: 'read',
  consoleOpen: 'command',
  consolePicture: 'command',
  consoleReveal: 'command',
  consoleTake: 'command',
  consoleAct: 'command',
  consoleLog: 'read',
  consoleCustomers: 'command',
  consoleCustomer: 'command',
  consoleCustomerReveal: 'command',
  consoleBreakGlass: 'command',
  consoleCustomerFreeze: 'command',
  consolePeople: 'read',
  consolePersonSignOut: 'command',
  consoleExport: 'command',
  consoleRules: 'read',
  consoleRuleCheck: 'read',
  consoleRulePropose: 'command',
  consoleContent: 'read',
  consoleContentCheck: 'read',
  consoleContentSave: 'command',
  consoleCorrectionPropose: 'command',
};
/** Words of fields that could set what article 1 keeps from everybody. */
const OUTCOMES =
  /amount|balance|price|fill|draw|result|outcome|quantity|rate|fee|charge|credit|debit|seed|strike|allot|win|profit|loss/i;

/**
 * The one call that may name an amount: it proposes a posting,
 * names no balance and moves nothing (corrections.test.ts).
 */
const POSTINGS: Partial<Record<ConsoleOperationName, readonly string[]>> = {
  consoleCorrectionPropose: ['amount'],
};
/** Every field of a posting: both its ends, its amount, the bank's reference, why, and for whom. */
const POSTING_FIELDS =
  'amount asset clientId direction environment house reference text ticket userId wallet'.split(' ');

const namesOfCalls = Object.keys(CALLS).filter((name): name is ConsoleOperationName => name in CALLS);

test('no call of the console could set a balance, price, fill, draw or result (article 1)', () => {
  const declared = Object.entries(CONSOLE_OPERATIONS).map(([name, { effect }]) => [name, effect]);
  assert.deepEqual(Object.fromEntries(declared), CALLS);
  for (const name of namesOfCalls) {
    const { path, input } = CONSOLE_OPERATIONS[name];
    assert.match(path, /^\/console\//, name);
    assert.ok(input instanceof z.ZodMiniObject, name);
    const fields = Object.keys(input.def.shape);
    assert.deepEqual(
      fields.filter((field) => OUTCOMES.test(field)),
      POSTINGS[name] ?? [],
      name,
    );
    if (name in POSTINGS) assert.deepEqual(fields.toSorted(), POSTING_FIELDS, name);
  }
  for (const { path } of Object.values(OPERATIONS)) assert.doesNotMatch(path, /^\/console/);
});

test('tokens of customers and of staff never stand for each other', async () => {
  const customer = await trader.enter();
  assert.equal(
    (await consoleCall(trader, 'consoleHome', { token: customer.token })).reason,
    'SIGN_IN_NEEDED',
  );
  assert.equal((await trader.call('userInfo', {}, { token: support.token })).reason, 'SIGN_IN_NEEDED');
  assert.equal((await consoleCall(trader, 'consoleHome')).reason, 'SIGN_IN_NEEDED');
});

test('a sign-in needs password and authenticator, and each code works once', async () => {
  const signIn = (password: string, factor: string, name = 'asha') =>
    consoleCall(trader, 'consoleSignIn', { fields: { name, password, factor } });
  const used = factorCode(support.key, trader.nowMs());
  assert.equal((await signIn(STAFF_PASSWORD, used)).reason, 'STAFF_SIGN_IN_FAILED', 'used at the set-up');
  trader.advance(MINUTE_MS);
  const code = factorCode(support.key, trader.nowMs());
  const wrong = code === '000000' ? '111111' : '000000';
  assert.equal((await signIn('another password', code)).reason, 'STAFF_SIGN_IN_FAILED');
  assert.equal((await signIn(STAFF_PASSWORD, wrong)).reason, 'STAFF_SIGN_IN_FAILED');
  const right = await Promise.all([signIn(STAFF_PASSWORD, code), signIn(STAFF_PASSWORD, code)]);
  assert.deepEqual(right.map(({ code: outcome }) => outcome === 0).sort(), [false, true], 'raced');
  trader.advance(MINUTE_MS);
  for (const name of ['asha', 'nobody-here']) {
    const tries = await Promise.all(Array.from({ length: 8 }, () => signIn('x', wrong, name)));
    const reasons = tries.map(({ reason }) => reason).sort();
    const failed = reasons.filter((reason) => reason === 'STAFF_SIGN_IN_FAILED').length;
    assert.equal(reasons.filter((reason) => reason === 'STAFF_LOCKED').length, 8 - failed, name);
    assert.ok(failed <= 5, name);
    const locked = await signIn(STAFF_PASSWORD, factorCode(support.key, trader.nowMs()), name);
    assert.equal(locked.reason, 'STAFF_LOCKED', `${name}: also with the right password`);
  }
  trader.advance(15 * MINUTE_MS);
  const later = await signIn(STAFF_PASSWORD, factorCode(support.key, trader.nowMs()));
  assert.equal(later.code, 0, JSON.stringify(later.body));
});

test('an invitation works once, for a day, and replaces what was before', async () => {
  const invitation = await inviteStaff(trader, { name: 'ravi', roles: ['risk'] });
  const asked = { name: 'ravi', invitation };
  const wrong = { ...asked, invitation: 'a'.repeat(43) };
  assert.equal(
    (await consoleCall(trader, 'consoleInvitation', { fields: wrong })).reason,
    'STAFF_INVITATION',
  );
  const key = textOf((await consoleCall(trader, 'consoleInvitation', { fields: asked })).data, 'key');
  const setUp = (password: string, factor = factorCode(key, trader.nowMs())) =>
    consoleCall(trader, 'consoleSetUp', { fields: { ...asked, password, factor } });
  assert.equal((await setUp('short')).reason, 'STAFF_PASSWORD');
  assert.equal((await setUp('password1234')).reason, 'STAFF_PASSWORD');
  const entered = await setUp(STAFF_PASSWORD);
  const token = textOf(entered.data, 'token');
  assert.equal((await setUp(STAFF_PASSWORD)).reason, 'STAFF_INVITATION');
  await inviteStaff(trader, { name: 'ravi', roles: ['risk'] });
  assert.equal((await consoleCall(trader, 'consoleHome', { token })).reason, 'SIGN_IN_NEEDED');
  const late = await inviteStaff(trader, { name: 'late', roles: ['risk'] });
  trader.advance(24 * HOUR_MS);
  const gone = { name: 'late', invitation: late };
  assert.equal((await consoleCall(trader, 'consoleInvitation', { fields: gone })).reason, 'STAFF_INVITATION');
});

test('a session ends when it is idle, after a working day, and at once when it is ended', async () => {
  const person = await enterStaff(trader, { name: 'idle', roles: ['support'] });
  trader.advance(29 * MINUTE_MS);
  assert.equal((await person.call('consoleHome')).code, 0);
  trader.advance(31 * MINUTE_MS);
  assert.equal((await person.call('consoleHome')).reason, 'SIGN_IN_NEEDED');
  const other = await enterStaff(trader, { name: 'other', roles: ['support'] });
  assert.equal((await other.call('consoleSignOut')).code, 0);
  assert.equal((await other.call('consoleHome')).reason, 'SIGN_IN_NEEDED');
});

test('a session ends by the published rule in force, and a stricter one ends those that are open', async () => {
  const tired = await enterStaff(trader, { name: 'tired', roles: ['support'] });
  for (let turns = 0; turns < 24; turns += 1) {
    trader.advance(HALF_HOUR_MS - MINUTE_MS);
    assert.equal((await tired.call('consoleHome')).code, 0, `${turns} turns of 29 minutes`);
  }
  trader.advance(24 * MINUTE_MS);
  assert.equal((await tired.call('consoleHome')).reason, 'SIGN_IN_NEEDED', 'after 12 hours, in use');
  const day = dayOf(trader.nowMs(), 'IST') + 1;
  const added = await addVersion(trader.database.pool, {
    ...{ family: 'staffSessions', version: 'staff-session-test', effectiveFrom: dayText(day) },
    document: { values: { staffIdle: '5', staffHours: '1' }, tables: {} },
    ...{ source: { 'en-US': 'Test.', 'bn-BN': 'Test.' }, staff: [], nowMs: trader.nowMs() },
  });
  assert.ok(added);
  await trader.app.rulebook.reload(trader.database.pool);
  trader.standAt(dayStartMs(day, 'IST') - 10 * MINUTE_MS);
  const late = await enterStaff(trader, { name: 'late-session', roles: ['support'] });
  assert.equal((await late.call('consoleHome')).data['idleMaxMs'], HALF_HOUR_MS);
  trader.advance(6 * MINUTE_MS);
  assert.equal((await late.call('consoleHome')).code, 0);
  trader.advance(6 * MINUTE_MS);
  assert.equal((await late.call('consoleHome')).reason, 'SIGN_IN_NEEDED', 'idle for 6 minutes of 5');
  const soon = await enterStaff(trader, { name: 'soon-over', roles: ['support'] });
  for (let turns = 0; turns < 14; turns += 1) {
    trader.advance(4 * MINUTE_MS);
    assert.equal((await soon.call('consoleHome')).code, 0);
  }
  trader.advance(4 * MINUTE_MS);
  assert.equal((await soon.call('consoleHome')).reason, 'SIGN_IN_NEEDED', 'an hour after its sign-in');
});

test('the log is signed, its days are public, and an edit by hand is found', async () => {
  const { scheduler, staff } = trader.app;
  await scheduler.now('staff: signed log');
  assert.equal((await staff.checkLog()).problem, undefined);
  for (const cursor of ['2026-99-99', '2026-02-30', '0000-00-00', 'x'])
    assert.equal((await trader.call('staffDays', { cursor })).reason, 'INVALID_INPUT', cursor);
  const { list, head } = (await trader.call('staffDays')).data;
  assert.ok(Array.isArray(list) && list.length > 0, 'days that are over');
  assert.ok(Number(recordOf(head)['sequence']) > 10);
  const { pool } = trader.database;
  const edit = async (sql: string, undo: string, problem: RegExp): Promise<void> => {
    await pool.query(sql);
    assert.match((await staff.checkLog()).problem ?? '', problem, sql);
    await pool.query(undo);
  };
  await edit(
    `update staff_log set act = 'signOut' where sequence = 2`,
    `update staff_log set act = 'setUp' where sequence = 2`,
    /Entry 2 of the staff log was changed/,
  );
  await edit(
    `update staff_log set detail = '{"reason":"x"}' where sequence = 2`,
    `update staff_log set detail = '{}' where sequence = 2`,
    /Entry 2 of the staff log was changed/,
  );
  await edit(
    `update staff_log_day set entries = entries + 1`,
    `update staff_log_day set entries = entries - 1`,
    /The digest of .* was changed/,
  );
  await edit(
    `update staff_log_head set at_ms = at_ms + 1`,
    `update staff_log_head set at_ms = at_ms - 1`,
    /Head 1 of the staff log was changed/,
  );
  assert.equal((await staff.checkLog()).problem, undefined);
});
