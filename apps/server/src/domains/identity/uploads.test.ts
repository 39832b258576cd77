import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { API_PREFIX } from '@tarazu/protocol';
import { identityOf } from '#domains/identity/test-identity.ts';
import { documentPicture, pngOf, taintedJpeg } from '#platform/pictures/test-pictures.ts';
import { openTestApp } from '#test-app.ts';

const server = await openTestApp();
const { app, call, database, dataDirectory, fastify } = server;
const steps = identityOf(server);
const { auth, photoForm, sendPhoto, upload } = steps;
const { realToken: token } = await steps.registered();
const PATH = `${API_PREFIX}/user/update`;
const photo = documentPicture();

const onItsWay = (): readonly string[] => {
  try {
    return readdirSync(join(dataDirectory, 'incoming'));
  } catch {
    return [];
  }
};

/** Files go when their call is answered, a moment later. */
async function spoolEmpty(): Promise<void> {
  while (onItsWay().length > 0) await new Promise((resolve) => setImmediate(resolve));
}

async function nothingChanged(): Promise<void> {
  const state = await auth(token);
  assert.deepEqual([state['idStatus'], state['photosLeft'], state['photos']], ['none', 20, []]);
}

function formWith(...parts: readonly (readonly [name: string, value: string | Blob])[]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}
const blob = (bytes: Uint8Array = photo, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type });
const KIND = ['type', 'kycPhoto'] as const;
const SIDE = ['side', 'front'] as const;

type Case = readonly [status: number, reason: string, form: FormData];
const MANY_FIELDS = Array.from({ length: 40 }, (_none, place) => [`field${place}`, 'x'] as const);

const WRONG: Readonly<Record<string, Case>> = {
  'an SVG that says so': [422, 'PHOTO_TYPE', photoForm('front', Buffer.from('<svg/>'), 'image/svg+xml')],
  'an SVG that says it is a JPEG': [
    422,
    'PHOTO_TYPE',
    photoForm('front', Buffer.from('<svg><script/></svg>')),
  ],
  'a page': [422, 'PHOTO_TYPE', photoForm('front', Buffer.from('<html>'), 'text/html')],
  'a program': [422, 'PHOTO_TYPE', photoForm('front', Buffer.from('MZ\x90\0'))],
  'nothing at all': [422, 'PHOTO_TYPE', photoForm('front', Buffer.alloc(0))],
  'a photo cut off': [422, 'PHOTO_BROKEN', photoForm('front', photo.subarray(0, 30))],
  '30,000 x 30,000 pixels': [
    422,
    'PHOTO_PIXELS',
    photoForm('front', pngOf({ width: 30_000, height: 30_000 }), 'image/png'),
  ],
  'a byte more than 5 MB': [
    413,
    'PHOTO_BYTES',
    photoForm('front', Buffer.alloc(5 * 1_024 * 1_024 + 1, 0xff)),
  ],
  'far more than 5 MB': [413, 'PHOTO_BYTES', photoForm('front', Buffer.alloc(8 * 1_024 * 1_024, 0xff))],
  'no side': [400, 'INVALID_INPUT', formWith(KIND, ['photo', blob()])],
  'a side that there is none of': [400, 'INVALID_INPUT', photoForm('left', photo)],
  'no photo': [422, 'PHOTO_MISSING', formWith(KIND, SIDE)],
  'the photo as text': [400, 'INVALID_INPUT', formWith(KIND, SIDE, ['photo', 'hello'])],
  'a file of another name': [400, 'INVALID_INPUT', formWith(KIND, SIDE, ['selfie', blob()])],
  'two photos': [400, 'INVALID_INPUT', formWith(KIND, SIDE, ['photo', blob()], ['photo', blob()])],
  'a side twice': [400, 'INVALID_INPUT', formWith(KIND, SIDE, ['side', 'reverse'], ['photo', blob()])],
  'a field that there is none of': [
    400,
    'INVALID_INPUT',
    formWith(KIND, SIDE, ['status', 'succ'], ['photo', blob()]),
  ],
  __proto__: [400, 'INVALID_INPUT', formWith(KIND, SIDE, ['__proto__', 'x'], ['photo', blob()])],
  'forty fields': [400, 'INVALID_INPUT', formWith(KIND, SIDE, ...MANY_FIELDS, ['photo', blob()])],
  'a field of 10 KB': [400, 'INVALID_INPUT', formWith(KIND, ['side', 'x'.repeat(10_000)], ['photo', blob()])],
  'a zero character': [400, 'INVALID_INPUT', formWith(KIND, ['side', 'front\0'], ['photo', blob()])],
  'a photo with a profile': [400, 'INVALID_INPUT', formWith(['nickname', 'Asha'], ['photo', blob()])],
};

for (const [what, [status, reason, form]] of Object.entries(WRONG)) {
  test(`refused, and nothing changed: ${what}`, async () => {
    const reply = await upload(token, form);
    assert.deepEqual([reply.status, reply.reason], [status, reason], JSON.stringify(reply.body));
    await nothingChanged();
    await spoolEmpty();
  });
}

