import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MINUTE_MS } from '@tarazu/core/values';
import { API_PREFIX, type Operation, REFUSALS, REQUEST_TIMEOUT_MS } from '@tarazu/protocol';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type AddressLimit, createAddressLimit } from '#gateway/admission/admission.ts';
import { AdmissionQueue, rankOf } from '#gateway/admission/admission-queue.ts';
import type { Limits } from '#gateway/admission/limits.ts';
import { overloadedReply, shedLoad } from '#gateway/admission/load-shedding.ts';
import { ThreadBudget } from '#gateway/admission/thread-budget.ts';
import { type GatewayCall, readHeaders, type ServeCall } from '#gateway/call.ts';
import { type Readiness, sendHealth } from '#gateway/health.ts';
import { type ApiPage, openApiPage } from '#gateway/openapi/api-page.ts';
import { apiOriginOf } from '#gateway/origin/api-origin.ts';
import { clientAddressOf } from '#gateway/origin/client-address.ts';
import { type Hosts, hostsOf } from '#gateway/origin/hosts.ts';
import type { Notice } from '#gateway/origin/notice.ts';
import { type Origins, originsOf, preflightHeaders } from '#gateway/origin/origins.ts';
import { wrongWith } from '#gateway/origin/request-guard.ts';
import { isFromThisMachine } from '#gateway/origin/this-machine.ts';
import { UntrustedProxy } from '#gateway/origin/untrusted-proxy.ts';
import { corsHeaders, queryTextOf, send } from '#gateway/reply/http-reply.ts';
import { languageOf, type RenderedReply, renderRefusal } from '#gateway/reply/reply.ts';
import { safeHeaders } from '#gateway/reply/safe-headers.ts';
import type { Served } from '#gateway/reply/served-groups.ts';
import { refuseUpgrade } from '#gateway/upgrade.ts';
import { openWebFiles, type WebFiles } from '#gateway/web-files.ts';
import { createRequestIds } from '#platform/ids.ts';
import type { RefusalReply } from '#ports.ts';

export interface HttpSideOptions {
  /** Calls that exist on this installation. */
  readonly operations: readonly Operation[];
  readonly serve: ServeCall;
  readonly readiness: () => Promise<Readiness>;
  readonly limits: Limits;
  /** Folder of the built app. */
  readonly webFolder: string;
  readonly version: string;
  /** Where people open the app, when it is given; else the same origin serves everything. */
  readonly publicUrl: string | null;
  /** Where its calls go, when that is said. */
  readonly apiUrl: string | null;
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: number;
  /** A mistake of ours, with its whole error. */
  readonly onBug: (error: unknown, call: { readonly operation: string; readonly requestId: string }) => void;
  /** Something that an operator should know and that is no mistake of ours. */
  readonly onNotice: (notice: Notice) => void;
  /** A call was answered, or refused. */
  readonly onServed: (served: Served) => void;
}

