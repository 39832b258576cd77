import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { OPERATIONS } from '@tarazu/protocol';
import { LIMITS } from '#gateway/admission/limits.ts';
import { bind } from '#gateway/binding.ts';
import { type GatewayOptions, openGatewayHere } from '#gateway/gateway.ts';
import { SESSION, SETTINGS } from '#gateway/test-gateway.ts';
import { refuse, reply } from '#ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarazu-web-'));
after(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'assets'));
mkdirSync(join(folder, '.vite'));
const script = `export const text = '${'long enough to be compressed '.repeat(100)}';`;
const document = '<!doctype html><meta name="api-origin" content="" /><title>Tarazu</title>';
writeFileSync(join(folder, 'index.html'), document);
writeFileSync(join(folder, 'assets', 'index-abc123.js'), script);
writeFileSync(join(folder, '.vite', 'source-hash.txt'), 'hash');

const OPTIONS: GatewayOptions = {
  ...SETTINGS,
  operations: [OPERATIONS.ads],
  bindings: [bind(OPERATIONS.ads, async () => reply({ list: [] }))],
  webFolder: folder,
};
const ADS = '/ipop-api/index/ads';

async function open(change: Partial<GatewayOptions> = {}) {
  const gateway = await openGatewayHere({ ...OPTIONS, ...change });
  after(() => gateway.close());
  return gateway;
}

test('a call without a binding, or a binding without a call, does not start', async () => {
  await assert.rejects(
    openGatewayHere({ ...OPTIONS, operations: [OPERATIONS.ads, OPERATIONS.props] }),
    /no binding: props/,
  );
  await assert.rejects(openGatewayHere({ ...OPTIONS, operations: [] }), /no operation here: ads/);
  await assert.rejects(
    openGatewayHere({ ...OPTIONS, bindings: [...OPTIONS.bindings, ...OPTIONS.bindings] }),
    /bound once/,
  );
});

test('while outputs are checked, a refusal that is not published or lacks what its sentence names is a mistake', async () => {
  const said: string[] = [];
  const refusals = [
    refuse('TICK'),
    refuse('WATCHLIST_FULL'),
    refuse('WATCHLIST_FULL', { detail: { limit: '9' } }),
  ];
  const operation = { ...OPERATIONS.ads, refusals: ['WATCHLIST_FULL'] as const };
  const { fastify } = await open({
    operations: [operation],
    bindings: [bind(operation, async () => refusals.shift() ?? reply({ list: [] }))],
    areOutputsChecked: true,
    onBug: (error) => said.push(String(error)),
  });
  const reasons: unknown[] = [];
  for (let turn = 0; turn < 3; turn += 1) reasons.push((await fastify.inject({ url: ADS })).json().reason);
  assert.deepEqual(reasons, ['INTERNAL', 'INTERNAL', 'WATCHLIST_FULL']);
  assert.match(said[0] ?? '', /not among its refusals/);
  assert.match(said[1] ?? '', /does not say limit/);
});

test('each answer is never cached and carries the safe headers; https adds its own', async () => {
  const { fastify } = await open({ publicUrl: 'https://app.tarazu.example' });
  const answer = await fastify.inject({ url: ADS });
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.match(String(answer.headers['strict-transport-security']), /max-age=31536000/);
  for (const url of [ADS, '/nowhere.js', '/ipop-api/nowhere', '/healthz', '/readyz'])
    assert.equal(
      (await fastify.inject({ url })).headers['content-security-policy'],
      "default-src 'none'; frame-ancestors 'none'",
      `data is no document (trial 32): ${url}`,
    );
  const page = await fastify.inject({ url: '/' });
  const policy = String(page.headers['content-security-policy']);
  for (const part of [
    "script-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'https://api.tarazu.example wss://api.tarazu.example',
  ]) {
    assert.ok(policy.includes(part), part);
  }
  assert.ok(page.body.includes('<meta name="api-origin" content="https://api.tarazu.example" />'));
  const plain = await (await open()).fastify.inject({ url: ADS });
  assert.equal(plain.headers['strict-transport-security'], undefined);
});