const MULTIPART = 'multipart/form-data';
const RAW: Readonly<Record<string, readonly [status: number, type: string, body: string]>> = {
  'no boundary': [400, MULTIPART, 'hello'],
  'an empty body': [400, `${MULTIPART}; boundary=x`, ''],
  'no end': [
    400,
    `${MULTIPART}; boundary=x`,
    '--x\r\ncontent-disposition: form-data; name="type"\r\n\r\nkyc',
  ],
  'a file without an end': [
    400,
    `${MULTIPART}; boundary=x`,
    '--x\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\ncontent-type: image/jpeg\r\n\r\nabc',
  ],
  'another kind of parts': [415, 'multipart/mixed; boundary=x', '--x--'],
  'a boundary of 10 KB': [400, `${MULTIPART}; boundary=${'x'.repeat(10_000)}`, '--x--'],
};

for (const [what, [status, type, payload]] of Object.entries(RAW)) {
  test(`refused: parts with ${what}`, async () => {
    const headers = { 'content-type': type, accesstoken: token };
    const response = await fastify.inject({ method: 'POST', url: PATH, headers, payload });
    assert.equal(response.statusCode, status, response.body);
    await nothingChanged();
    await spoolEmpty();
  });
}

test('calls that take no file refuse multipart, and a path that is none stays unknown', async () => {
  const body = new Response(formWith(['by', 'phone']));
  const headers = { 'content-type': body.headers.get('content-type') ?? '' };
  const payload = Buffer.from(await body.arrayBuffer());
  const post = (path: string) => fastify.inject({ method: 'POST', url: API_PREFIX + path, headers, payload });
  assert.equal((await post('/user/login')).statusCode, 415);
  assert.equal((await post('/user/nothing')).statusCode, 404);
});

test('nobody, somebody with a made-up token, and a page of somebody else send nothing', async () => {
  const form = () => photoForm('front', photo);
  assert.equal((await upload(undefined, form())).reason, 'SIGN_IN_NEEDED');
  assert.equal((await upload('x'.repeat(43), form())).reason, 'SIGN_IN_NEEDED');
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  assert.equal((await upload(token, form(), foreign)).reason, 'CROSS_SITE');
  await nothingChanged();
  await spoolEmpty();
});

test('whoever is not signed in is refused before the body is read, and takes no place', async () => {
  const made = 'x'.repeat(43);
  const said = await Promise.all(Array.from({ length: 40 }, () => announced(made)));
  for (const answer of said) assert.match(answer, /^HTTP\/1.1 401 .*SIGN_IN_NEEDED/s);
  await spoolEmpty();
});

/** The answer to the head of a call whose body never comes. */
async function announced(accesstoken: string): Promise<string> {
  const socket = connect(app.port, '127.0.0.1');
  socket.write(`${headOf(accesstoken, 100_000)}\r\n\r\n`);
  let said = '';
  while (!said.includes('requestId')) said += String((await once(socket, 'data'))[0]);
  socket.destroy();
  return said;
}

const headOf = (accesstoken: string, length: number): string =>
  [
    `POST ${PATH} HTTP/1.1`,
    `Host: 127.0.0.1:${app.port}`,
    `accesstoken: ${accesstoken}`,
    `content-type: ${MULTIPART}; boundary=x`,
    `content-length: ${length}`,
  ].join('\r\n');

/** A body that is announced whole and sent in pieces. */
async function sendSlowly(pieces: readonly string[], length: number): Promise<string> {
  const socket = connect(app.port, '127.0.0.1');
  socket.write(`${headOf(token, length)}\r\n\r\n`);
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.destroySoon();
  const said: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => said.push(bytes));
  await once(socket, 'close');
  return Buffer.concat(said).toString();
}

test('a photo comes whole over a real connection too, whose request closes before the photo is kept', async () => {
  const { realToken: other } = await steps.registered();
  const send = async (): Promise<number> => {
    const headers = { accesstoken: other };
    const body = photoForm('front', photo);
    const { status } = await fetch(`http://127.0.0.1:${app.port}${PATH}`, { method: 'POST', headers, body });
    return status === 503 ? await send() : status;
  };
  assert.equal(await send(), 200);
  assert.equal((await auth(other))['photosLeft'], 19);
  await spoolEmpty();
});

test('whoever leaves in the middle of a photo leaves nothing behind', async () => {
  const part =
    '--x\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\ncontent-type: image/jpeg\r\n\r\n';
  await sendSlowly([part, 'abc', 'def'], 100_000);
  await spoolEmpty();
  await nothingChanged();
});