/** Takes calls from the network and answers them. Nothing is taken before `listen`. */
export interface HttpSide {
  /** For HTTP injection in tests. */
  readonly fastify: FastifyInstance;
  readonly server: Server;
  /** A connection asks to become a stream and may. Returns the way to stop. */
  onUpgrade(listener: UpgradeListener): () => void;
  readonly isWebBuilt: boolean;
  /** When the files of the app are compressed; until then they go out plain. */
  readonly webCompressed: Promise<void>;
  listen(at: { readonly host: string; readonly port: number }): Promise<number>;
  /** Takes no more, finishes what is being served, closes what is kept alive. */
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 65_536;
const HEADERS_TIMEOUT_MS = MINUTE_MS;
/**
 * Connections that may wait to be taken: one that does not
 * fit tries again a second later. The system may allow less.
 */
const BACKLOG = 4_096;
const CLOSE_POLL_MS = 50;
const CLOSE_MS_MAX = 10_000;

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

interface Parts {
  readonly options: HttpSideOptions;
  readonly origins: Origins;
  readonly hosts: Hosts;
  readonly untrustedProxy: UntrustedProxy;
  readonly headers: Readonly<Record<string, string>>;
  readonly nextRequestId: () => string;
  readonly addressLimit: AddressLimit;
  readonly line: AdmissionQueue;
  readonly budget: ThreadBudget;
  readonly webFiles: WebFiles;
  readonly apiPage: ApiPage;
  /** Method of each path, for the answer to the wrong one. */
  readonly methods: ReadonlyMap<string, string>;
}

export async function createHttpSide(options: HttpSideOptions): Promise<HttpSide> {
  const parts = partsOf(options);
  const { line } = parts;
  const app = createServer(parts);
  addGuard(app, parts);
  for (const operation of options.operations) addCall(app, operation, parts);
  addPages(app, parts);
  addHealth(app, parts);
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply, parts));
  app.setErrorHandler((error, request, reply) => answerError(error, { request, reply, parts }));
  await app.ready();
  shedLoad(app.server, options.operations, {
    turnsAway: (rank) => line.turnsAway(rank),
    refuse: ({ path }, { request, response }) => {
      const arrivedAt = performance.now();
      const requestId = parts.nextRequestId();
      const rendered = overloadedReply(request.headers['accept-language'], requestId);
      const clientAddress = request.socket.remoteAddress ?? '';
      answer(rendered, {
        path,
        requestId,
        clientAddress,
        headers: request.headers,
        response,
        parts,
        arrivedAt,
      });
    },
  });
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  return {
    fastify: app,
    server: app.server,
    onUpgrade: (listener) => listenToUpgrades(app.server, parts, listener),
    isWebBuilt: parts.webFiles.isBuilt,
    webCompressed: parts.webFiles.compressed,
    listen: async (at) => {
      await app.listen({ ...at, backlog: BACKLOG });
      const address = app.server.address();
      assert(address !== null && typeof address === 'object', 'Invariant: a listening server has an address');
      return address.port;
    },
    close: async () => {
      await closeServer(app);
      line.stop();
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

function partsOf(options: HttpSideOptions): Parts {
  const pageOrigin = options.publicUrl === null ? undefined : new URL(options.publicUrl).origin;
  const apiOrigin = apiOriginOf(options);
  const headers = safeHeaders({ https: pageOrigin?.startsWith('https:') ?? false, apiOrigin });
  const methods = new Map(
    options.operations.map((operation) => [API_PREFIX + operation.path, operation.method]),
  );
  const budget = new ThreadBudget(options.limits.readsShareOfTime);
  for (const path of ['/healthz', '/readyz', '/api', `${API_PREFIX}/openapi.json`]) methods.set(path, 'GET');
  return {
    options,
    methods,
    origins: originsOf(options),
    hosts: hostsOf(options),
    untrustedProxy: new UntrustedProxy(options),
    headers: { ...headers.everywhere, ...headers.data },
    nextRequestId: createRequestIds(),
    addressLimit: createAddressLimit(options.limits),
    line: new AdmissionQueue(options.limits, { mayRead: (nowMs) => budget.has(nowMs) }),
    budget,
    webFiles: openWebFiles({ folder: options.webFolder, apiOrigin, ...headers }),
    apiPage: openApiPage({ operations: options.operations, version: options.version, ...headers }),
  };
}

function createServer(parts: Parts): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // What still came in on an open connection is served like the rest, and the connection ends with it. The
    // framework's own refusal is none that a client of ours can read.
    return503OnClosing: false,
    logger: false,
    exposeHeadRoutes: false,
    // Queries are read by our own parser; what the router would make of them is never looked at.
    routerOptions: { querystringParser: () => NO_QUERY },
    frameworkErrors: (_error, request, reply) => {
      refuse({ key: 'UNKNOWN_CALL' }, { request, reply, parts });
    },
    clientErrorHandler: answerBrokenRequest,
    http: { shouldUpgradeCallback: asksForStream },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  return app;
}

/**
 * Some clients offer every server HTTP/2 (h2c) with their first call: anyone
 * who does not speak it answers as if nothing was offered. And what has a
 * body is a call: its socket could not be handed on before the body has come.
 */
function asksForStream({ headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return headers.upgrade?.toLowerCase() === 'websocket' && !hasBody;
}

const LEFT_EARLY = 'A caller left before its request was complete.';
/** What no route took, whatever its path is. */
const UNROUTED = '(none)';
const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const NO_QUERY: Record<string, never> = Object.freeze({});

/** Before any path is looked at. Health is for machines that ask by address, and tells nobody anything. */
function addGuard(app: FastifyInstance, parts: Parts): void {
  app.addHook('onRequest', (request, reply, done) => {
    parts.untrustedProxy.look(request.raw);
    const path = pathOf(request);
    const wrong = HEALTH.has(path) ? undefined : wrongWith(request.raw, parts.hosts);
    if (wrong) refuse(wrong, { request, reply, parts });
    done();
  });
}

function listenToUpgrades(server: Server, parts: Parts, listener: UpgradeListener): () => void {
  const { hosts, addressLimit, untrustedProxy, options } = parts;
  const hear = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Until somebody else listens: an error that nobody hears would end the process for all others.
    socket.on('error', () => socket.destroy());
    untrustedProxy.look(request);
    const address = clientAddressOf(request, options.trustedProxies);
    const wrong = wrongWith(request, hosts) ?? addressLimit.call(address, performance.now());
    if (wrong) refuseUpgrade(socket, REFUSALS[wrong.key].status);
    else listener(request, socket, head);
  };
  server.on('upgrade', hear);
  return () => server.off('upgrade', hear);
}

function addCall(app: FastifyInstance, operation: Operation, parts: Parts): void {
  const rank = rankOf(operation);
  const { line, addressLimit, options } = parts;
  const { path } = operation;
  const serve = rank === 'read' ? readWithin(parts) : options.serve;
  app.route({
    method: operation.method,
    url: API_PREFIX + path,
    exposeHeadRoute: false,
    handler: (request, reply) => {
      reply.hijack();
      const arrivedAt = performance.now();
      const call = callOf(operation, request, parts);
      const { requestId, clientAddress } = call;
      const exchange = {
        path,
        requestId,
        clientAddress,
        headers: request.headers,
        response: reply.raw,
        parts,
        arrivedAt,
      };
      const tooMany =
        addressLimit.call(clientAddress, arrivedAt) ??
        (rank === 'read' ? addressLimit.read(clientAddress, arrivedAt) : undefined);
      if (tooMany) answer(renderRefusal(tooMany, call), exchange);
      else
        line.join(rank, {
          isWanted: () => !reply.raw.destroyed,
          refuse: () => answer(overloadedReply(request.headers['accept-language'], call.requestId), exchange),
          begin: () =>
            void serve(call).then((rendered) => {
              line.leave(rank);
              answer(rendered, exchange);
            }),
        });
    },
  });
}

/**
 * Reads within what they may take of the thread on which orders
 * are matched: what each has cost is counted when it is known.
 */
function readWithin({ options, budget, addressLimit }: Parts): ServeCall {
  return async (call) => {
    const takenMs = budget.take(call.operation);
    const rendered = await options.serve(call);
    const costMs = rendered.costMs ?? 0;
    budget.settle(call.operation, { takenMs, costMs });
    addressLimit.spend(call.clientAddress, costMs, performance.now());
    return rendered;
  };
}

function callOf(operation: Operation, request: FastifyRequest, parts: Parts): GatewayCall {
  const clientAddress = clientAddressOf(request.raw, parts.options.trustedProxies);
  return {
    ...readHeaders(request.headers, parts.origins),
    operation: operation.name,
    requestId: parts.nextRequestId(),
    formText: typeof request.body === 'string' ? request.body : '',
    queryText: queryTextOf(request.raw),
    clientAddress,
    isLocal: isFromThisMachine({ headers: request.headers, clientAddress }, parts.options),
  };
}

interface Answering extends Pick<Served, 'path' | 'requestId' | 'clientAddress'> {
  /** On the clock that only goes forward. */
  readonly arrivedAt: number;
  readonly headers: IncomingHttpHeaders;
  readonly response: ServerResponse;
  readonly parts: Parts;
}

function answer(rendered: RenderedReply, answering: Answering): void {
  const { path, requestId, clientAddress, headers, response, parts, arrivedAt } = answering;
  send(response, rendered, { ...parts.headers, ...corsHeaders(parts.origins, headers) });
  const { status, reason } = rendered;
  const seconds = (performance.now() - arrivedAt) / 1_000;
  parts.options.onServed({ path, requestId, clientAddress, status, reason, seconds });
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

function addHealth(app: FastifyInstance, { options, untrustedProxy }: Parts): void {
  app.get('/healthz', (_request, reply) => {
    reply.hijack();
    sendHealth(reply.raw, 200, { alive: true });
  });
  app.get('/readyz', async (_request, reply) => {
    const readiness = await options.readiness();
    const checks = { ...readiness.checks, ...untrustedProxy.check };
    reply.hijack();
    sendHealth(reply.raw, readiness.ready ? 200 : 503, { ...readiness, checks });
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parts: Parts;
}

/** Neither pages of the app nor served here: metrics have a port of their own. */
const NO_PAGES: ReadonlySet<string> = new Set([API_PREFIX, '/metrics']);

/** Whatever no route took: a preflight, a page of the app, the wrong method, or nothing we know. */
function answerUnknown(request: FastifyRequest, reply: FastifyReply, parts: Parts): void {
  const path = pathOf(request);
  const exchange = { request, reply, parts };
  const allowed = parts.methods.get(path);
  if (request.method === 'OPTIONS' && path.startsWith(`${API_PREFIX}/`)) {
    answerPreflight(reply, preflightHeaders(parts.origins.granted(request.headers)));
    return;
  }
  const isFile = !path.startsWith(`${API_PREFIX}/`) && !NO_PAGES.has(path);
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

/**
 * Errors before a handler ran: of the body, for most. A path
 * that no route knows stays unknown, whatever its body is.
 */
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

function refuse(
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

/**
 * Bytes that are not HTTP, headers too long, or a request that
 * took too long. There is no request to answer, only a socket.
 */
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
