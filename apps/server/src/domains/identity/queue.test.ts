import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '@tarazu/core/values';
import { identityOf } from '#domains/identity/test-identity.ts';
import { enterStaff, type StaffPerson } from '#domains/staff/test-staff.ts';
import { pictureHeadOf } from '#platform/pictures/picture-head.ts';
import { type Fields, openTestApp, recordOf, textOf } from '#test-app.ts';

/* Documents in the console: who may look at what, what is written down of it, and who decides. */

const server = await openTestApp();
const { call, database } = server;
const steps = identityOf(server);
const { registered, auth, newestCase, rulesDecide, givePhotos, sendPhotos, submit } = steps;
// Sessions of staff end half an hour after they were used, however long a busy machine takes.
server.standAt(server.nowMs());
const meera = await enterStaff(server, { name: 'meera', roles: ['compliance'] });
const arjun = await enterStaff(server, { name: 'arjun', roles: ['compliance'] });
const auditor = await enterStaff(server, { name: 'vikram', roles: ['auditor'] });

const listOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(recordOf) : [];

/** A case that waits. */
async function sentCase(fields: Fields = {}, photos = givePhotos) {
  const { realToken: token } = await registered();
  await photos(token);
  assert.equal((await submit(token, fields)).code, 0);
  return { token, id: textOf(await newestCase(token), 'caseId') };
}

const open = (person: StaffPerson, id: string) => person.call('consoleOpen', { queue: 'identity', id });
let serial = 0;
function act(person: StaffPerson, id: string, fields: Fields) {
  serial += 1;
  return person.call('consoleAct', { queue: 'identity', id, clientId: `identity-${serial}`, ...fields });
}
const refuseWith = (person: StaffPerson, id: string, reason: string) =>
  act(person, id, { act: 'refuse', reason });
const look = (person: StaffPerson, id: string, picture: string) =>
  person.call('consolePicture', { queue: 'identity', id, picture });
const reveal = (person: StaffPerson, id: string, fact: string, reason = 'issuer') =>
  person.call('consoleReveal', { queue: 'identity', id, fact, reason });

function factOf(data: unknown, name: string): readonly unknown[] {
  const fact = listOf(recordOf(data)['facts']).find((one) => one['name'] === name);
  return [fact?.['value'], fact?.['kind']];
}

async function entriesOf(id: string): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ act: string; detail: Record<string, string> }>(
    'select act, detail from staff_log where item_id = $1 order by sequence',
    [id],
  );
  return rows.map(({ act: name, detail }) => [name, detail['what'], detail['reason']]);
}

test('staff open documents before the rules do, see one photo at a time, and refuse for two reasons', async () => {
  const { token, id } = await sentCase({ fullName: 'Asha', place: 'Kolkata' }, sendPhotos);
  const waiting = await meera.call('consoleQueue', { queue: 'identity', show: 'waiting', limit: '100' });
  const row = listOf(waiting.data['list']).find((one) => one['id'] === id);
  assert.deepEqual([row?.['title'], row?.['state'], row?.['owner']], ['passport', 'automatic', undefined]);

  const { data } = await open(meera, id);
  assert.equal(recordOf(recordOf(data['row'])['owner'])['name'], 'meera', 'who opens it has it');
  assert.deepEqual(factOf(data, 'fullName'), ['Asha', 'text']);
  assert.deepEqual(factOf(data, 'place'), ['Kolkata', 'text']);
  assert.deepEqual(factOf(data, 'foundByRules'), ['NAME_MISMATCH', 'codes']);
  const [number, kind] = factOf(data, 'documentNumber');
  assert.match(String(number), /^X+ \d{4}$/);
  assert.equal(kind, 'masked');
  assert.equal(JSON.stringify(data).includes('K100'), false, 'no number is there in whole');
  assert.deepEqual(
    listOf(data['pictures']).map((one) => one['name']),
    ['front', 'reverse', 'selfie'],
  );
  await rulesDecide();
  assert.equal((await auth(token))['idStatus'], 'pending', 'the rules leave it alone');

  const photo = await look(meera, id, 'front');
  assert.equal(photo.code, 0, JSON.stringify(photo.body));
  assert.match(String(photo.headers['cache-control']), /no-store/);
  const bytes = Buffer.from(textOf(photo.data, 'content'), 'base64');
  assert.deepEqual(pictureHeadOf(bytes), { type: 'jpeg', width: 1_000, height: 640 });
  assert.notDeepEqual(bytes, await server.app.identity.queue.picture?.(database.pool, id, 'front'));
  assert.match(textOf((await reveal(meera, id, 'documentNumber')).data, 'value'), /^K100\d{4}$/);

  assert.equal((await refuseWith(meera, id, 'LIVENESS,BLUR')).data['outcome'], 'done');
  const failed = await newestCase(token);
  assert.deepEqual(
    [failed['state'], failed['decidedBy'], failed['reasons']],
    ['fail', 'staff', ['BLUR', 'LIVENESS']],
  );
  assert.deepEqual(await entriesOf(id), [
    ['identity.opened', undefined, undefined],
    ['identity.picture', 'front', undefined],
    ['identity.revealed', 'documentNumber', 'issuer'],
    ['identity.refuse', undefined, 'BLUR,LIVENESS'],
  ]);
  const own = await call('staffActs', {}, { token });
  assert.deepEqual(
    listOf(own.data['list']).map((one) => [one['act'], one['what']]),
    [
      ['identity.refuse', undefined],
      ['identity.revealed', 'documentNumber'],
      ['identity.picture', 'front'],
      ['identity.opened', undefined],
    ],
    'and its owner reads all of it',
  );
  const notices = listOf((await call('noticeList', {}, { token })).data['list']);
  assert.equal(notices[0]?.['title'], 'Authentication failed, resubmit');
});

