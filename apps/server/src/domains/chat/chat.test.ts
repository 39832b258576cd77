import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '@tarazu/core/values';
import { closeIdleThreads } from '#domains/chat/caps.ts';
import { createHelp, readArticles } from '#domains/chat/help.ts';
import { type Customer, openTrader, type Row, STOCK, traded } from '#domains/orders/test-trader.ts';
import { enterStaff } from '#domains/staff/test-staff.ts';
import { recordOf, textOf } from '#test-app.ts';

const trader = await openTrader();
const staff = await enterStaff(trader, { name: 'meera', roles: ['support'] });
let sent = 0;

const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.map(recordOf) : []);

async function send(customer: Customer, fields: Readonly<Record<string, string>>): Promise<Row> {
  sent += 1;
  return customer.read('chatSend', { clientId: `message-${sent}`, ...fields });
}

const idOf = (data: Row): string => textOf(recordOf(data['thread']), 'id');
const stateOf = (data: Row): string => textOf(recordOf(data['thread']), 'state');

async function messagesOf(customer: Customer, id: string): Promise<Row[]> {
  return rowsOf((await customer.read('chatMessages', { id }))['list']);
}

async function act(id: string, name: string, fields: Readonly<Record<string, string>> = {}) {
  sent += 1;
  return staff.call('consoleAct', {
    clientId: `act-${String(sent).padStart(6, '0')}`,
    queue: 'chat',
    id,
    act: name,
    ...fields,
  });
}

test('the helper answers a frequent question from docs/help and says that it is a machine', async () => {
  const asha = await trader.enter();
  const data = await send(asha, { text: 'How do I reset my demo account?' });
  assert.equal(stateOf(data), 'helped');
  const [answer, question] = rowsOf(data['list']);
  assert.deepEqual([question?.['author'], answer?.['author']], ['customer', 'helper']);
  assert.match(textOf(answer ?? {}, 'text'), /a machine[\s\S]*once a day/);
  const asked = await asha.read('chatAskPerson', { id: idOf(data) });
  assert.equal(textOf(recordOf(asked['thread']), 'state'), 'waiting');
  const more = await send(asha, { id: idOf(data), text: 'I want to reset the demo twice' });
  assert.equal(rowsOf(more['list']).length, 1, 'a person was asked: the helper is silent');
});

test('a question that no article answers goes to people at once, and says so', async () => {
  const asha = await trader.enter();
  const data = await send(asha, { text: 'Where is my grandfather?' });
  assert.equal(stateOf(data), 'waiting');
  assert.match(textOf(rowsOf(data['list'])[0] ?? {}, 'text'), /found no article/);
});

test('each article is there in both languages and answers its own title', () => {
  const help = createHelp();
  const names = readArticles('en-US').map(({ name }) => name);
  for (const language of ['en-US', 'bn-BN'] as const) {
    const articles = readArticles(language);
    assert.deepEqual(
      articles.map(({ name }) => name),
      names,
    );
    for (const { name, words } of articles)
      assert.equal(help(words.slice(0, 2).join(' '), language).help, name, `${language} ${name}`);
  }
});

test('staff answer in the console, the customer is told, and answer times are measured', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => trader.enter()));
  for (const customer of people) {
    const data = await send(customer, { text: 'Ek prashno ache' });
    const id = idOf(data);
    const opened = await staff.call('consoleOpen', { queue: 'chat', id });
    assert.equal(opened.code, 0);
    trader.advance(2 * MINUTE_MS);
    const done = await act(id, 'answer', { text: 'Namaskar. Which share is it about?' });
    assert.deepEqual(done.data, { outcome: 'done' });
    const [answer] = await messagesOf(customer, id);
    assert.equal(answer?.['text'], 'Namaskar. Which share is it about?');
    assert.match(textOf(answer ?? {}, 'name'), /^\d{6}$/, 'a number, not a name');
    assert.ok((await customer.noticeTitles()).includes('Customer service answered'));
    const threads = await customer.read('chatThreads');
    assert.equal(threads['unread'], 2, 'of the helper, which came before, none; its line and the answer');
    await customer.read('chatRead', { id });
    assert.equal((await customer.read('chatThreads'))['unread'], 0);
  }
  const [first] = people;
  assert.ok(first);
  const { answerTimes } = await first.read('chatThreads');
  const times = recordOf(answerTimes);
  assert.equal(times['measured'], 5);
  assert.ok(Number(times['medianMs']) >= 2 * MINUTE_MS && Number(times['medianMs']) < 20 * MINUTE_MS);
  const acts = await first.list('staffActs');
  assert.deepEqual(
    acts.map((row) => row['act']),
    ['chat.answer', 'chat.opened'],
  );
});

