import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { type Customer, openTrader } from '#domains/orders/test-trader.ts';
import { closeStaff } from '#domains/staff/people/store.ts';
import type { QueueFact, QueueRow, StaffQueue } from '#domains/staff/queue.ts';
import { type ActAsked, doAct } from '#domains/staff/queues/acts.ts';
import { countQueues, listQueue, openItem } from '#domains/staff/queues/queues.ts';
import { enterStaff, type StaffPerson } from '#domains/staff/test-staff.ts';
import { reply, type StaffSession } from '#ports.ts';
import { recordOf, textOf } from '#test-app.ts';

const trader = await openTrader();
const { pool } = trader.database;
await pool.query('create table test_deed (item_id text, staff_id int4)');
const one = await enterStaff(trader, { name: 'one', roles: ['treasury'] });
const two = await enterStaff(trader, { name: 'two', roles: ['treasury'] });
const three = await enterStaff(trader, { name: 'three', roles: ['treasury'] });

const rows = new Map<string, QueueRow>();
/** Facts that a thing shows. */
const facts = new Map<string, QueueFact[]>();
/** A queue whose acts leave a row each, so that it can be counted how often one was done. */
const queue: StaffQueue = {
  name: 'trial',
  roles: ['treasury'],
  acts: [
    {
      name: 'pay',
      people: 2,
      reasons: ['matched', 'letter'],
      takesText: false,
      isForDone: false,
      run: async ({ on, row, staff }) => {
        await on.query('insert into test_deed values ($1, $2)', [row.id, staff.staffId]);
        rows.set(row.id, { ...row, isWaiting: false });
        return undefined;
      },
    },
    {
      name: 'fail',
      people: 1,
      reasons: [],
      takesText: false,
      isForDone: true,
      run: async ({ on, row, staff }) => {
        await on.query('insert into test_deed values ($1, $2)', [row.id, staff.staffId]);
        return 'QUEUE_ITEM_DONE';
      },
    },
  ],
  count: async () => ({ waiting: rows.size, oldestAtMs: undefined }),
  list: async () => [...rows.values()],
  open: async (_on, id) => {
    const row = rows.get(id);
    return row && { row, facts: facts.get(id) ?? [], messages: [] };
  },
};
const parts = { pool, queues: [queue], prove: async () => reply({}) };

async function sessionOf(person: StaffPerson): Promise<StaffSession> {
  const found = await trader.app.staff.sessions.find(person.token);
  assert.ok(found);
  return found;
}

async function loginOf(customer: Customer): Promise<{ loginId: number; userId: string }> {
  const info = await customer.read('userInfo');
  const userId = textOf(recordOf(info), 'id');
  const { rows: found } = await pool.query<{ login_id: number }>(
    'select login_id from login where user_id = $1',
    [userId],
  );
  return { loginId: Number(found[0]?.login_id), userId };
}

let number = 0;
async function newItem(customer?: Customer): Promise<string> {
  const { loginId, userId } = await loginOf(customer ?? (await trader.enter()));
  number += 1;
  const id = `item-${number}`;
  const row = { id, loginId, userId, title: id, state: 'waiting', isWaiting: true, atMs: trader.nowMs() };
  rows.set(id, row);
  return id;
}

async function opened(person: StaffPerson, id: string) {
  const item = await openItem(parts, await sessionOf(person), { queue: 'trial', id, nowMs: trader.nowMs() });
  return item.ok ? item.data : item.refusal.key;
}

/** Hash of what somebody sees who opens a thing now. */
async function seenNow(id: string): Promise<string | undefined> {
  const item = await opened(one, id);
  return typeof item === 'string' ? undefined : item.seen;
}

async function act(person: StaffPerson, asked: Partial<ActAsked> & { readonly id: string }) {
  number += 1;
  const seen = 'seen' in asked ? asked.seen : ((await seenNow(asked.id)) ?? '0'.repeat(64));
  const defaults = { clientId: `client-${number}`, queue: 'trial', act: 'pay', reason: 'matched' };
  const done = await doAct(parts, await sessionOf(person), {
    ...defaults,
    nowMs: trader.nowMs(),
    ...asked,
    seen,
  });
  return done.ok ? done.data.outcome : done.refusal.key;
}

const looks = async (id: string): Promise<number> =>
  (await pool.query(`select 1 from staff_log where item_id = $1 and act = 'trial.opened'`, [id])).rowCount ??
  0;

async function timesDone(id: string): Promise<number> {
  return (await pool.query('select 1 from test_deed where item_id = $1', [id])).rowCount ?? 0;
}

test('an act for two people waits for the second, who wants exactly the same', async () => {
  const id = await newItem();
  assert.equal(await act(one, { id }), 'approved');
  assert.equal(await act(one, { id }), 'STAFF_SECOND_PERSON');
  assert.equal(await timesDone(id), 0);
  assert.equal(await act(two, { id, reason: 'letter' }), 'approved', 'another reason is another wish');
  assert.equal(await timesDone(id), 0);
  assert.equal(await act(one, { id, reason: 'letter' }), 'done');
  assert.equal(await timesDone(id), 1);
  assert.equal(await act(three, { id, reason: 'letter' }), 'QUEUE_ITEM_DONE');
});

test('two approvers at once, and a third, do it once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await newItem();
    const outcomes = await Promise.all([act(one, { id }), act(two, { id }), act(three, { id })]);
    assert.deepEqual([...outcomes].sort(), ['QUEUE_ITEM_DONE', 'approved', 'done'], String(round));
    assert.equal(await timesDone(id), 1);
  }
});

