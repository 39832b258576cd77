import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSOLE_OPERATIONS, type ConsoleOperationName, STAFF_ROLES, type StaffRole } from '@tarazu/protocol';
import { openTrader } from '#domains/orders/test-trader.ts';
import { consoleCall, enterStaff, type StaffPerson } from '#domains/staff/test-staff.ts';
import { type Fields, recordOf, type TestReply } from '#test-app.ts';

/*
 * Roles of staff, which call each may make and in which queue it works. The tables are
 * written here a second time on purpose: a record that names a role too many differs from them.
 */

const trader = await openTrader();
trader.standAt(trader.nowMs());

const EVERYBODY = STAFF_ROLES;
const WORKERS = ['support', 'compliance', 'treasury', 'listings', 'content', 'risk'] as const;

const LOG_READERS = ['auditor', 'admin', 'risk', 'compliance'] as const;
const CUSTOMER_WORKERS = ['support', 'compliance', 'treasury', 'risk'] as const;

const CALLS: Readonly<Record<ConsoleOperationName, readonly StaffRole[] | 'visitor'>> = {
  consoleInvitation: 'visitor',
  consoleSetUp: 'visitor',
  consoleSignIn: 'visitor',
  consolePasskeyAsk: 'visitor',
  consolePasskeySignIn: 'visitor',
  consolePasskeyList: EVERYBODY,
  consolePasskeyBegin: EVERYBODY,
  consolePasskeyAdd: EVERYBODY,
  consolePasskeyRemove: EVERYBODY,
  consoleHome: EVERYBODY,
  consoleQueue: [...WORKERS, 'auditor'],
  consoleOpen: [...WORKERS, 'auditor'],
  consolePicture: [...WORKERS, 'auditor'],
  consoleReveal: WORKERS,
  consoleTake: WORKERS,
  consoleAct: WORKERS,
  consoleLog: LOG_READERS,
  consoleCustomers: [...CUSTOMER_WORKERS, 'auditor'],
  // Of the profile; a table of all parts stands in customers.test.ts.
  consoleCustomer: [...CUSTOMER_WORKERS, 'auditor'],
  consoleCustomerReveal: CUSTOMER_WORKERS,
  consoleBreakGlass: CUSTOMER_WORKERS,
  consoleCustomerFreeze: ['compliance', 'risk'],
  consolePeople: ['admin', 'auditor'],
  consolePersonSignOut: ['admin'],
  // Of the staff log: each list is exported by who may read it.
  consoleExport: LOG_READERS,
  consoleRules: ['compliance', 'risk', 'auditor'],
  consoleRuleCheck: ['compliance', 'risk'],
  consoleRulePropose: ['compliance', 'risk'],
  consoleContent: ['content', 'auditor'],
  consoleContentCheck: ['content'],
  consoleContentSave: ['content'],
  consoleCorrectionPropose: ['treasury'],
  // The last one: it ends the session.
  consoleSignOut: EVERYBODY,
};

/** Roles that work in a queue; auditors read each. */
const QUEUES: Readonly<Record<string, readonly StaffRole[]>> = {
  chat: ['support'],
  identity: ['compliance'],
  alarm: ['compliance', 'risk'],
  freeze: ['compliance', 'risk'],
  rules: ['compliance', 'risk'],
  score: ['compliance', 'risk'],
  content: ['content'],
  corrections: ['treasury', 'compliance', 'risk'],
};
/** Acts that fewer roles may do than work in the queue. */
const NARROWER: Readonly<Record<string, readonly StaffRole[]>> = { corrections: ['compliance', 'risk'] };

const people = new Map<StaffRole, StaffPerson>();
for (const role of STAFF_ROLES)
  people.set(role, await enterStaff(trader, { name: `role-${role}`, roles: [role] }));

const namesOfCalls = Object.keys(CALLS).filter((name): name is ConsoleOperationName => name in CALLS);

/** One act of each queue, with what it takes. */
const ACTS: Readonly<Record<string, Fields>> = {
  chat: { act: 'answer', text: 'x' },
  identity: { act: 'pass' },
  alarm: { act: 'judge', reason: 'justified', seen: '0'.repeat(64) },
  freeze: { act: 'lift', reason: 'cleared', seen: '0'.repeat(64) },
  rules: { act: 'publish' },
  score: { act: 'reject', reason: 'factsRight', text: 'x' },
  content: { act: 'publish', seen: '0'.repeat(64) },
  corrections: { act: 'post', seen: '0'.repeat(64) },
};

