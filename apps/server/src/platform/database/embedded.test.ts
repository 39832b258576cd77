import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { isTrouble } from './open-database.ts';
import { PostmasterFailure } from './postmaster.ts';

const directory = mkdtempSync(join(tmpdir(), 'tarazu-embedded-'));
const exits: string[] = [];
let exitSeen = Promise.withResolvers<void>();
let postgres = await start(directory);
after(async () => {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

test('a start on a full disk says that it is full, and any other what was said last (operator 4)', () => {
  const full = new PostmasterFailure('postgres', [
    'FATAL:  could not write lock file "postmaster.pid": No space left on device',
    ...Array.from({ length: 8 }, (_, n) => `LOG:  later word ${n}`),
  ]);
  assert.match(full.sentence('/d'), /^PostgreSQL did not start in \/d: its disk is full\. Nothing is lost: /);
  const other = new PostmasterFailure('postgres', ['one', 'two', 'three', 'four', 'five', 'six']);
  assert.equal(
    other.sentence('/d'),
    'PostgreSQL did not start in /d. Its last words: two three four five six',
  );
});

test('a database that is stopped on purpose cuts what is connected, and warns of nothing (operator 6)', () => {
  const cut = 'FATAL:  terminating connection due to administrator command';
  assert.equal(isTrouble(cut, false), true);
  assert.equal(isTrouble(cut, true), false);
  assert.equal(isTrouble('PANIC:  could not write to file: No space left on device', true), true);
  assert.equal(isTrouble('LOG:  database system is shut down', false), false);
});

function start(dataDirectory: string, lines: string[] = []): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDirectory,
    onExit: (reason) => {
      exits.push(reason);
      exitSeen.resolve();
    },
    onLine: (line) => lines.push(line),
  });
}

async function query(sql: string, change: Partial<pg.ClientConfig> = {}): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...postgres.connection(), ...change });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function mainProcess(): number {
  const processId = postgres.processId();
  assert.ok(processId !== null);
  return processId;
}

