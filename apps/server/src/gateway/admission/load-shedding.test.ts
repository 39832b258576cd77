import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { OPERATIONS } from '@tarazu/protocol';
import { LIMITS } from '#gateway/admission/limits.ts';
import { bind } from '#gateway/binding.ts';
import { openGatewayHere } from '#gateway/gateway.ts';
import { SESSION, SETTINGS } from '#gateway/test-gateway.ts';
import { refuse, reply } from '#ports.ts';
import { recordOf } from '#test-app.ts';

const { demoEnter, stockCancel, ads } = OPERATIONS;
const PLACES = 4;

/** A gateway whose calls that enter the demo are served when they are let go. */
async function openBusy() {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const served: (readonly [path: string, status: number])[] = [];
  const counts = { handled: 0 };
  const gateway = await openGatewayHere({
    ...SETTINGS,
    operations: [demoEnter, stockCancel, ads],
    bindings: [
      bind(demoEnter, async () => {
        counts.handled += 1;
        await promise;
        return refuse('UNAVAILABLE');
      }),
      bind(stockCancel, async () => refuse('ORDER_UNKNOWN')),
      bind(ads, async () => reply({ list: [] })),
    ],
    sessions: { find: () => SESSION },
    // A call that waits here waits until a place is free, however slow the machine is.
    limits: { ...LIMITS, placesMin: PLACES, waitMsMax: 60_000 },
    webFolder: import.meta.dirname,
    allowedOrigins: ['https://app.example'],
    onServed: ({ path, status }) => served.push([path, status]),
  });
  after(() => gateway.close());
  const port = await gateway.listen({ host: '127.0.0.1', port: 0 });
  return { fastify: gateway.fastify, port, served, counts, letGo };
}

test('whoever would wait in vain is refused before anything is read of the call, and can call again on the same connection', async () => {
  const { fastify, port, served, counts, letGo } = await openBusy();
  const call = (path: string, change: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/ipop-api${path}`, { headers: { accesstoken: 'token' }, ...change });
  const enter = async (): Promise<string> => {
    const answer = await fastify.inject({ method: 'POST', url: '/ipop-api/user/demo' });
    return answer.json().reason;
  };
  // So many have a place, as many again may wait, and whoever comes then would wait in vain.
  const entering = Array.from({ length: 2 * PLACES + 1 }, enter);
  assert.equal(await Promise.race(entering), 'OVERLOADED');
  const headers = {
    origin: 'https://app.example',
    'accept-language': 'bn-BN',
    'content-type': 'text/nonsense',
  };
  const refused = await call('/user/demo', { method: 'POST', body: 'x'.repeat(1_000), headers });
  const body = recordOf(await refused.json());
  assert.deepEqual(
    [refused.status, body['code'], body['reason'], body['retryAfterMs']],
    [503, -1900, 'OVERLOADED', 2_000],
  );
  assert.equal(refused.headers.get('retry-after'), '2');
  assert.equal(refused.headers.get('access-control-allow-origin'), 'https://app.example');
  assert.equal(refused.headers.get('cache-control'), 'no-store');
  const again = recordOf(await (await call('/user/demo', { method: 'POST' })).json());
  assert.deepEqual([again['reason'], again['requestId'] === body['requestId']], ['OVERLOADED', false]);
  assert.equal((await call('/user/demo')).status, 405, 'what is no call of ours is answered as ever');
  const cancelled = recordOf(await (await call('/stock/order/cancel?id=1')).json());
  assert.equal(cancelled['reason'], 'ORDER_UNKNOWN', 'a cancel is still served');
  assert.deepEqual(
    served.filter(([path, status]) => path !== '/stock/order/cancel' && status !== 503),
    [['(none)', 405]],
  );
  assert.equal(counts.handled, PLACES);
  letGo();
  const reasons = await Promise.all(entering);
  assert.equal(
    reasons.filter((reason) => reason === 'UNAVAILABLE').length,
    2 * PLACES,
    'whoever waited had a place',
  );
  assert.equal(counts.handled, 2 * PLACES);
  const taken = recordOf(await (await call('/user/demo', { method: 'POST' })).json());
  assert.equal(taken['reason'], 'UNAVAILABLE', 'by the one who serves it');
});
