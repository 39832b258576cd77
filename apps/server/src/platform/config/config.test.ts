import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { CONFIG_TABLE, formatConfigTable, SETTINGS } from './config-table.ts';
import { StartupError } from './startup-error.ts';

const WEBHOOK_KEY = 'k'.repeat(32);

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof StartupError);
    return error.message.split('\n');
  }
  return [];
}

test('an empty environment gives the documented defaults', () => {
  const config = readConfig({});
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 8080);
  assert.equal(config.metricsPort, 9464);
  assert.equal(config.databaseUrl, null);
  assert.equal(config.mode, 'sandbox');
  assert.equal(config.marketHours, 'always');
  assert.equal(config.secretKeyFile, 'data/secret.key');
  assert.equal(config.secretKeyMayBeMade, true);
  assert.deepEqual(config.allowedOrigins, []);
  assert.equal(config.trustedProxies, 0);
});

test('values are trimmed, empty ones count as not set, and the result is frozen', () => {
  const config = readConfig({
    PORT: ' 0 ',
    HOST: '',
    METRICS_PORT: 'off',
    ALLOWED_ORIGINS: 'https://a.example, http://b.example:81',
  });
  assert.equal(config.port, 0);
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.metricsPort, null);
  assert.deepEqual(config.allowedOrigins, ['https://a.example', 'http://b.example:81']);
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.allowedOrigins));
});

const CONTROL = 'two\nlines';
/** At least one wrong value of each variable: a new one without does not compile. */
const WRONG: Readonly<Record<keyof typeof SETTINGS, readonly string[]>> = {
  HOST: ['256.1.1.1', '1.2.3', 'http://127.0.0.1', 'a b', '127.0.0.1:80', '-', CONTROL],
  PORT: ['abc', '65536', '-1', '8e3', '80.5', '0x50'],
  METRICS_HOST: ['256.1.1.1', 'http://127.0.0.1'],
  METRICS_PORT: ['no', '65536', 'Off'],
  DATA_DIR: [CONTROL, 'd'.repeat(2_000)],
  DATABASE_URL: ['db.example', 'mysql://u:p@h/d', 'postgres://', 'postgres:tarazu'],
  DATABASE_OWNER_URL: ['mysql://u:p@h/d', 'db.example'],
  ROLE: ['boss', 'gateway'],
  MODE: ['live', 'Sandbox'],
  OPERATOR_NAME: [CONTROL, 'n'.repeat(201)],
  MARKET: ['real', 'live'],
  MARKET_SEED: [CONTROL, 's'.repeat(201)],
  MARKET_HOURS: ['never', 'nse'],
  RECORDED_FROM: ['2015-13-45', '2015-02-29', '02.03.2015', '2015-3-2', 'yesterday'],
  SMTP_URL: ['mail.example', 'https://mail.example', 'smtp://'],
  MAIL_FROM: ['nobody', 'a@b\nBcc: c@d'],
  SMS_WEBHOOK_URL: ['sms.example', 'ftp://sms.example'],
  SMS_WEBHOOK_KEY: ['short'],
  BANK_API_URL: ['bank.example', 'ftp://bank.example'],
  BANK_API_KEY: ['short'],
  BANK_WEBHOOK_KEY: ['short'],
  BANK_FILES_DIR: [CONTROL],
  BITCOIN_RPC_URL: ['node.example', 'bitcoin://node.example'],
  ETHEREUM_RPC_URL: ['node.example', 'ws://node.example'],
  SIGNER_URL: ['signer.example', 'unix:/run/signer'],
  SIGNER_KEY: ['short'],
  S3_URL: [
    's3.example/bucket',
    'ftp://s3.example/bucket',
    'https://s3.example/bucket?versions',
    'https://s3.example/bucket#a',
    'https://s3.example/bucket?',
  ],
  S3_REGION: [CONTROL],
  S3_ACCESS_KEY: [CONTROL],
  S3_SECRET_KEY: [CONTROL],
  CHAT_SCRIPT_URL: [
    'chat.example/a.js',
    'http://chat.example/a.js',
    'javascript:alert(1)',
    'https://u:p@chat.example/a.js',
    'https://chat.example/a.js#b',
  ],
  CHAT_SCRIPTS_ALLOWED: [
    'https://chat.example',
    'https://chat.example/js',
    'https://a.example/,*',
    'https://a.example/?b/',
  ],
  WEBHOOK_HOST: ['256.1.1.1', 'http://127.0.0.1'],
  WEBHOOK_PORT: ['off', '65536', '-1'],
  SECRET_KEY_FILE: [CONTROL],
  SIGNING_KEY_FILE: [CONTROL],
  PUSH_KEY_FILE: [CONTROL],
  PUSH_ORIGINS: ['https://a.example/', 'a.example'],
  LOG_LEVEL: ['loud', 'INFO'],
  PUBLIC_URL: [
    'app.example',
    'https://app.example/tarazu',
    'https://app.example/?a=b',
    'https://app.example/#a',
    'https://u:p@app.example',
    'ftp://app.example',
    'https://',
  ],
  API_URL: ['api.example', 'https://api.example/ipop-api', 'wss://api.example'],
  BEACON_URL: ['beacon.example', 'ftp://beacon.example'],
  ALLOWED_ORIGINS: ['https://a.example/', '*', 'a.example', 'https://a.example,b'],
  TRUST_PROXY: ['true', '9', '-1', '127.0.0.1'],
};

