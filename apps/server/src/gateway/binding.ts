import type { CheckedInputOf, Language, Operation, OutputOf } from '@tarazu/protocol';
import type { SpooledFile } from '#gateway/upload/spool.ts';
import type { Reply, Session, StaffSession } from '#ports.ts';

/** The handler's knowledge of the call besides its checked input. */
export interface CallContext {
  readonly requestId: string;
  readonly language: Language;
  readonly nowMs: number;
  /** Measures lengths of time, such as those of limits: it never goes back and never jumps. */
  readonly monotonicMs: number;
  readonly clientAddress: string;
  /** Whether somebody at the server's own machine calls. */
  readonly isLocal: boolean;
  readonly userAgent: string;
  /** The file that the call brought; it is gone when the call is answered. */
  readonly file?: SpooledFile | undefined;
}

/** Always there for an operation of customers or staff; perhaps for a visitor one. */
type SessionOf<O extends Operation> = O['role'] extends 'customer'
  ? Session
  : O['role'] extends 'staff'
    ? StaffSession
    : Session | undefined;

export type Handler<O extends Operation> = (
  input: CheckedInputOf<O>,
  session: SessionOf<O>,
  context: CallContext,
) => Promise<Reply<OutputOf<O>>>;

/** An operation with the code that serves it. Start-up fails while an operation of the protocol has none. */
export interface Binding {
  readonly operation: Operation;
  readonly handle: (
    input: unknown,
    session: Session | StaffSession | undefined,
    context: CallContext,
  ) => Promise<Reply<unknown>>;
  /** How many orders the call is, where it may be more than one. */
  readonly ordersIn?: (input: unknown) => number;
  /** Whether these fields need the call's step-up; absent: all do. */
  readonly needsStepUp?: (input: unknown, context: CallContext) => boolean;
  /** Refusals before a step-up is asked for, which tell nothing that it guards. */
  readonly precheck?: (
    input: unknown,
    session: Session | undefined,
    context: CallContext,
  ) => Promise<Refused | undefined>;
}

type Refused = Extract<Reply<never>, { readonly ok: false }>;

interface BindOptions<O extends Operation> {
  readonly ordersIn?: (input: CheckedInputOf<O>) => number;
  readonly needsStepUp?: (input: CheckedInputOf<O>, context: CallContext) => boolean;
  readonly precheck?: (
    input: CheckedInputOf<O>,
    session: SessionOf<O>,
    context: CallContext,
  ) => Promise<Refused | undefined>;
}

/**
 * Joins a handler to its operation, with the types of both checked here and nowhere
 * else. The gateway has checked the input by the operation's schema, and has
 * refused a customer operation without a session, before the handler is called.
 */
export function bind<O extends Operation>(
  operation: O,
  handler: Handler<O>,
  options: BindOptions<O> = {},
): Binding {
  return {
    operation,
    handle: handler as Binding['handle'],
    ...(options as Pick<Binding, 'ordersIn' | 'needsStepUp' | 'precheck'>),
  };
}
