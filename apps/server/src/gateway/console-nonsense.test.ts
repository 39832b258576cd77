import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_PREFIX, CONSOLE_OPERATIONS, type ConsoleOperationName, STAFF_ROLES } from '@tarazu/protocol';
import { consoleCall, enterStaff } from '#domains/staff/test-staff.ts';
import { assertRefused, knownOf, nonsenseForms, textOfTables, wrongForms } from '#gateway/test-nonsense.ts';
import { enterDemo, openTestApp, type TestReply } from '#test-app.ts';

/**
 * Every call of the console gets the nonsense that calls of customers get (nonsense.test.ts): a new one is
 * covered as soon as it stands in the protocol.
 */
const trader = await openTestApp({
  limits: { callsPerAccountPerSecond: 1_000_000, callsPerAddressPerSecond: 1_000_000 },
});
// A session and what is counted of tries do not change by the time that this takes.
trader.standAt(trader.nowMs());
const { token } = await enterStaff(trader, { name: 'everybody', roles: STAFF_ROLES });
const customer = await enterDemo(trader);

const RIGHT: Readonly<Record<string, string>> = {
  name: 'nobody',
  invitation: 'a'.repeat(43),
  password: 'seven grey herons wade',
  factor: '123456',
  credential: '{}',
  'consolePasskeyAdd.name': 'Key',
  queue: 'chat',
  id: 'nosuchthing',
  act: 'answer',
  picture: 'front',
  userId: '123456789',
  part: 'profile',
  list: 'log',
  'consoleCustomers.search': 'nobody@example.com',
  'consoleBreakGlass.text': 'Somebody is being robbed right now.',
  'consoleCustomerFreeze.text': 'Somebody else is trading here.',
  'consoleCustomerReveal.fact': 'phone',
  'consoleCustomerReveal.reason': 'authority',
  fact: 'taxNumber',
  reason: 'issuer',
  clientId: 'nonsense-0001',
  rule: 'stockCharges',
  effectiveFrom: '2026-12-15',
  document: '{}',
  sourceEnglish: 'A circular of the regulator',
  sourceBengali: 'নিয়ন্ত্রকের একটি সার্কুলার',
  asset: 'INR',
  amount: '1',
  ticket: 'nosuchthing',
  'consoleCorrectionPropose.text': 'A deposit was not booked.',
  titleEnglish: 'Hours',
  titleBengali: 'সময়',
};
const TABLES = [
  'staff',
  'staff_device',
  'staff_passkey',
  'staff_failure',
  'staff_session',
  'staff_log',
  'staff_act',
  'queue_owner',
  'queue_approval',
  'chat_thread',
  'chat_message',
  'identity_case',
  'staff_glass',
  'staff_freeze',
  'rule_proposal',
  'rule_version',
  'content_piece',
  'correction',
  'login',
];

function isName(text: string): text is ConsoleOperationName {
  return Object.hasOwn(CONSOLE_OPERATIONS, text);
}
const known = Object.keys(CONSOLE_OPERATIONS)
  .filter(isName)
  .map((name) => knownOf(name, CONSOLE_OPERATIONS[name], RIGHT));
const everything = () => textOfTables(trader.database.pool, TABLES);

for (const { name, operation, right, optional } of known) {
  const send = (formText: string, by: string | undefined = token): Promise<TestReply> =>
    consoleCall(trader, name, { formText, token: by });

  test(`${name} refuses what its record does not allow, and changes nothing`, async () => {
    assert.ok(operation.input.safeParse(right).success, JSON.stringify(right));
    const before = await everything();
    for (const [because, formText] of wrongForms(right)) {
      const reply = await send(formText);
      assertRefused(reply, because);
      assert.equal(reply.reason, 'INVALID_INPUT', because);
    }
    for (const { field, formText, isAllowed } of nonsenseForms({ operation, right, optional })) {
      if (isAllowed) continue;
      const reply = await send(formText);
      assertRefused(reply, `${field}: ${formText.slice(0, 200)}`);
      assert.equal(reply.reason, 'INVALID_INPUT', formText.slice(0, 200));
    }
    assert.equal(await everything(), before);
  });

  test(`${name} answers nonsense that its record allows without failing`, async () => {
    for (const { formText, isAllowed } of nonsenseForms({ operation, right, optional })) {
      if (!isAllowed || name === 'consoleSignOut') continue;
      const reply = await send(formText);
      assert.ok(reply.status < 500, `${formText.slice(0, 200)}: ${JSON.stringify(reply.body)}`);
      if (reply.code !== 0) assertRefused(reply, formText.slice(0, 200));
    }
  });

  test(`${name} refuses the wrong method, body and caller`, async () => {
    const url = API_PREFIX + operation.path;
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      if (method === operation.method) continue;
      const reply = await trader.fastify.inject({ method, url, headers: { accesstoken: token } });
      assert.equal(reply.statusCode, 405, method);
    }
    if (operation.method === 'POST')
      for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
        const headers = { accesstoken: token, 'content-type': type };
        const reply = await trader.fastify.inject({ method: 'POST', url, headers, payload: '{}' });
        // A call that takes a file takes its form too, and finds this one broken.
        const takesForms = operation.upload !== undefined && type.startsWith('multipart/');
        assert.equal(reply.statusCode, takesForms ? 400 : 415, type);
      }
    const fields = new URLSearchParams(right).toString();
    if (operation.role === 'staff')
      for (const bad of ['', 'x', 'x'.repeat(5_000), customer, `${token.slice(0, -1)}_`]) {
        const reply = await send(fields, bad);
        assert.deepEqual([reply.status, reply.code], [401, -1000], bad.slice(0, 50));
      }
    if (operation.effect === 'command') {
      const headers = { accesstoken: token, origin: 'https://evil.example' };
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
      const reply = await trader.fastify.inject({ method: 'POST', url, headers: form, payload: fields });
      assert.equal(reply.json<{ reason: string }>().reason, 'CROSS_SITE');
    }
  });
}
