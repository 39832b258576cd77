import { MINUTE_MS } from '@tarazu/core/values';
import type * as z from 'zod/mini';
import type { ApiKeyScope } from '#access/api-key.ts';
import type { StaffRole } from '#access/staff-roles.ts';
import type { StepUpKind } from '#access/step-up.ts';
import type { RefusalKey } from '#refusals.ts';

/**
 * Callers of an operation: anybody, anybody signed in (either
 * environment), or staff signed in at the console.
 */
export type Role = 'visitor' | 'customer' | 'staff';

/**
 * One HTTP call, of which nothing is said anywhere else. The server's route and checks, the OpenAPI
 * description and the web's typed client come from this record.
 */
export interface Operation<
  Name extends string = string,
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Caller extends Role = Role,
> {
  readonly name: Name;
  readonly method: 'GET' | 'POST';
  /** Path after `/ipop-api`. */
  readonly path: `/${string}`;
  /** Whether the call changes something, as some GET calls do. */
  readonly effect: 'read' | 'command';
  /** Takes risk away, such as a cancel: served first and longest by a server that has too much to do. */
  readonly reducesRisk?: true;
  /**
   * Readers who share an answer of up to a quarter of a
   * second ago: all, or those without a session of their own.
   */
  readonly sharedBy?: 'all' | 'visitors';
  readonly role: Caller;
  /** The caller makes a step-up for this very content first, and gives its id in the field `stepUpId`. */
  readonly stepUp?: StepUpKind;
  /** Scope by which a key may make it; absent: no key may, but for reads that visitors have. */
  readonly apiKey?: ApiKeyScope;
  /** Which staff may make a call of the console; who has none of these roles is refused. */
  readonly staffRoles?: readonly StaffRole[];
  readonly summary: string;
  /** Form fields of a POST, query fields of a GET: text in, checked values out. */
  readonly input: Input;
  readonly output: Output;
  /**
   * The one file that the call may bring, as `multipart/form-data`: the name of its part, and what it may be.
   */
  readonly upload?: Upload;
  /** Every refusal that this call may give beyond those that each call may give (see `refusals.ts`). */
  readonly refusals: readonly RefusalKey[];
}

export interface Upload {
  readonly part: string;
  readonly bytesMax: number;
  /** Media types that the part may name. */
  readonly types: readonly string[];
}

/** Declares an operation and keeps its exact types. */
export function operation<
  Name extends string,
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Caller extends Role,
>(record: Operation<Name, Input, Output, Caller>): Operation<Name, Input, Output, Caller> {
  return record;
}

/** Input as the caller writes it: text fields before the checks. */
export type InputOf<O extends Operation> = z.input<O['input']>;
/** Input as a handler gets it: checked values. */
export type CheckedInputOf<O extends Operation> = z.output<O['input']>;
export type OutputOf<O extends Operation> = z.output<O['output']>;

/** The body of every reply. `code` 0 is success; the rest is in the registry of refusals. */
export interface Envelope<Data> {
  readonly code: number;
  readonly msg: string;
  readonly data?: Data;
  /** Stable name of the refusal, for example `INSUFFICIENT_FUNDS`. */
  readonly reason?: string;
  /** Advice on the change to make, in the language asked for. */
  readonly fix?: string;
  /** The published rule that decided, where one did. */
  readonly ruleId?: string;
  /** The input field that is wrong, where one is. */
  readonly field?: string;
  /** Values in the sentences, each by itself: numbers, limits, instants as decimal text. */
  readonly detail?: Readonly<Record<string, string>>;
  readonly retryAfterMs?: number;
  readonly requestId: string;
}

export const API_PREFIX = '/ipop-api';
/** Limit of a request, a connection of the stream, an upload and a download. */
export const REQUEST_TIMEOUT_MS = MINUTE_MS;