test('the policy lets a page call its own server and the one that it names, nobody else (trial 1)', async () => {
  const allowed = async (addresses: Partial<GatewayOptions>): Promise<string | undefined> => {
    const { headers } = await (await open(addresses)).fastify.inject({ url: '/' });
    return /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
  };
  assert.equal(await allowed({ publicUrl: 'https://x.duckdns.org' }), "'self'");
  assert.equal(
    await allowed({ publicUrl: 'https://x.duckdns.org', apiUrl: 'https://y.duckdns.org' }),
    "'self' https://y.duckdns.org wss://y.duckdns.org",
  );
  assert.equal(
    await allowed({ apiUrl: 'http://calls.example:81' }),
    "'self' http://calls.example:81 ws://calls.example:81",
  );
});

test('a listed page may call from another origin, with its preflight; another page may not', async () => {
  const { fastify } = await open({
    publicUrl: 'https://app.tarazu.example',
    allowedOrigins: ['https://dispatcher.example'],
  });
  const preflight = (origin: string) =>
    fastify.inject({
      method: 'OPTIONS',
      url: ADS,
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  for (const origin of ['https://app.tarazu.example', 'https://dispatcher.example']) {
    const answer = await preflight(origin);
    assert.equal(answer.statusCode, 204);
    assert.equal(answer.headers['access-control-allow-origin'], origin);
    assert.match(
      String(answer.headers['access-control-allow-headers']),
      /accesstoken, accept-language, x-requested-with/,
    );
    const call = await fastify.inject({ url: ADS, headers: { origin } });
    assert.equal(call.headers['access-control-allow-origin'], origin);
    assert.equal(call.headers['vary'], 'Origin');
  }
  const other = await preflight('https://evil.example');
  assert.equal(other.headers['access-control-allow-origin'], undefined);
});

test('pages are routed by the app, hashed files are kept for ever, nothing else is found', async () => {
  const { fastify } = await open();
  for (const url of ['/', '/pages/stock/list', '/pages/user/about?x=1']) {
    const page = await fastify.inject({ url });
    assert.deepEqual(
      [page.statusCode, page.headers['cache-control'], page.body],
      [200, 'no-cache', document],
      url,
    );
  }
  const asset = await fastify.inject({ url: '/assets/index-abc123.js' });
  assert.match(String(asset.headers['cache-control']), /immutable/);
  const known = await fastify.inject({
    url: '/assets/index-abc123.js',
    headers: { 'if-none-match': String(asset.headers['etag']) },
  });
  assert.deepEqual([known.statusCode, known.body], [304, '']);
  for (const url of [
    '/assets/gone-def456.js',
    '/.vite/source-hash.txt',
    '/../package.json',
    '/%2e%2e/package.json',
    '/ipop-api',
    '/ipop-api/nothing',
    '/ipop-api/index/ads/',
  ]) {
    const answer = await fastify.inject({ url });
    assert.equal(answer.statusCode, 404, url);
    assert.equal(answer.json().code, -1101, url);
  }
  assert.equal((await fastify.inject({ method: 'HEAD', url: '/' })).statusCode, 405);
  assert.equal(
    (
      await fastify.inject({
        method: 'POST',
        url: '/pages/stock/list',
        payload: '{}',
        headers: { 'content-type': 'application/json' },
      })
    ).statusCode,
    404,
  );
});

test('files go out compressed as asked for', async () => {
  const { fastify, webCompressed } = await open();
  const get = (encoding: string) =>
    fastify.inject({ url: '/assets/index-abc123.js', headers: { 'accept-encoding': encoding } });
  await webCompressed;
  assert.equal((await get('gzip, deflate, br')).headers['content-encoding'], 'br');
  assert.equal((await get('gzip, br;q=0')).headers['content-encoding'], 'gzip');
  assert.equal((await get('identity')).body, script);
});

test('the description lists each call with its refusals, and the page that shows it has no script of its own', async () => {
  const { fastify } = await open();
  const description = (await fastify.inject({ url: '/ipop-api/openapi.json' })).json();
  assert.equal(description.openapi, '3.1.0');
  const call = description.paths['/index/ads'].get;
  assert.equal(call.operationId, 'ads');
  assert.ok(call['x-refusals'].some((refusal: { reason: string }) => refusal.reason === 'RATE_LIMITED'));
  assert.ok(call.responses['429'] !== undefined);
  const { schema } = call.responses['200'].content['application/json'];
  assert.deepEqual(schema, { $ref: '#/components/schemas/AdsAnswer' });
  const page = await fastify.inject({ url: '/api' });
  assert.doesNotMatch(page.body, /<script(?![^>]*src=)|\son\w+=|style=/);
  for (const url of ['/api/page.js', '/api/page.css'])
    assert.equal((await fastify.inject({ url })).statusCode, 200);
});

test('the description is packed once and not sent to whoever has it', async () => {
  const { fastify } = await open();
  const get = (headers: Record<string, string>) => fastify.inject({ url: '/ipop-api/openapi.json', headers });
  const plain = await get({});
  const packed = { 'accept-encoding': 'br' };
  while ((await get(packed)).headers['content-encoding'] !== 'br')
    await new Promise((resolve) => setImmediate(resolve));
  assert.ok((await get(packed)).rawPayload.length < plain.rawPayload.length / 5);
  const again = await get({ ...packed, 'if-none-match': String(plain.headers['etag']) });
  assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0]);
});