test('once decided, name and birth are masked too, and each is seen for a reason', async () => {
  const { id } = await sentCase({ place: 'Kolkata' });
  assert.equal((await act(meera, id, { act: 'pass' })).data['outcome'], 'done');
  const { data } = await open(arjun, id);
  assert.deepEqual(factOf(data, 'fullName'), ['A… K…', 'masked']);
  assert.deepEqual(factOf(data, 'birthDate'), ['1990-XX-XX', 'masked']);
  assert.equal(JSON.stringify(data).includes('Kumari'), false);
  assert.equal(textOf((await reveal(arjun, id, 'fullName', 'authority')).data, 'value'), 'Asha Kumari');
  for (const [fact, reason] of [
    ['fullName', 'curiosity'],
    ['decidedBy', 'issuer'],
    ['nothing', 'issuer'],
  ])
    assert.notEqual((await reveal(arjun, id, fact ?? '', reason)).code, 0, `${fact} ${reason}`);
  assert.equal((await reveal(auditor, id, 'fullName')).reason, 'STAFF_ROLE', 'an auditor reads it masked');
  assert.equal((await act(arjun, id, { act: 'pass' })).reason, 'QUEUE_ITEM_DONE');
});

test('an appeal goes to another person than the one who refused', async () => {
  const { token, id } = await sentCase();
  assert.equal((await refuseWith(meera, id, 'UNREADABLE')).code, 0);
  const words = 'There is no finger on it.';
  assert.equal((await call('userUpdate', { type: 'kycAppeal', appeal: words }, { token })).code, 0);
  const seen = await open(meera, id);
  assert.deepEqual(
    listOf(seen.data['acts']).map((one) => one['barred']),
    ['STAFF_OWN_DECISION', 'STAFF_OWN_DECISION'],
  );
  assert.equal(recordOf(seen.data['row'])['owner'], undefined, 'and does not take it by opening it');
  assert.equal((await act(meera, id, { act: 'pass' })).reason, 'STAFF_OWN_DECISION');
  const mine = { queue: 'identity', id, owner: 'me' };
  assert.equal((await meera.call('consoleTake', mine)).reason, 'STAFF_OWN_DECISION');
  const other = await open(arjun, id);
  assert.deepEqual(
    listOf(other.data['messages']).map((one) => one['text']),
    [words],
  );
  assert.deepEqual(factOf(other.data, 'reasons'), ['UNREADABLE', 'codes']);
  assert.equal((await act(arjun, id, { act: 'pass' })).data['outcome'], 'done');
  assert.equal((await auth(token))['idStatus'], 'succ');
});

test('what somebody gives back is decided by the rules again', async () => {
  const { token, id } = await sentCase();
  await open(meera, id);
  await rulesDecide(MINUTE_MS);
  assert.equal((await auth(token))['idStatus'], 'pending');
  assert.equal((await meera.call('consoleTake', { queue: 'identity', id, owner: 'nobody' })).code, 0);
  await rulesDecide();
  assert.equal((await auth(token))['idStatus'], 'succ');
});

test('an auditor looks, takes nothing and decides nothing', async () => {
  const { token, id } = await sentCase({}, sendPhotos);
  assert.equal((await open(auditor, id)).code, 0);
  assert.equal((await look(auditor, id, 'selfie')).code, 0);
  assert.equal((await act(auditor, id, { act: 'pass' })).reason, 'STAFF_ROLE');
  await rulesDecide();
  assert.equal((await auth(token))['idStatus'], 'succ', 'the rules are not held up');
});

