import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { OPERATIONS } from '@tarazu/protocol';
import { WebSocket, WebSocketServer } from 'ws';
import { LIMITS } from '#gateway/admission/limits.ts';
import { bind } from '#gateway/binding.ts';
import type { GatewayOptions } from '#gateway/gateway.ts';
import { startHttpProcess, withoutSettings } from '#gateway/own-process/child.ts';
import { gatewayWith } from '#gateway/own-process/open.ts';
import { SESSION, SETTINGS } from '#gateway/test-gateway.ts';
import { refuse, reply, type Session } from '#ports.ts';
import { recordOf } from '#test-app.ts';

/** The HTTP side in a real process of its own; the dispatcher here. */
const { ads, props, stockCollectAdd, stockCancel } = OPERATIONS;
const folder = mkdtempSync(join(tmpdir(), 'tarazu-own-process-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const AT = { host: '127.0.0.1', port: 0 };

async function open(change: Partial<GatewayOptions> = {}) {
  const child = startHttpProcess();
  const heard: { readonly input: unknown; readonly session: Session | undefined }[] = [];
  const gateway = await gatewayWith(child)({
    ...SETTINGS,
    operations: [ads, stockCollectAdd],
    bindings: [
      bind(ads, async () => reply({ list: [] })),
      bind(stockCollectAdd, async (input, session) => {
        heard.push({ input, session });
        return refuse('WATCHLIST_FULL', { detail: { limit: '9' }, retryAfterMs: 1_500 });
      }),
    ],
    sessions: { find: (token) => (token === 'good' ? SESSION : 'unknown') },
    readiness: [{ name: 'dispatcher', check: async () => ({ ok: false, problem: 'sleeps' }) }],
    webFolder: folder,
    onEnded: (cause) => assert.fail(cause),
    ...change,
  });
  after(() => gateway.close());
  const port = await gateway.listen(AT);
  return { child, gateway, heard, port, url: `http://127.0.0.1:${port}` };
}

test('a call crosses to the dispatcher with all that it depends on, and its answer comes back as it is', async () => {
  const { url, heard } = await open();
  const headers = {
    accesstoken: 'good',
    'accept-language': 'bn-BN',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const collect = (more: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}/ipop-api${stockCollectAdd.path}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: 'instrumentId=NSE_SIM%3AARUNA',
    });
  const answer = await collect();
  const body = recordOf(await answer.json());
  assert.deepEqual([answer.headers.get('retry-after'), body['reason']], ['2', 'WATCHLIST_FULL']);
  assert.match(String(body['fix']), /৯/, 'in the language of the call');
  assert.deepEqual(heard, [{ input: { instrumentId: 'NSE_SIM:ARUNA' }, session: SESSION }]);
  assert.equal((await collect({ accesstoken: 'bad' })).status, 401);
  assert.equal((await collect({ 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.equal((await fetch(`${url}/ipop-api${ads.path}?nonsense=1`)).status, 400);
  const many = await Promise.all(
    Array.from({ length: 100 }, async () => (await fetch(`${url}/ipop-api${ads.path}`)).json()),
  );
  assert.equal(new Set(many.map((each) => recordOf(each)['requestId'])).size, 100);
});

test('pages and health are answered there, readiness by what the dispatcher says', async () => {
  const { url } = await open();
  assert.deepEqual(await (await fetch(`${url}/healthz`)).json(), { alive: true });
  const ready = await fetch(`${url}/readyz`);
  assert.equal(ready.status, 503);
  assert.deepEqual(await ready.json(), {
    ready: false,
    checks: { dispatcher: 'sleeps' },
    failing: ['dispatcher'],
  });
  const description = recordOf(await (await fetch(`${url}/ipop-api/openapi.json`)).json());
  assert.deepEqual(Object.keys(recordOf(description['paths'])), [ads.path, stockCollectAdd.path, '/stream']);
});

test('while the dispatcher stands still calls are refused in time, cancels last, and it is told how many were', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const served = new Map<string, number>();
  const told = Promise.withResolvers<void>();
  const { url } = await open({
    operations: [ads, stockCancel],
    bindings: [
      bind(ads, async () => {
        await promise;
        return reply({ list: [] });
      }),
      bind(stockCancel, async () => refuse('ORDER_UNKNOWN')),
    ],
    limits: { ...LIMITS, placesMin: 2, placesMax: 2 },
    onServed: ({ path, status, seconds }) => {
      assert.ok(seconds.every((one) => one >= 0));
      const key = `${status} ${path}`;
      served.set(key, (served.get(key) ?? 0) + seconds.length);
      if ((served.get(`503 ${ads.path}`) ?? 0) >= 5) told.resolve();
    },
  });
  const read = async (): Promise<number> => (await fetch(`${url}/ipop-api${ads.path}`)).status;
  const inside = [read(), read()];
  for (let nth = 0; nth < 5; nth += 1) assert.equal(await read(), 503);
  const cancel = await fetch(`${url}/ipop-api${stockCancel.path}?id=1`, { headers: { accesstoken: 'good' } });
  assert.equal(recordOf(await cancel.json())['reason'], 'ORDER_UNKNOWN');
  await told.promise;
  resolve();
  assert.deepEqual(await Promise.all(inside), [200, 200]);
});

test('what reads have cost is told with their answers, and too many are refused there (trial 25)', async () => {
  const { url } = await open({
    limits: { ...LIMITS, readsShareOfTime: 0.000_001 },
    bindings: [
      bind(ads, async () => {
        const fromMs = performance.now();
        while (performance.now() - fromMs < 12);
        return reply({ list: [] });
      }),
      bind(stockCollectAdd, async () => reply({})),
    ],
  });
  const read = async (): Promise<number> => (await fetch(`${url}/ipop-api${ads.path}`)).status;
  assert.deepEqual([await read(), await read()], [200, 503]);
});

test('a connection that becomes a stream is handed over with all that was sent on it', async () => {
  const { gateway, url } = await open();
  const sockets = new WebSocketServer({ noServer: true });
  after(() => sockets.close());
  gateway.onUpgrade((request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('message', (data) =>
        opened.send(`${request.url} ${request.headers['x-told']}: ${String(data)}`),
      );
    }),
  );
  const readers = Array.from(
    { length: 20 },
    (_, nth) =>
      new WebSocket(`${url.replace('http', 'ws')}/some/stream`, { headers: { 'x-told': `${nth}` } }),
  );
  const answers = await Promise.all(
    readers.map(async (reader) => {
      await once(reader, 'open');
      reader.send('hello');
      const [data] = await once(reader, 'message');
      reader.close();
      return String(data);
    }),
  );
  assert.deepEqual(
    answers,
    readers.map((_, nth) => `/some/stream ${nth}: hello`),
  );
});

/** A text of a few bytes as a client's frame: masked with zeros, which RFC 6455 allows. */
function clientFrame(text: string): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 + body.length, 0, 0, 0, 0]), body]);
}

