import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { call, setPlainToast } from './api.ts';
import { isRefusal, isToasted, NetworkError, RefusalError } from './errors.ts';
import { isSignedIn, onSessionEnded, signIn, switchEnvironment } from './session.ts';
import { languageSlice, userAccountTypeSlice, userInfoSlice } from './store.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The server's next answer, and the call that it was asked. */
let answer: { status: number; body: string } = { status: 200, body: '' };
let seen: Seen[] = [];

const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += String(part);
  seen.push({ method: request.method, url: request.url, headers: request.headers, body });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
});

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  Object.assign(globalThis, {
    window: { location: new URL(`http://127.0.0.1:${address.port}`) },
    document: { querySelector: () => null },
  });
});
after(() => server.close());
beforeEach(() => {
  seen = [];
  languageSlice.set('bn-BN');
  signIn(
    {
      realToken: 'real-token',
      demoToken: 'demo-token',
      user: { id: '1', account: 'a', status: 1, idStatus: 'none' },
    },
    'demo',
  );
});

const reply = (envelope: object, status = 200) => {
  answer = { status, body: JSON.stringify({ msg: 'said', requestId: 'r1', ...envelope }) };
};

test('a POST carries its fields as a form and the headers of the spec; what is not given is not sent', async () => {
  reply({ code: 0, data: { unread: 3 } });
  assert.deepEqual(await call('noticeRead', { id: 'a&b=c' }), { unread: 3 });
  const [request] = seen;
  assert.equal(request?.url, '/ipop-api/user/notice/read');
  assert.equal(request?.body, 'id=a%26b%3Dc');
  assert.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded;charset=UTF-8');
  assert.equal(request?.headers['x-requested-with'], 'XMLHttpRequest');
  assert.equal(request?.headers['accesstoken'], 'demo-token');
  assert.equal(request?.headers['accept-language'], 'bn-BN');
  await call('captchaNew', { kind: undefined });
  assert.equal(seen[1]?.body, '');
});

test('a GET carries them in its address, with the token of the other environment after a switch', async () => {
  reply({ code: 0, data: { list: [] } });
  switchEnvironment('real');
  await call('news', { limit: '5', instrumentId: 'NSE_SIM:ARUNA' });
  assert.equal(seen[0]?.url, '/ipop-api/index/news?limit=5&instrumentId=NSE_SIM%3AARUNA');
  assert.equal(seen[0]?.headers['accesstoken'], 'real-token');
});

test('a refusal is an error that says why and what to change', async () => {
  reply(
    {
      code: -1200,
      reason: 'INSUFFICIENT_FUNDS',
      fix: 'Lower it.',
      field: 'quantity',
      ruleId: 'buying-power',
    },
    422,
  );
  await assert.rejects(call('userAssets', {}), (error: unknown) => {
    assert.ok(error instanceof RefusalError);
    assert.deepEqual(
      [error.code, error.message, error.fix, error.field, error.ruleId, error.requestId],
      [-1200, 'said', 'Lower it.', 'quantity', 'buying-power', 'r1'],
    );
    return isRefusal(error, 'INSUFFICIENT_FUNDS') && !isRefusal(error, 'TICK');
  });
  assert.equal(isSignedIn(), true);
});

test('code -1000 clears the person and tells it once, however many calls learn it', async () => {
  let told = 0;
  onSessionEnded(() => {
    told += 1;
  });
  reply({ code: -1000, reason: 'SIGN_IN_NEEDED' }, 401);
  const made = await Promise.allSettled([
    call('userInfo', {}),
    call('userAssets', {}),
    call('noticeList', {}),
  ]);
  assert.deepEqual(
    made.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.equal(told, 1);
  assert.equal(isSignedIn(), false);
  assert.equal(userInfoSlice.get(), undefined);
  assert.equal(userAccountTypeSlice.get(), 'real');
});

test('a late -1000 for a token that was replaced leaves the new session alone', async () => {
  reply({ code: -1000, reason: 'SIGN_IN_NEEDED' }, 401);
  const late = call('userInfo', {}, { token: 'an-older-token' });
  await assert.rejects(late, RefusalError);
  assert.equal(isSignedIn(), true);
});

test('code -1001 is shown as a plain toast', async () => {
  const toasts: string[] = [];
  setPlainToast((text) => toasts.push(text));
  reply({ code: -1001, reason: 'DEMO_RESET_TODAY' }, 409);
  await assert.rejects(call('demoReset', { clientId: 'reset-0001' }), isToasted);
  assert.deepEqual(toasts, ['said']);
});

test('what is not our server, and no server at all, are failures of the network', async () => {
  const kindOf = async () => {
    const error: unknown = await call('props', {}).catch((failure: unknown) => failure);
    assert.ok(error instanceof NetworkError);
    return error.kind;
  };
  answer = { status: 502, body: '<html>Bad gateway</html>' };
  assert.equal(await kindOf(), 'unreadable');
  answer = { status: 200, body: '{"hello":"captive portal"}' };
  assert.equal(await kindOf(), 'unreadable');
  server.closeAllConnections();
  const { location } = window;
  Object.assign(globalThis, { window: { location: new URL('http://127.0.0.1:1') } });
  assert.equal(await kindOf(), 'offline');
  Object.assign(globalThis, { window: { location } });
});
