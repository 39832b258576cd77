import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_PREFIX, OPERATIONS, type OperationName } from '@tarazu/protocol';
import { assertRefused, knownOf, nonsenseForms, textOfTables, wrongForms } from '#gateway/test-nonsense.ts';
import { enterDemo, openTestApp } from '#test-app.ts';

/**
 * Every declared call under every kind of nonsense that its
 * record suggests, which is refused and changes nothing.
 */
const { call, database, fastify } = await openTestApp({
  limits: {
    callsPerAccountPerSecond: 1_000_000,
    callsPerAddressPerSecond: 1_000_000,
    ordersPerSecond: 1_000_000,
    demoEntriesPerHour: 1_000_000,
  },
});
const token = await enterDemo({ call });
const FORM = 'application/x-www-form-urlencoded';

/**
 * A right value for each field by its name, or by its call's name too; what is missing here is taken from the
 * field's own enumeration.
 */
const RIGHT: Readonly<Record<string, string>> = {
  clientId: 'nonsense-0001',
  instrumentId: 'NSE_SIM:NOSUCH',
  id: 'nosuchthing',
  'fillEvidence.id': '1-0',
  'fillProof.id': '1-0',
  'proofOrderMark.id': '1',
  tradingDay: '2026-11-23',
  orderId: '123456789',
  fillId: '1-0',
  account: 'nobody@mail.example',
  email: 'nobody@mail.example',
  phone: '+919812345678',
  word: 'marigold',
  link: 'a'.repeat(40),
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  p256dh: 'A'.repeat(87),
  auth: 'A'.repeat(22),
  call: 'passwordUpdate',
  credential: '{}',
  'passkeyAdd.name': 'Phone',
  'passkeyRename.name': 'Phone',
  'limitSet.name': 'dayOrders',
  'limitLoosen.name': 'dayOrders',
  value: '3',
  asset: 'INR',
  contentHash: 'a'.repeat(64),
  areaCode: '91',
  code: '123456',
  password: 'correct horse 9',
  passwordAgain: 'correct horse 9',
  inviteCode: '23456789',
  nickname: 'Asha',
  name: 'version',
  query: 'ar',
  text: 'ar',
  'scoreAppeal.text': 'The log has a line too many.',
  keyword: 'ar',
  quantity: '1',
  price: '10.00',
  triggerPrice: '10.00',
  level: '10.00',
  legs: '[]',
  listId: 'first',
  listIds: 'first',
  instrumentIds: 'NSE_SIM:NOSUCH',
  limit: '5',
  cursor: '1_0',
  beforeMs: '1000',
  day: '2026-11-20',
  month: '2026-11',
  captchaId: 'aaaaaaaaaa',
  captchaAnswer: 'ABC234',
  sequence: '7',
  from: '7',
  to: '8',
  'rulebookDiff.from': '2026-11-20',
  'rulebookDiff.to': '2026-11-23',
  version: 'fees-2026',
  rule: 'fees',
};

function isName(text: string): text is OperationName {
  return Object.hasOwn(OPERATIONS, text);
}
const known = Object.keys(OPERATIONS)
  .filter(isName)
  .map((name) => knownOf(name, OPERATIONS[name], RIGHT));

const TABLES = [
  'login',
  'login_account',
  'session',
  'notice',
  'push_device',
  'push_quiet',
  'mail_digest',
  'passkey',
  'watchlist',
  'watchlist_name',
  'one_time_code',
  'captcha',
  'orders',
  'posting',
  'account',
  'login_failure',
];

test('the values taken as right are right, so that what follows is wrong for one reason only', () => {
  const wrong = known.filter(({ operation, right }) => !operation.input.safeParse(right).success);
  assert.deepEqual(
    wrong.map(({ name, right }) => [name, right]),
    [],
  );
});

for (const { name, operation, right, optional } of known) {
  test(`${name} refuses what its record does not allow, and changes nothing`, async () => {
    const before = await textOfTables(database.pool, TABLES);
    for (const [because, formText] of wrongForms(right)) {
      const reply = await call(name, {}, { token, formText });
      assertRefused(reply, because);
      assert.equal(reply.reason, 'INVALID_INPUT', because);
    }
    for (const { field, formText, isAllowed } of nonsenseForms({ operation, right, optional })) {
      if (isAllowed) continue;
      const reply = await call(name, {}, { token, formText });
      assertRefused(reply, `${field}: ${formText.slice(0, 200)}`);
      assert.equal(reply.reason, 'INVALID_INPUT', formText.slice(0, 200));
    }
    assert.equal(await textOfTables(database.pool, TABLES), before);
  });

  test(`${name} answers nonsense that its record allows without failing`, async () => {
    for (const { formText, isAllowed } of nonsenseForms({ operation, right, optional })) {
      if (!isAllowed || name === 'logout') continue;
      const reply = await call(name, {}, { token, formText });
      assert.ok(reply.status < 500, `${formText.slice(0, 200)}: ${JSON.stringify(reply.body)}`);
      if (reply.code !== 0) assertRefused(reply, formText.slice(0, 200));
    }
  });

  test(`${name} refuses the wrong method, body, size and caller`, async () => {
    const url = API_PREFIX + operation.path;
    const otherMethods = (['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const).filter(
      (method) => method !== operation.method,
    );
    for (const method of otherMethods) {
      const reply = await fastify.inject({ method, url, headers: { accesstoken: token } });
      assert.equal(reply.statusCode, 405, method);
      assert.equal(reply.headers['allow'], operation.method);
    }
    for (const suffix of ['/', '/x', '%20', '//'])
      assert.equal(
        (await fastify.inject({ method: operation.method, url: url + suffix })).statusCode,
        404,
        suffix,
      );
    if (operation.method === 'POST') {
      const post = (contentType: string, payload: string) =>
        fastify.inject({
          method: 'POST',
          url,
          payload,
          headers: { accesstoken: token, 'content-type': contentType },
        });
      for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', 'nonsense']) {
        // A call that takes a file takes its form too, and finds this one broken.
        const takesForms = operation.upload !== undefined && type.startsWith('multipart/');
        assert.equal((await post(type, '{}')).statusCode, takesForms ? 400 : 415, type);
      }
      assert.equal((await post(FORM, `a=${'x'.repeat(70_000)}`)).statusCode, 413);
      assert.equal(
        (await fastify.inject({ method: 'POST', url: `${url}?a=1`, headers: { accesstoken: token } }))
          .statusCode,
        400,
      );
    }
    if (operation.role === 'customer') {
      for (const bad of [
        undefined,
        'x',
        'x'.repeat(5_000),
        `${token}, ${token}`,
        token.toUpperCase(),
        `${token.slice(0, -1)}_`,
      ]) {
        const reply = await call(name, right, { token: bad });
        assert.deepEqual([reply.status, reply.code], [401, -1000], String(bad).slice(0, 50));
      }
      assert.equal(
        (await fastify.inject({ method: 'GET', url: `${url}?accesstoken=${token}` })).statusCode,
        operation.method === 'GET' ? 401 : 405,
      );
    }
    if (operation.effect === 'command') {
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        const reply = await call(name, right, { token, headers });
        assert.equal(reply.reason, 'CROSS_SITE', JSON.stringify(headers));
        assert.equal(reply.headers['access-control-allow-origin'], undefined);
      }
    }
  });
}
