import { crc32 } from 'node:zlib';
import {
  COMMON_REFUSALS,
  type Operation,
  problemOf,
  type RefusalKey,
  STAFF_REFUSALS,
  STEP_UP_REFUSALS,
} from '@tarazu/protocol';
import type * as z from 'zod/mini';
import { type AccountAdmission, createAccountAdmission } from '#gateway/admission/admission.ts';
import { CallCost } from '#gateway/admission/call-cost.ts';
import type { Limits } from '#gateway/admission/limits.ts';
import { outageOf } from '#gateway/admission/outage.ts';
import type { Binding, CallContext } from '#gateway/binding.ts';
import type { GatewayCall, ServeCall } from '#gateway/call.ts';
import { type Fields, type FormOutcome, parseForm } from '#gateway/form.ts';
import { holesIn, type RenderedReply, renderData, renderRefusal } from '#gateway/reply/reply.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { RefusalReply, Reply, Session, StaffSession } from '#ports.ts';

/** Finds who calls. `closed`: the login was closed, and whatever it calls answers that it is signed out. */
export interface SessionFinder {
  find(token: string): FoundSession | Promise<FoundSession>;
}
export type FoundSession = Session | 'unknown' | 'closed';

/** Finds who of staff calls: their tokens and those of customers never stand for each other. */
export interface StaffFinder {
  find(token: string): Promise<StaffSession | undefined>;
}

/** Finds whose key signs a call, and whether it may make it. */
export interface KeyFinder {
  find(call: KeyedCall): Promise<Reply<Session>>;
}

export interface KeyedCall {
  readonly operation: Operation;
  readonly token: string;
  /** The body of a POST, the query of a GET, as they came. */
  readonly fields: string;
  readonly clientAddress: string;
}

/** Beginning of a token that is a key with a signature. */
const KEY_TOKEN = 'key.';

/** All that serving a call needs besides its binding. */
export interface DispatcherOptions {
  readonly bindings: readonly Binding[];
  readonly sessions: SessionFinder;
  /** Absent where there are no keys. */
  readonly apiKeys?: KeyFinder;
  /** Absent where there is no console. */
  readonly staff?: StaffFinder;
  readonly clock: Clock;
  readonly limits: Limits;
  /** A mistake of ours, with its whole error. */
  readonly onBug: (error: unknown, call: { readonly operation: string; readonly requestId: string }) => void;
  /** Compare each answer with its schema, and each refusal with what its call may refuse: for tests. */
  readonly areOutputsChecked?: boolean;
}

type Step<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: RefusalReply };

const SIGNED_OUT: RefusalReply = { key: 'SIGN_IN_NEEDED' };
const ADMITTED: RenderedReply = { status: 200, body: '' };
const TOKEN_LENGTH_MAX = 100;

/**
 * Serves every call of an installation: the checks (session, limits, fields) in one order for all calls
 * alike, then the handler. Knows nothing of HTTP.
 */
export function createDispatcher(options: DispatcherOptions): ServeCall {
  const accounts = createAccountAdmission(options.limits);
  const dispatchers = new Map(
    options.bindings.map((binding) => [
      binding.operation.name,
      createCallDispatcher(binding, options, accounts),
    ]),
  );
  return async (call) => {
    try {
      const serve = dispatchers.get(call.operation);
      if (!serve)
        throw new Error(`Invariant: the HTTP side hands on calls that are bound, not ${call.operation}`);
      return await serve(call);
    } catch (error) {
      // The last resort of each call: what we depend on is away, or we made a mistake.
      const outage = outageOf(error);
      if (outage === undefined) options.onBug(error, call);
      return renderRefusal(outage ?? { key: 'INTERNAL' }, call);
    }
  };
}

