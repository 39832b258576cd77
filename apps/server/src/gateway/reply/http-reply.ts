import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Origins } from '#gateway/origin/origins.ts';
import type { RenderedReply } from '#gateway/reply/reply.ts';

/** Writes a reply past the framework: no hooks, no serializer. */
export function send(
  response: ServerResponse,
  rendered: RenderedReply,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return;
  const all: Record<string, string | number> = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(rendered.body),
    'cache-control': 'no-store',
    vary: 'Origin',
  };
  if (rendered.retryAfterMs !== undefined)
    all['retry-after'] = Math.max(1, Math.ceil(rendered.retryAfterMs / 1_000));
  response.writeHead(rendered.status, all).end(rendered.body);
}

export function corsHeaders(
  origins: Origins,
  headers: IncomingHttpHeaders,
): Record<string, string> | undefined {
  const granted = origins.granted(headers);
  return granted === undefined ? undefined : { 'access-control-allow-origin': granted };
}

/** The text after the `?`. */
export function queryTextOf(message: IncomingMessage): string {
  const url = message.url ?? '';
  const question = url.indexOf('?');
  return question === -1 ? '' : url.slice(question + 1);
}
