import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peopleOf } from '#domains/account/test-people.ts';
import { stepUpsOf } from '#domains/security/test-step-up.ts';
import { enterStaff, type StaffPerson } from '#domains/staff/test-staff.ts';
import { booksQuoted, openTestApp, recordOf, textOf } from '#test-app.ts';

/* Freezes of a customer's trading by staff: by one at once, lifted by two, beside the owner's own. */

const server = await openTestApp();
const { app, call } = server;
const people = peopleOf(server);
const { stepped } = stepUpsOf(server);
// Sessions of staff end half an hour after they were used, however long a busy machine takes.
server.standAt(server.nowMs());
const risk = await enterStaff(server, { name: 'meera', roles: ['risk'] });
const compliance = await enterStaff(server, { name: 'arjun', roles: ['compliance'] });
const support = await enterStaff(server, { name: 'kiran', roles: ['support'] });
const WORDS = 'Somebody else seems to trade in this account.';

type Row = Readonly<Record<string, unknown>>;
const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.map(recordOf) : []);

async function customer() {
  const person = await people.registered();
  const userId = textOf((await call('userInfo', {}, { token: person.realToken })).data, 'id');
  return { ...person, userId };
}

const freeze = (by: StaffPerson, userId: string, text = WORDS) =>
  by.call('consoleCustomerFreeze', { userId, text });

async function idOf(userId: string): Promise<string> {
  const listed = await risk.call('consoleQueue', { queue: 'freeze', show: 'waiting', search: userId });
  return textOf(rowsOf(listed.data['list'])[0] ?? {}, 'id');
}

let acts = 0;
async function lift(by: StaffPerson, id: string) {
  const seen = textOf((await by.call('consoleOpen', { queue: 'freeze', id })).data, 'seen');
  acts += 1;
  const fields = {
    queue: 'freeze',
    id,
    act: 'lift',
    reason: 'cleared',
    clientId: `lift-${acts}-freeze`,
    seen,
  };
  const done = await by.call('consoleAct', fields);
  return done.reason ?? done.data['outcome'];
}

let orders = 0;
async function order(name: 'stockBuy' | 'stockSell', token: string): Promise<string | undefined> {
  await booksQuoted(app);
  const held = rowsOf((await call('stockHoldings', {}, { token })).data['list'])[0];
  const instrumentId = textOf(held ?? {}, 'instrumentId');
  orders += 1;
  const placed = { clientId: `staff-freeze-${orders}`, instrumentId, type: 'market', validity: 'ioc' };
  return (await call(name, { ...placed, quantity: '1', confirmLarge: 'true' }, { token })).reason;
}

test('one person freezes at once: sessions end, purchases stop, sales go on, and the customer is told', async () => {
  const { userId, phone, realToken, demoToken } = await customer();
  const frozen = await freeze(risk, userId);
  assert.equal(frozen.code, 0, JSON.stringify(frozen.body));
  for (const token of [realToken, demoToken])
    assert.equal((await call('userInfo', {}, { token })).reason, 'SIGN_IN_NEEDED');
  assert.match(await people.newestMessage(`+91${phone}`), /staff froze your trading/i);
  const again = (await people.logIn(phone)).data;
  const [real, demo] = [textOf(again, 'realToken'), textOf(again, 'demoToken')];
  assert.equal(await order('stockBuy', demo), 'ACCOUNT_FROZEN');
  assert.notEqual(await order('stockSell', demo), 'ACCOUNT_FROZEN');
  const info = (await call('securityInfo', {}, { token: real })).data;
  assert.equal(info['staffFrozenSinceMs'], frozen.data['sinceMs']);
  assert.equal(info['frozenSinceMs'], undefined);
  const view = await risk.call('consoleCustomer', { userId, part: 'profile' });
  const state = rowsOf(view.data['facts']).find(({ name }) => name === 'state');
  assert.deepEqual([state?.['value'], recordOf(state?.['why'])['code']], ['frozen', 'frozenByStaff']);
  const log = rowsOf((await call('staffActs', {}, { token: real })).data['list']);
  assert.ok(log.some(({ act }) => act === 'freeze.placed'));
});

test('done twice it is one; two people lift it, and trading goes on', async () => {
  const { userId, phone } = await customer();
  const first = await freeze(risk, userId);
  const second = await freeze(compliance, userId, 'The same again, by another person.');
  assert.equal(second.data['sinceMs'], first.data['sinceMs']);
  const id = await idOf(userId);
  const opened = await risk.call('consoleOpen', { queue: 'freeze', id });
  assert.equal(rowsOf(opened.data['messages'])[0]?.['text'], WORDS);
  assert.equal(await lift(risk, id), 'approved');
  assert.equal(await lift(risk, id), 'STAFF_SECOND_PERSON');
  const token = textOf((await people.logIn(phone)).data, 'demoToken');
  assert.equal(await order('stockBuy', token), 'ACCOUNT_FROZEN', 'one is not two');
  assert.equal(await lift(compliance, id), 'done');
  assert.notEqual(await order('stockBuy', token), 'ACCOUNT_FROZEN');
  assert.equal((await call('securityInfo', {}, { token })).data['staffFrozenSinceMs'], undefined);
  assert.match(await people.newestMessage(`+91${phone}`), /lifted the freeze/i);
  assert.equal((await freeze(risk, userId)).code, 0, 'and again');
  assert.notEqual(await idOf(userId), id);
});

test('neither the owner nor staff lift what the other has frozen', async () => {
  const { userId, phone, realToken } = await customer();
  assert.equal((await call('freezeSet', { what: 'trading' }, { token: realToken })).code, 0);
  assert.equal((await freeze(risk, userId)).code, 0);
  const again = (await people.logIn(phone)).data;
  const [real, demo] = [textOf(again, 'realToken'), textOf(again, 'demoToken')];
  const answers = { password: 'seven green kites' };
  assert.equal((await stepped('freezeLift', {}, { token: real, answers })).code, 0);
  assert.equal(await order('stockBuy', demo), 'ACCOUNT_FROZEN', 'that of staff stays');
  assert.equal((await call('freezeSet', { what: 'trading' }, { token: real })).code, 0);
  const id = await idOf(userId);
  assert.deepEqual([await lift(risk, id), await lift(compliance, id)], ['approved', 'done']);
  assert.equal(await order('stockBuy', demo), 'ACCOUNT_FROZEN', 'that of the owner stays');
});

test('who may not, for nobody, and without a reason nothing is frozen', async () => {
  const { userId, realToken } = await customer();
  assert.equal((await freeze(support, userId)).reason, 'STAFF_ROLE');
  assert.equal((await freeze(risk, '123456789')).reason, 'NOT_FOUND');
  for (const text of ['', ' '.repeat(30), 'too short', 'x'.repeat(501)])
    assert.equal((await freeze(risk, userId, text)).reason, 'INVALID_INPUT');
  assert.equal((await call('userInfo', {}, { token: realToken })).code, 0);
});
