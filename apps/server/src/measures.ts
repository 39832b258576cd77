import { actsByRule, type Command } from '@tarazu/core';
import type { Engine, EngineOptions } from '#engine/open-engine.ts';
import type { GatewayOptions } from '#gateway/gateway.ts';
import { type ReadinessCheck, readinessOf } from '#gateway/health.ts';
import { addGauges } from '#platform/logging/gauges.ts';
import type { Metrics } from '#platform/logging/metrics.ts';
import type { Delivery } from '#platform/messages/delivery.ts';
import type { Scheduler } from '#platform/time/scheduler.ts';

/** The way from the reports of the server's parts to the metrics that operation watches. */

export function engineMetrics(metrics: Metrics): NonNullable<EngineOptions['metrics']> {
  return {
    batch: (commands, commitSeconds) => {
      metrics.engineBatchSize.observe(commands);
      metrics.engineCommitSeconds.observe(commitSeconds);
    },
    answered: (command, seconds) => {
      const kind = kindOf(command);
      if (kind !== undefined) metrics.orderLatencySeconds.observe({ kind }, seconds);
    },
    refused: ({ type }, code) => metrics.systemRefusalsTotal.inc({ command: type, code }),
    recovered: (seconds) => metrics.engineRecoverySeconds.observe(seconds),
    held: (_command, seconds) => metrics.engineHoldSeconds.observe(seconds),
    sweeps: (openCount, doneCount) => {
      metrics.sweepsOpen.set(openCount);
      metrics.sweepsDone.set(doneCount);
    },
    invariants: (hold) => {
      metrics.invariantsBroken.set(hold ? 0 : 1);
      metrics.invariantsCheckedAt.setToCurrentTime();
    },
  };
}

/** The kind of a customer's command; undefined for commands of time or the market. */
function kindOf(command: Command): 'place' | 'modify' | 'cancel' | undefined {
  switch (command.type) {
    case 'order.place':
    case 'order.basket':
      return actsByRule(command) ? undefined : 'place';
    case 'order.modify':
      return 'modify';
    case 'order.cancel':
    case 'order.cancelAll':
      return 'cancel';
    default:
      return undefined;
  }
}

export function servedMetrics(metrics: Metrics): NonNullable<GatewayOptions['onServed']> {
  return ({ path, status, reason, seconds }) => {
    metrics.httpRequestsTotal.inc({ path, code: String(status) }, seconds.length);
    if (reason !== undefined) metrics.refusalsTotal.inc({ reason }, seconds.length);
    for (const one of seconds) metrics.httpRequestSeconds.observe({ path }, one);
  };
}

export function lookAt(
  metrics: Metrics,
  parts: {
    readonly engine: Pick<Engine, 'waiting'>;
    readonly market: { newestAgeMs(): number };
    readonly proof: { newest(): { readonly atMs: number } | undefined };
    readonly readiness: readonly ReadinessCheck[];
    readonly nowMs: () => number;
    readonly delivery: Delivery;
    readonly overdueAppeals: () => Promise<Readonly<Record<string, number>>>;
    readonly scheduler: Pick<Scheduler, 'jobs'>;
  },
): void {
  const { engine, market, proof, readiness, nowMs, delivery, scheduler } = parts;
  metrics.ready.lookAt(async () => (await readinessOf(readiness)).failing.length === 0);
  addGauges(metrics.registry, {
    queue: () => engine.waiting(),
    readiness: async () => {
      const { checks, failing } = await readinessOf(readiness);
      return Object.fromEntries(Object.keys(checks).map((name) => [name, !failing.includes(name)]));
    },
    headAgeSeconds: () => {
      const head = proof.newest();
      return head && Math.max(0, nowMs() - head.atMs) / 1_000;
    },
    marketAgeSeconds: () => market.newestAgeMs() / 1_000,
    messagesWaiting: () => delivery.queue.waiting(),
    overdueAppeals: parts.overdueAppeals,
    jobs: () => scheduler.jobs(),
  });
}
