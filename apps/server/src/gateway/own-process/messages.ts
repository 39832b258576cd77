/** What the two processes of a gateway say to each other. */
import type { Language } from '@tarazu/protocol';
import type { GatewayCall } from '#gateway/call.ts';
import type { HttpSideOptions } from '#gateway/http-side.ts';
import type { RenderedReply } from '#gateway/reply/reply.ts';
import type { ServedGroup } from '#gateway/reply/served-groups.ts';
import type { Config } from '#platform/config/config.ts';

/** Where the pipe of calls is found in the process of the HTTP side. */
export const PIPE_FD = 4;

/**
 * A call, or without one the question whether calls would be
 * served. A tuple, because thousands a second are written and read.
 */
export type Asked =
  | readonly [number: number]
  | readonly [
      number: number,
      operation: string,
      requestId: string,
      language: Language,
      token: string | null,
      isForeign: boolean,
      isLocal: boolean,
      formText: string,
      queryText: string,
      clientAddress: string,
      userAgent: string,
    ];

export type Answered = readonly [
  number: number,
  status: number,
  body: string,
  costMs: number,
  retryAfterMs: number | null,
  reason: string | null,
];

export function askedOf(number: number, call: GatewayCall): Asked {
  const { operation, requestId, language, token = null, isForeign, isLocal } = call;
  const { formText, queryText, clientAddress, userAgent } = call;
  return [
    number,
    operation,
    requestId,
    language,
    token,
    isForeign,
    isLocal,
    formText,
    queryText,
    clientAddress,
    userAgent,
  ];
}

export function callOf(asked: Extract<Asked, { readonly length: 11 }>): GatewayCall {
  const [, operation, requestId, language, token, isForeign, isLocal, ...texts] = asked;
  const [formText, queryText, clientAddress, userAgent] = texts;
  return {
    operation,
    requestId,
    language,
    token: token ?? undefined,
    isForeign,
    isLocal,
    formText,
    queryText,
    clientAddress,
    userAgent,
  };
}

export function answeredOf(number: number, reply: RenderedReply): Answered {
  const { status, body, costMs = 0, retryAfterMs = null, reason = null } = reply;
  return [number, status, body, costMs, retryAfterMs, reason];
}

export function replyOf([, status, body, costMs, retryAfterMs, reason]: Answered): RenderedReply {
  return {
    status,
    body,
    costMs,
    ...(retryAfterMs !== null && { retryAfterMs }),
    ...(reason !== null && { reason }),
  };
}

/** What the HTTP side is given besides calls. */
export type Told =
  | {
      readonly type: 'open';
      /** Names of the calls that exist. */
      readonly operations: readonly string[];
      readonly logLevel: Config['logLevel'];
      readonly options: Omit<
        HttpSideOptions,
        'operations' | 'serve' | 'readiness' | 'onBug' | 'onNotice' | 'onServed'
      >;
    }
  | { readonly type: 'listen'; readonly host: string; readonly port: number }
  | { readonly type: 'close' };

/** And what it tells. An upgrade brings its socket along. */
export type Reported =
  | { readonly type: 'opened'; readonly isWebBuilt: boolean }
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'failed'; readonly message: string; readonly code: string | undefined }
  | {
      readonly type: 'served';
      readonly groups: readonly ServedGroup[];
    }
  | {
      readonly type: 'upgrade';
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
      readonly head: Uint8Array;
    };
