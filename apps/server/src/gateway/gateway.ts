import assert from 'node:assert/strict';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { API_PREFIX, type Operation, REQUEST_TIMEOUT_MS } from '@tarazu/protocol';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createAdmission, type Limits } from '#gateway/admission.ts';
import { type ApiPage, openApiPage } from '#gateway/api-page.ts';
import type { Binding } from '#gateway/binding.ts';
import { type CallServices, createCallServer, queryTextOf, type SessionFinder, send } from '#gateway/call.ts';
import { standAtDoor } from '#gateway/door.ts';
import { type ReadinessCheck, readinessOf, sendHealth } from '#gateway/health.ts';
import { apiOriginOf, createOrigins, type Origins, preflightHeaders } from '#gateway/origins.ts';
import { languageOf, renderRefusal } from '#gateway/reply.ts';
import { safeHeaders } from '#gateway/safe-headers.ts';
import { openWebFiles, type WebFiles } from '#gateway/web-files.ts';
import type { Clock } from '#platform/clock.ts';
import { createRequestIds } from '#platform/ids.ts';
import type { RefusalReply } from '#ports.ts';

export interface GatewayOptions {
  /** Calls that exist on this installation. Each must have a binding, and each binding must be one of them. */
  readonly operations: readonly Operation[];
  readonly bindings: readonly Binding[];
  readonly sessions: SessionFinder;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly readiness: readonly ReadinessCheck[];
  /** Folder of the built app. */
  readonly webFolder: string;
  readonly version: string;
  /** Where people open the app, when it is told; else the same origin serves everything. */
  readonly publicUrl: string | null;
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: number;
  readonly onBug: CallServices['onBug'];
  readonly onServed?: CallServices['onServed'];
  readonly areOutputsChecked?: boolean;
}

/** The HTTP side of the server. Nothing is taken before `listen`. */
export interface Gateway {
  /** For HTTP injection in tests. */
  readonly fastify: FastifyInstance;
  /** The stream takes its connections from the `upgrade` event of this server. */
  readonly httpServer: Server;
  readonly origins: Origins;
  readonly isWebBuilt: boolean;
  /** When the files of the app are compressed; until then they go out plain. */
  readonly webCompressed: Promise<void>;
  listen(at: { readonly host: string; readonly port: number }): Promise<{ readonly port: number }>;
  /** Takes no more, finishes what is being served, closes what is kept alive. */
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 65_536;
const HEADERS_TIMEOUT_MS = 60_000;
/** Connections that may wait to be taken: one that does not fit tries again a second later. The system may allow less. */
const BACKLOG = 4_096;
const CLOSE_POLL_MS = 50;
const CLOSE_MS_MAX = 10_000;

interface Parts {
  readonly options: GatewayOptions;
  readonly services: CallServices;
  readonly webFiles: WebFiles;
  readonly apiPage: ApiPage;
  /** Method of each path, for the answer to the wrong one. */
  readonly methods: ReadonlyMap<string, string>;
}

export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  assertBound(options.operations, options.bindings);
  const parts = partsOf(options);
  const app = createServer(options.trustedProxies, parts);
  for (const binding of options.bindings) addCall(app, binding, parts.services);
  addPages(app, parts);
  addHealth(app, options.readiness);
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply, parts));
  app.setErrorHandler((error, request, reply) => answerError(error, { request, reply, parts }));
  await app.ready();
  standAtDoor(app.server, options.operations, parts.services);
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  return {
    fastify: app,
    httpServer: app.server,
    origins: parts.services.origins,
    isWebBuilt: parts.webFiles.isBuilt,
    webCompressed: parts.webFiles.compressed,
    listen: async (at) => {
      await app.listen({ ...at, backlog: BACKLOG });
      const address = app.server.address();
      assert(address !== null && typeof address === 'object', 'Invariant: a listening server has an address');
      return { port: address.port };
    },
    close: async () => {
      parts.services.admission.stop();
      await closeServer(app);
    },
  };
}

/** What is being served is finished, for a while; a connection that is only kept alive is not waited for. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), CLOSE_POLL_MS);
  const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS_MAX);
  await app.close();
  clearInterval(idle);
  clearTimeout(late);
}

/** A call without code, or code without a call, must never start. */
function assertBound(operations: readonly Operation[], bindings: readonly Binding[]): void {
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

function partsOf(options: GatewayOptions): Parts {
  const pageOrigin = options.publicUrl === null ? undefined : new URL(options.publicUrl).origin;
  const headers = safeHeaders({
    https: pageOrigin?.startsWith('https:') ?? false,
    apiOrigin: pageOrigin === undefined ? undefined : apiOriginOf(pageOrigin),
  });
  const origins = createOrigins(
    pageOrigin === undefined ? options.allowedOrigins : [pageOrigin, ...options.allowedOrigins],
  );
  const services: CallServices = {
    sessions: options.sessions,
    admission: createAdmission(options.limits),
    origins,
    clock: options.clock,
    nextRequestId: createRequestIds(),
    headers: headers.everywhere,
    onBug: options.onBug,
    onServed: options.onServed ?? (() => undefined),
    areOutputsChecked: options.areOutputsChecked ?? false,
  };
  const methods = new Map(
    options.operations.map((operation) => [API_PREFIX + operation.path, operation.method]),
  );
  for (const path of ['/healthz', '/readyz', '/api', `${API_PREFIX}/openapi.json`]) methods.set(path, 'GET');
  return {
    options,
    services,
    methods,
    webFiles: openWebFiles({ folder: options.webFolder, ...headers }),
    apiPage: openApiPage({ operations: options.operations, version: options.version, ...headers }),
  };
}

function createServer(trustedProxies: number, parts: Parts): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Counted from our side: what stands before the last proxy of ours is what a caller may have written. Without a proxy nothing is
    // looked for.
    trustProxy: trustedProxies > 0 && ((_address: string, hop: number) => hop < trustedProxies),
    logger: false,
    exposeHeadRoutes: false,
    // Queries are read by our own parser; what the router would make of them is never looked at.
    routerOptions: { querystringParser: () => NO_QUERY },
    frameworkErrors: (_error, request, reply) => {
      refuse({ key: 'UNKNOWN_CALL' }, { request, reply, parts });
    },
    clientErrorHandler: answerBrokenRequest,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  return app;
}