test('asked again by the same id it is answered, and not done again', async () => {
  const id = await newItem();
  const same = { id, clientId: 'same-client-id' };
  assert.equal(await act(one, same), 'approved');
  assert.equal(await act(one, same), 'approved');
  assert.equal(await act(one, { ...same, reason: 'letter' }), 'CLIENT_ID_REUSED');
  assert.equal(await timesDone(id), 0);
});

test('nobody decides about an own account, one of the same device, or one that invited them', async () => {
  const own = await trader.enter();
  const neighbour = await trader.enter();
  const invited = await trader.enter();
  const stranger = await trader.enter();
  const { userId, loginId } = await loginOf(own);
  const person = await enterStaff(trader, { name: 'linked', roles: ['treasury'], userIds: [userId] });
  const device = Buffer.alloc(32, 7);
  for (const login of [loginId, (await loginOf(neighbour)).loginId])
    await pool.query('insert into known_device values ($1, $2, now())', [device, login]);
  await pool.query('update login set invited_by = $1 where login_id = $2', [
    loginId,
    (await loginOf(invited)).loginId,
  ]);
  for (const customer of [own, neighbour, invited]) {
    const id = await newItem(customer);
    assert.equal(await act(person, { id }), 'STAFF_OWN_ACCOUNT');
    const before = await looks(id);
    assert.equal(await opened(person, id), 'STAFF_OWN_ACCOUNT', 'nor reads how others decide');
    assert.equal(await looks(id), before);
  }
  assert.equal(await act(person, { id: await newItem(stranger) }), 'approved');
});

test('an act that is refused leaves nothing behind, in the domain or in the log', async () => {
  const id = await newItem();
  const entries = async () =>
    Number((await pool.query<{ count: string }>('select count(*) from staff_log')).rows[0]?.count);
  const before = await entries();
  const fields = { id, act: 'fail', reason: undefined, seen: undefined };
  assert.equal(await act(one, fields), 'QUEUE_ITEM_DONE');
  assert.equal(await timesDone(id), 0);
  assert.equal(await entries(), before);
});

test('a reason that is not listed, or words that no act takes, are refused', async () => {
  const id = await newItem();
  assert.equal(await act(one, { id, reason: 'because' }), 'INVALID_INPUT');
  assert.equal(await act(one, { id, reason: undefined }), 'INVALID_INPUT');
  assert.equal(await act(one, { id, text: 'words' }), 'INVALID_INPUT');
  assert.equal(await act(one, { id, act: 'nothing' }), 'NOT_FOUND');
  assert.equal(await act(one, { id: 'item-0' }), 'NOT_FOUND');
});

test('an approval lapses after a day: then a second person is needed again', async () => {
  const id = await newItem();
  const nowMs = trader.nowMs();
  const at = (afterMs: number) => ({ id, nowMs: nowMs + afterMs });
  assert.equal(await act(one, at(0)), 'approved');
  const session = await sessionOf(two);
  const waiting = async (afterMs: number) => {
    const [counted] = await countQueues(parts, session, nowMs + afterMs);
    const listed = await listQueue(parts, session, { queue: 'trial', show: 'waiting', ...at(afterMs) });
    const row = listed.ok ? listed.data.list.find((listedRow) => listedRow.id === id) : undefined;
    return [row?.approval, (counted?.approvals ?? 0) > 0];
  };
  assert.deepEqual(await waiting(DAY_MS - 1), ['pay', true]);
  assert.deepEqual(await waiting(DAY_MS), [undefined, false]);
  assert.equal(await act(two, at(DAY_MS)), 'approved', 'the first one again');
  assert.equal(await timesDone(id), 0);
  assert.equal(await act(one, at(DAY_MS)), 'done');
});

test('an approval is for the thing as it was: when it changes, both have to look again', async () => {
  const id = await newItem();
  facts.set(id, [{ name: 'payee', value: 'Asha', kind: 'text' }]);
  const seen = await seenNow(id);
  assert.equal(await act(one, { id, seen }), 'approved');
  facts.set(id, [{ name: 'payee', value: 'Mallory', kind: 'text' }]);
  assert.equal(await act(two, { id, seen }), 'QUEUE_ITEM_CHANGED', 'who decides about what is no more');
  assert.equal(await act(two, { id, seen: undefined }), 'INVALID_INPUT', 'or says not what was seen');
  const item = await opened(two, id);
  assert.ok(typeof item !== 'string');
  assert.equal(item.approval, undefined, 'the one of before is void');
  assert.equal(await act(two, { id }), 'approved');
  assert.equal(await timesDone(id), 0);
  facts.set(id, [{ name: 'payee', value: 'Asha', kind: 'text' }]);
  assert.equal(await act(one, { id, seen }), 'approved');
  assert.equal(await act(two, { id, seen }), 'done', 'both saw the same');
});

test('an approval of somebody who was closed, or may not any more, is void', async () => {
  const closed = await enterStaff(trader, { name: 'leaver', roles: ['treasury'] });
  const moved = await enterStaff(trader, { name: 'moved', roles: ['treasury'] });
  const [first, second] = [await newItem(), await newItem()];
  assert.equal(await act(closed, { id: first }), 'approved');
  assert.equal(await act(moved, { id: second }), 'approved');
  await closeStaff(pool, 'leaver', trader.nowMs());
  await pool.query(`update staff set roles = '{support}' where name = 'moved'`);
  for (const id of [first, second]) {
    assert.equal(await act(two, { id }), 'approved');
    assert.equal(await timesDone(id), 0);
  }
});
