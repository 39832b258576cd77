import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { MINUTE_MS } from '@tarazu/core/values';
import { API_PREFIX, type Operation, REFUSALS, REQUEST_TIMEOUT_MS } from '@tarazu/protocol';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { rankOf } from '#gateway/admission/admission-queue.ts';
import { overloadedReply, shedLoad } from '#gateway/admission/load-shedding.ts';
import { type GatewayCall, readHeaders, type ServeCall } from '#gateway/call.ts';
import { rememberedFor, sendHealth } from '#gateway/health.ts';
import { type HttpParts, type HttpSideOptions, partsOf } from '#gateway/http-parts.ts';
import { clientAddressOf } from '#gateway/origin/client-address.ts';
import { twoHosts, wrongWith } from '#gateway/origin/request-guard.ts';
import { isFromThisMachine } from '#gateway/origin/this-machine.ts';
import { corsHeaders, queryTextOf, send } from '#gateway/reply/http-reply.ts';
import { type RenderedReply, renderRefusal } from '#gateway/reply/reply.ts';
import type { Served } from '#gateway/reply/served-groups.ts';
import { isSharedWith, questionOf } from '#gateway/reply/shared-answers.ts';
import { type SharedText, sendShared } from '#gateway/reply/shared-text.ts';
import {
  answerBrokenRequest,
  answerError,
  answerUnknown,
  fileKindOf,
  pathOf,
  refuse,
} from '#gateway/unrouted.ts';
import { refuseUpgrade } from '#gateway/upgrade.ts';
import { addMultipart, MULTIPART, takeUpload } from '#gateway/upload/take-upload.ts';
import type { RefusalReply } from '#ports.ts';

/** Takes calls from the network and answers them. Nothing is taken before `listen`. */
export interface HttpSide {
  /** For HTTP injection in tests. */
  readonly fastify: FastifyInstance;
  readonly server: Server;
  /** Hands on a connection that may become a stream; gives the way to stop. */
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
/** Connections that may wait to be taken, or try again a second later, as far as the system allows. */
const BACKLOG = 4_096;
/** Readiness costs a query. */
const READINESS_KEPT_MS = 1_000;
const CLOSE_POLL_MS = 50;
const CLOSE_MS_MAX = 10_000;

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

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
    turnsAway: (operation, { headers }) =>
      isSharedWith(operation.sharedBy, headers['accesstoken'])
        ? !parts.sharedBudget.has(performance.now())
        : line.turnsAway(rankOf(operation)),
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
      parts.shared.stop();
    },
  };
}

/**
 * Calls that are being served are finished, for a while; a connection that is only kept alive is not waited
 * for.
 */
async function closeServer(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), CLOSE_POLL_MS);
  const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS_MAX);
  await app.close();
  clearInterval(idle);
  clearTimeout(late);
}

function createServer(parts: HttpParts): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Answer to a call on an open connection that closes, because
    // the framework's refusal is none that clients can read.
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
  addMultipart(app);
  return app;
}