const ASKING =
  'GET /some/stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** Says one thing with its request, one right behind it, one as soon as it is answered, and goes. */
async function sayAtOnce(port: number): Promise<void> {
  const caller = connect(port, '127.0.0.1').setNoDelay();
  await once(caller, 'connect');
  caller.write(Buffer.concat([Buffer.from(ASKING), clientFrame('with')]));
  setImmediate(() => caller.write(clientFrame('behind')));
  await once(caller, 'data');
  caller.end(clientFrame('then'));
  await once(caller.resume(), 'close');
}

test('nothing that 1,000 clients say in the first moments is lost while their sockets are handed over (trial 36)', async () => {
  const { gateway, port } = await open();
  const sockets = new WebSocketServer({ noServer: true });
  after(() => sockets.close());
  const heard: string[] = [];
  gateway.onUpgrade((request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const said: string[] = [];
      opened.on('message', (data) => said.push(String(data)));
      opened.on('close', () => heard.push(said.join()));
    }),
  );
  for (let wave = 0; wave < 10; wave += 1)
    await Promise.all(Array.from({ length: 100 }, () => sayAtOnce(port)));
  assert.deepEqual([heard.length, new Set(heard)], [1_000, new Set(['with,behind,then'])]);
});

test('a request with a body opens no stream: it is answered like any other call', async () => {
  const { port } = await open();
  const caller = connect(port, '127.0.0.1');
  await once(caller, 'connect');
  caller.write(ASKING.replace('Host: localhost', 'Host: localhost\r\nContent-Length: 5'));
  const [answer] = await once(caller, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 404 /);
  caller.destroy();
});

