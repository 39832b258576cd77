import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { API_PREFIX, OPERATIONS, type Operation } from '@tarazu/protocol';
import { LIMITS } from '#gateway/admission/limits.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { GatewayCall } from '#gateway/call.ts';
import { createDispatcher, type FoundSession } from '#gateway/dispatcher.ts';
import { type GatewayOptions, openGatewayHere } from '#gateway/gateway.ts';
import { SESSION, SETTINGS } from '#gateway/test-gateway.ts';
import { reply, type Session, type StaffSession } from '#ports.ts';

/* The guards between a caller and a handler, one by one: each refuses by itself, and then nothing is done. */
const KNOWN: Readonly<Record<string, FoundSession>> = { good: SESSION, gone: 'closed' };
const { stockCollectAdd, ads, logout } = OPERATIONS;

let nowMs = 1_800_000_000_000;
let monotonicMs = 5_000;
const handled: (Session | StaffSession | undefined)[] = [];

async function open(bindings: Binding[], change: Partial<GatewayOptions> = {}) {
  handled.length = 0;
  const gateway = await openGatewayHere({
    ...SETTINGS,
    operations: bindings.map(({ operation }) => operation),
    bindings,
    sessions: { find: (token) => KNOWN[token] ?? 'unknown' },
    clock: { nowMs: () => nowMs, monotonicMs: () => monotonicMs },
    webFolder: '/nowhere',
    onBug: () => undefined,
    ...change,
  });
  after(() => gateway.close());
  return async (
    operation: Operation,
    call: { token?: string; form?: string; headers?: Record<string, string>; query?: string },
  ) => {
    const { method, path } = operation;
    const response = await gateway.fastify.inject({
      method,
      url: `${API_PREFIX}${path}${call.query ?? ''}`,
      headers: {
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(call.token !== undefined && { accesstoken: call.token }),
        ...call.headers,
      },
      ...(method === 'POST' && { payload: call.form ?? '' }),
    });
    const { reason = 'done', fix } = response.json();
    return { status: response.statusCode, reason, fix };
  };
}

const CALL: GatewayCall = {
  operation: ads.name,
  requestId: 'request',
  language: 'en-US',
  token: undefined,
  isForeign: false,
  isLocal: false,
  formText: '',
  queryText: '',
  clientAddress: '203.0.113.7',
  userAgent: 'test',
};

const command = bind(stockCollectAdd, async (_input, session) => {
  handled.push(session);
  return reply({});
});
const read = bind(ads, async (_input, session) => {
  handled.push(session);
  return reply({ list: [] });
});
const form = 'instrumentId=NSE_SIM:ARUNA';

test('a customer’s call is served to a known session, and to nobody without one, with a wrong one or a closed one', async () => {
  const call = await open([command]);
  assert.equal((await call(stockCollectAdd, { token: 'good', form })).reason, 'done');
  assert.deepEqual(handled, [SESSION]);
  for (const token of [undefined, '', 'wrong', 'gone', 'g'.repeat(101)]) {
    const refused = await call(stockCollectAdd, { ...(token !== undefined && { token }), form });
    assert.deepEqual([refused.status, refused.reason], [401, 'SIGN_IN_NEEDED'], token ?? 'none');
  }
  assert.equal(handled.length, 1);
});

test('a token too long to be one is not even looked up', async () => {
  const asked: string[] = [];
  const find = (token: string): FoundSession => {
    asked.push(token);
    return 'unknown';
  };
  const call = await open([read, command], { sessions: { find } });
  await call(ads, { token: 'g'.repeat(101) });
  await call(stockCollectAdd, { token: 'g'.repeat(101), form });
  await call(ads, { token: 'g'.repeat(100) });
  assert.deepEqual(asked, ['g'.repeat(100)]);
});

test('who only looks needs no session; a wrong one is nobody, and a closed one is told so', async () => {
  const call = await open([read]);
  assert.equal((await call(ads, {})).reason, 'done');
  assert.equal((await call(ads, { token: 'wrong' })).reason, 'done');
  assert.equal((await call(ads, { token: 'good' })).reason, 'done');
  assert.deepEqual(handled, [undefined, undefined, SESSION]);
  assert.equal((await call(ads, { token: 'gone' })).reason, 'SIGN_IN_NEEDED');
});

test('a command of visitors, such as signing in, is not done in the name of a session', async () => {
  const entering: Binding = {
    operation: OPERATIONS.demoEnter,
    handle: async (_input, session) => {
      handled.push(session);
      return reply({});
    },
  };
  const call = await open([entering]);
  await call(OPERATIONS.demoEnter, { token: 'good' });
  assert.deepEqual(handled, [undefined]);
});

