import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { OPERATIONS } from '@tarazu/protocol';
import { type Binding, bind } from '#gateway/binding.ts';
import { type GatewayOptions, openGatewayHere } from '#gateway/gateway.ts';
import { SETTINGS } from '#gateway/test-gateway.ts';
import { reply } from '#ports.ts';
import { recordOf } from '#test-app.ts';

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

test('a name that nobody gave this installation reads nothing and opens nothing (trial 29)', async () => {
  const { fastify } = await open({ allowedOrigins: ['https://app.example'] });
  const get = async (url: string, host: string) => {
    const { statusCode, body } = await fastify.inject({ url, headers: { host, origin: `http://${host}` } });
    return [statusCode, statusCode === 200 ? '' : JSON.parse(body).reason];
  };
  for (const url of ['/', ADS, '/api', '/ipop-api/openapi.json', '/ipop-api/stream', '/nowhere'])
    assert.deepEqual(await get(url, 'evil.test'), [421, 'UNKNOWN_HOST'], url);
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080', 'app.example'])
    assert.deepEqual(await get(ADS, host), [200, ''], host);
  assert.equal(
    (await fastify.inject({ url: '/healthz', headers: { host: '10.1.2.3:8080' } })).statusCode,
    200,
  );
});

/** The answer to bytes on a connection of their own. */
async function answerTo(port: number, bytes: string): Promise<string> {
  const caller = connect(port, '127.0.0.1').setEncoding('utf8');
  caller.write(bytes);
  let heard = '';
  for await (const text of caller) heard += text;
  return heard;
}

test('two hosts in one request are one too many, for a call and for a stream (trial 32)', async () => {
  const gateway = await open();
  gateway.onUpgrade((_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  const port = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const ask = (path: string, more: string) =>
    answerTo(port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close${more}\r\n\r\n`);
  assert.match(await ask(ADS, ''), /^HTTP\/1\.1 200 /);
  assert.match(await ask(ADS, '\r\nhost: localhost'), /^HTTP\/1\.1 400 [\s\S]*INVALID_INPUT/);
  assert.match(await ask('/healthz', ''), /^HTTP\/1\.1 200 /);
  assert.match(await ask('/healthz', '\r\nhost: evil.test'), /^HTTP\/1\.1 400 /);
  assert.match(await ask(`http://localhost${ADS}`, ''), /^HTTP\/1\.1 200 /);
  assert.match(await ask(`http://evil.test${ADS}`, ''), /^HTTP\/1\.1 421 /);
  const upgrade = (host: string): Promise<string> =>
    answerTo(port, `GET /x HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  assert.match(await upgrade('Host: localhost\r\n'), /^HTTP\/1\.1 101 /);
  assert.match(await upgrade('Host: localhost\r\nHost: localhost\r\n'), /^HTTP\/1\.1 400 /);
  assert.match(await upgrade('Host: evil.test\r\n'), /^HTTP\/1\.1 421 /);
});

test('a body that is said to be compressed is not taken for what it is not (trial 32)', async () => {
  const { fastify } = await open();
  const get = async (encoding: string) => {
    const response = await fastify.inject({ url: ADS, headers: { 'content-encoding': encoding } });
    return response.statusCode;
  };
  assert.deepEqual([await get('gzip'), await get('BR'), await get('identity')], [415, 415, 200]);
});

test('a caller that leaves in the middle of its request is one quiet line (trial 32)', async () => {
  const said = Promise.withResolvers<unknown>();
  const onNotice = said.resolve;
  const demoEnter: Binding = { operation: OPERATIONS.demoEnter, handle: async () => reply({}) };
  const gateway = await open({ operations: [OPERATIONS.demoEnter], bindings: [demoEnter], onNotice });
  const port = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const path = `/ipop-api${OPERATIONS.demoEnter.path}`;
  const caller = connect(port, '127.0.0.1');
  await once(caller, 'connect');
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100';
  caller.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${form}\r\n\r\na=1`, () =>
    caller.resetAndDestroy(),
  );
  const notice = recordOf(await said.promise);
  assert.deepEqual([notice['level'], notice['operation']], ['info', path]);
});

test('a proxy on this machine that nobody told of is said once, and in health (trial 31)', async () => {
  const notices: unknown[] = [];
  const onNotice = (notice: unknown): void => void notices.push(notice);
  const checks = async (gateway: Awaited<ReturnType<typeof open>>) =>
    recordOf((await gateway.fastify.inject('/readyz')).json())['checks'];
  const call = { url: ADS, headers: { 'x-forwarded-for': '203.0.113.7' } };
  const gateway = await open({ onNotice });
  await gateway.fastify.inject({ ...call, remoteAddress: '198.51.100.1' });
  assert.deepEqual([notices.length, await checks(gateway)], [0, {}], 'a stranger may say so');
  await gateway.fastify.inject(call);
  await gateway.fastify.inject(call);
  assert.equal(notices.length, 1);
  assert.match(JSON.stringify(await checks(gateway)), /TRUST_PROXY=1/);
  const told = await open({ onNotice, trustedProxies: 1 });
  await told.fastify.inject(call);
  assert.deepEqual(
    [notices.length, await checks(told)],
    [1, undefined],
    'behind a proxy nobody is told parts',
  );
});
