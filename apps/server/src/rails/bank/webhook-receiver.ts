import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { SIGNATURE_HEADER, TIME_HEADER, webhookProblem } from '#rails/bank/webhook-signature.ts';
import { bankEventSchema, changeOfEvent } from '#rails/bank/wire.ts';
import type { RailChange } from '#rails/ports.ts';

export interface WebhookOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly key: string;
  readonly nowMs: () => number;
  /** Resolves when the changes are durable: the bank is answered after that. */
  readonly take: (changes: readonly RailChange[]) => Promise<void>;
  readonly onTrouble: (what: string, error: unknown) => void;
}

export interface WebhookReceiver {
  readonly port: number;
  stop(): Promise<void>;
}

export const WEBHOOK_PATH = '/rails/bank';
const BODY_BYTES_MAX = 65_536;
const CONNECTIONS_MAX = 32;
const AT_ONCE_MAX = 16;
const HEADER_BYTES_MAX = 8_192;
const TIME_MS_MAX = 10_000;

/**
 * Listens for what a bank tells, apart from the calls of customers: signed, bounded in size, time and number,
 * and answered with 204 only when it is durable. A bank asks again for any other answer.
 */
export async function openWebhookReceiver(options: WebhookOptions): Promise<WebhookReceiver> {
  let atWork = 0;
  const server = createServer({ maxHeaderSize: HEADER_BYTES_MAX }, (request, response) => {
    if (atWork >= AT_ONCE_MAX) {
      answer(request, response, 503);
      return;
    }
    atWork += 1;
    void serve(options, request)
      .catch((error: unknown) => {
        options.onTrouble('A webhook of the bank could not be kept.', error);
        return 503;
      })
      .then((status) => {
        atWork -= 1;
        answer(request, response, status);
      });
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.requestTimeout = TIME_MS_MAX;
  server.headersTimeout = TIME_MS_MAX;
  server.listen({ host: options.host, port: options.port });
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

/** An answer before the whole request was read ends the connection: the rest of it is nobody's. */
function answer(request: IncomingMessage, response: ServerResponse, status: number): void {
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(status).end(() => {
    if (!request.complete) request.socket.destroy();
  });
}

async function serve(options: WebhookOptions, request: IncomingMessage): Promise<number> {
  if (request.url !== WEBHOOK_PATH) return 404;
  if (request.method !== 'POST') return 405;
  if (!/^application\/json(?:;|$)/.test(request.headers['content-type'] ?? '')) return 415;
  const body = await bodyOf(request);
  if (typeof body === 'number') return body;
  const problem = webhookProblem(options.key, {
    time: oneOf(request.headers[TIME_HEADER]),
    signature: oneOf(request.headers[SIGNATURE_HEADER]),
    body,
    nowMs: options.nowMs(),
  });
  if (problem !== undefined) return 401;
  const event = bankEventSchema.safeParse(parsed(body));
  if (!event.success) return 400;
  await options.take([changeOfEvent(event.data)]);
  return 204;
}

async function bodyOf(request: IncomingMessage): Promise<string | number> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) return 413;
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false })) {
      const part = Buffer.from(piece);
      bytes += part.length;
      if (bytes > BODY_BYTES_MAX) return 413;
      pieces.push(part);
    }
  } catch {
    // A bank that went away amid its request hears no answer.
    return 400;
  }
  return Buffer.concat(pieces).toString('utf8');
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