test('a conversation of somebody else does not exist', async () => {
  const asha = await trader.enter();
  const ravi = await trader.enter();
  const id = idOf(await send(asha, { text: 'mine' }));
  for (const [name, fields] of [
    ['chatMessages', {}],
    ['chatRead', {}],
    ['chatClose', {}],
    ['chatAskPerson', {}],
    ['chatSend', { text: 'x', clientId: 'other-message' }],
  ] as const)
    assert.equal((await ravi.call(name, { id, ...fields })).reason, 'NOT_FOUND', name);
  assert.deepEqual(await ravi.list('chatThreads'), []);
});

test('the same message twice is one; another one under its id is refused', async () => {
  const asha = await trader.enter();
  const fields = { clientId: 'once-and-only', text: 'hello there' };
  const both = await Promise.all([asha.read('chatSend', fields), asha.read('chatSend', fields)]);
  assert.equal(idOf(both[0]), idOf(both[1]));
  assert.equal((await asha.list('chatThreads')).length, 1);
  assert.equal((await asha.call('chatSend', { ...fields, text: 'else' })).reason, 'CLIENT_ID_REUSED');
});

test('an own order can be attached, one of somebody else cannot', async () => {
  const asha = await trader.enter();
  const ravi = await trader.enter();
  const bought = await traded(trader, [STOCK], () => asha.stock('buy', { instrumentId: STOCK }));
  const order = textOf(bought.order, 'id');
  const data = await send(asha, { text: 'what is this order', order });
  const question = rowsOf(data['list']).find(({ author }) => author === 'customer');
  assert.equal(recordOf(question?.['order'])['symbol'], 'ARUNA');
  const fields = { clientId: 'not-my-order', text: 'x', order };
  assert.equal((await ravi.call('chatSend', fields)).reason, 'ORDER_UNKNOWN');
  assert.equal((await asha.call('chatSend', { ...fields, order: 'nonsense' })).reason, 'ORDER_UNKNOWN');
});

test('who asks to be called waits for a person, with number and time in the queue', async () => {
  const asha = await trader.enter();
  const from = trader.nowMs() + 60 * MINUTE_MS;
  const data = await send(asha, {
    text: 'call me about the demo reset',
    phone: '+919812345678',
    callFromMs: String(from),
  });
  assert.equal(stateOf(data), 'waiting');
  const opened = (await staff.call('consoleOpen', { queue: 'chat', id: idOf(data) })).data;
  const facts = rowsOf(opened['facts']).map(({ name, value }) => [name, value]);
  assert.ok(facts.some(([name, value]) => name === 'callBackPhone' && value === '+919812345678'));
  assert.ok(facts.some(([name, value]) => name === 'callBackFrom' && value === String(from)));
  const late = { clientId: 'call-me-late', text: 'x', phone: '+919812345678', callFromMs: String(from * 2) };
  assert.equal((await asha.call('chatSend', late)).reason, 'INVALID_INPUT');
  assert.equal((await asha.call('chatSend', { ...late, phone: '12' })).reason, 'INVALID_INPUT');
});

test('five conversations may be open, and a closed one opens again by a message', async () => {
  const asha = await trader.enter();
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(idOf(await send(asha, { text: `question ${count}` })));
  const sixth = { clientId: 'one-too-many', text: 'a sixth' };
  assert.equal((await asha.call('chatSend', sixth)).reason, 'CHATS_FULL');
  const [first = ''] = ids;
  const closed = await asha.read('chatClose', { id: first });
  assert.equal(textOf(recordOf(closed['thread']), 'state'), 'closed');
  assert.equal((await asha.call('chatSend', sixth)).code, 0);
  const again = { clientId: 'one-too-many-2', id: first, text: 'once more' };
  assert.equal(
    (await asha.call('chatSend', again)).reason,
    'CHATS_FULL',
    'nor by opening a closed one again',
  );
  assert.equal((await asha.call('chatAskPerson', { id: first })).reason, 'CHATS_FULL');
  await asha.read('chatClose', { id: ids[1] ?? '' });
  assert.equal(stateOf(await asha.read('chatSend', again)), 'waiting');
});