const NO_QUERY: Record<string, never> = Object.freeze({});

function addCall(app: FastifyInstance, binding: Binding, services: CallServices): void {
  const serve = createCallServer(binding, services);
  app.route({
    method: binding.operation.method,
    url: API_PREFIX + binding.operation.path,
    exposeHeadRoute: false,
    handler: (request, reply) => {
      reply.hijack();
      const call = {
        headers: request.headers,
        formText: typeof request.body === 'string' ? request.body : '',
        queryText: queryTextOf(request.raw),
        clientAddress: request.ip,
      };
      void serve(call, reply.raw);
    },
  });
}

function addPages(app: FastifyInstance, parts: Parts): void {
  app.get(`${API_PREFIX}/openapi.json`, (_request, reply) => {
    reply.hijack();
    parts.apiPage.sendDescription(reply.raw);
  });
  for (const path of parts.apiPage.paths) {
    app.get(path, (_request, reply) => {
      reply.hijack();
      parts.apiPage.sendFile(path, reply.raw);
    });
  }
}

function addHealth(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  app.get('/healthz', (_request, reply) => {
    reply.hijack();
    sendHealth(reply.raw, 200, { alive: true });
  });
  app.get('/readyz', async (_request, reply) => {
    const readiness = await readinessOf(checks);
    reply.hijack();
    sendHealth(reply.raw, readiness.ready ? 200 : 503, readiness);
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parts: Parts;
}

/** Whatever no route took: a preflight, a page of the app, the wrong method, or nothing we know. */
function answerUnknown(request: FastifyRequest, reply: FastifyReply, parts: Parts): void {
  const path = pathOf(request);
  const exchange = { request, reply, parts };
  const allowed = parts.methods.get(path);
  if (request.method === 'OPTIONS' && path.startsWith(`${API_PREFIX}/`)) {
    answerPreflight(reply, preflightHeaders(parts.services.origins.granted(request.headers)));
    return;
  }
  const isFile = !path.startsWith(`${API_PREFIX}/`) && path !== API_PREFIX;
  if (request.method === 'GET' && isFile && allowed === undefined) {
    reply.hijack();
    if (!parts.webFiles.serve(path, request.headers, reply.raw)) refuse({ key: 'UNKNOWN_CALL' }, exchange);
    return;
  }
  if (allowed === undefined && !(isFile && request.method === 'HEAD'))
    refuse({ key: 'UNKNOWN_CALL' }, exchange);
  else refuseMethod(allowed ?? 'GET', exchange);
}

function refuseMethod(allowed: string, exchange: Exchange): void {
  refuse({ key: 'METHOD_NOT_ALLOWED', detail: { allowed } }, exchange, { allow: allowed });
}

function answerPreflight(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  reply.hijack();
  reply.raw.writeHead(204, headers).end();
}

/** Errors before a handler ran: of the body, for most. A path that no route knows stays unknown, whatever its body is. */
function answerError(error: unknown, exchange: Exchange): void {
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
  } else {
    const requestId = exchange.parts.services.nextRequestId();
    exchange.parts.services.onBug(error, { operation: pathOf(exchange.request), requestId });
    refuse({ key: 'INTERNAL' }, exchange);
  }
}

function refuse(
  refusal: RefusalReply,
  exchange: Exchange,
  more: Readonly<Record<string, string>> = {},
): void {
  const { request, reply, parts } = exchange;
  const { services } = parts;
  reply.hijack();
  const language = languageOf(request.headers['accept-language']);
  const rendered = renderRefusal(refusal, { language, requestId: services.nextRequestId() });
  const granted = services.origins.granted(request.headers);
  const cors = granted === undefined ? {} : { 'access-control-allow-origin': granted };
  send(reply.raw, rendered, { ...services.headers, ...cors, ...more });
  closeUnread(request, reply.raw);
}

/** What was sent and not read would be taken for the next request of this connection. */
function closeUnread(request: FastifyRequest, response: ServerResponse): void {
  if (!request.raw.complete && request.raw.headers['content-length'] !== undefined)
    response.once('finish', () => request.raw.destroy());
}

/** Decodes nothing: an encoded path is not one of ours. */
function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const end = url.search(/[?#;]/);
  return end === -1 ? url : url.slice(0, end);
}

/** Bytes that are not HTTP, headers too long, or a request that took too long. There is no request to answer, only a socket. */
function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
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
