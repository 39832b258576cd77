/**
 * The app behind a real nginx and a real Caddy with TLS, on one host and on two, as docs/running.md says it.
 * Belongs to `npm run verify -- --slow`: it installs the two proxies of Debian where they are not there.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { openPerson } from '../harness/browser.ts';
import { root } from '../harness/root.ts';
import { texts } from '../texts.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarazu-proxies-'));
const certificate = join(folder, 'tls.crt');
const key = join(folder, 'tls.key');
const children = new Set<ChildProcess>();
let browser: Browser;

before(async () => {
  install(['nginx', 'caddy']);
  const names = ['tarazu', 'app.tarazu', 'api.tarazu'].map((name) => `DNS:${name}.example`).join(',');
  const subject = ['-subj', '/CN=tarazu.example', '-addext', `subjectAltName=${names}`];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'pipe' });
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--ignore-certificate-errors',
      '--host-resolver-rules=MAP *.example 127.0.0.1',
    ],
  });
});
after(async () => {
  await browser?.close();
  for (const child of children) await end(child);
  rmSync(folder, { recursive: true, force: true });
});

function install(programs: readonly string[]): void {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length > 0)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { stdio: 'pipe' });
}

async function end(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  server.close();
  await once(server, 'close');
  return address.port;
}

/** Starts a program; resolves when a line of it matches. */
async function start(file: string, args: readonly string[], more: { env?: object; until?: RegExp } = {}) {
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, HOME: folder, ...more.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const lines: string[] = [];
  const ready = Promise.withResolvers<void>();
  child.once('exit', () => ready.reject(new Error(`${file} ended: ${lines.join('\n')}`)));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (more.until?.test(line)) ready.resolve();
    });
  }
  if (more.until) await ready.promise;
  else ready.promise.catch(() => undefined);
  return { child, lines };
}

const TRIES_MAX = 300;

/** Until the proxy speaks TLS for the name. */
async function answers(name: string, port: number): Promise<void> {
  const args = ['s_client', '-connect', `127.0.0.1:${port}`, '-servername', name];
  for (let tries = 0; spawnSync('openssl', args, { input: '' }).status !== 0; tries += 1)
    assert.ok(tries < TRIES_MAX, `${name} is served at port ${port}`);
}

/** The server block that docs/running.md tells an operator to write. */
function nginxExample(): string {
  const text = readFileSync(join(root, 'docs', 'running.md'), 'utf8');
  const [block] = text.match(/^ {4}server \{\n(?:.*\n)+? {4}\}\n/m) ?? [];
  assert.ok(block !== undefined, 'docs/running.md has the example of nginx');
  return block;
}

interface Site {
  readonly names: readonly string[];
  readonly port: number;
  readonly to: number;
}

const PROXIES: Readonly<Record<string, (site: Site) => Promise<ChildProcess>>> = {
  nginx: async ({ names, port, to }) => {
    const file = join(folder, `nginx-${port}.conf`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ');
    // The example of the documentation, at this test's addresses.
    const site = nginxExample()
      .replace('443 ssl', `127.0.0.1:${port} ssl`)
      .replace('server_name tarazu.example', `server_name ${names.join(' ')}`)
      .replace('/etc/ssl/tarazu.crt', certificate)
      .replace('/etc/ssl/tarazu.key', key)
      .replace('127.0.0.1:8080', `127.0.0.1:${to}`)
      // The port belongs to the name here.
      .replace('Host $host;', 'Host $http_host;');
    writeFileSync(
      file,
      `daemon off; user root; pid ${folder}/nginx-${port}.pid; error_log stderr; events {}
      http {
        access_log off; ${temporary}
        map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
        ${site}
      }`,
    );
    return (await start('nginx', ['-c', file])).child;
  },
  caddy: async ({ names, port, to }) => {
    const file = join(folder, `Caddyfile-${port}`);
    const sites = names.map((name) => `https://${name}:${port}`).join(', ');
    writeFileSync(
      file,
      `{\n admin off\n auto_https disable_redirects\n}\n${sites} {\n bind 127.0.0.1\n tls ${certificate} ${key}\n reverse_proxy 127.0.0.1:${to}\n}\n`,
    );
    return (await start('caddy', ['run', '--config', file, '--adapter', 'caddyfile'])).child;
  },
};

const PHOTO_BYTES_MAX = 5 * 1_024 * 1_024;

const HOSTS = [
  { name: 'one host', page: 'tarazu.example', api: 'tarazu.example', saysApi: true },
  { name: 'two hosts', page: 'app.tarazu.example', api: 'api.tarazu.example', saysApi: false },
] as const;

for (const [proxy, open] of Object.entries(PROXIES)) {
  for (const { name, page: host, api, saysApi } of HOSTS) {
    test(`behind ${proxy} with TLS on ${name} the app signs in, calls and streams (trial 9)`, async () => {
      const [port, to] = [await freePort(), await freePort()];
      const url = `https://${host}:${port}`;
      const apiUrl = `https://${api}:${port}`;
      const server = await start(process.execPath, [join(root, 'apps', 'server', 'src', 'main.ts')], {
        env: {
          DATA_DIR: join(folder, `${proxy}-${host}`),
          HOST: '127.0.0.1',
          PORT: String(to),
          METRICS_PORT: 'off',
          TRUST_PROXY: '1',
          PUBLIC_URL: url,
          ...(saysApi && { API_URL: apiUrl }),
        },
        until: /^Tarazu is open at /,
      });
      const child = await open({ names: [...new Set([host, api])], port, to });
      await answers(host, port);
      const person = await openPerson(browser, { url, hasChosenLanguage: true });
      const { page } = person;
      const calls = new Set<string>();
      page.on('request', (request) => {
        if (request.url().includes('/ipop-api/')) calls.add(new URL(request.url()).origin);
      });
      const stream = page.waitForEvent('websocket').then(async (socket) => {
        await socket.waitForEvent('framereceived');
        return new URL(socket.url()).origin;
      });
      await person.open('/');
      await page.getByRole('button', { name: texts.shell.tryDemo }).click();
      await page.getByText(texts.shell.demoFrame).waitFor();
      assert.equal(await stream, apiUrl.replace('https', 'wss'));
      assert.deepEqual([...calls], [apiUrl]);
      const outbox = await page.evaluate(
        async (at) => (await fetch(at)).status,
        `${apiUrl}/ipop-api/sandbox/outbox`,
      );
      assert.equal(outbox, 403, 'through a proxy the outbox asks for its key');
      const photo = await page.evaluate(
        async ([at, bytes]) => {
          const body = new FormData();
          body.append('photo', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }));
          return (await fetch(at, { method: 'POST', body })).headers.get('content-type');
        },
        [`${apiUrl}/ipop-api/user/update`, PHOTO_BYTES_MAX] as const,
      );
      assert.match(photo ?? '', /^application\/json/, 'the largest photo reaches the server (operator 2)');
      await person.leave();
      await end(child);
      await end(server.child);
    });
  }
}
