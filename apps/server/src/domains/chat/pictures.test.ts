import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { accountId, DAY_MS, HOUR_MS } from '@tarazu/core/values';
import { API_PREFIX, CONSOLE_OPERATIONS, OPERATIONS } from '@tarazu/protocol';
import { peopleOf } from '#domains/account/test-people.ts';
import { enterStaff, type StaffPerson } from '#domains/staff/test-staff.ts';
import { Spool } from '#gateway/upload/spool.ts';
import { FolderStore } from '#platform/files/folder-store.ts';
import { SealedFiles } from '#platform/files/sealed-files.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import { PictureCleaner } from '#platform/pictures/cleaner.ts';
import { pictureHeadOf } from '#platform/pictures/picture-head.ts';
import { documentPicture, taintedJpeg } from '#platform/pictures/test-pictures.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { enterDemo, type Fields, openTestApp, recordOf, textOf } from '#test-app.ts';
import { openPictureKeys, resealChatPictures } from './picture-key.ts';
import { sweepOrphans, takePicture } from './pictures.ts';
import { sendMessage } from './service.ts';

/* Pictures in conversations with customer service: who may send one, what is kept, and who sees it. */

const server = await openTestApp();
const { call, database, dataDirectory, fastify } = server;
const { registered } = peopleOf(server);
// Sessions of staff end half an hour after they were used, however long a busy machine takes.
server.standAt(server.nowMs());
const staff = await enterStaff(server, { name: 'meera', roles: ['support'] });
const compliance = await enterStaff(server, { name: 'arjun', roles: ['compliance'] });
const folder = join(dataDirectory, 'chat');
const JPEG = documentPicture({ text: 'BLANK SCREEN' });

type Row = Readonly<Record<string, unknown>>;
const limiter = () => createRateLimiter({ keysMax: 10 });
const sealedIn = (place: string) =>
  new SealedFiles({ store: new FolderStore(place), keyOf: () => new Uint8Array(32) });
const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.map(recordOf) : []);
const filesIn = (place: string): string[] => {
  try {
    return readdirSync(place);
  } catch {
    return [];
  }
};

let serial = 0;
const newId = (): string => {
  serial += 1;
  return `picture-${serial}`;
};