for (const [name, { example, secret }] of Object.entries(SETTINGS)) {
  test(`${name}: each wrong value is refused with variable, value and an example that is taken (trial 11)`, () => {
    const wrong = Object.entries(WRONG).find(([key]) => key === name)?.[1] ?? [];
    assert.ok(wrong.length > 0);
    for (const value of wrong) {
      const problem = problemsOf({ [name]: value }).join('\n');
      assert.match(problem, new RegExp(`^${name} must (be|have|hold) `), value);
      assert.ok(problem.includes(`such as ${name}=${example};`), problem);
      if (secret === true) assert.match(problem, /not repeated\.$|left out\.$/, value);
      else assert.ok(problem.endsWith(`it was "${value}".`), problem);
    }
    // One that a command makes stands for what it makes.
    const right = example.startsWith('$(') ? WEBHOOK_KEY : example;
    const complete = {
      SMS_WEBHOOK_KEY: WEBHOOK_KEY,
      BANK_API_KEY: WEBHOOK_KEY,
      BANK_WEBHOOK_KEY: WEBHOOK_KEY,
      SIGNER_KEY: WEBHOOK_KEY,
      S3_ACCESS_KEY: SETTINGS.S3_ACCESS_KEY.example,
      S3_SECRET_KEY: SETTINGS.S3_SECRET_KEY.example,
      CHAT_SCRIPTS_ALLOWED: SETTINGS.CHAT_SCRIPTS_ALLOWED.example,
      DATABASE_URL: SETTINGS.DATABASE_URL.example,
      [name]: right,
    };
    assert.deepEqual(problemsOf(complete), []);
  });
}

test('a script of the outside chat lies in a listed folder of its exact host', () => {
  const wrong: readonly (readonly [script: string, allowed: string])[] = [
    ['https://chat.example/js/a.js', ''],
    ['https://chat.example/js/a.js', 'https://chat.example/other/'],
    ['https://chat.example.evil.example/js/a.js', 'https://chat.example/'],
    ['https://chat.example/js/../a.js', 'https://chat.example/js/'],
  ];
  for (const [CHAT_SCRIPT_URL, CHAT_SCRIPTS_ALLOWED] of wrong)
    assert.match(
      problemsOf({ CHAT_SCRIPT_URL, CHAT_SCRIPTS_ALLOWED }).join(),
      /^CHAT_SCRIPT_URL=\S+ must lie in one of the folders of CHAT_SCRIPTS_ALLOWED, such as \S+\.$/,
    );
  const right = {
    CHAT_SCRIPT_URL: 'https://chat.example/js/a.js',
    CHAT_SCRIPTS_ALLOWED: 'https://chat.example/js/',
  };
  assert.deepEqual(problemsOf(right), []);
  assert.equal(readConfig({}).chatScript, null);
});

test('an address with a password is told without it', () => {
  assert.match(
    problemsOf({ DATABASE_URL: 'mysql://tarazu:hunter2@db.example/tarazu?password=hunter2' }).join(),
    /it was "mysql:\/\/tarazu:\*\*\*@db\.example\/…", with what may be a key left out\.$/,
  );
});

test('settings that are right alone and wrong together are refused with an example (trial 11)', () => {
  assert.deepEqual(problemsOf({ PORT: '9464' }), [
    'METRICS_PORT=9464 must be another one than PORT, such as METRICS_PORT=9465.',
  ]);
  assert.deepEqual(problemsOf({ WEBHOOK_PORT: '8080' }), [
    'WEBHOOK_PORT=8080 must be another one than PORT, such as WEBHOOK_PORT=8081.',
  ]);
  assert.deepEqual(problemsOf({ WEBHOOK_PORT: '9464' }), [
    'WEBHOOK_PORT=9464 must be another one than METRICS_PORT, such as WEBHOOK_PORT=9465.',
  ]);
  assert.deepEqual(problemsOf({ PORT: '0', METRICS_PORT: '0', WEBHOOK_PORT: '0' }), []);
  const unsafe = { PUBLIC_URL: 'https://app.example', API_URL: 'http://api.example' };
  assert.match(
    problemsOf(unsafe).join(),
    /^API_URL=http:\/\/api\.example must .* API_URL=https:\/\/api\.example/,
  );
});

