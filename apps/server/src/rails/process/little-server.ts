import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { isSame } from '#platform/secrets/secrets.ts';

/** A little JSON server on this machine alone, as the sandbox's rails are. */

export interface LittleReply {
  readonly status: number;
  readonly body?: object | undefined;
}

export interface LittleCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Parsed JSON; undefined without one. */
  readonly body: unknown;
  readonly key: string;
}

export interface LittleFaults {
  readonly slowMs: number;
  readonly isDown: boolean;
  readonly losesAnswers: boolean;
}

export interface LittleServerOptions {
  readonly port?: number;
  /** Faults of this call. */
  readonly faults: (path: string) => LittleFaults;
  readonly serve: (call: LittleCall) => LittleReply | Promise<LittleReply>;
}

export interface LittleServer {
  readonly port: number;
  stop(): Promise<void>;
}

const BODY_BYTES_MAX = 1_048_576;

export async function openLittleServer(options: LittleServerOptions): Promise<LittleServer> {
  const server = createServer((request, response) => {
    void answer(options, request, response).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      if (!response.headersSent) response.writeHead(500).end();
    });
  });
  server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Invariant: a port is listened at');
  return {
    port: address.port,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  options: LittleServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const body = await bodyOf(request);
  if (body === undefined) {
    response.writeHead(413).end();
    return;
  }
  const faults = options.faults(url.pathname);
  if (faults.isDown) {
    request.socket.destroy();
    return;
  }
  if (faults.slowMs > 0) await delay(faults.slowMs, undefined, { ref: false });
  const { pathname: path, searchParams: query } = url;
  const key = keyOf(request.headers.authorization ?? '');
  const reply = await options.serve({ method: request.method ?? '', path, query, body: parsed(body), key });
  if (faults.losesAnswers) {
    request.socket.destroy();
    return;
  }
  const text = JSON.stringify(reply.body ?? {}, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text);
}

/** The key of `Bearer`, or the password of `Basic`. */
function keyOf(header: string): string {
  const [kind = '', value = ''] = header.split(' ');
  if (kind === 'Bearer') return value;
  return kind === 'Basic' ? (Buffer.from(value, 'base64').toString().split(':')[1] ?? '') : '';
}

export function isKey(given: string, key: string): boolean {
  return isSame(Buffer.from(given), Buffer.from(key));
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    const part = Buffer.from(piece);
    bytes += part.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
    pieces.push(part);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parsed(body: string): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