test('it is PostgreSQL 18 with safe settings, checksums and no listener beyond this machine', async () => {
  const [row] = await query(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages,
            current_setting('data_checksums') as checksums, current_setting('listen_addresses') as listen`,
  );
  assert.deepEqual(row, {
    version: 18,
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    checksums: 'on',
    listen: '127.0.0.1',
  });
});

test('it does not run as root, and its password file is for us alone', () => {
  if (existsSync('/proc')) {
    const status = readFileSync(`/proc/${mainProcess()}/status`, 'utf8');
    assert.doesNotMatch(status, /^Uid:\s+0\b/m);
  }
  assert.equal(statSync(join(directory, 'postgres-password')).mode & 0o777, 0o600);
});

test('nobody comes in without the password, by address or by socket', async () => {
  await assert.rejects(query('select 1', { password: 'wrong' }), /password authentication failed/);
  await assert.rejects(
    query('select 1', { password: 'wrong', host: '127.0.0.1' }),
    /password authentication failed/,
  );
  assert.deepEqual(await query('select 1 as one', { host: '127.0.0.1' }), [{ one: 1 }]);
});

test('letters of other scripts compare and change case by Unicode, whatever the locale of the machine', async () => {
  assert.deepEqual(await query("select lower('ÅÉ') as latin, length('তারাজু') as bengali"), [
    { latin: 'åé', bengali: 6 },
  ]);
});

test('a clean restart keeps the data, the port and tells nobody of an exit', async () => {
  await query('create table kept (n int)');
  await query('insert into kept values (1)');
  const before = { processId: mainProcess(), connection: postgres.connection() };
  await postgres.restart();
  assert.notEqual(mainProcess(), before.processId);
  assert.deepEqual(postgres.connection(), before.connection);
  assert.deepEqual(await query('select n from kept'), [{ n: 1 }]);
  assert.deepEqual(exits, []);
});

test('when all its processes are killed, the exit is told, and a restart recovers what was committed', async () => {
  await query('insert into kept values (2)');
  const main = mainProcess();
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' });
  exitSeen = Promise.withResolvers();
  process.kill(main, 'SIGKILL');
  for (const processId of children.trim().split(/\s+/).map(Number)) killIfThere(processId);
  await exitSeen.promise;
  assert.deepEqual(exits, ['PostgreSQL ended (SIGKILL).']);
  assert.equal(postgres.processId(), null);
  await postgres.restart();
  assert.deepEqual(await query('select n from kept order by n'), [{ n: 1 }, { n: 2 }]);
});

test('when only its main process is killed, a restart waits for the helpers that are left', async () => {
  const holder = new pg.Client(postgres.connection());
  await holder.connect();
  holder.on('error', () => undefined);
  exitSeen = Promise.withResolvers();
  process.kill(mainProcess(), 'SIGKILL');
  await exitSeen.promise;
  await postgres.restart();
  assert.deepEqual(await query('select count(*)::int as n from kept'), [{ n: 2 }]);
});

test('a port that another program has taken is changed for another, and the new one is kept', async () => {
  await postgres.stop();
  const portFile = join(directory, 'postgres-port');
  const taken = Number(readFileSync(portFile, 'utf8'));
  const squatter = createServer().listen(taken, '127.0.0.1');
  await once(squatter, 'listening');
  try {
    await postgres.restart();
    assert.notEqual(Number(readFileSync(portFile, 'utf8')), taken);
    assert.deepEqual(await query('select 1 as one', { host: '127.0.0.1' }), [{ one: 1 }]);
  } finally {
    squatter.close();
  }
});

test('a database that a killed server left behind is stopped and replaced by our own', async () => {
  await postgres.stop();
  const left = await leaveOrphan(directory);
  const lines: string[] = [];
  postgres = await start(directory, lines);
  assert.ok(
    lines.some((line) => line.includes(`stopping process ${left}, which a server that was killed has left`)),
  );
  assert.notEqual(mainProcess(), left);
  assert.ok(!lines.some((line) => line.includes('automatic recovery')), 'it was stopped cleanly');
  assert.deepEqual(await query('select count(*)::int as n from kept'), [{ n: 2 }]);
});

test('a lock file whose process number now belongs to another program is no hindrance', async () => {
  await postgres.stop();
  // PostgreSQL itself takes a lock file for stale when the process belongs to another user.
  const user = process.getuid?.() === 0 ? { uid: statSync(join(directory, 'postgres')).uid } : {};
  const other = spawn('sleep', ['600'], { stdio: 'ignore', ...user });
  try {
    writeFileSync(join(directory, 'postgres', 'postmaster.pid'), `${other.pid}\n/elsewhere\n`);
    postgres = await start(directory);
    assert.deepEqual(await query('select 1 as one'), [{ one: 1 }]);
    assert.ok(other.kill(0), 'the other program is left alone');
  } finally {
    other.kill();
  }
});

test('data without its password file is refused in a sentence', async () => {
  await postgres.stop();
  const file = join(directory, 'postgres-password');
  const password = readFileSync(file);
  rmSync(file);
  await assert.rejects(start(directory), /^StartupError: The file .*postgres-password is missing.*backup\.$/);
  writeFileSync(file, password, { mode: 0o600 });
  await postgres.restart();
});

const rootOnly = process.getuid?.() === 0 ? {} : { skip: 'only root starts PostgreSQL as another user' };
test('as root, below a folder that only root may enter, it starts all the same', rootOnly, async () => {
  const closed = mkdtempSync(join(tmpdir(), 'tarazu-closed-'));
  chmodSync(closed, 0o700);
  try {
    const inside = await start(join(closed));
    try {
      assert.ok(inside.processId() !== null);
    } finally {
      await inside.stop();
    }
  } finally {
    rmSync(closed, { recursive: true, force: true });
  }
});

/**
 * Starts the database from another process, whose end the kernel does not tell it (as where there is no
 * `setpriv`), and kills that process.
 */
async function leaveOrphan(dataDirectory: string): Promise<number> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))});
    const postgres = await startEmbeddedPostgres({ dataDirectory: process.argv[1], onExit() {}, onLine() {} });
    console.log(postgres.processId());
  `;
  const programs = mkdtempSync(join(tmpdir(), 'tarazu-programs-'));
  const filter = 'for a do shift; case $a in --pdeathsig=*) ;; *) set -- "$@" "$a" ;; esac; done';
  const path = process.env['PATH'] ?? '';
  writeFileSync(join(programs, 'setpriv'), `#!/bin/sh\n${filter}\nPATH='${path}' exec setpriv "$@"\n`, {
    mode: 0o755,
  });
  const server = spawn(process.execPath, ['--input-type=module', '-e', script, dataDirectory], {
    env: { ...process.env, PATH: `${programs}:${path}` },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  server.kill('SIGKILL');
  await once(server, 'exit');
  rmSync(programs, { recursive: true });
  return Number(line);
}

/** A helper may see that its main process is gone, and end, before we come to it. */
function killIfThere(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