test('a server that serves as many as it can refuses the next, which has no place in time, and says when to come back', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = bind(OPERATIONS.ads, async () => {
    await promise;
    return reply({ list: [] });
  });
  const { fastify } = await open({ bindings: [slow], limits: { ...LIMITS, placesMax: 2 } });
  // An injection begins when somebody waits for it.
  const waiting = [1, 2].map(() => fastify.inject({ url: ADS }).then((answer) => answer));
  const refused = await fastify.inject({ url: ADS });
  assert.deepEqual(
    [refused.statusCode, refused.json().code, refused.headers['retry-after']],
    [503, -1900, '2'],
  );
  resolve();
  for (const answer of await Promise.all(waiting)) assert.equal(answer.statusCode, 200);
  assert.equal((await fastify.inject({ url: ADS })).statusCode, 200);
});

test('with too much to do reads are refused first, then orders, and cancels never before both', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ads, demoEnter, stockCancel } = OPERATIONS;
  const refuseLater = async () => {
    await promise;
    return refuse('UNAVAILABLE');
  };
  const { fastify } = await open({
    operations: [ads, demoEnter, stockCancel],
    bindings: [
      bind(ads, refuseLater),
      bind(demoEnter, refuseLater),
      bind(stockCancel, async () => refuse('ORDER_UNKNOWN')),
    ],
    sessions: { find: () => SESSION },
    limits: { ...LIMITS, placesMax: 4 },
  });
  const headers = { accesstoken: 'token', 'x-requested-with': 'XMLHttpRequest' };
  const read = () => fastify.inject({ url: ADS }).then((answer) => answer);
  const command = () =>
    fastify.inject({ method: 'POST', url: '/ipop-api/user/demo', headers }).then((answer) => answer);
  const waiting = [read(), read(), read()];
  assert.equal((await read()).statusCode, 503, 'the fourth read has no place');
  waiting.push(command());
  assert.equal((await command()).json().reason, 'OVERLOADED', 'the fifth call of any kind');
  const cancelled = await fastify.inject({ url: '/ipop-api/stock/order/cancel?id=1', headers });
  assert.equal(cancelled.json().reason, 'ORDER_UNKNOWN', 'a cancel is still served');
  resolve();
  await Promise.all(waiting);
  assert.notEqual((await read()).json().reason, 'OVERLOADED');
});

test('a mistake of ours is told to us whole and to the caller by its number only', async () => {
  const bugs: unknown[] = [];
  const broken = bind(OPERATIONS.ads, async () => {
    throw new Error('Invariant: secret words');
  });
  const { fastify } = await open({ bindings: [broken], onBug: (error) => bugs.push(error) });
  const answer = await fastify.inject({ url: ADS });
  assert.deepEqual([answer.statusCode, answer.json().code, bugs.length], [500, -1902, 1]);
  assert.doesNotMatch(answer.body, /secret words/);
});

test('a database that is away is an outage and not a mistake', async () => {
  const away = bind(OPERATIONS.ads, async () => {
    throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
  });
  const { fastify } = await open({ bindings: [away] });
  const answer = await fastify.inject({ url: ADS });
  assert.deepEqual([answer.statusCode, answer.json().code], [503, -1901]);
});

