import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '@tarazu/core/values';
import { identityOf } from '#domains/identity/test-identity.ts';
import { documentPicture } from '#platform/pictures/test-pictures.ts';
import { type Fields, openTestApp, recordOf, textOf } from '#test-app.ts';

const server = await openTestApp();
const { app, call, database, advance, nowMs } = server;
const steps = identityOf(server);
const { registered, auth, documents, newestCase, rulesDecide, sendPhoto, sendPhotos, submit } = steps;
const { givePhotos, signInAgain } = steps;

// Preparations stand before the first test: the runner may end between two of them.
const first = await registered();
await givePhotos(first.realToken);
const taken = documents();
await call('userUpdate', taken, { token: first.realToken });
await rulesDecide();

test('a person sends photos and documents, waits, and is verified', async () => {
  const { realToken: token, demoToken } = await registered();
  const before = await auth(token);
  assert.deepEqual(
    [before['idStatus'], before['level'], before['triesLeft'], before['photosLeft'], before['isSandbox']],
    ['none', 'unverified', 5, 20, true],
  );
  await sendPhotos(token);
  const sides = (await auth(token))['photos'];
  assert.ok(Array.isArray(sides));
  assert.deepEqual(sides.map((photo) => recordOf(photo)['side']).sort(), ['front', 'reverse', 'selfie']);

  const sent = await submit(token, { place: 'Kolkata' });
  assert.equal(sent.code, 0, JSON.stringify(sent.body));
  const made = recordOf(sent.data['case']);
  assert.equal(made['state'], 'pending');
  assert.equal(Number(made['dueAtMs']) - Number(made['submittedAtMs']), 5 * MINUTE_MS);
  assert.match(String(made['numberMasked']), /^X+ \d{4}$/);
  assert.equal(recordOf((await call('loginInfo', {}, { token })).data['user'])['idStatus'], 'pending');
  assert.equal((await submit(token)).reason, 'IDENTITY_UNDER_REVIEW');
  await app.scheduler.now('identity: rules');
  assert.equal((await auth(token))['idStatus'], 'pending', 'the rules wait for a moment');

  await rulesDecide();
  const after = await auth(demoToken);
  assert.deepEqual([after['idStatus'], after['level'], after['triesLeft']], ['succ', 'verified', 4]);
  assert.deepEqual(after['photos'], [], 'photos that passed are not sent again');
  assert.equal(recordOf((await call('userInfo', {}, { token })).data)['idStatus'], 'succ');
  const notices = (await call('noticeList', {}, { token })).data['list'];
  assert.ok(Array.isArray(notices));
  assert.equal(recordOf(notices[0])['title'], 'You are verified');
  assert.equal(recordOf(notices[0])['link'], '/pages/user/kyc');
});

const FAILURES: Readonly<
  Record<string, readonly [reason: string, fields: Fields, photos?: Parameters<typeof givePhotos>[1]]>
> = {
  'a number that another login is verified by': [
    'DUPLICATE_ID',
    { documentNumber: taken['documentNumber'] ?? '' },
  ],
  'a PAN that another login is verified by': ['DUPLICATE_ID', { taxNumber: taken['taxNumber'] ?? '' }],
  'somebody of seventeen': ['UNDERAGE', { birthDate: yearsAgo(17) }],
  'a document of the past': ['EXPIRED', { expiresOn: '2020-01-31' }],
  'a name that the PAN’s letter does not fit': ['NAME_MISMATCH', { fullName: 'Asha Roy' }],
  'a name of one word': ['NAME_MISMATCH', { fullName: 'Kumari' }],
  'a photo too small': ['BLUR', {}, { reverse: 'small' }],
  'a photo of nothing': ['UNREADABLE', {}, { front: 'blank' }],
  'one side twice': ['UNREADABLE', {}, { reverse: 'front' }],
  'a selfie of the document': ['LIVENESS', {}, { selfie: 'front' }],
  'a selfie of nothing': ['LIVENESS', {}, { selfie: 'blank' }],
};

function yearsAgo(years: number): string {
  const day = new Date(nowMs() - years * 365.25 * DAY_MS);
  return day.toISOString().slice(0, 10);
}

for (const [what, [reason, fields, photos]] of Object.entries(FAILURES)) {
  test(`fails with ${reason}: ${what}`, async () => {
    const { realToken: token } = await registered();
    await givePhotos(token, photos);
    assert.equal((await submit(token, fields)).code, 0);
    await rulesDecide();
    const failed = await newestCase(token);
    assert.deepEqual([failed['state'], failed['reasons'], failed['decidedBy']], ['fail', [reason], 'rules']);
    const state = await auth(token);
    assert.deepEqual([state['idStatus'], state['level']], ['fail', 'unverified']);
  });
}

