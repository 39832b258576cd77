import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { COMMON_REFUSALS, type Language, type Operation, type RefusalKey } from '@tarazu/protocol';
import { type Admission, rankOf } from '#gateway/admission.ts';
import type { Binding, CallContext } from '#gateway/binding.ts';
import { type FormOutcome, parseForm } from '#gateway/form.ts';
import type { Origins } from '#gateway/origins.ts';
import { outageOf } from '#gateway/outage.ts';
import { holesIn, languageOf, type RenderedReply, renderData, renderRefusal } from '#gateway/reply.ts';
import type { Clock } from '#platform/clock.ts';
import type { RefusalReply, Session } from '#ports.ts';

/** Finds who calls. `closed`: the login was closed, and whatever it calls answers that it is signed out. */
export interface SessionFinder {
  find(token: string): FoundSession | Promise<FoundSession>;
}
export type FoundSession = Session | 'unknown' | 'closed';

/** All that serving a call needs besides its binding. */
export interface CallServices {
  readonly sessions: SessionFinder;
  readonly admission: Admission;
  readonly origins: Origins;
  readonly clock: Clock;
  readonly nextRequestId: () => string;
  readonly headers: Readonly<Record<string, string>>;
  /** A mistake of ours, with its whole error. */
  readonly onBug: (error: unknown, call: { readonly operation: string; readonly requestId: string }) => void;
  readonly onServed: (call: {
    readonly path: string;
    readonly status: number;
    readonly seconds: number;
  }) => void;
  /** Compare each answer with its schema, and each refusal with what its call may refuse: for tests. */
  readonly areOutputsChecked: boolean;
}

/** A call as it came in. */
export interface RawCall {
  readonly headers: IncomingHttpHeaders;
  /** Of the body for POST, after the `?` for GET. */
  readonly formText: string;
  readonly queryText: string;
  readonly clientAddress: string;
}

type Step<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: RefusalReply };

const SIGNED_OUT: RefusalReply = { key: 'SIGN_IN_NEEDED' };
const USER_AGENT_LENGTH_MAX = 200;
const TOKEN_LENGTH_MAX = 100;

/** Serves one operation: every check of reliability 2.4 and 2.5 in one order, for all calls alike. */
export function createCallServer(
  binding: Binding,
  services: CallServices,
): (call: RawCall, response: ServerResponse) => Promise<void> {
  const { operation } = binding;
  const isOrder = operation.refusals.includes('ORDER_RATE');
  const rank = rankOf(operation);

  const checked = async (call: RawCall, language: Language, requestId: string): Promise<RenderedReply> => {
    const nowMs = services.clock.nowMs();
    if (operation.effect === 'command' && services.origins.isForeign(call.headers)) {
      return renderRefusal({ key: 'CROSS_SITE' }, { language, requestId });
    }
    const token = tokenOf(operation, call.headers);
    const found = token === undefined ? 'unknown' : services.sessions.find(token);
    // A session that is remembered is not waited for.
    const caller = callerOf(operation, found instanceof Promise ? await found : found);
    if (!caller.ok) return renderRefusal(caller.refusal, { language, requestId });
    const session = caller.value;
    const tooFast = session === undefined ? undefined : services.admission.account(session, nowMs);
    if (tooFast !== undefined) return renderRefusal(tooFast, { language, requestId });
    const input = inputOf(operation, call);
    if (!input.ok) return renderRefusal(input.refusal, { language, requestId });
    const tooManyOrders =
      isOrder && session !== undefined
        ? services.admission.order(session, {
            clientId: clientIdOf(input.value),
            orders: binding.ordersIn?.(input.value) ?? 1,
            nowMs,
          })
        : undefined;
    if (tooManyOrders !== undefined) return renderRefusal(tooManyOrders, { language, requestId });
    const reply = await binding.handle(input.value, session, contextOf({ call, language, requestId, nowMs }));
    if (!reply.ok) {
      if (services.areOutputsChecked) checkRefusal(operation, reply.refusal);
      return renderRefusal(reply.refusal, { language, requestId });
    }
    if (services.areOutputsChecked) checkOutput(operation, reply.data);
    return renderData(reply.data, { language, requestId });
  };

  return async (call, response) => {
    const startedAtMs = performance.now();
    const requestId = services.nextRequestId();
    const language = languageOf(call.headers['accept-language']);
    const { clientAddress } = call;
    const refused = services.admission.enter({ rank, clientAddress, nowMs: services.clock.nowMs() });
    let rendered: RenderedReply;
    if (refused !== undefined) rendered = renderRefusal(refused, { language, requestId });
    else {
      try {
        rendered = await checked(call, language, requestId);
      } catch (error) {
        // The last resort of each call: what we depend on is away, or we made a mistake.
        const outage = outageOf(error);
        if (outage === undefined) services.onBug(error, { operation: operation.name, requestId });
        rendered = renderRefusal(outage ?? { key: 'INTERNAL' }, { language, requestId });
      } finally {
        services.admission.leave(rank);
      }
    }
    send(response, rendered, { ...services.headers, ...corsHeaders(services.origins, call.headers) });
    services.onServed({
      path: operation.path,
      status: rendered.status,
      seconds: (performance.now() - startedAtMs) / 1_000,
    });
  };
}

