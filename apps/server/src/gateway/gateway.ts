import assert from 'node:assert/strict';
import type { Operation } from '@tarazu/protocol';
import type { FastifyInstance } from 'fastify';
import { createDispatcher, type DispatcherOptions } from '#gateway/dispatcher.ts';
import { type ReadinessCheck, readinessOf } from '#gateway/health.ts';
import type { HttpSideOptions } from '#gateway/http-parts.ts';
import { createHttpSide, type UpgradeListener } from '#gateway/http-side.ts';
import type { Served, ServedGroup } from '#gateway/reply/served-groups.ts';
import type { Config } from '#platform/config/config.ts';

export interface GatewayOptions
  extends DispatcherOptions,
    Omit<HttpSideOptions, 'serve' | 'readiness' | 'onServed'> {
  /** Calls that exist on this installation, each with a binding, and each binding one of them. */
  readonly operations: readonly Operation[];
  readonly readiness: readonly ReadinessCheck[];
  /** Calls of a path were answered alike, or refused. */
  readonly onServed?: (group: ServedGroup) => void;
  /**
   * Each call that was answered, where the HTTP side is in
   * this process; one of its own writes its refusals itself.
   */
  readonly onRefused?: (served: Served) => void;
  /** The gateway takes no more calls and can't be started again. */
  readonly onEnded?: (cause: Error) => void;
  /** The level of the HTTP side's own log, in a process of its own. */
  readonly logLevel?: Config['logLevel'];
}

/** The way from the network to the dispatcher, where calls are checked and served. */
export interface Gateway {
  readonly isWebBuilt: boolean;
  /** Hands on the connections of streams; gives the way to stop. */
  onUpgrade(listener: UpgradeListener): () => void;
  /** The start of taking calls; gives the port. */
  listen(at: { readonly host: string; readonly port: number }): Promise<number>;
  /** Takes no more, finishes what is being served, closes what is kept alive. */
  close(): Promise<void>;
}

/** Opens it in another process, or in this one. */
export type OpenGateway = (options: GatewayOptions) => Promise<Gateway>;

/** A gateway in this process: the HTTP side and the dispatcher take turns on one thread. */
export interface GatewayHere extends Gateway {
  /** For HTTP injection in tests. */
  readonly fastify: FastifyInstance;
  /** When the files of the app are compressed; until then they go out plain. */
  readonly webCompressed: Promise<void>;
}

export async function openGatewayHere(options: GatewayOptions): Promise<GatewayHere> {
  assertBound(options);
  const { onServed = () => undefined, onRefused } = options;
  const side = await createHttpSide({
    ...options,
    serve: createDispatcher(options),
    readiness: () => readinessOf(options.readiness),
    onServed: (one) => {
      const { path, status, reason, seconds } = one;
      onServed({ path, status, reason, seconds: [seconds] });
      onRefused?.(one);
    },
  });
  const { fastify, isWebBuilt, webCompressed, listen, close, onUpgrade } = side;
  return {
    fastify,
    isWebBuilt,
    webCompressed,
    listen,
    close,
    onUpgrade,
  };
}

/** A call without code, or code without a call, must never start. */
export function assertBound({ operations, bindings }: Pick<GatewayOptions, 'operations' | 'bindings'>): void {
  const names = new Set(bindings.map((binding) => binding.operation.name));
  const missing = operations
    .filter((operation) => !names.has(operation.name))
    .map((operation) => operation.name);
  assert(missing.length === 0, `Invariant: these operations have no binding: ${missing.join(', ')}`);
  const declared = new Set(operations.map((operation) => operation.name));
  const extra = [...names].filter((name) => !declared.has(name));
  assert(extra.length === 0, `Invariant: these bindings have no operation here: ${extra.join(', ')}`);
  assert(names.size === bindings.length, 'Invariant: an operation is bound once');
}
