import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '@tarazu/core/values';
import type { ServeCall } from '#gateway/call.ts';
import { createDispatcher } from '#gateway/dispatcher.ts';
import { assertBound, type Gateway, type GatewayOptions, type OpenGateway } from '#gateway/gateway.ts';
import { readinessOf } from '#gateway/health.ts';
import type { UpgradeListener } from '#gateway/http-side.ts';
import { startHttpProcess } from '#gateway/own-process/child.ts';
import { openLink } from '#gateway/own-process/link.ts';
import {
  type Answered,
  type Asked,
  answeredOf,
  callOf,
  type Instruction,
  isAsked,
  type Reported,
} from '#gateway/own-process/messages.ts';

const STOP_MS_MAX = 12_000;
/**
 * One that ends again and again is started less and less
 * often: the engine goes on meanwhile, and so do streams.
 */
const RESTART_MS_MIN = 20;
const RESTART_MS_MAX = 5_000;
const LATELY_MS = MINUTE_MS;

/** @param child a process of an HTTP side that was started and given nothing. */
export function gatewayWith(child: ChildProcess): OpenGateway {
  return async (options) => {
    assertBound(options);
    const gateway = new OwnProcessGateway(options, child);
    await gateway.opened();
    return gateway;
  };
}

/**
 * Gateway with the HTTP side in another process, so that
 * reading and refusing takes nothing from the matching thread.
 */
class OwnProcessGateway implements Gateway {
  isWebBuilt = false;
  readonly #options: GatewayOptions;
  readonly #serve: ServeCall;
  readonly #upgradeListeners = new Set<UpgradeListener>();
  #startedAtMs: readonly number[] = [];
  #child: ChildProcess;
  #at: { readonly host: string; readonly port: number } | undefined;
  #isClosing = false;

  constructor(options: GatewayOptions, child: ChildProcess) {
    this.#options = options;
    this.#serve = createDispatcher(options);
    this.#child = child;
  }

  async opened(): Promise<void> {
    const child = this.#child;
    this.#startedAtMs = [...this.#startedAtMs, performance.now()];
    child.on('message', (reported: Reported, socket: unknown) => this.#hear(reported, socket));
    child.once('exit', () => void this.#startAgain());
    // A message to a process that has just ended is lost: its end is noticed, and anyone who waits for an
    // answer is told.
    child.on('error', () => undefined);
    const [, , , , pipe] = child.stdio;
    assert(pipe instanceof Duplex, 'Invariant: the pipe of calls goes both ways');
    const link = openLink<Answered, Asked>(pipe, {
      isMessage: isAsked,
      onMessage: (asked) => {
        const [number] = asked;
        void this.#answerTo(asked).then((reply) => link.send(answeredOf(number, reply), reply.body));
      },
      onUnreadable: (error) => {
        this.#options.onBug(error, { operation: 'link', requestId: '' });
        child.kill('SIGKILL');
      },
    });
    const { isWebBuilt } = await this.#tell(this.#opening(), 'opened');
    this.isWebBuilt = isWebBuilt;
  }

  onUpgrade(listener: UpgradeListener): () => void {
    this.#upgradeListeners.add(listener);
    return () => this.#upgradeListeners.delete(listener);
  }

  async listen(at: { readonly host: string; readonly port: number }): Promise<number> {
    const { port } = await this.#tell({ type: 'listen', ...at }, 'listening');
    this.#at = { ...at, port };
    return port;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const child = this.#child;
    if (hasEnded(child)) return;
    const exited = once(child, 'exit');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
    const closing: Instruction = { type: 'close' };
    if (child.connected) child.send(closing);
    await exited;
    clearTimeout(late);
  }

  #answerTo(asked: Asked): ReturnType<ServeCall> {
    return asked.length === 1 ? this.#readiness() : this.#serve(callOf(asked));
  }

  async #readiness(): ReturnType<ServeCall> {
    return { status: 200, body: JSON.stringify(await readinessOf(this.#options.readiness)) };
  }

  #opening(): Instruction {
    const { operations, limits, webFolder, uploadFolder, version } = this.#options;
    const { publicUrl, apiUrl, allowedOrigins, trustedProxies, chatScript } = this.#options;
    return {
      type: 'open',
      operations: operations.map(({ name }) => name),
      logLevel: this.#options.logLevel ?? 'error',
      options: {
        limits,
        webFolder,
        uploadFolder,
        version,
        publicUrl,
        apiUrl,
        allowedOrigins,
        trustedProxies,
        chatScript,
      },
    };
  }

  /** Tells the HTTP side to do something and waits until it has, or says why not. */
  #tell<Type extends Reported['type']>(
    told: Instruction,
    done: Type,
  ): Promise<Extract<Reported, { type: Type }>> {
    const child = this.#child;
    const { promise, resolve, reject } = Promise.withResolvers<Extract<Reported, { type: Type }>>();
    const isDone = (reported: Reported): reported is Extract<Reported, { type: Type }> =>
      reported.type === done;
    const hear = (reported: Reported): void => {
      if (isDone(reported)) resolve(reported);
      else if (reported.type === 'failed')
        reject(Object.assign(new Error(reported.message), { code: reported.code }));
    };
    const end = (): void => reject(new Error('The process of the HTTP side ended before it was open.'));
    child.on('message', hear).once('exit', end).once('error', reject);
    child.send(told);
    return promise.finally(() => child.off('message', hear).off('exit', end).off('error', reject));
  }

  #hear(reported: Reported, socket: unknown): void {
    if (reported.type === 'served') {
      for (const group of reported.groups) this.#options.onServed?.(group);
    }
    // Anyone who was gone before it came here has no socket any more.
    if (reported.type !== 'upgrade' || !(socket instanceof Socket)) return;
    const { method, url, headers, head } = reported;
    // As there, for the moments in which no listener has it.
    socket.on('error', () => socket.destroy());
    if (this.#upgradeListeners.size === 0) socket.destroy();
    const request = Object.assign(new IncomingMessage(socket), { method, url, headers });
    for (const listener of this.#upgradeListeners) listener(request, socket, Buffer.from(head));
  }

  async #startAgain(): Promise<void> {
    if (this.#isClosing || this.#at === undefined) return;
    try {
      const since = performance.now() - LATELY_MS;
      this.#startedAtMs = this.#startedAtMs.filter((atMs) => atMs > since);
      await delay(Math.min(RESTART_MS_MAX, RESTART_MS_MIN * 2 ** this.#startedAtMs.length));
      if (this.#isClosing) return;
      this.#child = startHttpProcess();
      await this.opened();
      await this.listen(this.#at);
    } catch (error) {
      // A process that ended while it started has begun the next one by its own exit.
      if (this.#child.pid !== undefined && hasEnded(this.#child)) return;
      this.#options.onEnded?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