const TEXT: Fields = {
  kind: 'notice',
  titleEnglish: 'Hours',
  titleBengali: 'সময়',
  bodyEnglish: '<p>x</p>',
  bodyBengali: '<p>x</p>',
};

function fieldsOf(name: ConsoleOperationName, queue: string): Fields {
  const item = { queue, id: 'none' };
  const nobody = { userId: '123456789' };
  const fields: Partial<Record<ConsoleOperationName, Fields>> = {
    consoleCustomers: { search: '123456789' },
    consoleCustomer: { ...nobody, part: 'profile' },
    consoleCustomerReveal: { ...nobody, part: 'profile', fact: 'phone', reason: 'authority' },
    consoleBreakGlass: { ...nobody, part: 'money', text: 'Somebody is being robbed now.' },
    consoleCustomerFreeze: { ...nobody, text: 'Somebody else is trading here.' },
    consolePersonSignOut: { id: '123456' },
    consoleExport: { list: 'log' },
    consoleContent: { id: 'none' },
    consoleCorrectionPropose: {
      ...{ ...nobody, clientId: 'clientid1', environment: 'demo', direction: 'toAccount', house: 'outside' },
      ...{ wallet: 'stock', asset: 'INR', amount: '1', ticket: 'none', text: 'A deposit was not booked.' },
    },
    consoleContentCheck: TEXT,
    consoleContentSave: { ...TEXT, clientId: 'clientid1' },
    consoleQueue: { queue, show: 'waiting' },
    consoleOpen: item,
    consolePicture: { ...item, picture: 'front' },
    consoleReveal: { ...item, fact: 'taxNumber', reason: 'issuer' },
    consoleTake: { ...item, owner: 'me' },
    consoleAct: { ...item, ...ACTS[queue], clientId: 'clientid1' },
  };
  return fields[name] ?? {};
}

const isInQueue = (name: ConsoleOperationName): boolean => 'queue' in fieldsOf(name, 'x');

test('the tables name every call and every queue', async () => {
  assert.deepEqual(Object.keys(CALLS).sort(), Object.keys(CONSOLE_OPERATIONS).sort());
  const home = await people.get('auditor')?.call('consoleHome');
  const queues = home?.data['queues'];
  assert.ok(Array.isArray(queues));
  assert.deepEqual(queues.map((queue) => recordOf(queue)['queue']).sort(), Object.keys(QUEUES).sort());
});

for (const role of STAFF_ROLES)
  test(`${role} makes the calls of that role, and gets 403 for every other`, async () => {
    const person = people.get(role);
    assert.ok(person);
    for (const name of namesOfCalls) {
      const may = CALLS[name];
      if (may === 'visitor') continue;
      for (const queue of isInQueue(name) ? Object.keys(QUEUES) : ['']) {
        const isReading = ['consoleQueue', 'consoleOpen', 'consolePicture'].includes(name);
        const isReader = isReading && role === 'auditor';
        const workers = (name === 'consoleAct' ? NARROWER[queue] : undefined) ?? QUEUES[queue];
        const isAllowed: boolean = may.includes(role) && (isReader || workers?.includes(role) !== false);
        const reply: TestReply = await person.call(name, fieldsOf(name, queue));
        const what = `${role} ${name} ${queue}: ${reply.status} ${reply.reason}`;
        assert.equal(reply.status === 403, !isAllowed, what);
        assert.equal(reply.reason === 'STAFF_ROLE', !isAllowed, what);
      }
    }
  });

test('no call but those of the door is for somebody without a session, and none for a customer', async () => {
  const customer = await trader.enter();
  for (const name of namesOfCalls) {
    if (CALLS[name] === 'visitor') continue;
    for (const token of [undefined, customer.token, people.get('admin')?.token])
      assert.equal(
        (await consoleCall(trader, name, { fields: fieldsOf(name, 'chat'), token })).status,
        401,
        name,
      );
  }
});

test('nobody may what only two roles together may: those of two people are not added up', async () => {
  const both = await enterStaff(trader, { name: 'two-roles', roles: ['auditor', 'content'] });
  const act = await both.call('consoleAct', fieldsOf('consoleAct', 'chat'));
  assert.deepEqual([act.status, act.reason], [403, 'STAFF_ROLE'], 'reads the queue, and works in another');
});
