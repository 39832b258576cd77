import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from './logging.ts';

function capture() {
  const lines: string[] = [];
  const logger = createLogger({
    level: 'info',
    destination: { write: (line: string) => void lines.push(line) },
  });
  return { logger, lines, last: (): unknown => JSON.parse(lines.at(-1) ?? 'null') };
}

test('a line is an object with time, level, message, fields and the id of its request', () => {
  const { logger, last, lines } = capture();
  logger.child({ requestId: 'abc-1' }).info({ path: '/user/login', durationMs: 12, amount: 5n }, 'answered');
  const line = last();
  assert.ok(typeof line === 'object' && line !== null && 'time' in line && typeof line.time === 'string');
  assert.match(line.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(line, {
    level: 'info',
    time: line.time,
    requestId: 'abc-1',
    path: '/user/login',
    durationMs: 12,
    amount: '5',
    msg: 'answered',
  });
  logger.debug('not at this level');
  assert.equal(lines.length, 1);
});

const SECRET = 'hunter2-314159';
const hiding: readonly object[] = [
  { accessToken: SECRET },
  { headers: { Authorization: SECRET, 'set-cookie': [SECRET], access_token: SECRET } },
  { form: { password: SECRET, transactionPassword: SECRET, code: SECRET, captcha: SECRET } },
  { list: [{ deep: { newPassword: SECRET } }] },
  { url: `/ipop-api/stream?accessToken=${SECRET}&lang=en-US` },
  { database: `postgres://tarazu:${SECRET}@db.example/tarazu` },
  { err: new Error(`connect to smtp://u:${SECRET}@mail.example failed`) },
  { err: new Error('outer', { cause: new Error(`password=${SECRET}`) }) },
  { key: Buffer.from(SECRET), bytes: Buffer.from(SECRET) },
];
for (const [index, fields] of hiding.entries()) {
  test(`secrets are hidden wherever they stand (${index})`, () => {
    const { logger, lines } = capture();
    logger.warn(fields, `sent with code=${SECRET}`);
    logger.child(fields).info('bound');
    assert.equal(lines.length, 2);
    assert.ok(!lines.join().includes(SECRET), lines.join());
    assert.ok(!lines.join().includes([...Buffer.from(SECRET)].join()), lines.join());
  });
}

test('phones and e-mail addresses are masked in fields and in texts, and stay recognisable', () => {
  const { logger, last, lines } = capture();
  logger.info(
    { email: 'rupom.das@mail.example', phone: '01712345678', to: '+8801712345678' },
    'code sent to rupom.das@mail.example',
  );
  const line = last();
  assert.ok(typeof line === 'object' && line !== null);
  assert.deepEqual(
    { ...line, time: '' },
    {
      level: 'info',
      time: '',
      email: 'r***@mail.example',
      phone: '017******678',
      to: '+88******678',
      msg: 'code sent to r***@mail.example',
    },
  );
  logger.error(new Error('no route to +8801712345678'));
  assert.ok(!lines.join().includes('1712345'));
});

test('an error keeps its type, message, stack and code, and those of its cause', () => {
  const { logger, last } = capture();
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  logger.error({ err: new TypeError('no database', { cause }) }, 'stopped');
  const line = last();
  assert.ok(typeof line === 'object' && line !== null && 'err' in line);
  const { err } = line;
  assert.ok(typeof err === 'object' && err !== null && 'stack' in err && 'cause' in err);
  assert.match(String(err.stack), /TypeError: no database\n\s+at /);
  assert.ok(typeof err.cause === 'object' && err.cause !== null && 'errorCode' in err.cause);
  assert.equal(err.cause.errorCode, 'ECONNREFUSED');
});

test('numbers that are no phones, such as ids and prices, are left alone', () => {
  const { logger, lines } = capture();
  logger.info(
    { orderId: '9007199254740993', price: '1234.50', atMs: 1_795_180_852_000 },
    'batch 12345678901 committed',
  );
  for (const text of ['9007199254740993', '1234.50', '1795180852000', 'batch 12345678901 committed']) {
    assert.ok(lines.join().includes(text));
  }
});
