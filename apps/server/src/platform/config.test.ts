import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { CONFIG_TABLE, formatConfigTable } from './config-table.ts';
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

const WRONG: readonly (readonly [name: string, value: string, sentence: string])[] = [
  ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535; it was "abc".'],
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535; it was "65536".'],
  ['PORT', '-1', 'PORT must be a whole number from 0 to 65535; it was "-1".'],
  ['PORT', '8e3', 'PORT must be a whole number from 0 to 65535; it was "8e3".'],
  ['METRICS_PORT', 'no', 'METRICS_PORT must be a whole number from 0 to 65535, or "off"; it was "no".'],
  ['ROLE', 'boss', 'ROLE must be all; it was "boss".'],
  ['MODE', 'live', 'MODE must be one of sandbox, licensed; it was "live".'],
  ['MARKET', 'real', 'MARKET must be one of simulated, recorded; it was "real".'],
  ['MAIL_FROM', 'nobody', 'MAIL_FROM must hold an e-mail address; it was "nobody".'],
  [
    'PUBLIC_URL',
    'app.example',
    'PUBLIC_URL must be an address that begins with https:// or http://; it was "app.example".',
  ],
  [
    'ALLOWED_ORIGINS',
    'https://a.example/',
    'ALLOWED_ORIGINS must be origins such as https://app.example, by commas; it was "https://a.example/".',
  ],
  ['TRUST_PROXY', 'true', 'TRUST_PROXY must be a whole number from 0 to 8; it was "true".'],
];
for (const [name, value, sentence] of WRONG) {
  test(`${name}=${value} is refused in a sentence`, () =>
    assert.deepEqual(problemsOf({ [name]: value }), [sentence]));
}

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

test('licensed mode names each thing that is missing, and refuses markets that are not live', () => {
  const problems = problemsOf({ MODE: 'licensed' });
  assert.deepEqual(
    problems.map((line) => line.split(' ')[0]),
    [
      'OPERATOR_NAME',
      'DATABASE_URL',
      'SMTP_URL',
      'SMS_WEBHOOK_URL',
      'SECRET_KEY_FILE',
      'PUBLIC_URL',
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