function createCallDispatcher(
  binding: Binding,
  options: DispatcherOptions,
  accounts: AccountAdmission,
): ServeCall {
  const { operation } = binding;
  const { clock, areOutputsChecked = false } = options;
  const isOrder = operation.refusals.includes('ORDER_RATE');

  return async (call) => {
    const times = { nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
    if (operation.effect === 'command' && call.isForeign) return renderRefusal({ key: 'CROSS_SITE' }, call);
    const token = tokenOf(operation, call);
    const asked = callerFor(operation, { token, call }, options);
    // A session that is remembered is not waited for.
    const caller = asked instanceof Promise ? await asked : asked;
    if (!caller.ok) return renderRefusal(caller.refusal, call);
    const session = caller.value;
    const customer = session === undefined || 'staffId' in session ? undefined : session;
    const tooFast = customer === undefined ? undefined : accounts.call(customer, times.monotonicMs);
    if (tooFast !== undefined) return renderRefusal(tooFast, call);
    if (call.isAnnounced === true) return ADMITTED;
    const input = inputOf(operation, call);
    if (!input.ok) return renderRefusal(input.refusal, call);
    const tooManyOrders =
      isOrder && customer !== undefined
        ? accounts.order(customer, {
            // A checksum is enough to tell a retry from another
            // order: who finds two that share one gains an order.
            sent: `${clientIdOf(input.value)} ${crc32(call.formText)}`,
            orders: binding.ordersIn?.(input.value) ?? 1,
            nowMs: times.monotonicMs,
          })
        : undefined;
    if (tooManyOrders !== undefined) return renderRefusal(tooManyOrders, call);
    const cost = new CallCost();
    const handling = binding.handle(input.value, session, contextOf(call, times));
    cost.handed();
    const reply = await handling;
    if (!reply.ok) {
      if (areOutputsChecked) checkRefusal(operation, reply.refusal);
      return renderRefusal(reply.refusal, call);
    }
    if (areOutputsChecked) checkOutput(operation, reply.data);
    return cost.of(() => renderData(reply.data, call));
  };
}

/**
 * Token of the session in the header alone, and none for a visitor's command, which is about to change it.
 */
function tokenOf(operation: Operation, { token }: GatewayCall): string | undefined {
  if (token === undefined || token === '' || token.length > TOKEN_LENGTH_MAX) return undefined;
  return operation.role !== 'visitor' || operation.effect !== 'command' ? token : undefined;
}

type Caller = Step<Session | StaffSession | undefined>;

/** The caller by the token: of a call of the console one of staff, with a role that may make it. */
function callerFor(
  operation: Operation,
  { token, call }: { readonly token: string | undefined; readonly call: GatewayCall },
  { sessions, staff, apiKeys }: DispatcherOptions,
): Caller | Promise<Caller> {
  if (operation.role === 'staff') return staffFor(operation, token, staff);
  if (apiKeys !== undefined && token?.startsWith(KEY_TOKEN) === true) {
    const { formText, queryText, clientAddress } = call;
    const fields = operation.method === 'POST' ? formText : queryText;
    return apiKeys
      .find({ operation, token, fields, clientAddress })
      .then((found) => (found.ok ? { ok: true, value: found.data } : found));
  }
  const found = token === undefined ? 'unknown' : sessions.find(token);
  return found instanceof Promise
    ? found.then((one) => customerOf(operation, one))
    : customerOf(operation, found);
}

/** A caller whose login was closed is told so, even by a call that needs none. */
function customerOf(operation: Operation, found: FoundSession): Caller {
  if (found === 'closed') return { ok: false, refusal: SIGNED_OUT };
  if (found !== 'unknown') return { ok: true, value: found };
  return operation.role === 'customer' ? { ok: false, refusal: SIGNED_OUT } : { ok: true, value: undefined };
}

async function staffFor(
  { staffRoles = [] }: Operation,
  token: string | undefined,
  staff: StaffFinder | undefined,
): Promise<Caller> {
  const found = token === undefined ? undefined : await staff?.find(token);
  if (found === undefined) return { ok: false, refusal: SIGNED_OUT };
  if (found.roles.some((role) => staffRoles.includes(role))) return { ok: true, value: found };
  return { ok: false, refusal: { key: 'STAFF_ROLE', detail: { roles: staffRoles.join(', ') } } };
}

/** The schema of each call that places an order has let its client id through. */
function clientIdOf(input: unknown): string {
  return typeof input === 'object' && input !== null && 'clientId' in input ? String(input.clientId) : '';
}

function inputOf(operation: Operation, call: GatewayCall): Step<unknown> {
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
  const problem = issue === undefined ? 'is not valid' : problemIn(issue, form.fields);
  return {
    ok: false,
    refusal: invalid(field === undefined ? { problem } : { problem, field: String(field) }),
  };
}

/** The sentence that the schema can't say by itself: that a field was forgotten, or is none of the call. */
function problemIn(issue: z.core.$ZodIssue, fields: Fields): string {
  if (issue.code === 'unrecognized_keys') return 'is not a field of this call';
  if (issue.path.length === 1 && !(String(issue.path[0]) in fields)) return 'is missing';
  return problemOf(issue);
}

function invalid(wrong: { readonly problem: string; readonly field?: string }): RefusalReply {
  const { field } = wrong;
  if (field === undefined) return { key: 'INVALID_INPUT', detail: { problem: wrong.problem } };
  return { key: 'INVALID_INPUT', detail: { problem: `${field}: ${wrong.problem}` }, field };
}

function contextOf(call: GatewayCall, times: Pick<CallContext, 'nowMs' | 'monotonicMs'>): CallContext {
  const { requestId, language, clientAddress, isLocal, userAgent, file } = call;
  const { nowMs, monotonicMs } = times;
  return { requestId, language, nowMs, monotonicMs, clientAddress, isLocal, userAgent, file };
}

function checkOutput(operation: Operation, data: unknown): void {
  const parsed = operation.output.safeParse(data);
  if (!parsed.success)
    throw new Error(
      `Invariant: ${operation.name} answered outside its schema: ${JSON.stringify(parsed.error.issues)}`,
    );
}

/**
 * A call gives the refusals that it is published with, and
 * each says what to change without a hole in its sentences.
 */
function checkRefusal({ name, refusals, stepUp }: Operation, refusal: RefusalReply): void {
  const stepUps = stepUp === undefined ? [] : STEP_UP_REFUSALS;
  const published: readonly RefusalKey[] = [...refusals, ...stepUps, ...COMMON_REFUSALS, ...STAFF_REFUSALS];
  if (!published.includes(refusal.key))
    throw new Error(`Invariant: ${name} refuses with ${refusal.key}, which is not among its refusals`);
  const holes = holesIn(refusal);
  if (holes.length > 0)
    throw new Error(`Invariant: ${name} refuses with ${refusal.key} and does not say ${holes.join(', ')}`);
}