test('all that is wrong is told at once, most serious first', async () => {
  const { realToken: token } = await registered();
  await givePhotos(token, { selfie: 'blank' });
  await submit(token, { birthDate: yearsAgo(16), expiresOn: '2020-01-31', fullName: 'Asha' });
  await rulesDecide();
  assert.deepEqual((await newestCase(token))['reasons'], [
    'UNDERAGE',
    'EXPIRED',
    'NAME_MISMATCH',
    'LIVENESS',
  ]);
});

test('five tries a day, with the photos that were sent already, and again after midnight in India', async () => {
  const person = await registered();
  let token = person.realToken;
  await givePhotos(token);
  for (let left = 4; left >= 0; left -= 1) {
    assert.equal((await submit(token, { fullName: 'Asha' })).code, 0);
    await rulesDecide();
    assert.equal((await auth(token))['triesLeft'], left);
  }
  const sixth = await submit(token);
  assert.deepEqual([sixth.status, sixth.reason], [429, 'IDENTITY_TRIES']);
  assert.equal(sixth.body['msg'], 'identity verification failed, fill in again');
  advance(Number((await auth(token))['countsEndAtMs']) - nowMs());
  token = await signInAgain(person.phone);
  assert.equal((await auth(token))['triesLeft'], 5);
  assert.equal((await submit(token)).code, 0);
  await rulesDecide();
  assert.equal((await auth(token))['idStatus'], 'succ');
});

test('two submissions at once are one try', async () => {
  const { realToken: token } = await registered();
  await givePhotos(token);
  const replies = await Promise.all([submit(token), submit(token), submit(token)]);
  assert.deepEqual(replies.map(({ reason }) => reason).sort(), [
    'IDENTITY_UNDER_REVIEW',
    'IDENTITY_UNDER_REVIEW',
    undefined,
  ]);
  assert.equal((await auth(token))['triesLeft'], 4);
});

test('one document of two people who send it at once verifies one of them', async () => {
  const people = [await registered(), await registered()];
  const same = documents();
  for (const { realToken: token } of people) {
    await givePhotos(token);
    assert.equal((await call('userUpdate', same, { token })).code, 0);
  }
  await rulesDecide();
  const states = await Promise.all(people.map(async ({ realToken }) => (await auth(realToken))['idStatus']));
  assert.deepEqual(states.sort(), ['fail', 'succ']);
});

test('a verified person changes their document and stays verified meanwhile', async () => {
  const { realToken: token } = await registered();
  await givePhotos(token);
  const mine = documents();
  await call('userUpdate', mine, { token });
  await rulesDecide();
  assert.equal((await submit(token)).reason, 'PHOTO_MISSING', 'new photos for a new document');
  await givePhotos(token);
  const change = { ...mine, documentType: 'drivingLicense', documentNumber: 'MH1220110012345' };
  assert.equal((await call('userUpdate', change, { token })).code, 0);
  const meanwhile = await auth(token);
  assert.deepEqual([meanwhile['idStatus'], meanwhile['level']], ['pending', 'verified']);
  await rulesDecide();
  assert.equal((await auth(token))['idStatus'], 'succ');
});

test('an appeal is decided by another one, once, and within seven days', async () => {
  const { realToken: token } = await registered();
  const appeal = () =>
    call('userUpdate', { type: 'kycAppeal', appeal: 'My surname stands first on my card.' }, { token });
  assert.equal((await appeal()).reason, 'APPEAL_NOT_OPEN');
  await givePhotos(token);
  await submit(token, { fullName: 'Asha Roy' });
  assert.equal((await appeal()).reason, 'APPEAL_NOT_OPEN');
  await rulesDecide();
  assert.ok(Number((await newestCase(token))['appealUntilMs']) > nowMs());
  const appealed = await appeal();
  const waiting = recordOf(appealed.data['case']);
  assert.deepEqual([waiting['state'], waiting['stage']], ['pending', 'appeal']);
  const requests = async () => {
    const { list } = (await call('requestList', {}, { token })).data;
    return (Array.isArray(list) ? list.map(recordOf) : []).map(({ kind, state, section }) =>
      [kind, state, section].join(' '),
    );
  };
  assert.deepEqual(await requests(), ['identityAppeal waiting 2.20', 'identity refused 2.20']);
  assert.equal((await auth(token))['triesLeft'], 4, 'an appeal is no try');
  await rulesDecide();
  assert.equal((await auth(token))['idStatus'], 'pending', 'staff have a minute to open it');
  await rulesDecide(MINUTE_MS);
  assert.equal((await auth(token))['idStatus'], 'succ', 'a letter of the PAN is a sign and no proof');
  assert.deepEqual(await requests(), ['identityAppeal accepted 2.20', 'identity refused 2.20']);
});

