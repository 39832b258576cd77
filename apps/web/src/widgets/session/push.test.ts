import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { endSession, sessionToken, signIn, signOutHere } from '#client/session.ts';
import { pushSlice } from '#client/store.ts';
import { keepPush } from './push.ts';

/** The subscription of the browser, and the calls to the server with their tokens. */
let subscribed: object | null = null;
let called: string[] = [];

const server = createServer((request, response) => {
  const name = request.url?.split('?')[0]?.split('/').slice(-2).join('/') ?? '';
  called.push(`${name} ${String(request.headers['accesstoken'])}`);
  const data = { publicKey: 'AQID', list: [{ id: 'd1', isHere: true }] };
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ code: 0, msg: '', requestId: 'r', data }));
});

const pushManager = {
  getSubscription: async () => subscribed,
  subscribe: async () => {
    subscribed = {
      options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
      toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        subscribed = null;
        return true;
      },
    };
    return subscribed;
  },
};

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const registration = { pushManager };
  Object.defineProperty(globalThis, 'navigator', {
    value: {
      serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
    },
  });
  Object.assign(globalThis, {
    window: {
      location: new URL(`http://127.0.0.1:${address.port}`),
      ...{ PushManager: Object, Notification: Object },
    },
    document: { querySelector: () => null },
    Notification: { permission: 'granted' },
  });
});
after(() => server.close());

const enter = (id: string, token: string) =>
  signIn({ realToken: token, user: { id, account: 'a', status: 1, idStatus: 'none' } }, 'real');

beforeEach(async () => {
  enter('1', 'asha');
  pushSlice.set({ userId: '1', shows: 'text' });
  await keepPush();
  assert.notEqual(subscribed, null);
  called = [];
});

test('a session that ends by itself takes the subscription along, and the same person has it again', async () => {
  endSession(sessionToken());
  await keepPush();
  assert.equal(subscribed, null);
  assert.equal(called.length, 2, 'the server is told while the token is good');
  assert.ok(called.every((one) => one.endsWith(' asha')));
  enter('1', 'asha2');
  await keepPush();
  assert.notEqual(subscribed, null);
  assert.deepEqual(pushSlice.get(), { userId: '1', shows: 'text' });
});

test('another person who signs in is shown nothing of the one before', async () => {
  enter('2', 'ravi');
  await keepPush();
  assert.equal(subscribed, null);
  assert.equal(pushSlice.get(), undefined);
  assert.ok(called.every((one) => one.endsWith(' asha')));
});

test('one session asks once, and one turn waits for the other', async () => {
  await keepPush();
  assert.deepEqual(called, []);
  signOutHere();
  const dropped = keepPush();
  enter('1', 'asha3');
  await Promise.all([dropped, keepPush()]);
  assert.notEqual(subscribed, null);
});
