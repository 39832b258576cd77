import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGatewayHere } from '#gateway/gateway.ts';
import { rememberedFor } from '#gateway/health.ts';
import { SETTINGS } from '#gateway/test-gateway.ts';

test('an answer serves all who ask while it is made and for some time after', async () => {
  let nowMs = 0;
  let asked = 0;
  const { promise: isMade, resolve: make } = Promise.withResolvers<void>();
  const ask = rememberedFor(1_000, {
    ask: async () => {
      asked += 1;
      const answer = asked;
      await isMade;
      return answer;
    },
    nowMs: () => nowMs,
  });
  const first = ask();
  nowMs = 5_000;
  const second = ask();
  make();
  assert.deepEqual([await first, await second, asked], [1, 1, 1]);
  nowMs = 5_999;
  assert.deepEqual([await ask(), asked], [1, 1]);
  nowMs = 6_000;
  assert.deepEqual([await ask(), asked], [2, 2]);
});

test('strangers learn whether the server is ready, and how its parts stand only who is at this machine', async (t) => {
  let asked = 0;
  const check = async () => {
    asked += 1;
    return { ok: false, problem: 'does not answer' } as const;
  };
  const { fastify, close } = await openGatewayHere({
    ...SETTINGS,
    operations: [],
    bindings: [],
    webFolder: 'no-such-folder',
    readiness: [{ name: 'database', check }],
  });
  t.after(close);
  const ready = async (more: object) => {
    const response = await fastify.inject({ url: '/readyz', ...more });
    return [response.statusCode, response.json()];
  };
  const whole = { ready: false, checks: { database: 'does not answer' }, failing: ['database'] };
  assert.deepEqual(await ready({}), [503, whole]);
  assert.deepEqual(await ready({ remoteAddress: '198.51.100.1' }), [503, { ready: false }]);
  assert.deepEqual(await ready({ headers: { host: 'trade.example' } }), [503, { ready: false }]);
  assert.deepEqual(await ready({ headers: { 'x-forwarded-for': '198.51.100.1' } }), [503, { ready: false }]);
  assert.equal(asked, 1, 'four who ask at once cost what one does');
});
