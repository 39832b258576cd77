import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics, startMetricsServer } from './metrics.ts';

test('the named metrics are served in the text form of Prometheus, and nothing else is', async () => {
  const metrics = createMetrics('9.9.9');
  metrics.engineBatchSize.observe(7);
  metrics.engineCommitSeconds.observe(0.003);
  metrics.invariantsBroken.set(1);
  metrics.invariantsCheckedAt.set(1_795_000_000);
  metrics.orderLatencySeconds.observe({ kind: 'place' }, 0.01);
  metrics.httpRequestSeconds.observe({ path: '/user/login' }, 0.002);
  metrics.refusalsTotal.inc({ reason: 'TICK' });
  metrics.streamSockets.inc();
  metrics.httpRequestsTotal.inc({ path: '/user/login', code: '200' });
  const server = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0 });
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    const answer = await fetch(`${origin}/metrics`);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
    const text = await answer.text();
    for (const line of [
      'tarazu_engine_batch_size_sum 7',
      'tarazu_engine_commit_seconds_count 1',
      'tarazu_order_latency_seconds_bucket{le="0.01",kind="place"} 1',
      'tarazu_http_request_duration_seconds_bucket{le="0.0025",path="/user/login"} 1',
      'tarazu_refusals_total{reason="TICK"} 1',
      `tarazu_build_info{version="9.9.9",node="${process.versions.node}"} 1`,
      'tarazu_invariants_broken 1',
      'tarazu_invariants_checked_at_seconds 1795000000',
      'tarazu_stream_sockets 1',
      'tarazu_http_requests_total{path="/user/login",code="200"} 1',
      'process_resident_memory_bytes ',
    ]) {
      assert.ok(text.includes(`\n${line}`), line);
    }
    assert.equal((await fetch(`${origin}/`)).status, 404);
    assert.equal((await fetch(`${origin}/metrics`, { method: 'POST' })).status, 404);
    await assert.rejects(
      startMetricsServer(metrics, { host: '127.0.0.1', port: server.port }),
      /^StartupError: METRICS_PORT=\d+ is used by another program on 127\.0\.0\.1\./,
    );
  } finally {
    await server.stop();
  }
});
