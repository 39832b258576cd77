import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '@tarazu/core/values';
import { STAFF_ROLES, type StaffRole } from '@tarazu/protocol';
import { identityOf } from '#domains/identity/test-identity.ts';
import { openTrader, placed, quoted, STOCK } from '#domains/orders/test-trader.ts';
import { enterStaff, type StaffPerson } from '#domains/staff/test-staff.ts';
import { type Fields, recordOf, textOf } from '#test-app.ts';

/* One customer in the console: parts by role, why of each state, masked contacts, break-glass. */

const trader = await openTrader();
const { call, database } = trader;
const { pool } = database;
const steps = identityOf(trader);
// An order needs a price that is new: it stands before the clock does.
await quoted(trader, STOCK);
const asha = await trader.enter();
const order = textOf(placed(await asha.stock('buy', { quantity: '1' })).order, 'id');
trader.standAt(trader.nowMs());

const people = new Map<StaffRole, StaffPerson>();
for (const role of STAFF_ROLES)
  people.set(role, await enterStaff(trader, { name: `c-${role}`, roles: [role] }));
const by = (role: StaffRole): StaffPerson => {
  const person = people.get(role);
  assert.ok(person);
  return person;
};

const listOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(recordOf) : [];

interface Known {
  readonly token: string;
  readonly demoToken: string;
  readonly userId: string;
  readonly phone: string;
}

async function customer(): Promise<Known> {
  const { realToken: token, demoToken, phone } = await steps.registered();
  const userId = textOf((await call('userInfo', {}, { token })).data, 'id');
  return { token, demoToken, userId, phone };
}

const open = (person: StaffPerson, userId: string, part: string, more: Fields = {}) =>
  person.call('consoleCustomer', { userId, part, ...more });

function factOf(data: unknown, name: string): readonly unknown[] {
  const fact = listOf(recordOf(data)['facts']).find((one) => one['name'] === name);
  return [fact?.['value'], fact && 'why' in fact ? recordOf(fact['why'])['code'] : undefined];
}

const linesOf = (data: unknown): Readonly<Record<string, unknown>>[] =>
  listOf(recordOf(data)['lines']).map(({ cells }) =>
    Object.fromEntries(listOf(cells).map((cell) => [cell['name'], cell['value']])),
  );

async function entriesAbout(userId: string): Promise<unknown[]> {
  const { rows } = await pool.query<{ act: string; detail: Record<string, string>; name: string }>(
    `select act, detail, name from staff_log join staff using (staff_id) join login using (login_id)
      where user_id = $1 order by sequence`,
    [userId],
  );
  return rows.map(({ act, detail, name }) => [name, act, detail['what']]);
}

/** Parts by role; written here a second time on purpose. */
const PARTS: Readonly<Record<string, readonly StaffRole[]>> = {
  profile: ['support', 'compliance', 'treasury', 'risk'],
  identity: ['compliance'],
  money: ['treasury', 'risk'],
  orders: ['support', 'risk'],
  movements: ['treasury', 'risk', 'compliance'],
  sessions: ['support', 'compliance', 'risk'],
  messages: ['support', 'compliance'],
  limits: ['support', 'compliance', 'treasury', 'risk'],
};

for (const role of STAFF_ROLES)
  test(`${role} opens the parts of that role, and gets 403 for every other`, async () => {
    const { userId } = await customer();
    for (const [part, roles] of Object.entries(PARTS)) {
      const isAllowed = role === 'auditor' || roles.includes(role);
      const { status, reason } = await open(by(role), userId, part);
      assert.deepEqual([status, reason], isAllowed ? [200, undefined] : [403, 'STAFF_ROLE'], part);
    }
    const seen = (await entriesAbout(userId)).length;
    assert.equal(
      seen,
      Object.values(PARTS).filter((roles) => role === 'auditor' || roles.includes(role)).length,
    );
  });

