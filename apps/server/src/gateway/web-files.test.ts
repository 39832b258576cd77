import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { cacheForms, markOf } from '#gateway/compressed-forms.ts';
import { openWebFiles } from '#gateway/web-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarazu-web-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const HOME = '/pages/tabbar/home';
const POLICY = { 'content-security-policy': "script-src 'self'" };
const plainPage = `<!doctype html><html><head><meta name="api-origin" content="" /></head><body>${'long enough to compress '.repeat(60)}</body></html>`;
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
mkdirSync(join(folder, '.vite'));
writeFileSync(join(folder, 'sw.js'), `keep([{revision:"${md5(plainPage)}",url:"index.html"}])`);
writeFileSync(join(folder, 'index.html'), plainPage);
writeFileSync(
  join(folder, '.vite', 'page-preloads.json'),
  JSON.stringify({ [HOME]: ['assets/home-abc.js', 'assets/texts-def.js'] }),
);

async function open(
  apiOrigin?: string,
): Promise<(path: string, headers?: Record<string, string>) => Promise<Response>> {
  const files = openWebFiles({ folder, apiOrigin, everywhere: {}, page: POLICY });
  await files.compressed;
  const server = createServer((request, response) => {
    if (!files.serve(request.url ?? '/', request.headers, response)) response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return (path, headers = {}) => fetch(`http://127.0.0.1:${address.port}${path}`, { headers });
}

test('the document of a page names the code of that page, once, in its head', async () => {
  const get = await open();
  const home = await get(HOME, { 'accept-encoding': 'br' });
  assert.equal(home.headers.get('content-encoding'), 'br');
  assert.equal(home.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(home.headers.get('cache-control'), 'no-cache');
  assert.equal(home.headers.get('content-security-policy'), POLICY['content-security-policy']);
  const [head = '', ...rest] = (await home.text()).split('</head>');
  assert.deepEqual(
    [...head.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(([, href]) => href),
    ['/assets/home-abc.js', '/assets/texts-def.js'],
  );
  assert.equal(rest.length, 1);
});

test('other addresses get the document as it was built, and the two never stand for each other in a cache', async () => {
  const get = await open();
  const other = await get('/pages/user/about');
  assert.equal(await other.text(), plainPage);
  const tag = String(other.headers.get('etag'));
  assert.equal((await get('/index.html', { 'if-none-match': tag })).status, 304);
  assert.equal((await get(HOME, { 'if-none-match': tag })).status, 200);
  assert.equal((await get('/.vite/page-preloads.json')).status, 404);
});

test('each document says where its calls go, and a browser that kept one hears that it has changed (trial 1)', async () => {
  const get = await open('https://calls.example');
  const said = '<meta name="api-origin" content="https://calls.example" />';
  const pages = await Promise.all(
    [HOME, '/', '/pages/user/about'].map(async (path) => (await get(path)).text()),
  );
  for (const page of pages) assert.ok(page.includes(said));
  const worker = await (await get('/sw.js')).text();
  assert.ok(worker.includes(md5(await (await get('/index.html')).text())));
  assert.ok(!worker.includes(md5(plainPage)));
  const unsaid = await open();
  assert.ok((await (await unsaid('/')).text()).includes('<meta name="api-origin" content="" />'));
  assert.ok((await (await unsaid('/sw.js')).text()).includes(md5(plainPage)));
});

test('a start takes the forms that came with the build, and makes only those of what it wrote itself', async () => {
  const code = Buffer.from('export const same = "same";'.repeat(100));
  writeFileSync(join(folder, 'code.js'), code);
  await cacheForms(folder, [['code.js', code]]);
  // Another text under the same mark shows whose form is sent.
  const other = brotliCompressSync('from the build');
  writeFileSync(join(folder, '.compressed', `${markOf(code)}.br`), other);
  const get = await open('https://calls.example');
  const sent = await get('/code.js', { 'accept-encoding': 'br' });
  assert.deepEqual([sent.headers.get('content-encoding'), await sent.text()], ['br', 'from the build']);
  const packed = await get('/code.js', { 'accept-encoding': 'gzip' });
  assert.deepEqual([packed.headers.get('content-encoding'), await packed.text()], ['gzip', String(code)]);
  const page = await get(HOME, { 'accept-encoding': 'br' });
  assert.equal(page.headers.get('content-encoding'), 'br');
  assert.ok((await page.text()).includes('https://calls.example'));
  assert.equal((await get(`/.compressed/${markOf(code)}.br`)).status, 404);
});

test('a file that the browser has is not sent again, however a cache names its mark', async () => {
  const get = await open();
  const etag = (await get(HOME)).headers.get('etag') ?? '';
  for (const mark of [etag, `W/${etag}`, `"other", W/${etag}`]) {
    const again = await get(HOME, { 'if-none-match': mark });
    assert.deepEqual([again.status, await again.text()], [304, ''], mark);
  }
  assert.equal((await get(HOME, { 'if-none-match': '"other"' })).status, 200);
});
