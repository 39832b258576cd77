import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { API_PREFIX } from '@tarazu/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileKind } from '#gateway/admission/admission.ts';
import type { HttpParts } from '#gateway/http-parts.ts';
import { DESCRIPTION } from '#gateway/openapi/api-page.ts';
import { preflightHeaders } from '#gateway/origin/origins.ts';
import { corsHeaders, send } from '#gateway/reply/http-reply.ts';
import { languageOf, renderRefusal } from '#gateway/reply/reply.ts';
import type { RefusalReply } from '#ports.ts';

const LEFT_EARLY = 'A caller left before its request was complete.';
/** Path of calls that no route took, as measures count them. */
const UNROUTED = '(none)';

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parts: HttpParts;
}

/** Paths that are no pages of the app and are not served here: metrics have a port of their own. */
const NO_PAGES: ReadonlySet<string> = new Set([API_PREFIX, '/metrics']);

/**
 * The answer where no route took the call: a preflight, a page of the app, the wrong method, or nothing we
 * know.
 */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply, parts: HttpParts): void {
  const path = pathOf(request);
  const exchange = { request, reply, parts };
  const allowed = parts.methods.get(path);
  if (request.method === 'OPTIONS' && path.startsWith(`${API_PREFIX}/`)) {
    answerPreflight(reply, preflightHeaders(parts.origins.granted(request.headers)));
    return;
  }
  const isFile = isPagePath(path);
  if (request.method === 'GET' && isFile && allowed === undefined) {
    reply.hijack();
    if (!parts.webFiles.serve(path, request.headers, reply.raw)) refuse({ key: 'UNKNOWN_CALL' }, exchange);
    return;
  }
  if (allowed === undefined && !(isFile && request.method === 'HEAD'))
    refuse({ key: 'UNKNOWN_CALL' }, exchange);
  else refuseMethod(allowed ?? 'GET', exchange);
}

/** Whether a file or a page of the app may be at a path. */
function isPagePath(path: string): boolean {
  return !path.startsWith(`${API_PREFIX}/`) && !NO_PAGES.has(path);
}

/** The kind of what is at a path that is no call, before it is served. */
export function fileKindOf(request: FastifyRequest, parts: HttpParts): FileKind {
  const { apiPage, chatFrame, webFiles } = parts;
  const path = pathOf(request);
  if (request.method !== 'GET') return 'unknownPath';
  if (path === DESCRIPTION) return 'description';
  const isOurs = apiPage.paths.includes(path) || chatFrame.paths.includes(path);
  return isOurs || (isPagePath(path) && webFiles.has(path)) ? 'file' : 'unknownPath';
}

function refuseMethod(allowed: string, exchange: Exchange): void {
  refuse({ key: 'METHOD_NOT_ALLOWED', detail: { allowed } }, exchange, { allow: allowed });
}

function answerPreflight(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  reply.hijack();
  reply.raw.writeHead(204, headers).end();
}

/**
 * Errors before a handler ran: of the body, for most. A path
 * that no route knows stays unknown, whatever its body is.
 */
export function answerError(error: unknown, exchange: Exchange): void {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (exchange.request.is404) answerUnknown(exchange.request, exchange.reply, exchange.parts);
  else if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    refuse({ key: 'BODY_TOO_LARGE', detail: { limit: '64 KB' } }, exchange);
  else if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') refuse({ key: 'UNSUPPORTED_BODY' }, exchange);
  else if (typeof code === 'string' && code.startsWith('FST_ERR_CTP')) {
    refuse(
      { key: 'INVALID_INPUT', detail: { problem: 'The body is not as long as its header says.' } },
      exchange,
    );
  } else if (exchange.request.raw.destroyed && !exchange.request.raw.complete) {
    const call = { operation: pathOf(exchange.request), requestId: exchange.parts.nextRequestId() };
    exchange.parts.options.onNotice({ level: 'info', text: LEFT_EARLY, ...call });
    exchange.reply.hijack();
  } else {
    const requestId = exchange.parts.nextRequestId();
    exchange.parts.options.onBug(error, { operation: pathOf(exchange.request), requestId });
    refuse({ key: 'INTERNAL' }, exchange);
  }
}

export function refuse(
  refusal: RefusalReply,
  exchange: Exchange,
  more: Readonly<Record<string, string>> = {},
): void {
  const { request, reply, parts } = exchange;
  reply.hijack();
  const language = languageOf(request.headers['accept-language']);
  const arrivedAt = performance.now();
  const requestId = parts.nextRequestId();
  const rendered = renderRefusal(refusal, { language, requestId });
  send(reply.raw, rendered, { ...parts.headers, ...corsHeaders(parts.origins, request.headers), ...more });
  const seconds = (performance.now() - arrivedAt) / 1_000;
  const { status, reason } = rendered;
  const clientAddress = request.ip;
  parts.options.onServed({ path: UNROUTED, requestId, clientAddress, status, reason, seconds });
  closeUnread(request, reply.raw);
}

/** A body that was sent and not read would be taken for the next request of this connection. */
function closeUnread(request: FastifyRequest, response: ServerResponse): void {
  if (!request.raw.complete && request.raw.headers['content-length'] !== undefined)
    response.once('finish', () => request.raw.destroy());
}

/** Decodes nothing: an encoded path is not one of ours. */
export function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const end = url.search(/[?#;]/);
  return end === -1 ? url : url.slice(0, end);
}

/**
 * Bytes that are not HTTP, headers too long, or a request that
 * took too long. There is no request to answer, only a socket.
 */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const line =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  const body =
    '{"code":-1100,"msg":"Validation failed","reason":"INVALID_INPUT","fix":"This is not a request that HTTP knows."}';
  socket.end(
    `HTTP/1.1 ${line}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
