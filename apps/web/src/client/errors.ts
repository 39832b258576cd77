import type { Envelope, RefusalKey } from '@tarazu/protocol';
import { TOAST_CODE } from './calls.ts';

/** The server said no: a stable reason, a sentence in the person's language, and what to change. */
export class RefusalError extends Error {
  readonly code: number;
  readonly reason: RefusalKey | (string & {});
  readonly fix: string;
  readonly field: string | undefined;
  readonly ruleId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly requestId: string;

  constructor(envelope: Envelope<unknown>) {
    super(envelope.msg);
    this.name = 'RefusalError';
    this.code = envelope.code;
    this.reason = envelope.reason ?? '';
    this.fix = envelope.fix ?? '';
    this.field = envelope.field;
    this.ruleId = envelope.ruleId;
    this.retryAfterMs = envelope.retryAfterMs;
    this.requestId = envelope.requestId;
  }
}

/**
 * `offline`: nothing answered. `timeout`: nothing within
 * 60 s. `unreadable`: what answered was not our server.
 */
export type NetworkErrorKind = 'offline' | 'timeout' | 'unreadable';

/** No answer of ours came back: whether a command was taken is not known. */
export class NetworkError extends Error {
  readonly kind: NetworkErrorKind;

  constructor(kind: NetworkErrorKind) {
    super(`No answer: ${kind}`);
    this.name = 'NetworkError';
    this.kind = kind;
  }
}

export type CallError = RefusalError | NetworkError;

/** Whether the client has told this refusal already, by the plain toast of code -1001. */
export function isToasted(error: unknown): boolean {
  return error instanceof RefusalError && error.code === TOAST_CODE;
}

export function isRefusal(error: unknown, ...reasons: readonly RefusalKey[]): error is RefusalError {
  if (!(error instanceof RefusalError)) return false;
  return reasons.length === 0 || reasons.some((reason) => reason === error.reason);
}