/** Whether a connection asks for a stream: not by an offer of HTTP/2 (h2c), and not with a body. */
function asksForStream({ headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return headers.upgrade?.toLowerCase() === 'websocket' && !hasBody;
}

const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

const NO_QUERY: Record<string, never> = Object.freeze({});

/** Health before any path is looked at, for machines that ask by address. */
function addGuard(app: FastifyInstance, parts: HttpParts): void {
  app.addHook('onRequest', (request, reply, done) => {
    parts.untrustedProxy.look(request.raw);
    const wrong = HEALTH.has(pathOf(request))
      ? twoHosts(request.raw)
      : (wrongWith(request.raw, parts.hosts) ?? tooManyFiles(request, parts));
    if (wrong) refuse(wrong, { request, reply, parts });
    done();
  });
}

/** Calls count where they are taken; whatever else is asked for counts by what is there. */
function tooManyFiles(request: FastifyRequest, parts: HttpParts): RefusalReply | undefined {
  if (request.routeOptions.config.takesFile !== undefined) return undefined;
  const address = clientAddressOf(request.raw, parts.options.trustedProxies);
  return parts.addressLimit.file(address, fileKindOf(request, parts), performance.now());
}

function listenToUpgrades(server: Server, parts: HttpParts, listener: UpgradeListener): () => void {
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

function addCall(app: FastifyInstance, operation: Operation, parts: HttpParts): void {
  const rank = rankOf(operation);
  const { line, addressLimit, options } = parts;
  const { path } = operation;
  const serve = rank === 'read' ? readWithin(parts) : options.serve;
  app.route({
    method: operation.method,
    url: API_PREFIX + path,
    exposeHeadRoute: false,
    config: { takesFile: operation.upload !== undefined },
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
      const join = (joining: GatewayCall): void =>
        line.join(rank, {
          isWanted: () => !reply.raw.destroyed,
          refuse: () => answer(overloadedReply(request.headers['accept-language'], call.requestId), exchange),
          begin: () =>
            void serve(joining).then((rendered) => {
              line.leave(rank);
              answer(rendered, exchange);
            }),
        });
      const tooMany =
        addressLimit.call(clientAddress, arrivedAt) ??
        (rank === 'read' ? addressLimit.read(clientAddress, arrivedAt) : undefined);
      const question = questionOf(operation.sharedBy, call);
      if (tooMany) answer(renderRefusal(tooMany, call), exchange);
      else if (request.body === MULTIPART)
        void takeUpload({ operation, call, request: request.raw, response: reply.raw, parts }).then(
          (taken) => (taken.ok ? join(taken.call) : answer(taken.rendered, exchange)),
        );
      else if (question !== undefined) answerShared({ question, call, exchange, serve });
      else join(call);
    },
  });
}

interface SharedCall {
  readonly question: string;
  readonly call: GatewayCall;
  readonly exchange: Answering;
  readonly serve: ServeCall;
}

/** With what is there already, or with the answer that is on its way, or as the first who asks. */
function answerShared({ question, call, exchange, serve }: SharedCall): void {
  const { shared, sharedBudget, line } = exchange.parts;
  const overloaded = (): RenderedReply =>
    overloadedReply(exchange.headers['accept-language'], call.requestId);
  if (!sharedBudget.has(performance.now())) {
    answer(overloaded(), exchange);
    return;
  }
  const fresh = shared.fresh(question);
  if (fresh !== undefined) {
    answerWith(fresh, exchange);
    return;
  }
  const place = shared.wait(question, {
    isWanted: () => !exchange.response.destroyed,
    // A refusal names the call that was refused, whoever waited for it.
    answer: (rendered) => answer(rendered, exchange),
    send: (text) => answerWith(text, exchange),
  });
  if (place === 'refused') answer(overloaded(), exchange);
  if (place !== 'asks') return;
  const { requestId } = call;
  line.join('read', {
    isWanted: () => shared.isWanted(question),
    refuse: () => shared.answer(question, { rendered: overloaded(), requestId }),
    begin: () =>
      // Without the token of the first who asks: what is refused to that session is nobody else's refusal.
      void serve({ ...call, token: undefined }).then((rendered) => {
        line.leave('read');
        shared.answer(question, { rendered, requestId });
      }),
  });
}

/**
 * Reading such a call, and the bytes that leave after this turn, take the thread twice as long as writing.
 */
const WHOLE_PER_WRITING = 3;

/** The work of it is the writing, which counts for whoever asked as any other read does. */
function answerWith(text: SharedText, exchange: Answering): void {
  const { path, requestId, clientAddress, headers, response, parts, arrivedAt } = exchange;
  const beganAt = performance.now();
  sendShared(response, { text, requestId }, { ...parts.headers, ...corsHeaders(parts.origins, headers) });
  const endedAt = performance.now();
  const costMs = (endedAt - beganAt) * WHOLE_PER_WRITING;
  parts.sharedBudget.settle(path, { takenMs: 0, costMs });
  parts.addressLimit.spend(clientAddress, costMs, endedAt);
  const seconds = (endedAt - arrivedAt) / 1_000;
  parts.options.onServed({ path, requestId, clientAddress, status: 200, reason: undefined, seconds });
}

/**
 * Reads within what they may take of the thread on which orders
 * are matched: what each has cost is counted when it is known.
 */
function readWithin({ options, budget, addressLimit }: HttpParts): ServeCall {
  return async (call) => {
    const takenMs = budget.take(call.operation);
    const rendered = await options.serve(call);
    const costMs = rendered.costMs ?? 0;
    budget.settle(call.operation, { takenMs, costMs });
    addressLimit.spend(call.clientAddress, costMs, performance.now());
    return rendered;
  };
}

function callOf(operation: Operation, request: FastifyRequest, parts: HttpParts): GatewayCall {
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
  readonly parts: HttpParts;
}

function answer(rendered: RenderedReply, answering: Answering): void {
  const { path, requestId, clientAddress, headers, response, parts, arrivedAt } = answering;
  send(response, rendered, { ...parts.headers, ...corsHeaders(parts.origins, headers) });
  const { status, reason } = rendered;
  const seconds = (performance.now() - arrivedAt) / 1_000;
  parts.options.onServed({ path, requestId, clientAddress, status, reason, seconds });
}

function addPages(app: FastifyInstance, parts: HttpParts): void {
  for (const path of parts.apiPage.paths) {
    app.get(path, (request, reply) => {
      reply.hijack();
      parts.apiPage.sendFile(path, request.headers, reply.raw);
    });
  }
  for (const path of parts.chatFrame.paths) {
    app.get(path, (request, reply) => {
      reply.hijack();
      parts.chatFrame.sendFile(request.headers, reply.raw);
    });
  }
}

function addHealth(app: FastifyInstance, { options, untrustedProxy }: HttpParts): void {
  app.get('/healthz', (_request, reply) => {
    reply.hijack();
    sendHealth(reply.raw, 200, { alive: true });
  });
  const remembered = rememberedFor(READINESS_KEPT_MS, {
    ask: options.readiness,
    nowMs: () => performance.now(),
  });
  app.get('/readyz', async (request, reply) => {
    const { ready, ...readiness } = await remembered();
    const clientAddress = clientAddressOf(request.raw, options.trustedProxies);
    const isLocal = isFromThisMachine({ headers: request.headers, clientAddress }, options);
    const checks = { ...readiness.checks, ...untrustedProxy.check };
    reply.hijack();
    // How each part stands is for the operator.
    sendHealth(reply.raw, ready ? 200 : 503, isLocal ? { ready, ...readiness, checks } : { ready });
  });
}
