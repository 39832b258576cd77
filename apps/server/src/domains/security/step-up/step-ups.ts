import { createHash } from 'node:crypto';
import {
  OPERATIONS,
  type Operation,
  STEP_UP_LIFE_MS,
  type StepUpKind,
  type StepUpNeed,
  stepUpContent,
} from '@tarazu/protocol';
import { hasFactor } from '#domains/security/factors/factor-store.ts';
import { passkeyForStepUp, provePasskey } from '#domains/security/passkeys/prove.ts';
import { type ProofParts, proveSecret } from '#domains/security/proofs.ts';
import { readSecret } from '#domains/security/secret-store.ts';
import {
  findOpenStepUp,
  insertStepUp,
  meetNeed,
  type UseOutcome,
  useStepUp,
} from '#domains/security/step-up/step-up-store.ts';
import type { Binding, CallContext } from '#gateway/binding.ts';
import { randomId } from '#platform/ids.ts';
import { type RefusalReply, type Reply, refuse, reply, type Session } from '#ports.ts';

export type StepUpParts = ProofParts;

/** The calls that need a step-up, with which. */
const KINDS: ReadonlyMap<string, StepUpKind> = new Map(
  Object.values(OPERATIONS).flatMap((operation: Operation) =>
    operation.stepUp === undefined ? [] : [[operation.name, operation.stepUp] as const],
  ),
);

export interface StepUpBegun {
  readonly stepUpId: string;
  readonly expiresAtMs: number;
  readonly needs: StepUpNeed[];
  /** Needs of a browser that meets `factor` by a passkey. */
  readonly passkey?: { readonly challenge: string; readonly host: string; readonly known: string[] };
}

/** Begins a step-up for one content of one call. What is signed can't be changed any more. */
export async function beginStepUp(
  parts: StepUpParts,
  session: Session,
  asked: { readonly call: string; readonly contentHash: string; readonly nowMs: number },
): Promise<Reply<StepUpBegun>> {
  const kind = KINDS.get(asked.call);
  if (kind === undefined) return refuse('UNKNOWN_CALL', { field: 'call' });
  const needs = await needsOf(parts, session, kind);
  if (!needs.ok) return needs;
  const { call, nowMs } = asked;
  const stepUpId = randomId();
  const expiresAtMs = nowMs + STEP_UP_LIFE_MS;
  const contentHash = keyed(parts, asked.contentHash);
  await insertStepUp(parts.pool, {
    ...ownerOf(session),
    ...{ stepUpId, call, contentHash, needs: needs.data, nowMs, expiresAtMs },
  });
  const { loginId } = session;
  const passkey = needs.data.includes('factor')
    ? await passkeyForStepUp(parts, { loginId, stepUpId, nowMs })
    : undefined;
  return reply({ stepUpId, expiresAtMs, needs: needs.data, ...(passkey && { passkey }) });
}

/** A guest has no login password; whoever has the session is the guest. */
async function needsOf(
  { pool }: StepUpParts,
  { loginId, guest }: Session,
  kind: StepUpKind,
): Promise<Reply<StepUpNeed[]>> {
  const factor: StepUpNeed[] = (await hasFactor(pool, loginId)) ? ['factor'] : [];
  if (kind === 'login') return reply(guest ? [] : ['password', ...factor]);
  const pin = await readSecret(pool, loginId, 'pin');
  return pin?.hash === undefined ? refuse('PIN_REQUIRED') : reply(['pin', ...factor]);
}

/** Takes the answer to one need: counted first, then checked, and met only while the step-up lives. */
export async function answerStepUp(
  parts: StepUpParts,
  session: Session,
  given: {
    readonly stepUpId: string;
    readonly need: StepUpNeed;
    readonly answer: string;
    readonly nowMs: number;
  },
): Promise<Reply<{ readonly needs: StepUpNeed[] }>> {
  const { stepUpId, need, answer, nowMs } = given;
  const of = { ...ownerOf(session), stepUpId, nowMs };
  const open = await findOpenStepUp(parts.pool, of);
  if (open === undefined) return refuse('STEP_UP_EXPIRED');
  if (!open.needs.includes(need)) return reply({ needs: [...open.needs] });
  const { loginId } = session;
  const isPasskey = need === 'factor' && answer.startsWith('{');
  const proved = isPasskey
    ? await provePasskey(parts, { loginId, stepUpId, credential: answer, nowMs })
    : await proveSecret(parts, { loginId, name: need, secret: answer, nowMs });
  if (!proved.ok) return proved;
  const left = await meetNeed(parts.pool, { ...of, need });
  return left === undefined ? refuse('STEP_UP_EXPIRED') : reply({ needs: [...left] });
}

const REFUSED: Readonly<Record<Exclude<UseOutcome, 'used'>, RefusalReply['key']>> = {
  unknown: 'STEP_UP_EXPIRED',
  over: 'STEP_UP_EXPIRED',
  usedBefore: 'STEP_UP_EXPIRED',
  unmet: 'STEP_UP_NEEDED',
  other: 'STEP_UP_UNFIT',
};

/**
 * The calls with their step-up before them, for those whose record names
 * one. It is used up before the call is served, whatever the call answers;
 * only a retry of the same content under the same client id passes again.
 */
export function withStepUps(parts: StepUpParts, bindings: readonly Binding[]): Binding[] {
  return bindings.map((binding) =>
    binding.operation.stepUp === undefined ? binding : withStepUp(parts, binding),
  );
}

function withStepUp(parts: StepUpParts, binding: Binding): Binding {
  const { operation } = binding;
  return {
    ...binding,
    handle: async (input, session, context) => {
      if (session === undefined || !('loginId' in session))
        throw new Error('Invariant: a call with a step-up is a customer’s');
      if (binding.needsStepUp?.(input, context) === false) return binding.handle(input, session, context);
      const fields = { ...(typeof input === 'object' ? input : {}) };
      // Refusals without it come first, so that nobody makes a step-up in vain.
      const unfit = await binding.precheck?.(input, session, context);
      if (unfit !== undefined) return unfit;
      const refused = await refuseUnstepped(parts, { operation, fields, session, context });
      return refused ?? binding.handle(input, session, context);
    },
  };
}

interface SteppedCall {
  readonly operation: Operation;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly session: Session;
  readonly context: CallContext;
}

async function refuseUnstepped(
  parts: StepUpParts,
  { operation, fields, session, context: { nowMs } }: SteppedCall,
): Promise<ReturnType<typeof refuse> | undefined> {
  const { stepUpId, clientId } = fields;
  if (typeof stepUpId !== 'string') return refuse('STEP_UP_NEEDED');
  const content = createHash('sha256').update(stepUpContent(operation.name, fields)).digest('hex');
  const contentHash = keyed(parts, content);
  const of = { ...ownerOf(session), stepUpId, nowMs };
  const outcome = await useStepUp(parts.pool, { ...of, call: operation.name, contentHash });
  // The engine answers a client id that it knows as it did before: an answer that was lost can be asked for.
  const isRetry = outcome === 'usedBefore' && clientId !== undefined;
  return outcome === 'used' || isRetry ? undefined : refuse(REFUSED[outcome]);
}

const keyed = ({ secrets }: StepUpParts, contentHash: string): Buffer => secrets.hmac('step-up', contentHash);

const ownerOf = ({ loginId, sessionId, accountId }: Session) => ({ loginId, sessionId, accountId });
