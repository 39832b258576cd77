import { once } from 'node:events';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { RailUnavailable } from '#rails/ports.ts';

export interface Question {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
  /** Bytes of an answer at most. */
  readonly bytesMax?: number;
}

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

const TIMEOUT_MS = 10_000;
const BYTES_MAX = 4 * 1_024 * 1_024;
const SOCKETS_MAX = 8;
const agents = {
  'http:': new HttpAgent({ keepAlive: true, maxSockets: SOCKETS_MAX }),
  'https:': new HttpsAgent({ keepAlive: true, maxSockets: SOCKETS_MAX }),
};

/**
 * Asks a rail: bounded in time and bytes, and at the named address alone, because redirects are not followed.
 * @throws RailUnavailable when there is no whole answer.
 */
export async function ask(question: Question): Promise<RawAnswer> {
  const url = new URL(question.url);
  const isSafe = url.protocol === 'https:';
  const { method, body, timeoutMs = TIMEOUT_MS, bytesMax = BYTES_MAX } = question;
  const headers = {
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...(url.username !== '' && { authorization: basicOf(url) }),
    ...question.headers,
  };
  const signal = AbortSignal.timeout(timeoutMs);
  const path = url.pathname + url.search;
  const options = { method, headers, signal, path, hostname: bare(url.hostname), port: url.port };
  try {
    const sent = isSafe
      ? requestHttps({ ...options, agent: agents['https:'] })
      : requestHttp({ ...options, agent: agents['http:'] });
    sent.end(body);
    const [response]: IncomingMessage[] = await once(sent, 'response', { signal });
    if (response === undefined) throw new Error('Invariant: a response is an answer');
    return { status: response.statusCode ?? 0, text: await textOf(response, bytesMax) };
  } catch (cause) {
    throw new RailUnavailable(`No answer from ${url.host}${url.pathname}.`, { cause });
  }
}

function basicOf({ username, password }: URL): string {
  const name = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(name).toString('base64')}`;
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

async function textOf(response: IncomingMessage, bytesMax: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response) {
    const part = Buffer.from(piece);
    bytes += part.length;
    if (bytes > bytesMax) {
      response.destroy();
      throw new Error(`The answer is longer than ${bytesMax} bytes.`);
    }
    pieces.push(part);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** @throws RailUnavailable when it is no JSON. */
export function jsonOf({ text }: RawAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RailUnavailable('The answer of a rail is no JSON.', { cause });
  }
}