test('all wrong values are listed at once', () => {
  const problems = problemsOf({ PORT: 'abc', MODE: 'live', LOG_LEVEL: 'loud' });
  assert.deepEqual(
    problems.map((line) => line.split(' ')[0]),
    ['PORT', 'MODE', 'LOG_LEVEL'],
  );
});

test('a wrong secret is not repeated in the message', () => {
  const problems = problemsOf({
    DATABASE_URL: 'mysql://u:hunter2@h/d',
    SMTP_URL: 'hunter2',
    SMS_WEBHOOK_KEY: 'hunter2',
  });
  assert.equal(problems.length, 3);
  assert.ok(!problems.join().includes('hunter2'));
});

test('the SMS webhook needs its key', () => {
  assert.match(
    problemsOf({ SMS_WEBHOOK_URL: 'https://sms.example/send' }).join(),
    /^SMS_WEBHOOK_KEY must be set/,
  );
  const config = readConfig({ SMS_WEBHOOK_URL: 'https://sms.example/send', SMS_WEBHOOK_KEY: WEBHOOK_KEY });
  assert.deepEqual(config.smsWebhook, { url: 'https://sms.example/send', key: WEBHOOK_KEY });
});

test('a bank has one way: its API or its files', () => {
  const files = { BANK_FILES_DIR: '/var/lib/tarazu-bank' };
  assert.equal(readConfig(files).bankFiles, '/var/lib/tarazu-bank');
  const both = { ...files, BANK_API_URL: 'https://b.example', BANK_API_KEY: WEBHOOK_KEY };
  assert.match(
    problemsOf({ ...both, BANK_WEBHOOK_KEY: WEBHOOK_KEY }).join(),
    /^BANK_FILES_DIR=\S+ must be left/,
  );
  assert.ok(
    !problemsOf({ MODE: 'licensed', ...files }).some((problem) => problem.startsWith('BANK_API_URL')),
  );
});

test('a bank of your own needs both of its keys', () => {
  assert.deepEqual(
    problemsOf({ BANK_API_URL: 'https://bank.example/api' }).map((line) => line.split(' ')[0]),
    ['BANK_API_KEY', 'BANK_WEBHOOK_KEY'],
  );
  const url = 'https://bank.example/api';
  const config = readConfig({ BANK_API_URL: url, BANK_API_KEY: WEBHOOK_KEY, BANK_WEBHOOK_KEY: WEBHOOK_KEY });
  assert.deepEqual(config.bankApi, { url, key: WEBHOOK_KEY, webhookKey: WEBHOOK_KEY });
});

test('licensed mode names each thing that is missing, and refuses markets that are not live', () => {
  const problems = problemsOf({ MODE: 'licensed' });
  assert.deepEqual(
    problems.map((line) => line.split(' ')[0]),
    [
      'OPERATOR_NAME',
      'DATABASE_URL',
      'SMTP_URL',
      'SMS_WEBHOOK_URL',
      'BITCOIN_RPC_URL',
      'ETHEREUM_RPC_URL',
      'SIGNER_URL',
      'SECRET_KEY_FILE',
      'PUBLIC_URL',
      'BANK_API_URL',
      'MARKET=simulated',
    ],
  );
  const complete = {
    MODE: 'licensed',
    OPERATOR_NAME: 'Example Broking Ltd',
    DATABASE_URL: 'postgres://u:p@db.example/tarazu',
    SMTP_URL: 'smtps://u:p@mail.example',
    SMS_WEBHOOK_URL: 'https://sms.example/send',
    SMS_WEBHOOK_KEY: WEBHOOK_KEY,
    BANK_API_URL: 'https://bank.example/api',
    BANK_API_KEY: WEBHOOK_KEY,
    BANK_WEBHOOK_KEY: WEBHOOK_KEY,
    BITCOIN_RPC_URL: 'http://rpc:password@node.example:8332',
    ETHEREUM_RPC_URL: 'https://node.example',
    SIGNER_URL: 'http://127.0.0.1:8091',
    SIGNER_KEY: WEBHOOK_KEY,
    SECRET_KEY_FILE: '/run/secrets/tarazu.key',
    PUBLIC_URL: 'https://app.example',
  };
  assert.deepEqual(problemsOf(complete), [
    "MARKET=simulated can't quote real accounts in MODE=licensed: they need a live market, which this version does not have.",
  ]);
});

test('the table for the README has a line for each setting and shows no unset default as a value', () => {
  assert.ok(CONFIG_TABLE.every((row) => row.meaning.endsWith('.')));
  const table = formatConfigTable();
  assert.match(table, /\| `PORT` \| `8080` \| Port of the app/);
  assert.match(table, /\| `DATABASE_URL` \| a PostgreSQL of its own in `DATA_DIR` \|/);
  assert.equal(table.split('\n').length, CONFIG_TABLE.length + 2);
});
