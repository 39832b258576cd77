import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { OPERATIONS } from '@tarazu/protocol';
import { LIMITS } from '#gateway/admission/limits.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { type GatewayOptions, openGatewayHere } from '#gateway/gateway.ts';
import { SETTINGS } from '#gateway/test-gateway.ts';
import { reply } from '#ports.ts';

const ADS = '/ipop-api/index/ads';

async function open(change: Partial<GatewayOptions> = {}) {
  const gateway = await openGatewayHere({
    ...SETTINGS,
    operations: [OPERATIONS.ads],
    bindings: [bind(OPERATIONS.ads, async () => reply({ list: [] }))],
    webFolder: '/nowhere',
    ...change,
  });
  after(() => gateway.close());
  return gateway;
}

test('too many calls of one address are refused with a time, those of this machine are not counted', async () => {
  const { fastify } = await open({ limits: { ...LIMITS, callsPerAddressPerSecond: 3 } });
  const get = (remoteAddress: string) => fastify.inject({ url: ADS, remoteAddress });
  for (let count = 0; count < 3; count += 1) assert.equal((await get('203.0.113.7')).statusCode, 200);
  const refused = await get('203.0.113.7');
  assert.deepEqual(
    [refused.statusCode, refused.json().reason, refused.headers['retry-after']],
    [429, 'RATE_LIMITED', '1'],
  );
  assert.equal((await get('203.0.113.8')).statusCode, 200);
  for (let count = 0; count < 10; count += 1) assert.equal((await get('127.0.0.1')).statusCode, 200);
});

test('files, the description of the calls and unknown paths have limits of their own by address', async () => {
  const { fastify } = await open({
    limits: {
      ...LIMITS,
      filesPerAddressPerSecond: 3,
      unknownPathsPerAddressPerSecond: 2,
      descriptionsPerAddressPerSecond: 1,
    },
  });
  const get = async (url: string, remoteAddress = '203.0.113.7') =>
    (await fastify.inject({ url, remoteAddress })).statusCode;
  const all = async (...urls: readonly string[]): Promise<number[]> =>
    await Promise.all(urls.map((url) => get(url)));
  assert.deepEqual(await all('/nowhere.js', '/ipop-api/none', '/', '/metrics'), [404, 404, 429, 429]);
  assert.deepEqual(await all('/ipop-api/openapi.json', '/ipop-api/openapi.json'), [200, 429]);
  assert.deepEqual(await all('/api', '/api/page.js', '/api', '/api/page.css'), [200, 200, 200, 429]);
  assert.equal(await get(ADS), 200, 'calls count for themselves');
  assert.equal(await get('/api', '203.0.113.8'), 200);
  for (let count = 0; count < 10; count += 1) assert.equal(await get('/healthz'), 200);
});

test('an IPv6 network calls as one address, and a wider one as ten (trial 31)', async () => {
  const { fastify } = await open({ limits: { ...LIMITS, callsPerAddressPerSecond: 3 } });
  const get = async (remoteAddress: string) => (await fastify.inject({ url: ADS, remoteAddress })).statusCode;
  for (let phone = 0; phone < 3; phone += 1) assert.equal(await get(`2001:db8:7:1::${phone}`), 200);
  assert.equal(await get('2001:db8:7:1::9'), 429);
  const homes = Array.from({ length: 40 }, (_, home) => get(`2001:db8:8:${home.toString(16)}::1`));
  assert.equal((await Promise.all(homes)).filter((status) => status === 200).length, 30);
});

test('reads of one address that cost too much are refused with a time, and its commands are served (trial 25)', async () => {
  const dear = bind(OPERATIONS.ads, async () => {
    const fromMs = performance.now();
    while (performance.now() - fromMs < 20);
    return reply({ list: [] });
  });
  const demoEnter: Binding = { operation: OPERATIONS.demoEnter, handle: async () => reply({}) };
  const { fastify } = await open({
    operations: [OPERATIONS.ads, OPERATIONS.demoEnter],
    bindings: [dear, demoEnter],
    limits: { ...LIMITS, readsShareOfTime: 1_000, callerShareOfTime: 0.000_001 },
  });
  const get = (remoteAddress: string) => fastify.inject({ url: ADS, remoteAddress });
  const served = async (remoteAddress: string): Promise<number> => {
    for (let count = 0; ; count += 1) if ((await get(remoteAddress)).statusCode !== 200) return count;
  };
  const count = await served('203.0.113.7');
  assert.ok(count > 0 && count <= 26, `${count} of 20 ms each within half a second`);
  const refused = await get('203.0.113.7');
  assert.deepEqual([refused.statusCode, refused.json().reason], [429, 'RATE_LIMITED']);
  assert.ok(Number(refused.headers['retry-after']) >= 1);
  assert.equal((await get('203.0.113.8')).statusCode, 200);
  const url = `/ipop-api${OPERATIONS.demoEnter.path}`;
  const entering = await fastify.inject({ method: 'POST', url, remoteAddress: '203.0.113.7' });
  assert.equal(entering.statusCode, 200);
});

test('reads leave time for orders: those for which there is none are refused (trial 25)', async () => {
  const dear = bind(OPERATIONS.ads, async () => {
    const fromMs = performance.now();
    while (performance.now() - fromMs < 5);
    return reply({ list: [] });
  });
  const { fastify } = await open({
    bindings: [dear],
    limits: { ...LIMITS, readsShareOfTime: 0.000_001 },
  });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await fastify.inject({ url: ADS })).statusCode);
  const [first, second, ...others] = statuses;
  assert.equal(first, 200);
  assert.ok(
    second === 200 || second === 503,
    'ten milliseconds are saved up: one that was held up used them',
  );
  assert.deepEqual(others, [503, 503, 503]);
});

test('behind a proxy its word for the caller counts, and only the last one', async () => {
  const { fastify } = await open({ trustedProxies: 1, limits: { ...LIMITS, callsPerAddressPerSecond: 1 } });
  const get = (forwarded: string) =>
    fastify.inject({ url: ADS, remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': forwarded } });
  assert.equal((await get('203.0.113.7')).statusCode, 200);
  assert.equal(
    (await get('198.51.100.1, 203.0.113.7')).statusCode,
    429,
    'what the caller wrote before it changes nothing',
  );
  assert.equal((await get('203.0.113.8')).statusCode, 200);
});