test('an appeal that does not help fails for good, and a late one is none', async () => {
  const { realToken, phone } = await registered();
  let token = realToken;
  await givePhotos(token);
  const appeal = () => call('userUpdate', { type: 'kycAppeal', appeal: 'It is good until May.' }, { token });
  await submit(token, { expiresOn: '2020-05-01' });
  await rulesDecide();
  await appeal();
  await rulesDecide(MINUTE_MS + 1);
  assert.deepEqual((await newestCase(token))['reasons'], ['EXPIRED']);
  assert.equal((await newestCase(token))['appealUntilMs'], undefined);
  assert.equal((await appeal()).reason, 'APPEAL_NOT_OPEN');
  await submit(token, { expiresOn: '2020-05-01' });
  await rulesDecide();
  advance(7 * DAY_MS);
  token = await signInAgain(phone);
  assert.equal((await appeal()).reason, 'APPEAL_NOT_OPEN');
});

test('neither a dump of the database nor a copy of the folder shows a name, a number or a face', async () => {
  const { realToken: token } = await registered();
  await sendPhotos(token);
  const aadhaar = { documentType: 'idCard', documentNumber: '2345 6789 0124', fullName: 'Durga Kaul' };
  const { expiresOn: _none, ...mine } = documents(aadhaar);
  assert.equal((await call('userUpdate', mine, { token })).code, 0);
  assert.equal((await newestCase(token))['numberMasked'], 'XXXX XXXX 0124');
  const caseId = textOf(await newestCase(token), 'caseId');
  const item = await app.identity.queue.open(database.pool, caseId);
  assert.equal(await app.identity.queue.masked?.reveal(database.pool, caseId, 'documentNumber'), undefined);
  const number = item?.facts.find(({ name }) => name === 'documentNumber');
  assert.deepEqual([number?.value, number?.kind], ['XXXX XXXX 0124', 'text'], 'it is kept nowhere');
  const { rows } = await database.pool.query<{ text: string }>(
    `select row_to_json(identity_case)::text as text from identity_case
     union all select row_to_json(identity_picture)::text from identity_picture`,
  );
  const dump = rows.map(({ text }) => text).join('\n');
  for (const clear of ['Durga', 'Kaul', '234567890124', mine['taxNumber'] ?? ''])
    assert.equal(dump.includes(clear), false, clear);
  const { rows: named } = await database.pool.query<{ front_id: string }>(
    'select front_id from identity_case where case_id = $1',
    [caseId],
  );
  const folder = readdirSync(join(server.dataDirectory, 'identity'));
  assert.ok(folder.includes(named[0]?.front_id ?? ''));
  for (const name of folder) {
    const bytes = readFileSync(join(server.dataDirectory, 'identity', name));
    assert.equal(bytes.includes('JFIF'), false, 'photos are sealed');
  }
  assert.deepEqual(readdirSync(join(server.dataDirectory, 'incoming')), [], 'and none is left on its way');
});

test('photos that nobody submitted go after a week, and those of a case stay', async () => {
  const { realToken, phone } = await registered();
  let token = realToken;
  await sendPhotos(token);
  await submit(token);
  await rulesDecide();
  await sendPhoto(token, 'front', documentPicture({ text: 'LATER' }));
  const files = () => readdirSync(join(server.dataDirectory, 'identity')).length;
  const before = files();
  advance(7 * DAY_MS + 1_000);
  await app.scheduler.now('identity: photos');
  token = await signInAgain(phone);
  assert.ok(files() < before);
  const caseId = textOf(await newestCase(token), 'caseId');
  assert.ok(await app.identity.queue.picture?.(database.pool, caseId, 'selfie'));
  assert.deepEqual((await auth(token))['photos'], []);
});

test('orders of a real account wait for its owner’s identity, those of practice money do not', async () => {
  const { realToken: token, demoToken } = await registered();
  const order = { instrumentId: 'COIN_SIM:BTC-USDT', side: 'buy', type: 'limit', validity: 'gtc' };
  const place = (of: string, clientId: string) =>
    call('coinOrderAdd', { ...order, price: '10000', quantity: '0.001', clientId }, { token: of });
  const refused = await place(token, 'unverified-1');
  assert.deepEqual([refused.status, refused.reason], [403, 'KYC_REQUIRED']);
  assert.equal(refused.body['msg'], 'Please complete KYC first');
  const { validity: _usual, ...leg } = { ...order, price: '10000', quantity: '0.001' };
  const basket = { clientId: 'unverified-2', legs: JSON.stringify([leg]) };
  assert.equal((await call('basketPlace', basket, { token })).reason, 'KYC_REQUIRED');
  assert.notEqual((await place(demoToken, 'practice-1')).reason, 'KYC_REQUIRED');
  await givePhotos(token);
  await submit(token);
  await rulesDecide();
  assert.notEqual((await place(token, 'unverified-1')).reason, 'KYC_REQUIRED');
});

test('a guest has no identity to verify', async () => {
  const { data } = await call('demoEnter');
  const token = textOf(data, 'demoToken');
  assert.equal((await call('userAuth', {}, { token })).reason, 'REGISTRATION_NEEDED');
  assert.equal((await submit(token)).reason, 'REGISTRATION_NEEDED');
  assert.equal((await sendPhoto(token, 'front', documentPicture())).reason, 'REGISTRATION_NEEDED');
});