const RAW: readonly (readonly [text: string, status: string])[] = [
  ['nonsense\r\n\r\n', '400'],
  [`GET ${ADS} HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
  [`GET ${ADS} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, '200'],
  ['BREW /ipop-api/index/ads HTTP/1.1\r\nHost: localhost\r\n\r\n', '400'],
  [
    `POST ${ADS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`,
    '400',
  ],
  ['GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', '404'],
];
for (const [text, status] of RAW) {
  test(`over a socket, ${JSON.stringify(text.slice(0, 30))} is answered ${status}`, async () => {
    const gateway = await open();
    const port = await gateway.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('utf8');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.write(text);
    await once(socket, 'close');
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
  });
}

/**
 * One connection on which requests are sent one after the
 * other; answers with all that came back when it is closed.
 */
async function openLine(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (data) => {
    text += String(data);
  });
  const closed = once(socket, 'close').then(() => text);
  return { closed, send: (request: string) => socket.write(request.replaceAll('\n', '\r\n')) };
}

test('what comes in on an open connection while the server stops is served, and the connection ends', async () => {
  const { promise: isWaiting, resolve: waits } = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const gateway = await open({
    operations: [OPERATIONS.ads, OPERATIONS.props],
    bindings: [
      bind(OPERATIONS.ads, async () => {
        waits();
        await promise;
        return reply({ list: [] });
      }),
      bind(OPERATIONS.props, async () => {
        resolve();
        return refuse('UNAVAILABLE');
      }),
    ],
  });
  const line = await openLine(await gateway.listen({ host: '127.0.0.1', port: 0 }));
  line.send(`GET ${ADS} HTTP/1.1\nHost: localhost\n\n`);
  await isWaiting;
  const closing = gateway.close();
  line.send(`GET /ipop-api${OPERATIONS.props.path} HTTP/1.1\nHost: localhost\n\n`);
  const answers = await line.closed;
  assert.match(answers, /^HTTP\/1\.1 200 /);
  assert.match(answers, /HTTP\/1\.1 \d+ .*\nConnection: close.*"reason"/is, answers);
  await closing;
});

test('a call that offers HTTP/2 as well is answered like any other', async () => {
  const gateway = await open();
  gateway.onUpgrade((_request, socket) => socket.end());
  const line = await openLine(await gateway.listen({ host: '127.0.0.1', port: 0 }));
  line.send(
    `GET ${ADS} HTTP/1.1\nHost: localhost\nConnection: Upgrade, HTTP2-Settings, close\nUpgrade: h2c\nHTTP2-Settings: AAMAAABkAAQAAP__\n\n`,
  );
  assert.match(await line.closed, /^HTTP\/1\.1 200 /);
});

test('the frame of an outside chat is an origin of its own, and there is none without a script', async () => {
  const url = '/chat-frame.html';
  const plain = await open();
  assert.equal((await plain.fastify.inject({ url })).statusCode, 404);
  const pageOf = async ({ fastify }: typeof plain) =>
    String((await fastify.inject({ url: '/' })).headers['content-security-policy']);
  assert.ok(!(await pageOf(plain)).includes('frame-src'));
  const chatScript = 'https://chat.example/js/a.js?a=</script><script>alert(1)';
  const framed = await open({ chatScript });
  assert.match(await pageOf(framed), /; frame-src 'self';/);
  const { headers, body } = await framed.fastify.inject({ url });
  const policy = String(headers['content-security-policy']);
  assert.match(
    policy,
    /^sandbox allow-scripts allow-forms allow-popups; default-src 'none'; script-src 'sha256-[^']+' https:\/\/chat\.example;/,
  );
  assert.match(policy, /frame-ancestors 'self'$/);
  assert.ok(!policy.includes('allow-same-origin'));
  assert.match(String(headers['permissions-policy']), /camera=\(\).*clipboard-read=\(\)/);
  const loader = /<script>([\s\S]*)<\/script>$/.exec(body)?.[1] ?? '';
  assert.ok(!loader.includes('</script>'), 'an address can not end the script');
  const hash = createHash('sha256').update(loader).digest('base64');
  assert.ok(policy.includes(`'sha256-${hash}'`));
});
