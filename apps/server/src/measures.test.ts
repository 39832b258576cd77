import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { Customer, quoted } from '#domains/orders/test-trader.ts';
import { booksQuoted, enterDemo, openTestApp } from '#test-app.ts';

const app = await openTestApp({ environment: { METRICS_PORT: '0' } });
await booksQuoted(app.app);

const read = async (): Promise<string> =>
  await (await fetch(`http://127.0.0.1:${app.app.metricsPort}/metrics`)).text();
const JOBS = [
  'account: expired',
  'account: guests',
  'account: sessions',
  'alerts: old',
  'chat: idle',
  'chat: orphans',
  'chat: pictures',
  'clock: comparison',
  'content: ends',
  'content: newsroom',
  'corporate: actions',
  'corrections: posts',
  'digest: mails',
  'engine: due work',
  'engine: invariants',
  'engine: last prices',
  'identity: expiry',
  'identity: orphans',
  'identity: photos',
  'identity: rules',
  'intraday: old warnings',
  'intraday: watch',
  'margin: marks',
  'market: minute',
  'market: second',
  'messages: tries',
  'notice: old',
  'notice: push',
  'orders: lost protection',
  'orders: old notes',
  'portfolio: daily values',
  'proof: signed heads',
  'rails: bank',
  'rulebook: changes',
  'score: appeals',
  'score: nightly',
  'security: expired',
  'spot: fee tiers',
  'staff: expired',
  'staff: log check',
  'staff: signed log',
] as const;
const told = (text: string, series: string): number => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  assert.ok(line !== undefined, `${series} is told`);
  return Number(line.slice(series.length + 1));
};

test('an idle server has nothing waiting and is ready, whatever the market quotes (trial 12)', async () => {
  const text = await read();
  assert.equal(told(text, 'tarazu_engine_queue_length{room="orders"}'), 0);
  assert.equal(told(text, 'tarazu_engine_queue_length{room="others"}'), 0);
  assert.equal(told(text, 'tarazu_ready'), 1);
  for (const about of ['score', 'identity'])
    assert.equal(told(text, `tarazu_appeals_overdue{about="${about}"}`), 0);
  assert.equal(told(text, 'tarazu_ready_check{check="database"}'), 1);
  assert.doesNotMatch(text, /^tarazu_log_head_age_seconds/m, 'no head was made yet');
  await app.app.proof.makeHead();
  const age = told(await read(), 'tarazu_log_head_age_seconds');
  assert.ok(age >= 0);
  app.advance(60_000);
  assert.ok(told(await read(), 'tarazu_log_head_age_seconds') >= 60);
});

test('order latency counts what customers do, and refusals have their reason (trial 12)', async () => {
  const asha = new Customer(app, await enterDemo(app));
  await quoted(app);
  const placed = (text: string) =>
    /^tarazu_order_latency_seconds_count\{kind="place"\} (\d+)$/m.exec(text)?.[1] ?? '0';
  const before = await read();
  // A command of time is no order of a customer.
  await app.app.engine.submit({ type: 'session.end', venue: 'COIN_SIM' });
  assert.equal(placed(await read()), placed(before));
  assert.equal((await asha.stock('buy', { quantity: '1' })).code, 0);
  assert.equal((await asha.stock('buy', { quantity: '0' })).code === 0, false);
  const after = await read();
  assert.ok(Number(placed(after)) > Number(placed(before)));
  assert.match(after, /^tarazu_refusals_total\{reason="[A-Z_]+"\} 1$/m);
  assert.match(after, /^tarazu_http_request_duration_seconds_count\{path="\/stock\/order\/buy"\} 2$/m);
});

test('each job that time brings is told with its last and its next turn', async () => {
  const text = await read();
  const nowSeconds = app.nowMs() / 1_000;
  const names = [...text.matchAll(/^tarazu_job_next_run_seconds\{job="([^"]+)"\}/gm)].map(([, name]) => name);
  assert.deepEqual(names.toSorted(), JOBS, 'no work by time is begun elsewhere');
  assert.ok(
    told(text, 'tarazu_job_last_run_seconds{job="corporate: actions"}') > 0,
    'done before anybody trades',
  );
  for (const name of JOBS) {
    assert.ok(told(text, `tarazu_job_next_run_seconds{job="${name}"}`) >= nowSeconds - 1, name);
    assert.equal(told(text, `tarazu_job_failures_in_row{job="${name}"}`), 0, name);
  }
});

test('promtool of Prometheus has nothing to say against the metrics (trial 12)', async (context) => {
  const command = process.env['PROMTOOL'] ?? 'promtool';
  if (spawnSync(command, ['--version']).status !== 0) {
    context.skip('promtool is not installed (Debian: apt-get install prometheus)');
    return;
  }
  const said = execFileSync(command, ['check', 'metrics'], { input: await read(), encoding: 'utf8' });
  assert.equal(said, '');
});