test('many at once: some wait their turn, some come later, and the day’s count is exact', async () => {
  const { realToken: other } = await steps.registered();
  await database.pool.query(
    `insert into identity_picture (picture_id, login_id, side, byte_count, width, height, contrast, print, created_at)
     select md5(n::text), (select max(login_id) from login), 'front', 1, 1, 1, 0, '', $1 from generate_series(1, 18) n`,
    [new Date(server.nowMs())],
  );
  assert.equal((await auth(other))['photosLeft'], 2);
  const replies = await Promise.all(Array.from({ length: 5 }, () => sendPhoto(other, 'front', photo)));
  const reasons = replies.map(({ reason }) => reason);
  assert.equal(reasons.filter((reason) => reason === undefined).length, 2, JSON.stringify(reasons));
  assert.ok(reasons.every((reason) => reason === undefined || reason === 'PHOTOS_TODAY'));
  assert.equal((await auth(other))['photosLeft'], 0);
  await spoolEmpty();
});

test('a photo with a place in it and a program behind it is kept without both', async () => {
  assert.equal((await sendPhoto(token, 'front', taintedJpeg())).status, 200);
  assert.equal((await auth(token))['photosLeft'], 19);
});

type Fields = Readonly<Record<string, string>>;
const PASSPORT: Fields = {
  type: 'kyc',
  documentType: 'passport',
  fullName: 'Asha Kumari',
  documentNumber: 'K1001999',
  taxNumber: 'ABCPK1234L',
  birthDate: '1990-05-17',
  expiresOn: '2031-05-16',
};
const without = (name: string): Fields =>
  Object.fromEntries(Object.entries(PASSPORT).filter(([key]) => key !== name));
const NONSENSE: readonly (readonly [reason: string, field: string | undefined, fields: Fields])[] = [
  ...['documentType', 'fullName', 'documentNumber', 'birthDate', 'expiresOn'].map(
    (name) => ['INVALID_INPUT', name, without(name)] as const,
  ),
  ['TAX_NUMBER', 'taxNumber', without('taxNumber')],
  ['INVALID_INPUT', 'type', { ...PASSPORT, type: 'admin' }],
  ['INVALID_INPUT', 'documentType', { ...PASSPORT, documentType: 'ticket' }],
  ['DOCUMENT_NUMBER', 'documentNumber', { ...PASSPORT, documentNumber: 'Q1001999' }],
  ['INVALID_INPUT', 'documentNumber', { ...PASSPORT, documentNumber: "1' or '1'='1" }],
  [
    'DOCUMENT_NUMBER',
    'documentNumber',
    { ...PASSPORT, documentType: 'idCard', documentNumber: '234567890125' },
  ],
  ['TAX_NUMBER', 'taxNumber', { ...PASSPORT, taxNumber: 'ABCCK1234L' }],
  ['TAX_NUMBER', 'taxNumber', { ...PASSPORT, country: 'BR' }],
  ['INVALID_INPUT', 'taxNumber', { ...PASSPORT, country: 'BD', documentNumber: 'EB0123456' }],
  ['INVALID_INPUT', 'country', { ...PASSPORT, country: 'US' }],
  ['INVALID_INPUT', 'birthDate', { ...PASSPORT, birthDate: '1990-02-30' }],
  ['INVALID_INPUT', 'birthDate', { ...PASSPORT, birthDate: '2999-01-01' }],
  ['INVALID_INPUT', 'birthDate', { ...PASSPORT, birthDate: '1800-01-01' }],
  ['INVALID_INPUT', 'expiresOn', { ...PASSPORT, expiresOn: '2031-13-01' }],
  ['INVALID_INPUT', 'fullName', { ...PASSPORT, fullName: '<b>Asha</b>' }],
  ['INVALID_INPUT', 'fullName', { ...PASSPORT, fullName: 'A'.repeat(81) }],
  ['INVALID_INPUT', 'place', { ...PASSPORT, place: 'a\u202eb' }],
  ['INVALID_INPUT', 'side', { ...PASSPORT, side: 'front' }],
  ['INVALID_INPUT', 'nickname', { ...PASSPORT, nickname: 'Asha' }],
  ['INVALID_INPUT', 'idStatus', { ...PASSPORT, idStatus: 'succ' }],
  ['PHOTO_MISSING', 'reverse', PASSPORT],
  ['INVALID_INPUT', 'appeal', { type: 'kycAppeal' }],
  ['INVALID_INPUT', 'appeal', { type: 'kycAppeal', appeal: 'short' }],
  ['INVALID_INPUT', 'appeal', { type: 'kycAppeal', appeal: 'x'.repeat(1_001) }],
  ['APPEAL_NOT_OPEN', undefined, { type: 'kycAppeal', appeal: 'Nobody has decided anything.' }],
  ['PHOTO_MISSING', 'photo', { type: 'kycPhoto', side: 'front' }],
];

for (const [place, [reason, field, fields]] of NONSENSE.entries()) {
  test(`documents refused with ${reason} ${field ?? ''} (${place})`, async () => {
    const reply = await call('userUpdate', fields, { token });
    assert.deepEqual([reply.reason, reply.body['field']], [reason, field], JSON.stringify(reply.body));
    const state = await auth(token);
    assert.deepEqual([state['idStatus'], state['triesLeft'], state['history']], ['none', 5, []]);
  });
}
