/** boot.js as it is served, run in a page that stands still, against a server that notes what it is asked. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { call } from '#client/api.ts';
import { signIn } from '#client/session.ts';
import { languageSlice } from '#client/store.ts';

const boot = readFileSync(fileURLToPath(new URL('../../../public/boot.js', import.meta.url)), 'utf8');
const ARUNA = 'NSE_SIM:ARUNA';

interface Seen {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let seen: Seen[] = [];
let status = 200;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += String(part);
  seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
  if (status === 0) return void request.socket.destroy();
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code: 0, msg: '', data: { number: seen.length } }));
});
let origin = '';

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  origin = `http://127.0.0.1:${address.port}`;
});
after(() => server.close());
beforeEach(() => {
  seen = [];
  status = 200;
  const window = { location: new URL(origin) };
  Object.assign(globalThis, { window, document: { querySelector: () => null } });
  languageSlice.set('bn-BN');
  const user = { id: '1', account: 'a', status: 1, idStatus: 'none' } as const;
  signIn({ realToken: 'real-token', demoToken: 'demo-token', user }, 'demo');
});

const kept = (value: unknown): string => JSON.stringify({ state: { value }, version: 1 });
const SIGNED_IN = {
  'tarazu.language': 'bn-BN',
  'tarazu.userToken': kept({ real: 'real-token', demo: 'demo-token' }),
  'tarazu.userAccountType': kept('demo'),
};

/** Opens an address: boot.js runs, and the app's code finds what it left. */
function open(path: string, storage: Readonly<Record<string, string>> = SIGNED_IN): void {
  const location = new URL(path, origin);
  const left: { earlyAnswers?: unknown } = {};
  runInNewContext(boot, {
    window: left,
    location,
    document: { documentElement: { dataset: {} }, querySelector: () => null },
    localStorage: { getItem: (key: string) => storage[key] ?? null },
    matchMedia: () => ({ matches: false }),
    ...{ URLSearchParams, AbortSignal, performance, fetch, JSON, Map, Object },
  });
  Object.assign(window, { earlyAnswers: left.earlyAnswers });
}

const lines = (): string[] => seen.map(({ line, body }) => `${line} ${body}`.trim()).toSorted();

test('what a page shows first is asked for once, by boot.js, as the app itself would ask', async () => {
  open(`/pages/stock/order?instrumentId=${encodeURIComponent(ARUNA)}`);
  await Promise.all([call('stockInfo', { instrumentId: ARUNA }), call('props', {}), call('userAssets', {})]);
  const early = lines();
  const headersOf = (line: string) => {
    const headers = seen.find((one) => one.line.includes(line))?.headers ?? {};
    return ['accesstoken', 'accept', 'accept-language', 'x-requested-with', 'content-type'].map(
      (name) => headers[name],
    );
  };
  const said = ['/stock/index/info', '/common/props', '/user/assets'].map(headersOf);
  seen = [];
  await Promise.all([call('stockInfo', { instrumentId: ARUNA }), call('props', {}), call('userAssets', {})]);
  assert.equal(early.length, 3);
  assert.deepEqual(lines(), early);
  assert.deepEqual(['/stock/index/info', '/common/props', '/user/assets'].map(headersOf), said);
});

test('a coin is asked for as the app asks for it', async () => {
  const instrumentId = 'COIN_SIM:BTC-USDT';
  open(`/pages/coin/coinKline?instrumentId=${encodeURIComponent(instrumentId)}`);
  await call('coinInfos', { instrumentId });
  assert.deepEqual(lines(), [`POST /ipop-api/coin/infos instrumentId=${encodeURIComponent(instrumentId)}`]);
});

test('an answer is taken once, and never for another session or language', async () => {
  open('/pages/tabbar/home');
  await call('userAssets', {}, { token: 'real-token' });
  languageSlice.set('en-US');
  await call('props', {});
  assert.equal(lines().length, 4);
  assert.equal(window.earlyAnswers?.size, 2);
});

test('a call that failed so early is made once more', async () => {
  status = 0;
  open('/pages/tabbar/home');
  await Promise.all([...(window.earlyAnswers?.values() ?? [])].map(({ answer }) => answer.catch(() => {})));
  status = 200;
  assert.deepEqual(await call('userAssets', {}), { number: 3 });
});

test('nothing is asked for a visitor, for a page without a first call, or without what it is about', () => {
  open('/pages/tabbar/home', {});
  open('/pages/user/about');
  open('/pages/stock/stockKline');
  open('/constructor');
  assert.equal(window.earlyAnswers?.size ?? 0, 0);
});
