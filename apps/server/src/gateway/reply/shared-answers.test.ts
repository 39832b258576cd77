import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { OPERATIONS } from '@tarazu/protocol';
import { LIMITS } from '#gateway/admission/limits.ts';
import { bind } from '#gateway/binding.ts';
import { openGatewayHere } from '#gateway/gateway.ts';
import { SharedAnswers } from '#gateway/reply/shared-answers.ts';
import { SESSION, SETTINGS } from '#gateway/test-gateway.ts';
import { refuse, reply } from '#ports.ts';

/* Trial 25: what anybody may ask costs the engine's thread once, however many ask it at a time. */

const { coinCandles, coinBooks } = OPERATIONS;
const CHART = 'instrumentId=COIN_SIM%3ABTC-USDT&interval=4h';
const fail = (): void => assert.fail('nobody waits');
/** Answers stay fresh for a minute, and a slow machine does not make the time of shared answers run out. */
const PATIENT = { ...LIMITS, answersFreshMs: 60_000, sharedShareOfTime: 1_000 };
const BOOK = 'instrumentId=COIN_SIM%3ABTC-USDT';

/** A gateway whose charts are made when they are let go, and whose books say how often one was read. */
async function openCharts(limits: typeof LIMITS = PATIENT) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const made = { charts: 0, books: 0, isRefused: false };
  const gateway = await openGatewayHere({
    ...SETTINGS,
    operations: [coinCandles, coinBooks],
    bindings: [
      bind(coinCandles, async ({ instrumentId, interval }) => {
        made.charts += 1;
        await promise;
        if (made.isRefused) return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
        return reply({ instrumentId, interval, list: [], market: { kind: 'simulated' } });
      }),
      bind(coinBooks, async ({ instrumentId }) => {
        made.books += 1;
        return reply({ instrumentId, version: made.books, bids: [], asks: [], atMs: 0 });
      }),
    ],
    sessions: { find: (token) => (token === 'token' ? SESSION : 'unknown') },
    limits,
    webFolder: import.meta.dirname,
  });
  after(() => gateway.close());
  const post = async (path: string, payload: string, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...more };
    const answer = await gateway.fastify.inject({
      method: 'POST',
      url: `/ipop-api${path}`,
      payload,
      headers,
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  };
  return { post, made, letGo };
}

test('a hundred who ask for one chart together are one call, each answered under a number of its own', async () => {
  const { post, made, letGo } = await openCharts();
  const asked = Array.from({ length: 100 }, () => post('/coin/candles', CHART));
  letGo();
  const answers = await Promise.all(asked);
  assert.equal(made.charts, 1);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ body }) => body.requestId)).size, 100);
  for (const { body } of answers) assert.equal(body.data.interval, '4h');
});

test('another chart, another language, and a refusal a moment later are questions of their own', async () => {
  const { post, made, letGo } = await openCharts();
  letGo();
  await post('/coin/candles', CHART);
  await post('/coin/candles', CHART);
  assert.equal(made.charts, 1, 'it is fresh for a while');
  const bengali = await post('/coin/candles', CHART, { 'accept-language': 'bn-BN' });
  assert.deepEqual([made.charts, bengali.body.msg], [2, 'সফল']);
  made.isRefused = true;
  const other = `${CHART}&limit=7`;
  assert.equal((await post('/coin/candles', other)).body.reason, 'INSTRUMENT_UNKNOWN');
  assert.equal((await post('/coin/candles', other)).status, 404);
  assert.equal(made.charts, 4, 'refusals are not kept');
});

test('who is signed in reads books of its own, and charts that are the same for all', async () => {
  const { post, made, letGo } = await openCharts();
  letGo();
  const versions = [
    await post('/coin/books', BOOK),
    await post('/coin/books', BOOK),
    await post('/coin/books', BOOK, { accesstoken: 'token' }),
    await post('/coin/books', BOOK, { accesstoken: 'token' }),
  ].map(({ body }) => body.data.version);
  assert.deepEqual(versions, [1, 1, 2, 3]);
  await post('/coin/candles', CHART);
  await post('/coin/candles', CHART, { accesstoken: 'token' });
  assert.equal(made.charts, 1);
});

test('the session of who asks first is not judged for those who wait', async () => {
  const { post, made, letGo } = await openCharts();
  const asked = [
    post('/coin/candles', CHART, { accesstoken: 'of a closed login' }),
    post('/coin/candles', CHART, { accesstoken: 'token' }),
  ];
  letGo();
  const answers = await Promise.all(asked);
  assert.deepEqual([made.charts, ...answers.map(({ status }) => status)], [1, 200, 200]);
});

test('answers that are there already leave time for orders too: those beyond it are refused', async () => {
  const { post, letGo } = await openCharts({ ...PATIENT, sharedShareOfTime: 0 });
  letGo();
  const statuses = new Set<number>();
  for (let count = 0; !statuses.has(503) && count < 2_000; count += 1)
    statuses.add((await post('/coin/candles', CHART)).status);
  assert.deepEqual(statuses, new Set([200, 503]));
});

test('what is kept is fresh for as long as it says, and bounded in bytes', () => {
  let nowMs = 0;
  const shared = new SharedAnswers({ freshMs: 250, monotonicMs: () => nowMs, cachedBytesMax: 150 });
  const keep = (question: string): void => {
    shared.wait(question, { isWanted: () => true, answer: fail, send: () => undefined });
    const rendered = { status: 200, body: `{"data":"${'x'.repeat(30)}","requestId":"r-1"}` };
    shared.answer(question, { rendered, requestId: 'r-1' });
  };
  keep('first');
  nowMs = 249;
  assert.notEqual(shared.fresh('first'), undefined);
  nowMs = 250;
  assert.equal(shared.fresh('first'), undefined);
  for (const question of ['a', 'b', 'c']) keep(question);
  assert.ok(shared.cachedBytes <= 150, `${shared.cachedBytes} bytes`);
  assert.deepEqual(
    ['a', 'b', 'c'].map((question) => shared.fresh(question) !== undefined),
    [false, true, true],
  );
  shared.stop();
  assert.equal(shared.cachedBytes, 0);
});

test('a question that nobody waits for any more is forgotten, and the next who asks it asks', () => {
  const shared = new SharedAnswers({ freshMs: 250 });
  const gone = { isWanted: () => false, answer: fail, send: fail };
  assert.equal(shared.wait('chart', gone), 'asks');
  assert.equal(shared.wait('chart', gone), 'waits');
  assert.equal(shared.isWanted('chart'), false);
  assert.equal(shared.wait('chart', gone), 'asks', 'first again');
  const places = Array.from({ length: 1_000 }, () => shared.wait('chart', gone));
  assert.ok(places.includes('refused'), 'not all who come can wait');
});