test('whom a case is about, or who is linked to that person, sees nothing of it and decides nothing', async () => {
  const { token, id } = await sentCase();
  const userId = textOf((await call('userInfo', {}, { token })).data, 'id');
  const herself = await enterStaff(server, { name: 'herself', roles: ['compliance'], userIds: [userId] });
  const tries = [
    await open(herself, id),
    await look(herself, id, 'front'),
    await reveal(herself, id, 'taxNumber'),
    await refuseWith(herself, id, 'BLUR'),
    await herself.call('consoleTake', { queue: 'identity', id, owner: 'me' }),
  ];
  for (const tried of tries) assert.equal(tried.reason, 'STAFF_OWN_ACCOUNT');
  assert.deepEqual(await entriesOf(id), []);
});

test('one document does not verify two logins, whoever decides', async () => {
  const same = { documentNumber: 'K7654321', taxNumber: 'ABCPK7654L' };
  const one = await sentCase(same);
  const two = await sentCase(same);
  assert.deepEqual(factOf((await open(arjun, two.id)).data, 'foundByRules'), ['none', 'codes']);
  assert.equal((await act(meera, one.id, { act: 'pass' })).code, 0);
  assert.deepEqual(factOf((await open(arjun, two.id)).data, 'foundByRules'), ['DUPLICATE_ID', 'codes']);
  assert.equal((await act(arjun, two.id, { act: 'pass' })).reason, 'IDENTITY_NUMBER_TAKEN');
  assert.equal((await auth(two.token))['idStatus'], 'pending', 'nothing changed');
  assert.equal((await refuseWith(arjun, two.id, 'DUPLICATE_ID')).code, 0);
});

test('reasons that are not listed, twice the same, or none, are refused', async () => {
  const { id } = await sentCase();
  for (const reason of ['NOSE', 'BLUR,NOSE', 'BLUR,BLUR', 'BLUR,'])
    assert.equal((await refuseWith(meera, id, reason)).reason, 'INVALID_INPUT', reason);
  assert.equal((await act(meera, id, { act: 'refuse' })).reason, 'INVALID_INPUT');
  assert.equal((await act(meera, id, { act: 'pass', reason: 'BLUR' })).reason, 'INVALID_INPUT');
  assert.equal((await look(meera, id, 'back')).reason, 'NOT_FOUND');
  assert.equal((await look(meera, 'nosuchcase', 'front')).reason, 'NOT_FOUND');
});

test('a person of staff looks at so much in an hour, and no more', async () => {
  const { id } = await sentCase();
  const many = await enterStaff(server, { name: 'many', roles: ['compliance'] });
  for (let times = 0; times < 300; times += 1) await reveal(many, id, 'nothing');
  const over = await reveal(many, id, 'taxNumber');
  assert.deepEqual([over.status, over.reason], [429, 'RATE_LIMITED']);
  assert.ok(Number(over.body['retryAfterMs']) > 0);
  assert.equal((await reveal(arjun, id, 'taxNumber')).code, 0, 'others are not held up');
});

test('the queue is read page by page, and searched by the customer’s number', async () => {
  const seen: string[] = [];
  let cursor = {};
  do {
    const { data } = await meera.call('consoleQueue', {
      queue: 'identity',
      show: 'done',
      limit: '2',
      ...cursor,
    });
    seen.push(...listOf(data['list']).map((one) => String(one['id'])));
    cursor = data['next'] === undefined ? {} : { cursor: String(data['next']) };
  } while ('cursor' in cursor);
  const { rows } = await database.pool.query<{ case_id: string }>(
    "select case_id from identity_case where state <> 'pending'",
  );
  assert.deepEqual([...seen].sort(), rows.map((row) => row.case_id).sort());
  const { token, id } = await sentCase();
  const userId = textOf((await call('userInfo', {}, { token })).data, 'id');
  const found = async (show: string) => {
    const asked = { queue: 'identity', show, search: userId };
    return listOf((await meera.call('consoleQueue', asked)).data['list']).map((one) => one['id']);
  };
  assert.deepEqual([await found('waiting'), await found('mine'), await found('done')], [[id], [], []]);
  await open(meera, id);
  assert.deepEqual(await found('mine'), [id]);
  const wrong = { queue: 'identity', show: 'done', cursor: 'x' };
  assert.equal((await meera.call('consoleQueue', wrong)).reason, 'INVALID_INPUT');
});