test('whoever asks for a stream and is gone at once harms nobody else', async () => {
  const { gateway, child, port, url } = await open();
  const head =
    'GET /some/stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  const ask = async () => {
    const caller = connect(port, '127.0.0.1');
    await once(caller, 'connect');
    caller.write(head);
    return caller;
  };
  const gone = once(await ask(), 'close');
  await gone;
  let heard = 0;
  gateway.onUpgrade((_request, socket) => {
    heard += 1;
    socket.end();
  });
  const callers = await Promise.all(Array.from({ length: 300 }, ask));
  for (const caller of callers) caller.resetAndDestroy();
  await once((await ask()).resume(), 'close');
  assert.ok(heard > 0);
  assert.equal((await fetch(`${url}/ipop-api${ads.path}`)).status, 200);
  assert.deepEqual([child.exitCode, child.signalCode], [null, null], 'nobody had to start it again');
});

test('an HTTP side that ends by itself is started again at the same port', async () => {
  const { child, url } = await open();
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The process takes no connection until it is there again.
  const answered = async (): Promise<number> => {
    for (;;) {
      try {
        return (await fetch(`${url}/ipop-api${ads.path}`)).status;
      } catch {
        await new Promise(setImmediate);
      }
    }
  };
  assert.equal(await answered(), 200);
});

test('one that can not come back is given up, and it is said', async () => {
  const ended = Promise.withResolvers<Error>();
  const { child, port } = await open({ onEnded: ended.resolve });
  child.kill('SIGKILL');
  await once(child, 'exit');
  // Somebody else has the port before the next one is there.
  const other = createServer();
  after(() => other.close());
  other.listen(port, '127.0.0.1');
  assert.match(String(await ended.promise), /EADDRINUSE/);
});

test('it ends with the process that started it, and gives the port back', async () => {
  const { gateway, child, port } = await open();
  const reader = connect(port, '127.0.0.1');
  await once(reader, 'connect');
  // Whether it is closed or broken is the same here.
  reader.on('error', () => undefined);
  const gone = new Promise((resolve) => reader.once('close', resolve));
  await gateway.close();
  await gone;
  assert.equal(child.exitCode, 0);
  const late = connect(port, '127.0.0.1');
  const [error] = await once(late, 'error');
  assert.match(String(error), /ECONNREFUSED/);
});

test('it is given the environment without our settings, which hold the way to the database', () => {
  const given = withoutSettings({
    DATABASE_URL: 'postgres://a:b@c/d',
    SMTP_URL: 'smtps://a:b@c',
    PATH: '/bin',
  });
  assert.deepEqual(given, { PATH: '/bin' });
});

test('a port that is taken is said with its code', async () => {
  const { port } = await open();
  const child = startHttpProcess();
  const gateway = await gatewayWith(child)({
    ...SETTINGS,
    operations: [props],
    bindings: [bind(props, async () => refuse('UNAVAILABLE'))],
    webFolder: folder,
  });
  after(() => gateway.close());
  await assert.rejects(gateway.listen({ ...AT, port }), { code: 'EADDRINUSE' });
});