/** The session's token in the header, and nowhere else. A visitor's command ignores it: it is about to change. */
function tokenOf(operation: Operation, headers: IncomingHttpHeaders): string | undefined {
  const token = headers['accesstoken'];
  if (typeof token !== 'string' || token === '' || token.length > TOKEN_LENGTH_MAX) return undefined;
  return operation.role === 'customer' || operation.effect !== 'command' ? token : undefined;
}

/** Whose login was closed is told so, even by a call that needs none. */
function callerOf(operation: Operation, found: FoundSession): Step<Session | undefined> {
  if (found === 'closed') return { ok: false, refusal: SIGNED_OUT };
  if (found !== 'unknown') return { ok: true, value: found };
  return operation.role === 'customer' ? { ok: false, refusal: SIGNED_OUT } : { ok: true, value: undefined };
}

/** The schema of each call that places an order has let its client id through. */
function clientIdOf(input: unknown): string {
  return typeof input === 'object' && input !== null && 'clientId' in input ? String(input.clientId) : '';
}

function inputOf(operation: Operation, call: RawCall): Step<unknown> {
  if (operation.method === 'POST' && call.queryText !== '') {
    return {
      ok: false,
      refusal: invalid({ problem: 'fields belong into the body, not behind the address' }),
    };
  }
  const form: FormOutcome = parseForm(operation.method === 'POST' ? call.formText : call.queryText);
  if (!form.ok) return { ok: false, refusal: invalid(form) };
  const parsed = operation.input.safeParse(form.fields);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  const problem =
    issue?.code === 'unrecognized_keys' ? 'is not a field of this call' : (issue?.message ?? 'is not valid');
  return {
    ok: false,
    refusal: invalid(field === undefined ? { problem } : { problem, field: String(field) }),
  };
}

function invalid(wrong: { readonly problem: string; readonly field?: string }): RefusalReply {
  const { field } = wrong;
  if (field === undefined) return { key: 'INVALID_INPUT', detail: { problem: wrong.problem } };
  return { key: 'INVALID_INPUT', detail: { problem: `${field}: ${wrong.problem}` }, field };
}

function contextOf(of: {
  readonly call: RawCall;
  readonly language: Language;
  readonly requestId: string;
  readonly nowMs: number;
}): CallContext {
  return {
    requestId: of.requestId,
    language: of.language,
    nowMs: of.nowMs,
    clientAddress: of.call.clientAddress,
    userAgent: (of.call.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX),
  };
}

function checkOutput(operation: Operation, data: unknown): void {
  const parsed = operation.output.safeParse(data);
  if (!parsed.success)
    throw new Error(
      `Invariant: ${operation.name} answered outside its schema: ${JSON.stringify(parsed.error.issues)}`,
    );
}

/** A call gives the refusals that it is published with, and each says what to change without a hole in its sentences. */
function checkRefusal({ name, refusals }: Operation, refusal: RefusalReply): void {
  const published: readonly RefusalKey[] = [...refusals, ...COMMON_REFUSALS];
  if (!published.includes(refusal.key))
    throw new Error(`Invariant: ${name} refuses with ${refusal.key}, which is not among its refusals`);
  const holes = holesIn(refusal);
  if (holes.length > 0)
    throw new Error(`Invariant: ${name} refuses with ${refusal.key} and does not say ${holes.join(', ')}`);
}

export function corsHeaders(
  origins: Origins,
  headers: IncomingHttpHeaders,
): Record<string, string> | undefined {
  const granted = origins.granted(headers);
  return granted === undefined ? undefined : { 'access-control-allow-origin': granted };
}

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

/** The text after the `?`. */
export function queryTextOf(message: IncomingMessage): string {
  const url = message.url ?? '';
  const question = url.indexOf('?');
  return question === -1 ? '' : url.slice(question + 1);
}