test('a command from another site is refused before anything else; looking is not', async () => {
  const call = await open([command, read]);
  const headers = { 'sec-fetch-site': 'cross-site' };
  const refused = await call(stockCollectAdd, { token: 'good', form, headers });
  assert.deepEqual([refused.status, refused.reason], [403, 'CROSS_SITE']);
  assert.equal(handled.length, 0);
  assert.equal((await call(ads, { headers })).reason, 'done');
});

test('what is written wrong is refused with the field, or without one where none is to blame', async () => {
  const call = await open([command]);
  const said = async (written: string, query = '') => {
    const { status, reason, fix } = await call(stockCollectAdd, { token: 'good', form: written, query });
    assert.deepEqual([status, reason], [400, 'INVALID_INPUT'], written);
    return fix;
  };
  assert.equal(await said('instrumentId'), 'fields must be written name=value');
  assert.equal(await said(`${form}&instrumentId=NSE_SIM:ARUNA`), 'instrumentId: must be given once');
  assert.equal(await said('instrumentId=%ZZ'), 'instrumentId: must be correctly percent-encoded UTF-8 text');
  assert.equal(await said(`${form}&side=buy`), 'side: is not a field of this call');
  assert.match(await said('instrumentId=aruna'), /^instrumentId: must be an instrument id/);
  assert.equal(await said(''), 'instrumentId: is missing');
  assert.equal(await said(form, '?environment=real'), 'fields belong into the body, not behind the address');
  assert.equal(handled.length, 0);
});

test('of an enumeration it is said what there is', async () => {
  const call = await open([{ operation: OPERATIONS.basketPreview, handle: async () => reply({}) }]);
  const { fix } = await call(OPERATIONS.basketPreview, {
    token: 'good',
    form: 'legs=%5B%5D&confirmLarge=yes',
  });
  assert.equal(fix, 'confirmLarge: must be one of true, false');
});

test('an account calls so often in a second, and orders less often; the same order again is no other one', async () => {
  const limits = { ...LIMITS, callsPerAccountPerSecond: 14, ordersPerSecond: 2 };
  const cancelling = {
    ...stockCollectAdd,
    refusals: ['ORDER_RATE'] as const,
    input: OPERATIONS.demoReset.input,
  };
  const ordering = bind(cancelling, async () => {
    handled.push(SESSION);
    return reply({});
  });
  const call = await open([ordering], { limits });
  const order = async (nth: number) =>
    (await call(cancelling, { token: 'good', form: `clientId=order-00${nth}` })).reason;
  assert.deepEqual([await order(1), await order(2), await order(3)], ['done', 'done', 'ORDER_RATE']);
  assert.equal(await order(2), 'done', 'who asks again for the answer may');
  // The same id, written in another way: what is sent under it is not the same any more.
  const other = await call(cancelling, { token: 'good', form: 'clientId=order%2D002' });
  assert.equal(other.reason, 'ORDER_RATE', 'another order under a known id is one more');
  assert.equal(handled.length, 3);
  for (let nth = 4; nth < 13; nth += 1) assert.equal(await order(3), 'ORDER_RATE');
  assert.equal(await order(1), 'RATE_LIMITED');
  nowMs += 3_600_000;
  assert.equal(await order(1), 'RATE_LIMITED', 'somebody set the clock: no time has passed by it (trial 28)');
  nowMs -= 7_200_000;
  monotonicMs += 1_001;
  assert.equal(await order(3), 'done', 'and none has gone back');
});

test('while outputs are checked, an answer outside its schema is a mistake; else it goes out as it is', async () => {
  const wrong: Binding = { operation: logout, handle: async () => reply('not an object') };
  for (const [areOutputsChecked, reason] of [
    [true, 'INTERNAL'],
    [false, 'done'],
  ] as const) {
    const call = await open([wrong], { areOutputsChecked });
    assert.equal((await call(logout, { token: 'good' })).reason, reason);
  }
});

test('what a read takes of the thread is measured, whether it thinks or waits (trial 25)', async () => {
  let thoughtMs = 0;
  const think = (forMs: number): void => {
    const fromMs = performance.now();
    while (performance.now() - fromMs < forMs);
    thoughtMs += performance.now() - fromMs;
  };
  const thinking = bind(ads, async () => {
    think(5);
    return reply({ list: [] });
  });
  const waiting = bind(ads, async () => {
    await new Promise(setImmediate);
    return reply({ list: [] });
  });
  const costOf = async (binding: Binding): Promise<number> => {
    const serve = createDispatcher({ ...SETTINGS, bindings: [binding] });
    return (await serve(CALL)).costMs ?? Number.NaN;
  };
  const thinkingMs = await costOf(thinking);
  assert.ok(thinkingMs >= thoughtMs, `${thinkingMs} of ${thoughtMs} ms`);
  const waitingMs = await costOf(waiting);
  assert.ok(waitingMs > 0 && waitingMs < thoughtMs, `${waitingMs} ms`);
});
