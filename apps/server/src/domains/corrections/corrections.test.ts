import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tarazu/core/values';
import { peopleOf } from '#domains/account/test-people.ts';
import { postApproved } from '#domains/corrections/post.ts';
import { decideCorrection, lapseCorrections } from '#domains/corrections/store.ts';
import { rowsOf } from '#domains/orders/test-trader.ts';
import { close, listStaff } from '#domains/staff/index.ts';
import { enterStaff, STAFF_PASSWORD, type StaffPerson } from '#domains/staff/test-staff.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { factorCode } from '#platform/secrets/totp.ts';
import { type Fields, openTestApp, recordOf, textOf } from '#test-app.ts';

/* Corrections of money: proposed by one person of staff, agreed by another, posted once by the engine. */

const server = await openTestApp();
const { app, call, database } = server;
const people = peopleOf(server);
server.standAt(server.nowMs());
const treasury = await enterStaff(server, { name: 'asha', roles: ['treasury'] });
const risk = await enterStaff(server, { name: 'ravi', roles: ['risk'] });
const both = await enterStaff(server, { name: 'meera', roles: ['treasury', 'risk'] });
const WORDS = 'Your deposit of Monday was not booked.';

const LAPSE_WAITS = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like 'update correction set%'`;

type Person = Awaited<ReturnType<typeof customer>>;

async function customer() {
  const person = await people.registered();
  const token = person.realToken;
  const userId = textOf((await call('userInfo', {}, { token })).data, 'id');
  const sent = await call(
    'chatSend',
    { clientId: crypto.randomUUID(), text: 'Where is my money?' },
    { token },
  );
  const ticket = textOf(recordOf(sent.data['thread']), 'id');
  return { ...person, userId, ticket };
}

const fieldsOf = ({ userId, ticket }: Pick<Person, 'userId' | 'ticket'>, more: Fields = {}): Fields => ({
  ...{ userId, ticket, environment: 'real', direction: 'toAccount', house: 'outside', wallet: 'stock' },
  ...{ asset: 'INR', amount: '250.50', text: WORDS, clientId: crypto.randomUUID() },
  ...(more['house'] !== 'corrections' && { reference: `UTR-${crypto.randomUUID()}` }),
  ...more,
});
/** A code of an authenticator is good once: each proof has the next half minute. */
function proofOf({ key }: StaffPerson): Fields {
  server.advance(MINUTE_MS / 2);
  return { password: STAFF_PASSWORD, factor: factorCode(key, server.nowMs()) };
}
const propose = (by: StaffPerson, of: Person, more: Fields = {}) =>
  by.call('consoleCorrectionPropose', fieldsOf(of, more));
async function proposed(of: Person, more: Fields = {}, by = treasury): Promise<string> {
  const reply = await propose(by, of, more);
  assert.equal(reply.code, 0, JSON.stringify(reply.body));
  return textOf(reply.data, 'id');
}
async function act(by: StaffPerson, id: string, name: string, fields: Fields = {}) {
  const shown = (await by.call('consoleOpen', { queue: 'corrections', id })).data['seen'];
  const seen = typeof shown === 'string' ? shown : '0'.repeat(64);
  const clientId = crypto.randomUUID();
  return by.call('consoleAct', { clientId, queue: 'corrections', id, act: name, seen, ...fields });
}
const agree = async (by: StaffPerson, id: string) => {
  const reply = await act(by, id, 'post', proofOf(by));
  return reply.reason ?? reply.data['outcome'];
};
async function balanceOf({ realToken: token }: Person, asset = 'INR'): Promise<string> {
  const { data } = await call('userAssets', {}, { token });
  const row = rowsOf(data, 'balances').find((one) => one['asset'] === asset && one['wallet'] === 'stock');
  return row === undefined ? '0' : textOf(row, 'available');
}
async function stateOf(id: string): Promise<unknown> {
  const { rows } = await database.pool.query<{ state: string }>(
    'select state from correction where correction_id = $1',
    [id],
  );
  return rows[0]?.state;
}
const staffActs = async ({ realToken: token }: Person) =>
  rowsOf((await call('staffActs', {}, { token })).data, 'list');
async function movementsOf({ realToken: token }: Person) {
  const { data } = await call('fundsMovements', {}, { token });
  return rowsOf(data, 'list').filter(({ kind }) => kind === 'correction');
}

test('a proposal moves nothing; another person of another role agrees, and the customer sees it', async () => {
  const asha = await customer();
  const id = await proposed(asha);
  assert.deepEqual([await balanceOf(asha), await stateOf(id)], ['0', 'waiting']);
  const named = (await staffActs(asha)).filter((one) => String(one['act']).startsWith('corrections.'));
  assert.deepEqual(named, [], 'the customer learns of it when it is decided');
  const refused = await proposed(asha, { direction: 'fromAccount', house: 'corrections' });
  assert.equal((await act(risk, refused, 'refuse', { reason: 'evidence' })).code, 0);
  const afterwards = (await staffActs(asha)).filter((one) => /proposed|refuse/.test(String(one['act'])));
  assert.deepEqual(
    afterwards.map((one) => one['act']),
    ['corrections.refuse', 'corrections.proposed'],
  );
  assert.equal(await agree(treasury, id), 'STAFF_ROLE');
  assert.equal(await agree(risk, id), 'done');
  assert.deepEqual([await balanceOf(asha), await stateOf(id)], ['250.50', 'posted']);
  const [movement, ...others] = await movementsOf(asha);
  assert.deepEqual(
    [others.length, movement?.['amount'], movement?.['ruleVersion']],
    [0, '250.50', 'correction-2026-04-01'],
  );
  const notices = (await call('noticeList', {}, { token: asha.realToken })).data;
  const notice = rowsOf(notices, 'list').find((one) => one['title'] === 'We corrected your account');
  assert.match(textOf(notice ?? {}, 'text'), /^\+250\.50 INR\. .*Monday was not booked\.$/);
  assert.deepEqual(
    (await staffActs(asha))
      .map((one) => [one['act'], one['what']])
      .filter(([name]) => /propose|post/.test(String(name))),
    [
      ['corrections.post', undefined],
      ['corrections.proposed', '-250.50 INR'],
      ['corrections.proposed', '+250.50 INR'],
    ],
  );
  await app.scheduler.now('corrections: posts');
  assert.equal(await balanceOf(asha), '250.50', 'once');
});

test('nobody agrees to their own proposal, and two who agree at once post it once', async () => {
  const asha = await customer();
  const own = await proposed(asha, {}, both);
  assert.equal(await agree(both, own), 'STAFF_OWN_DECISION');
  const third = await enterStaff(server, { name: 'arjun', roles: ['compliance'] });
  const raced = await Promise.all([risk, third].map((by) => agree(by, own)));
  assert.deepEqual(raced.map(String).sort(), ['QUEUE_ITEM_DONE', 'done']);
  assert.equal(await balanceOf(asha), '250.50');
  assert.equal((await act(treasury, own, 'withdraw')).reason, 'QUEUE_ITEM_DONE');
  const back = await proposed(asha);
  assert.equal((await act(both, back, 'withdraw')).reason, 'NOT_FOUND', 'its owner alone');
  assert.equal((await act(treasury, back, 'withdraw')).code, 0);
  const no = await proposed(asha);
  assert.equal((await act(risk, no, 'refuse', { reason: 'evidence' })).code, 0);
  assert.deepEqual([await agree(risk, back), await agree(risk, no)], ['QUEUE_ITEM_DONE', 'QUEUE_ITEM_DONE']);
  assert.equal(await balanceOf(asha), '250.50');
});

test('who is linked to the customer neither proposes nor agrees, also where the link came in between', async () => {
  const asha = await customer();
  const linked = await enterStaff(server, {
    name: 'own',
    roles: ['treasury', 'risk'],
    userIds: [asha.userId],
  });
  assert.equal((await propose(linked, asha)).reason, 'STAFF_OWN_ACCOUNT');
  const id = await proposed(asha);
  assert.equal(await agree(linked, id), 'STAFF_OWN_ACCOUNT');
  await database.pool.query(
    `insert into staff_login (staff_id, login_id)
     select staff_id, login_id from staff, login where name = 'asha' and user_id = $1`,
    [asha.userId],
  );
  assert.equal(await agree(risk, id), 'STAFF_OWN_ACCOUNT', 'the proposer is linked since');
  assert.equal(await balanceOf(asha), '0');
});

test('it takes no more than is free: such a one fails, moves nothing and is not posted later', async () => {
  const asha = await customer();
  await agree(risk, await proposed(asha, { amount: '100' }, both));
  const out = { direction: 'fromAccount', house: 'corrections' };
  const tooMuch = await proposed(asha, { ...out, amount: '100.01' }, both);
  assert.equal(await agree(risk, tooMuch), 'done');
  assert.deepEqual([await balanceOf(asha), await stateOf(tooMuch)], ['100.00', 'failed']);
  const opened = (await risk.call('consoleOpen', { queue: 'corrections', id: tooMuch })).data;
  const failure = rowsOf(opened, 'facts').find(({ name }) => name === 'failure');
  assert.equal(failure?.['value'], 'INSUFFICIENT_FUNDS');
  await agree(risk, await proposed(asha, { amount: '50' }, both));
  await app.scheduler.now('corrections: posts');
  assert.equal(await balanceOf(asha), '150.00', 'the failed one stays so');
  assert.equal(await agree(risk, await proposed(asha, { ...out, amount: '150' }, both)), 'done');
  assert.equal(await balanceOf(asha), '0');
});

test('it lapses when nobody agrees in time, and the limit is that of the published rule', async () => {
  const asha = await customer();
  const late = await proposed(asha, {}, both);
  server.advance(DAY_MS);
  const judge = await enterStaff(server, { name: 'judge', roles: ['risk'] });
  const proposer = await enterStaff(server, { name: 'proposer', roles: ['treasury'] });
  assert.equal(await agree(judge, late), 'QUEUE_ITEM_DONE');
  await app.scheduler.now('corrections: posts');
  assert.equal(await stateOf(late), 'lapsed');
  const inTime = await proposed(asha, { amount: '100000' }, proposer);
  server.advance(HOUR_MS / 4);
  assert.equal(await agree(judge, inTime), 'done', 'the limit itself');
  const refusals: [string, Fields][] = [
    ['CORRECTION_LIMIT', { amount: '100000.01' }],
    ['CORRECTION_LIMIT', { wallet: 'spot', asset: 'USDT', amount: '1000.00000001' }],
    ['INVALID_INPUT', { amount: '0' }],
    ['INVALID_INPUT', { amount: '0.001' }],
    ['INVALID_INPUT', { amount: '-1' }],
    ['INVALID_INPUT', { wallet: 'spot', asset: 'BTC' }],
    ['INVALID_INPUT', { wallet: 'stock', asset: 'USDT' }],
    ['INVALID_INPUT', { text: 'too short' }],
    ['CORRECTION_TICKET', { ticket: 'nosuchthing' }],
    ['NOT_FOUND', { userId: '999999999' }],
  ];
  for (const [reason, more] of refusals) assert.equal((await propose(proposer, asha, more)).reason, reason);
  const other = await customer();
  assert.equal((await propose(proposer, asha, { ticket: other.ticket })).reason, 'CORRECTION_TICKET');
  const fields = fieldsOf(asha, { amount: '1' });
  const twice = await Promise.all([1, 2].map(() => proposer.call('consoleCorrectionPropose', fields)));
  assert.equal(textOf(twice[0]?.data ?? {}, 'id'), textOf(twice[1]?.data ?? {}, 'id'));
  const changed = { ...fields, amount: '2' };
  assert.equal((await proposer.call('consoleCorrectionPropose', changed)).reason, 'CLIENT_ID_REUSED');
});

test('it is posted for nobody who was closed or has another role since', async () => {
  const asha = await customer();
  const judge = await enterStaff(server, { name: 'sworn', roles: ['risk'] });
  const gone = await enterStaff(server, { name: 'gone', roles: ['treasury'] });
  const id = await proposed(asha, {}, gone);
  const other = await proposed(asha, { amount: '1' }, gone);
  await database.pool.query(`update staff set roles = '{chat}' where name = 'gone'`);
  assert.equal(await agree(judge, id), 'CORRECTION_PROPOSER');
  await database.pool.query(`update staff set roles = '{treasury}' where name = 'gone'`);
  await close(database.pool, 'gone', server.nowMs());
  assert.equal(await agree(judge, other), 'CORRECTION_PROPOSER');
  assert.equal((await act(judge, id, 'refuse', { reason: 'evidence' })).code, 0);
  assert.deepEqual([await balanceOf(asha), await stateOf(other)], ['0', 'waiting']);
});

test('one that can not be posted does not stop the others, and is an alarm', async () => {
  const asha = await customer();
  const proposer = await enterStaff(server, { name: 'several', roles: ['treasury'] });
  const judge = await enterStaff(server, { name: 'lastly', roles: ['risk'] });
  const ids = [await proposed(asha, {}, proposer), await proposed(asha, { amount: '1' }, proposer)];
  for (const id of ids) assert.equal(await agree(judge, id), 'done');
  await database.pool.query(
    `update correction set state = 'approved', sequence = null where correction_id = any($1)`,
    [ids],
  );
  const errors: string[] = [];
  const parts = {
    pool: database.pool,
    clock: server,
    sendNotice: async () => undefined,
    onError: (error: unknown) => errors.push(String(error)),
    engine: {
      submit: async (command: Parameters<typeof app.engine.submit>[0]) => {
        const done = await app.engine.submit(command);
        if ('clientId' in command && command.clientId.endsWith(ids[0] ?? '-'))
          await database.pool.query(`update correction set state = 'refused' where correction_id = $1`, [
            ids[0],
          ]);
        return done;
      },
    },
  };
  await assert.rejects(postApproved(parts), /1 corrections/);
  assert.match(errors.join(), /posted, not refused/);
  assert.equal(await stateOf(ids[1] ?? ''), 'posted');
});

test('the same does not wait twice, and the others of the customer are shown', async () => {
  const asha = await customer();
  const proposer = await enterStaff(server, { name: 'twice', roles: ['treasury'] });
  const judge = await enterStaff(server, { name: 'looks', roles: ['risk'] });
  const first = await proposed(asha, {}, proposer);
  assert.equal((await propose(proposer, asha, { amount: '250.5' })).reason, 'CORRECTION_DOUBLE');
  assert.equal(await agree(judge, first), 'done');
  await proposed(asha, {}, proposer);
  const taking = { direction: 'fromAccount', house: 'corrections' };
  const id = await proposed(asha, { ...taking, amount: '250.50' }, proposer);
  const opened = (await judge.call('consoleOpen', { queue: 'corrections', id })).data;
  const others = rowsOf(opened, 'facts').filter(({ name }) => /^others/.test(String(name)));
  assert.deepEqual(
    others.map(({ name, value }) => [name, value]),
    [
      ['othersWaiting', '+250.50 INR'],
      ['othersPosted', '+250.50 INR'],
    ],
  );
});

test('a row that was changed since its proposal is not posted', async () => {
  const asha = await customer();
  const ravi = await customer();
  const proposer = await enterStaff(server, { name: 'honest', roles: ['treasury'] });
  const judge = await enterStaff(server, { name: 'misled', roles: ['risk'] });
  const blind = { clientId: crypto.randomUUID(), queue: 'corrections', act: 'post' };
  for (const change of [
    'units = units * 2',
    `account_id = (select c.account_id from correction c where c.correction_id = $2)`,
  ]) {
    const [id, other] = [await proposed(asha, {}, proposer), await proposed(ravi, { amount: '1' }, proposer)];
    assert.equal(
      (await judge.call('consoleAct', { ...blind, id, ...proofOf(judge) })).reason,
      'INVALID_INPUT',
      'unseen',
    );
    await database.pool.query(
      `update correction set ${change} where correction_id = $1 and $2::text is not null`,
      [id, other],
    );
    assert.equal(await agree(judge, id), 'done');
    assert.deepEqual(
      [await balanceOf(asha), await balanceOf(ravi), await stateOf(id)],
      ['0', '0', 'approved'],
    );
    await database.pool.query(`update correction set state = 'refused' where correction_id = any($1)`, [
      [id],
    ]);
    assert.equal((await act(judge, other, 'refuse', { reason: 'evidence' })).code, 0);
  }
});

test('what was agreed before a crash is posted by the job, once', async () => {
  const asha = await customer();
  const proposer = await enterStaff(server, { name: 'before', roles: ['treasury'] });
  const judge = await enterStaff(server, { name: 'after', roles: ['risk'] });
  const id = await proposed(asha, {}, proposer);
  assert.equal(await agree(judge, id), 'done');
  await database.pool.query(
    `update correction set state = 'approved', sequence = null where correction_id = $1`,
    [id],
  );
  await app.scheduler.now('corrections: posts');
  await app.scheduler.now('corrections: posts');
  assert.deepEqual([await balanceOf(asha), (await movementsOf(asha)).length], ['250.50', 1]);
  assert.equal(await agree(judge, id), 'QUEUE_ITEM_DONE');
  assert.equal((await app.staff.checkLog()).problem, undefined);
});

test('a decision that is being written is not overwritten by the lapse', async () => {
  const asha = await customer();
  const id = await proposed(asha, {}, await enterStaff(server, { name: 'late', roles: ['treasury'] }));
  const { rows } = await database.pool.query<{ at: Date }>(
    'select lapses_at as at from correction where correction_id = $1',
    [id],
  );
  const lapsesAtMs = rows[0]?.at.getTime() ?? 0;
  const { lapse } = await inTransaction(database.pool, async (on) => {
    const by = (await listStaff(on)).find(({ name }) => name === 'ravi');
    const decision = { id, state: 'approved', reason: undefined, staffId: by?.staffId ?? 0 } as const;
    assert.equal(await decideCorrection(on, { ...decision, nowMs: lapsesAtMs - 1 }), true);
    const waits = lapseCorrections(database.pool, lapsesAtMs);
    while ((await database.pool.query(LAPSE_WAITS)).rowCount === 0)
      await new Promise((again) => setTimeout(again, 10));
    return { lapse: waits };
  });
  await lapse;
  assert.equal(await stateOf(id), 'approved');
});

test('an agreement needs a fresh proof, which is good for one act alone', async () => {
  const asha = await customer();
  const proposer = await enterStaff(server, { name: 'prover', roles: ['treasury'] });
  const judge = await enterStaff(server, { name: 'proved', roles: ['risk'] });
  const [id, other] = [await proposed(asha, {}, proposer), await proposed(asha, { amount: '1' }, proposer)];
  for (const fields of [{}, { password: STAFF_PASSWORD }, { factor: '123456' }])
    assert.notEqual((await act(judge, id, 'post', fields)).code, 0, JSON.stringify(fields));
  assert.equal((await act(judge, id, 'post')).reason, 'INVALID_INPUT');
  const wrong = { ...proofOf(judge), password: 'another password' };
  assert.equal((await act(judge, id, 'post', wrong)).reason, 'STAFF_PROOF_WRONG');
  const refused = await act(judge, id, 'refuse', { reason: 'evidence', ...proofOf(judge) });
  assert.equal(refused.reason, 'INVALID_INPUT', 'an act that needs none takes none');
  assert.deepEqual([await balanceOf(asha), await stateOf(id)], ['0', 'waiting']);
  const proof = proofOf(judge);
  const seen = (await judge.call('consoleOpen', { queue: 'corrections', id })).data['seen'];
  const fields = { clientId: crypto.randomUUID(), queue: 'corrections', act: 'post', seen: String(seen) };
  for (const time of ['first', 'again'])
    assert.equal((await judge.call('consoleAct', { ...fields, id, ...proof })).data['outcome'], 'done', time);
  assert.equal((await act(judge, other, 'post', proof)).reason, 'STAFF_PROOF_WRONG', 'a code is good once');
  assert.deepEqual([await balanceOf(asha), await stateOf(other)], ['250.50', 'waiting']);
});

test('money from outside is corrected once by its reference, and again after a refusal', async () => {
  const asha = await customer();
  const ravi = await customer();
  const proposer = await enterStaff(server, { name: 'referred', roles: ['treasury'] });
  const judge = await enterStaff(server, { name: 'referee', roles: ['risk'] });
  const reference = 'HDFC526331234567';
  const no: Fields[] = [{ reference: '' }, { reference: 'short' }, { reference: 'UTR 1234567' }];
  for (const more of [...no, { house: 'corrections', reference }])
    assert.equal((await propose(proposer, asha, more)).reason, 'INVALID_INPUT', JSON.stringify(more));
  const first = await proposed(asha, { reference }, proposer);
  for (const same of [reference, reference.toLowerCase(), 'HDFC-5263/31234567'])
    assert.equal(
      (await propose(proposer, ravi, { reference: same, amount: '9' })).reason,
      'CORRECTION_REFERENCE',
    );
  assert.equal((await act(judge, first, 'refuse', { reason: 'mistake' })).code, 0);
  const second = await proposed(ravi, { reference }, proposer);
  assert.equal(await agree(judge, second), 'done');
  assert.equal((await propose(proposer, asha, { reference, amount: '9' })).reason, 'CORRECTION_REFERENCE');
  const demo = await proposed(asha, { reference, environment: 'demo' }, proposer);
  const opened = (await judge.call('consoleOpen', { queue: 'corrections', id: demo })).data;
  const shown = rowsOf(opened, 'facts').find(({ name }) => name === 'reference');
  assert.equal(shown?.['value'], reference);
});

test('all that is agreed to within a day stays within the published sum, also when two agree at once', async () => {
  server.advance(DAY_MS);
  const asha = await customer();
  const proposer = await enterStaff(server, { name: 'daily', roles: ['treasury'] });
  const judges = [
    await enterStaff(server, { name: 'dayone', roles: ['risk'] }),
    await enterStaff(server, { name: 'daytwo', roles: ['compliance'] }),
  ] as const;
  const [judge] = judges;
  const own = { house: 'corrections', amount: '100000' };
  for (let turn = 0; turn < 4; turn += 1)
    assert.equal(await agree(judge, await proposed(asha, own, proposer)), 'done', String(turn));
  const back = { ...own, direction: 'fromAccount' };
  const two = [
    await proposed(asha, { ...back, amount: '90000' }, proposer),
    await proposed(await customer(), { ...own, amount: '90000.01' }, proposer),
  ];
  const raced = await Promise.all(judges.map((by, at) => agree(by, two[at] ?? '')));
  assert.deepEqual(raced.map(String).sort(), ['CORRECTION_DAY', 'done'], 'to and from count together');
  const waits = two[raced.indexOf('CORRECTION_DAY')] ?? '';
  assert.equal(await stateOf(waits), 'waiting');
  const demo = await proposed(asha, { ...own, environment: 'demo' }, proposer);
  assert.equal(await agree(judge, demo), 'done', 'the demo counts for itself');
  server.advance(DAY_MS);
  const nextProposer = await enterStaff(server, { name: 'nextday', roles: ['treasury'] });
  const nextJudge = await enterStaff(server, { name: 'dayafter', roles: ['risk'] });
  assert.equal(await agree(nextJudge, await proposed(asha, own, nextProposer)), 'done', 'a day after');
});