test('bad input is refused and changes nothing', async () => {
  const asha = await trader.enter();
  const fields = { clientId: 'a-client-id', text: 'x' };
  for (const wrong of [
    { text: ' ' },
    { text: '' },
    { text: 'x'.repeat(2_001) },
    { clientId: 'short' },
    { id: '../x' },
  ])
    assert.equal((await asha.call('chatSend', { ...fields, ...wrong })).reason, 'INVALID_INPUT');
  for (const cursor of ['x', '1_short', '-1']) {
    assert.equal((await asha.call('chatThreads', { cursor })).reason, 'INVALID_INPUT');
  }
  assert.deepEqual(await asha.list('chatThreads'), []);
});

test('the queue lists what waits oldest first, by number and by words, page by page', async () => {
  const asha = await trader.enter();
  for (let count = 0; count < 3; count += 1) {
    await send(asha, { text: `zebra% ${count}` });
    trader.advance(1_000);
  }
  const list = async (fields: Readonly<Record<string, string>>) =>
    (await staff.call('consoleQueue', { queue: 'chat', show: 'waiting', ...fields })).data;
  const first = await list({ search: 'zebra%', limit: '2' });
  assert.deepEqual(
    rowsOf(first['list']).map(({ title }) => title),
    ['zebra% 0', 'zebra% 1'],
  );
  const rest = await list({ search: 'zebra%', limit: '2', cursor: textOf(first, 'next') });
  assert.deepEqual(
    rowsOf(rest['list']).map(({ title }) => title),
    ['zebra% 2'],
  );
  assert.equal(rest['next'], undefined);
  const [row] = rowsOf(first['list']);
  const id = textOf(row ?? {}, 'id');
  const mine = async () => rowsOf((await list({ show: 'mine', search: 'zebra%' }))['list']);
  assert.deepEqual(await mine(), []);
  await staff.call('consoleTake', { queue: 'chat', id, owner: 'me' });
  assert.deepEqual(
    (await mine()).map((one) => one['id']),
    [id],
  );
  assert.equal((await act(id, 'close', { reason: 'solved' })).code, 0);
  assert.equal((await act(id, 'close', { reason: 'solved' })).reason, 'QUEUE_ITEM_DONE');
  const done = await list({ show: 'done', search: 'zebra%' });
  assert.deepEqual(
    rowsOf(done['list']).map((one) => one['id']),
    [id],
  );
});

test('messages, orders in them and new conversations of a day have an end, which says so', async () => {
  const asha = await trader.enter();
  const bought = await traded(trader, [STOCK], () => asha.stock('buy', { instrumentId: STOCK }));
  const order = textOf(bought.order, 'id');
  const id = idOf(await send(asha, { text: 'the first' }));
  const outcomes = async (times: number, fields: Readonly<Record<string, string>>): Promise<unknown[]> => {
    const reasons: unknown[] = [];
    for (let count = 0; count < times; count += 1) {
      if (count % 25 === 0) trader.advance(15 * MINUTE_MS);
      sent += 1;
      reasons.push((await asha.call('chatSend', { clientId: `message-${sent}`, ...fields })).reason);
    }
    return reasons;
  };
  const attached = await outcomes(31, { id, text: 'this one', order });
  assert.deepEqual(attached.slice(29), [undefined, 'CHAT_ORDERS_TODAY']);
  for (let count = 1; count < 20; count += 1) {
    const one = await send(asha, { text: `question ${count}` });
    await asha.read('chatClose', { id: idOf(one) });
    if (count % 10 === 0) trader.advance(15 * MINUTE_MS);
  }
  assert.deepEqual(await outcomes(1, { text: 'one more question' }), ['CHATS_TODAY']);
  const rest = await outcomes(151, { id, text: 'and' });
  assert.deepEqual(rest.slice(149), [undefined, 'CHAT_MESSAGES_TODAY']);
  trader.advance(24 * 60 * MINUTE_MS);
  assert.deepEqual(await outcomes(1, { text: 'a new day' }), [undefined]);
});

test('a conversation that nobody goes on with is closed after a month; one that waits stays', async () => {
  const asha = await trader.enter();
  const idle = idOf(await send(asha, { text: 'How do I reset my demo account?' }));
  const waiting = idOf(await send(asha, { text: 'Where is my grandfather?' }));
  const states = async () => {
    const read = async (id: string) => stateOf(await asha.read('chatMessages', { id, limit: '1' }));
    return [await read(idle), await read(waiting)];
  };
  const { nowMs } = trader;
  await closeIdleThreads(trader.database.pool, nowMs() + 29 * 24 * 60 * MINUTE_MS);
  assert.deepEqual(await states(), ['helped', 'waiting']);
  await closeIdleThreads(trader.database.pool, nowMs() + 31 * 24 * 60 * MINUTE_MS);
  assert.deepEqual(await states(), ['closed', 'waiting']);
});