async function sendForm(
  token: string | undefined,
  bytes: Uint8Array,
  fields: Fields = {},
  { path }: { readonly path: string } = OPERATIONS.chatSend,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ clientId: newId(), text: 'See the picture.', ...fields }))
    form.set(name, value);
  const type = fields['text'] === 'svg' ? 'image/svg+xml' : 'image/jpeg';
  form.set('picture', new Blob([new Uint8Array(bytes)], { type }), 'a.jpg');
  const body = new Response(form);
  const response = await fastify.inject({
    method: 'POST',
    url: API_PREFIX + path,
    headers: {
      'content-type': body.headers.get('content-type') ?? '',
      ...(token !== undefined && { accesstoken: token }),
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  const read = recordOf(response.json());
  return { status: response.statusCode, reason: read['reason'], data: recordOf(read['data']) };
}

/** Again where the machine is too busy to decode it in time. */
async function send(token: string, bytes: Uint8Array, fields: Fields = {}): ReturnType<typeof sendForm> {
  const sent = await sendForm(token, bytes, fields);
  return sent.reason === 'OVERLOADED' ? await send(token, bytes, fields) : sent;
}

/** An act of staff upon a conversation, with a picture. */
async function actWith(by: StaffPerson, bytes: Uint8Array, fields: Fields): ReturnType<typeof sendForm> {
  const of = { queue: 'chat', act: 'answer', text: 'Press here.', ...fields };
  const done = await sendForm(by.token, bytes, of, CONSOLE_OPERATIONS.consoleAct);
  return done.reason === 'OVERLOADED' ? await actWith(by, bytes, fields) : done;
}

const threadOf = (data: Row): string => textOf(recordOf(data['thread']), 'id');
const look = (token: string, id: string, message: string) => call('chatPicture', { id, message }, { token });
const bytesOf = (data: Row): Buffer => Buffer.from(textOf(data, 'content'), 'base64');

async function threads(token: string): Promise<readonly Row[]> {
  return rowsOf((await call('chatThreads', {}, { token })).data['list']);
}

test('a picture comes with a message, is kept sealed and without its place, and goes to people', async () => {
  const { realToken: token } = await registered();
  const sent = await send(token, taintedJpeg());
  assert.equal(sent.status, 200, JSON.stringify(sent));
  assert.equal(recordOf(sent.data['thread'])['state'], 'waiting', 'a machine can not look at it');
  const [message] = rowsOf(sent.data['list']);
  const { width, height } = recordOf(message?.['picture']);
  assert.ok(Number(width) > 0 && Number(height) > 0);
  const id = threadOf(sent.data);
  const shown = await look(token, id, textOf(message ?? {}, 'id'));
  assert.equal(shown.code, 0, JSON.stringify(shown.body));
  const picture = bytesOf(shown.data);
  assert.equal(recordOf(pictureHeadOf(picture))['type'], 'jpeg');
  for (const trace of ['Exif', 'GPS', 'MZ']) assert.ok(!picture.includes(trace), trace);
  const [name = ''] = filesIn(folder);
  const sealed = readFileSync(join(folder, name));
  assert.ok(!sealed.includes(picture.subarray(0, 20)), 'what lies on the disk is not the picture');
});

test('staff send a picture with an answer: its customer sees it, nobody else, once however often it is sent', async () => {
  const { realToken: token } = await registered();
  const { realToken: stranger } = await registered();
  const asked = await call('chatSend', { clientId: newId(), text: 'Where is the button?' }, { token });
  const id = threadOf(recordOf(asked.data));
  const before = filesIn(folder).length;
  const fields = { id, clientId: newId() };
  for (const time of ['once', 'again']) {
    const done = await actWith(staff, taintedJpeg(), fields);
    assert.deepEqual([done.status, done.data['outcome']], [200, 'done'], `${time} ${JSON.stringify(done)}`);
  }
  assert.equal(filesIn(folder).length, before + 1);
  assert.equal((await actWith(staff, JPEG, fields)).reason, 'CLIENT_ID_REUSED', 'another picture');
  const { data } = await call('chatMessages', { id }, { token });
  const answers = rowsOf(data['list']).filter(({ author }) => author === 'staff');
  assert.deepEqual(
    answers.map(({ text }) => text),
    ['Press here.'],
  );
  const message = textOf(answers[0] ?? {}, 'id');
  assert.ok(recordOf(answers[0]?.['picture'])['width']);
  const shown = await look(token, id, message);
  assert.equal(recordOf(pictureHeadOf(bytesOf(shown.data)))['type'], 'jpeg');
  assert.ok(!bytesOf(shown.data).includes('GPS'));
  assert.equal((await look(stranger, id, message)).reason, 'NOT_FOUND');
  const { rows } = await database.pool.query<{ detail: Row }>(
    `select detail from staff_log where item_id = $1 and act = 'chat.answer'`,
    [id],
  );
  assert.match(String(rows[0]?.detail['pictureHash']), /^[0-9a-f]{64}$/);
  const { rows: own } = await database.pool.query(
    'select 1 from chat_picture p join login using (login_id) where thread_id = $1 and staff_id is null',
    [id],
  );
  assert.equal(own.length, 0, 'it counts for no limit of the customer');
});

test('a picture of staff that is none, or of an act that takes none, leaves nothing behind', async () => {
  const { realToken: token } = await registered();
  const asked = await call('chatSend', { clientId: newId(), text: 'Where is the menu?' }, { token });
  const id = threadOf(recordOf(asked.data));
  const before = filesIn(folder).length;
  assert.equal((await actWith(staff, Buffer.from('<svg/>'), { id })).reason, 'PHOTO_TYPE');
  const close = { id, act: 'close', reason: 'solved' };
  assert.equal((await actWith(staff, JPEG, close)).reason, 'INVALID_INPUT');
  assert.equal((await actWith(compliance, JPEG, { id })).reason, 'STAFF_ROLE');
  assert.equal((await actWith(staff, JPEG, { id: 'nosuchthing' })).reason, 'NOT_FOUND');
  assert.equal(
    (await sendForm(undefined, JPEG, { id }, CONSOLE_OPERATIONS.consoleAct)).reason,
    'SIGN_IN_NEEDED',
  );
  assert.equal(filesIn(folder).length, before);
});

test('nobody else sees it, whatever they ask for', async () => {
  const { realToken: token, demoToken } = await registered();
  const { realToken: other } = await registered();
  const sent = await send(token, JPEG);
  const id = threadOf(sent.data);
  assert.equal((await look(other, id, '1')).reason, 'NOT_FOUND');
  assert.equal((await look(await enterDemo({ call }), id, '1')).reason, 'NOT_FOUND');
  assert.equal((await look(demoToken, id, '1')).code, 0, 'the same person in the other environment');
  for (const message of ['0', '2', 'one', '-1', '999999999', '9'.repeat(20)])
    assert.ok(['NOT_FOUND', 'PICTURE_GONE'].includes((await look(token, id, message)).reason ?? ''), message);
});

test('what is no picture is refused, and nothing is written', async () => {
  const { realToken: token } = await registered();
  const before = filesIn(folder).length;
  const cases = [
    [422, 'PHOTO_TYPE', Buffer.from('<svg/>'), { text: 'svg' }],
    [422, 'PHOTO_TYPE', Buffer.from('<html>'), {}],
    [422, 'PHOTO_BROKEN', JPEG.subarray(0, 40), {}],
    [413, 'PHOTO_BYTES', Buffer.alloc(5 * 1_024 * 1_024 + 1, 0xff), {}],
    [400, 'INVALID_INPUT', JPEG, { text: ' ' }],
    [404, 'ORDER_UNKNOWN', JPEG, { order: '42' }],
    [404, 'NOT_FOUND', JPEG, { id: 'nosuchthread' }],
  ] as const;
  for (const [status, reason, bytes, fields] of cases) {
    const sent = await send(token, bytes, fields);
    assert.deepEqual([sent.status, sent.reason], [status, reason]);
  }
  assert.equal((await sendForm(undefined, JPEG)).reason, 'SIGN_IN_NEEDED');
  assert.deepEqual(await threads(token), []);
  assert.equal(filesIn(folder).length, before, 'a picture of a refused message goes again');
});

test('a guest of the demo writes without pictures', async () => {
  const token = await enterDemo({ call });
  const sent = await send(token, JPEG);
  assert.equal(sent.reason, 'REGISTRATION_NEEDED');
  const before = await send(token, JPEG, { order: 'none' });
  assert.equal(before.reason, 'REGISTRATION_NEEDED', 'whatever else is wrong with it');
  assert.deepEqual(await threads(token), []);
});

test('the same message twice is one picture; with another picture it is another message', async () => {
  const { realToken: token } = await registered();
  const before = filesIn(folder).length;
  const fields = { clientId: newId() };
  const both = await Promise.all([send(token, JPEG, fields), send(token, JPEG, fields)]);
  assert.equal(threadOf(both[0].data), threadOf(both[1].data));
  assert.equal(filesIn(folder).length, before + 1);
  assert.equal((await send(token, documentPicture({ text: 'OTHER' }), fields)).reason, 'CLIENT_ID_REUSED');
  assert.equal((await call('chatSend', { ...fields, text: 'x' }, { token })).reason, 'CLIENT_ID_REUSED');
  assert.equal((await threads(token)).length, 1);
});

/** As if this person had sent so many pictures of so many bytes a minute ago. */
async function givePictures(
  id: string,
  given: { readonly count: number; readonly bytes: number; readonly stored?: number; readonly atMs?: number },
) {
  const { count, bytes, stored = 1_000, atMs = server.nowMs() - 60_000 } = given;
  await database.pool.query(
    `with sent as (
       insert into chat_message (thread_id, number, author, words, created_at)
         select $1, 100 + n, 'customer', 'x', $3 from generate_series(1, $2::int4) n returning number)
     insert into chat_picture (picture_id, thread_id, number, login_id, byte_count, stored_byte_count, created_at)
       select md5($1 || number), $1, number, (select login_id from chat_thread where thread_id = $1), $4, $5, $3
         from sent`,
    [id, count, new Date(atMs), bytes, stored],
  );
}

test('pictures and their bytes have an end within a day, also when many come at once', async () => {
  const { realToken: token } = await registered();
  const id = threadOf((await send(token, JPEG)).data);
  await givePictures(id, { count: 17, bytes: 1_000 });
  const many = await Promise.all(Array.from({ length: 4 }, () => send(token, JPEG, { id })));
  const reasons = many.map(({ reason }) => reason).sort();
  assert.deepEqual(reasons, ['CHAT_PICTURES_TODAY', 'CHAT_PICTURES_TODAY', undefined, undefined]);
  const { realToken: heavy } = await registered();
  const other = threadOf((await send(heavy, JPEG)).data);
  await givePictures(other, { count: 1, bytes: 40 * 1_024 * 1_024 - JPEG.length });
  assert.equal((await send(heavy, JPEG, { id: other })).reason, 'CHAT_PICTURE_BYTES_TODAY');
  assert.equal(
    (await call('chatSend', { clientId: newId(), id: other, text: 'without' }, { token: heavy })).code,
    0,
  );
});

test('pictures that are kept, and their bytes as stored, have an end for each login', async () => {
  const { realToken: many } = await registered();
  const id = threadOf((await send(many, JPEG)).data);
  const before = { bytes: 1, atMs: server.nowMs() - 2 * DAY_MS };
  await givePictures(id, { ...before, count: 298 });
  assert.equal((await send(many, JPEG, { id })).status, 200);
  assert.equal((await send(many, JPEG, { id })).reason, 'CHAT_PICTURES_FULL');
  const { realToken: heavy } = await registered();
  const other = threadOf((await send(heavy, JPEG)).data);
  const { rows } = await database.pool.query<{ stored: number }>(
    'select stored_byte_count as stored from chat_picture where thread_id = $1',
    [other],
  );
  const stored = rows[0]?.stored ?? 0;
  const files = filesIn(folder).length;
  // Room for a byte, not for the picture: what it takes is known once it is encoded.
  await givePictures(other, { ...before, count: 1, stored: 100 * 1_024 * 1_024 - 2 * stored + 1 });
  assert.equal((await send(heavy, JPEG, { id: other })).reason, 'CHAT_PICTURES_FULL');
  assert.equal(filesIn(folder).length, files, 'nothing is left of it');
  await database.pool.query(
    'update chat_picture set stored_byte_count = stored_byte_count - 1 where number > 100',
  );
  assert.equal((await send(heavy, JPEG, { id: other })).status, 200);
});

/** Somebody's own words to the service with a picture that lies nowhere, and the session of it. */
function unreadPicture(loginId: number) {
  const file = { path: join(dataDirectory, 'nowhere'), key: '', bytes: 1_000, type: 'image/jpeg' };
  const session = { ...{ sessionId: '', loginId, userId: '', guest: false }, environment: 'real' } as const;
  return { file, session: { ...session, accountId: accountId(1) } };
}

test('a file that a count of the day refuses is not read at all', async () => {
  const { realToken: token } = await registered();
  const id = threadOf((await send(token, JPEG)).data);
  await givePictures(id, { count: 19, bytes: 1_000 });
  const { rows } = await database.pool.query<{ login_id: number }>(
    'select login_id from chat_thread where thread_id = $1',
    [id],
  );
  const { file, session } = unreadPicture(rows[0]?.login_id ?? 0);
  const cleaner = new PictureCleaner();
  const pictures = { ...{ pool: database.pool, files: sealedIn(folder), cleaner }, tries: limiter() };
  const parts = { ...pictures, pictures, market: server.app.market, limiter: limiter(), help: undefined };
  const rest = { findOrder: async () => undefined, onWritten: async () => undefined };
  const sending = {
    clientId: newId(),
    id,
    text: 'x',
    file,
    nowMs: server.nowMs(),
    language: 'en-US',
  } as const;
  const refused = await sendMessage({ ...parts, ...rest }, session, sending);
  assert.equal(!refused.ok && refused.refusal.key, 'CHAT_PICTURES_TODAY');
});

test('a picture that we have no time for is none of the tries of a day', async () => {
  const cleaner = new PictureCleaner();
  const sources = Array.from({ length: 7 }, () => new PassThrough());
  const underWay = sources.map((source) => cleaner.clean(source));
  const spool = new Spool(join(dataDirectory, 'spool-of-test'));
  const file = await spool.take(Readable.from([JPEG]), 'image/jpeg');
  const { session } = unreadPicture(0);
  const parts = {
    ...{ pool: database.pool, files: sealedIn(join(dataDirectory, 'aside')), cleaner },
    tries: limiter(),
  };
  for (let tries = 0; tries < 61; tries += 1) {
    const refused = await takePicture(parts, session, { file, nowMs: server.nowMs() });
    assert.equal(!refused.ok && refused.refusal.key, 'OVERLOADED', String(tries));
  }
  for (const source of sources) source.end();
  await Promise.all(underWay);
  assert.equal((await takePicture(parts, session, { file, nowMs: server.nowMs() })).ok, true);
  await spool.remove(file);
});

test('customer service sees it with a line of the log each time; others of staff do not', async () => {
  const { realToken: token } = await registered();
  const id = threadOf((await send(token, JPEG)).data);
  const opened = await staff.call('consoleOpen', { queue: 'chat', id });
  const [picture] = rowsOf(opened.data['pictures']);
  assert.equal(picture?.['name'], 'message1');
  const asked = { queue: 'chat', id, picture: 'message1' };
  const shown = await staff.call('consolePicture', asked);
  assert.equal(shown.code, 0, JSON.stringify(shown.body));
  assert.equal(recordOf(pictureHeadOf(bytesOf(shown.data)))['type'], 'jpeg');
  const acts = rowsOf((await call('staffActs', {}, { token })).data['list']);
  assert.deepEqual([acts[0]?.['act'], acts[0]?.['what']], ['chat.picture', 'message1']);
  assert.equal((await compliance.call('consolePicture', asked)).code === 0, false);
  assert.equal((await staff.call('consolePicture', { ...asked, picture: 'message2' })).reason, 'NOT_FOUND');
});

test('half-written files, files without a message and old pictures are swept; others stay', async () => {
  const { realToken: token } = await registered();
  const sent = await send(token, JPEG);
  const id = threadOf(sent.data);
  mkdirSync(folder, { recursive: true });
  const old = new Date(Date.now() - 2 * HOUR_MS);
  const written = (name: string, at?: Date): string => {
    writeFileSync(join(folder, name), 'x');
    if (at !== undefined) utimesSync(join(folder, name), at, at);
    return name;
  };
  const gone = [written(`${'a'.repeat(26)}.part`, old), written('b'.repeat(26), old)];
  const kept = [written(`${'c'.repeat(26)}.part`), written('d'.repeat(26)), written('notes.txt', old)];
  const { signal } = new AbortController();
  await sweepOrphans({ pool: database.pool, files: sealedIn(folder) }, signal);
  const names = filesIn(folder);
  for (const name of gone) assert.ok(!names.includes(name), name);
  for (const name of kept) assert.ok(names.includes(name), name);
  assert.equal((await look(token, id, '1')).code, 0);
  await database.pool.query('update chat_picture set created_at = $1 where thread_id = $2', [
    new Date(server.nowMs() - 181 * DAY_MS),
    id,
  ]);
  await server.app.scheduler.now('chat: pictures');
  const late = await look(token, id, '1');
  assert.deepEqual([late.status, late.reason], [404, 'PICTURE_GONE']);
  const messages = rowsOf((await call('chatMessages', { id }, { token })).data['list']);
  assert.ok(messages.at(-1)?.['picture'], 'that there was one is still said');
});

test('a picture that is lost or swapped is said to be gone, to customer and staff', async () => {
  const { realToken: token } = await registered();
  const id = threadOf((await send(token, JPEG)).data);
  const { rows } = await database.pool.query<{ picture_id: string }>(
    'select picture_id from chat_picture where thread_id = $1',
    [id],
  );
  const path = join(folder, rows[0]?.picture_id ?? '');
  writeFileSync(path, 'another one');
  assert.equal((await look(token, id, '1')).reason, 'PICTURE_GONE');
  renameSync(path, `${path}.gone`);
  assert.equal((await look(token, id, '1')).reason, 'PICTURE_GONE');
  const seen = await staff.call('consolePicture', { queue: 'chat', id, picture: 'message1' });
  assert.deepEqual([seen.status, seen.reason], [404, 'PICTURE_GONE']);
});

test('another key of the installation opens the pictures, and a lost one makes a new key', async () => {
  const keyAt = (name: string) => openSecrets({ keyFile: join(dataDirectory, name), mayBeMade: true });
  const [old, next, third] = [keyAt('old-key'), keyAt('next-key'), keyAt('third-key')];
  const name = 'a'.repeat(26);
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('delete from chat_picture_key');
    const first = (await openPictureKeys(client, old))(name);
    await resealChatPictures(client, { old, next });
    assert.deepEqual((await openPictureKeys(client, next))(name), first);
    await assert.rejects(openPictureKeys(client, old));
    await resealChatPictures(client, { old: undefined, next: third });
    assert.notDeepEqual((await openPictureKeys(client, third))(name), first);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