test('a customer is found by a number or a contact in whole, and each search is an entry', async () => {
  const { userId, phone } = await customer();
  const find = async (search: string) =>
    listOf((await by('support').call('consoleCustomers', { search })).data['list']).map((one) => [
      one['userId'],
      one['contactMasked'],
    ]);
  const found = [[userId, `+91******${phone.slice(-3)}`]];
  for (const search of [userId, phone, `+91${phone}`, `${phone.slice(0, 5)} ${phone.slice(5)}`])
    assert.deepEqual(await find(search), found, search);
  for (const search of [userId.slice(0, 8), phone.slice(0, 9), '%', 'nobody@example.com', '987654321'])
    assert.deepEqual(await find(search), [], search);
  assert.deepEqual(await entriesAbout(userId), [
    ['c-support', 'customer.searched', 'number'],
    ...Array.from({ length: 3 }, () => ['c-support', 'customer.searched', 'phone']),
  ]);
  const { rows } = await pool.query(`select 1 from staff_log where detail::text like '%' || $1 || '%'`, [
    phone,
  ]);
  assert.equal(rows.length, 0, 'what was searched for is not kept');
});

test('who names numbers one after the other is held up after 120 in an hour, and each miss is an entry', async () => {
  const { userId } = await customer();
  const person = await enterStaff(trader, { name: 'leafing', roles: ['support'] });
  const misses = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int4 as count from staff_log join staff using (staff_id)
        where name = 'leafing' and act = 'customer.searched' and login_id is null`,
    );
    return rows[0]?.count;
  };
  const nobody = (number: number) => String(987_000_000 + number);
  assert.equal((await open(person, nobody(0), 'profile')).reason, 'NOT_FOUND');
  const text = 'A caller says that somebody empties this account right now.';
  const glass = await person.call('consoleBreakGlass', { userId: nobody(1), part: 'money', text });
  assert.equal(glass.reason, 'NOT_FOUND');
  const exported = await person.call('consoleExport', { userId: nobody(2), list: 'profile' });
  assert.equal(exported.reason, 'NOT_FOUND');
  assert.equal((await open(person, nobody(3), 'money')).reason, 'STAFF_ROLE', 'as of one that there is');
  assert.equal(await misses(), 4);
  for (let number = 4; number < 119; number += 1) await open(person, nobody(number), 'profile');
  for (const part of ['profile', 'orders', 'profile'])
    assert.equal((await open(person, userId, part)).code, 0);
  const refused = await open(person, nobody(200), 'profile');
  assert.equal(refused.reason, 'RATE_LIMITED');
  assert.equal((await open(person, nobody(200), 'profile')).reason, 'RATE_LIMITED', 'and again');
  assert.equal((await person.call('consoleCustomers', { search: userId })).reason, 'RATE_LIMITED');
  assert.equal((await open(person, userId, 'profile')).code, 0, 'who was named before stays open');
  assert.equal(await misses(), 119);
});

test('why each state is as it is: documents, a freeze, a hold on withdrawals', async () => {
  const { token, userId, phone } = await customer();
  const before = (await open(by('support'), userId, 'profile')).data;
  assert.deepEqual(factOf(before, 'state'), ['active', undefined]);
  assert.deepEqual(factOf(before, 'identity'), ['none', 'nothingSent']);
  assert.deepEqual(factOf(before, 'trades'), ['no', 'notVerified']);
  assert.deepEqual(factOf(before, 'withdrawals'), ['open', undefined]);
  await steps.givePhotos(token);
  await steps.submit(token, { fullName: 'Asha' });
  assert.deepEqual(factOf((await open(by('support'), userId, 'profile')).data, 'identity'), [
    'pending',
    'underReview',
  ]);
  await steps.rulesDecide();
  const { data } = await open(by('support'), userId, 'profile');
  assert.deepEqual(factOf(data, 'identity'), ['fail', 'failedFor']);
  const why = listOf(data['facts']).find((one) => one['name'] === 'identity')?.['why'];
  assert.equal(recordOf(why)['by'], 'NAME_MISMATCH');
  const cases = await open(by('compliance'), userId, 'identity');
  assert.deepEqual(
    linesOf(cases.data).map((line) => [line['state'], line['why'], line['decidedBy']]),
    [['fail', 'NAME_MISMATCH', 'rules']],
  );
  assert.equal(JSON.stringify(cases.data).includes('K100'), false, 'numbers are masked');

  assert.equal((await call('freezeSet', {}, { token })).code, 0);
  const frozen = (await open(by('risk'), userId, 'profile')).data;
  for (const name of ['state', 'trades', 'withdrawals'])
    assert.equal(factOf(frozen, name)[1], 'frozenByOwner', name);
  await pool.query(
    `insert into withdrawal_hold (login_id, reason, began_at, until_at)
     select login_id, 'email', $2, $3 from login where user_id = $1`,
    [userId, new Date(trader.nowMs()), new Date(trader.nowMs() + 60_000)],
  );
  const access = (await open(by('support'), userId, 'sessions')).data;
  assert.deepEqual(factOf(access, 'withdrawals'), ['held', 'changed']);
  const [session] = linesOf(access);
  assert.equal(session?.['network'], '127.0.0.…', 'where it was is told without its end');
  assert.equal(JSON.stringify(access).includes(phone), false);
});

test('orders, movements and money are those of the environment that is asked for', async () => {
  const { data: info } = await call('userInfo', {}, { token: asha.token });
  const userId = textOf(info, 'id');
  const seen = await open(by('risk'), userId, 'orders', { environment: 'demo' });
  const line = linesOf(seen.data).find((one) => one['order'] === order);
  assert.equal(`NSE_SIM:${String(line?.['symbol'])}`, STOCK);
  const searched = async (search: string) =>
    linesOf((await open(by('risk'), userId, 'orders', { environment: 'demo', search })).data).length;
  assert.deepEqual([await searched(order), await searched('nothing of it')], [1, 0]);
  const moved = await open(by('treasury'), userId, 'movements', { environment: 'demo', limit: '5' });
  assert.equal(linesOf(moved.data).length, 5);
  const next = textOf(moved.data, 'next');
  const rest = await open(by('treasury'), userId, 'movements', { environment: 'demo', cursor: next });
  assert.ok(linesOf(rest.data).length > 0);
  const own = await call('userAssets', { currency: 'INR' }, { token: asha.token });
  const { data } = await open(by('treasury'), userId, 'money', { environment: 'demo' });
  assert.equal(
    factOf(data, 'total')[0],
    `${textOf(own.data, 'total')} INR`,
    'the figure that its owner sees',
  );
  assert.equal((await open(by('risk'), userId, 'orders', { list: 'nothing' })).reason, 'NOT_FOUND');
  assert.equal((await open(by('risk'), userId, 'constructor')).reason, 'NOT_FOUND');
  assert.equal((await open(by('risk'), userId, 'orders', { list: 'constructor' })).reason, 'NOT_FOUND');
});

test('a cursor that no list gave is refused, and does not read as an end', async () => {
  const { userId } = await customer();
  const lists = [
    ['orders', 'stock'],
    ['orders', 'coin'],
    ['movements', 'movements'],
    ['sessions', 'signIns'],
    ['messages', 'notices'],
    ['messages', 'chats'],
    ['limits', 'score'],
  ] as const;
  for (const [part, list] of lists)
    for (const search of [undefined, 'words']) {
      const more = { list, cursor: 'nonsense', ...(search !== undefined && { search }) };
      const { status, reason } = await open(by('auditor'), userId, part, more);
      assert.deepEqual([status, reason], [400, 'INVALID_INPUT'], `${part} ${list}`);
    }
});

test('a position within the day is listed beside what is held, and amounts tell their currency', async () => {
  const person = await trader.enter();
  placed(await person.stock('sell', { quantity: '2', product: 'MIS' }));
  const userId = textOf((await call('userInfo', {}, { token: person.token })).data, 'id');
  const { data } = await open(by('risk'), userId, 'money', { environment: 'demo', list: 'positions' });
  const within = linesOf(data).filter(({ product }) => product === 'MIS');
  assert.deepEqual(
    within.map(({ symbol, side, quantity }) => [`NSE_SIM:${String(symbol)}`, side, quantity]),
    [[STOCK, 'sell', '2']],
  );
  for (const name of ['profit', 'cashAvailable', 'cashHeld', 'cashUnsettled', 'cashWithdrawable'])
    assert.match(String(factOf(data, name)[0]), /^-?[\d.]+ INR$/, name);
  const verified = await customer();
  await steps.givePhotos(verified.token);
  await steps.submit(verified.token);
  await steps.rulesDecide();
  const limits = (await open(by('risk'), verified.userId, 'limits')).data;
  for (const name of ['bankWithdrawalDayMax', 'coinWithdrawalDayMax'])
    assert.match(String(factOf(limits, name)[0]), /^\d+ INR$/, name);
});

test('a contact is masked, and seen whole for a reason that the customer reads too', async () => {
  const { token, userId, phone } = await customer();
  const { data } = await open(by('support'), userId, 'profile');
  assert.equal(JSON.stringify(data).includes(phone), false);
  const reveal = (person: StaffPerson, fact: string, reason: string) =>
    person.call('consoleCustomerReveal', { userId, part: 'profile', fact, reason });
  assert.equal(textOf((await reveal(by('support'), 'phone', 'callBack')).data, 'value'), `+91${phone}`);
  assert.equal((await reveal(by('support'), 'phone', 'curiosity')).reason, 'INVALID_INPUT');
  assert.equal((await reveal(by('support'), 'email', 'callBack')).reason, 'NOT_FOUND');
  assert.equal((await reveal(by('support'), 'constructor', 'callBack')).reason, 'NOT_FOUND');
  assert.equal((await reveal(by('auditor'), 'phone', 'callBack')).reason, 'STAFF_ROLE');
  const acts = listOf((await call('staffActs', {}, { token })).data['list']);
  assert.deepEqual(
    acts.map((one) => [one['act'], one['what'], one['reason']]),
    [
      ['customer.revealed', 'phone', 'callBack'],
      ['customer.opened', 'profile', undefined],
    ],
  );
});

test('an own or a linked account is neither found nor opened', async () => {
  const { userId } = await customer();
  const own = await enterStaff(trader, { name: 'own', roles: ['support', 'risk'], userIds: [userId] });
  const text = 'I only want to see my own things, quickly.';
  const tries = [
    await own.call('consoleCustomers', { search: userId }),
    await open(own, userId, 'orders'),
    await own.call('consoleCustomerReveal', { userId, part: 'profile', fact: 'phone', reason: 'callBack' }),
    await own.call('consoleBreakGlass', { userId, part: 'identity', text }),
    await own.call('consoleExport', { userId, list: 'orders' }),
  ];
  for (const tried of tries) assert.equal(tried.reason, 'STAFF_OWN_ACCOUNT');
  assert.deepEqual(await entriesAbout(userId), []);
});

test('break-glass opens a part for half an hour, and waits for two others to say whether it was right', async () => {
  const { token, userId } = await customer();
  const text = 'A caller says that somebody empties this account right now.';
  const glass = (person: StaffPerson, part: string) =>
    person.call('consoleBreakGlass', { userId, part, text });
  const support = by('support');
  assert.equal((await glass(support, 'orders')).reason, 'STAFF_GLASS_NEEDLESS');
  assert.equal((await glass(support, 'nothing')).reason, 'NOT_FOUND');
  assert.equal((await open(support, userId, 'money')).reason, 'STAFF_ROLE');
  const broken = await glass(support, 'money');
  assert.equal(broken.data['untilMs'], trader.nowMs() + 30 * MINUTE_MS);
  assert.equal((await open(support, userId, 'money')).code, 0);
  assert.equal((await open(support, userId, 'movements')).reason, 'STAFF_ROLE', 'that part alone');
  assert.equal((await open(by('content'), userId, 'money')).reason, 'STAFF_ROLE', 'and that person alone');

  const home = await by('risk').call('consoleHome');
  const alarms = listOf(home.data['queues']).find((one) => one['queue'] === 'alarm');
  assert.equal(alarms?.['waiting'], 1);
  const [row] = listOf(
    (await by('risk').call('consoleQueue', { queue: 'alarm', show: 'waiting' })).data['list'],
  );
  const id = textOf(row ?? {}, 'id');
  const judge = async (person: StaffPerson, reason: string, clientId: string) => {
    const seen = textOf((await person.call('consoleOpen', { queue: 'alarm', id })).data, 'seen');
    const judged = await person.call('consoleAct', {
      queue: 'alarm',
      id,
      act: 'judge',
      reason,
      clientId,
      seen,
    });
    return judged.reason ?? judged.data['outcome'];
  };
  const item = await by('risk').call('consoleOpen', { queue: 'alarm', id });
  assert.equal(listOf(item.data['messages'])[0]?.['text'], text);
  assert.equal(await judge(by('risk'), 'justified', 'judge-0001'), 'approved');
  assert.equal(await judge(by('risk'), 'justified', 'judge-0002'), 'STAFF_SECOND_PERSON');
  assert.equal(await judge(by('compliance'), 'unjustified', 'judge-0003'), 'approved', 'they disagree');
  assert.equal(await judge(by('risk'), 'unjustified', 'judge-0004'), 'done');
  const done = listOf(
    (await by('auditor').call('consoleQueue', { queue: 'alarm', show: 'done' })).data['list'],
  );
  assert.deepEqual([done[0]?.['id'], done[0]?.['state']], [id, 'unjustified']);
  const acts = listOf((await call('staffActs', {}, { token })).data['list']).map((one) => one['act']);
  assert.ok(acts.includes('alarm.raised') && acts.includes('customer.openedInEmergency'));
  trader.advance(15 * MINUTE_MS);
  assert.equal((await open(support, userId, 'money')).code, 0);
  trader.advance(15 * MINUTE_MS);
  assert.equal((await open(support, userId, 'money')).reason, 'STAFF_ROLE', 'it is over');
});

const entered = (name: string, role: StaffRole) => enterStaff(trader, { name, roles: [role] });

test('who broke the glass does not judge it, and nobody breaks it where two others are not there', async () => {
  const { userId } = await customer();
  const risk = await entered('glass-risk', 'risk');
  const text = 'The documents have to be seen before the office closes.';
  assert.equal((await risk.call('consoleBreakGlass', { userId, part: 'identity', text })).code, 0);
  const rows = listOf((await risk.call('consoleQueue', { queue: 'alarm', show: 'waiting' })).data['list']);
  const id = textOf(rows.at(-1) ?? {}, 'id');
  const item = await risk.call('consoleOpen', { queue: 'alarm', id });
  assert.deepEqual(
    listOf(item.data['acts']).map((one) => one['barred']),
    ['STAFF_OWN_DECISION'],
  );
  const asked = { queue: 'alarm', id, act: 'judge', reason: 'justified', clientId: 'judge-own-1' };
  const seen = textOf(item.data, 'seen');
  assert.equal((await risk.call('consoleAct', { ...asked, seen })).reason, 'STAFF_OWN_DECISION');
  await pool.query(`update staff set closed_at = now() where roles && '{compliance,risk}' and name <> 'glass-risk'
     and name <> (select min(name) from staff where roles && '{compliance,risk}' and name <> 'glass-risk')`);
  const alone = await risk.call('consoleBreakGlass', { userId, part: 'orders', text });
  assert.equal(alone.reason, 'STAFF_GLASS_NEEDLESS');
  const messages = await risk.call('consoleBreakGlass', { userId, part: 'messages', text });
  assert.equal(messages.reason, 'STAFF_GLASS_ALONE');
  await pool.query('update staff set closed_at = null');
});
