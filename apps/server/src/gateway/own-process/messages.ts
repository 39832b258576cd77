/** The messages of the two processes of a gateway to each other. */
import { LANGUAGES, type Language } from '@tarazu/protocol';
import * as z from 'zod/mini';
import type { GatewayCall } from '#gateway/call.ts';
import type { HttpSideOptions } from '#gateway/http-parts.ts';
import type { RenderedReply } from '#gateway/reply/reply.ts';
import type { ServedGroup } from '#gateway/reply/served-groups.ts';
import type { Config } from '#platform/config/config.ts';

/** The pipe of calls in the process of the HTTP side. */
export const PIPE_FD = 4;

/** In place of a file: whether its caller may send it. */
const ANNOUNCED = 'announced';

/** The file that a call brought: where it lies, under which key, how long it is and what it says it is. */
type Spooled = typeof ANNOUNCED | readonly [path: string, key: string, bytes: number, type: string] | null;

/** A tuple, because thousands a second are written and read. */
type AskedCall = readonly [
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
  file: Spooled,
];

/** A call, or without one the question whether calls would be served. */
export type Asked = AskedCall | readonly [number: number];

/**
 * Number, status, cost in milliseconds, after how many to try again, and the reason of a refusal. The body
 * of the answer travels beside it.
 */
export type Answered = readonly [
  number: number,
  status: number,
  costMs: number,
  retryAfterMs: number | null,
  reason: string | null,
];

/** Types of a call's fields before its file. */
const ASKED_TYPES = [
  ...['number', 'string', 'string', 'string', 'string', 'boolean', 'boolean'],
  ...['string', 'string', 'string', 'string'],
];
const LANGUAGE_PLACE = 3;
const TOKEN_PLACE = 4;
const FILE_PLACE = ASKED_TYPES.length;

/** By hand, because a schema leaves more to the collector than the call itself. */
export function isAsked(message: unknown): message is Asked {
  if (!Array.isArray(message)) return false;
  if (message.length === 1) return typeof message[0] === 'number';
  if (message.length !== FILE_PLACE + 1) return false;
  for (let place = 0; place < FILE_PLACE; place += 1) {
    const isMissing = place === TOKEN_PLACE && message[place] === null;
    if (!isMissing && typeof message[place] !== ASKED_TYPES[place]) return false;
  }
  return LANGUAGES.includes(message[LANGUAGE_PLACE]) && isSpooled(message[FILE_PLACE]);
}

const SPOOLED_TYPES = ['string', 'string', 'number', 'string'];

function isSpooled(file: unknown): file is Spooled {
  if (file === null || file === ANNOUNCED) return true;
  return (
    Array.isArray(file) &&
    file.length === SPOOLED_TYPES.length &&
    SPOOLED_TYPES.every((type, place) => typeof file[place] === type)
  );
}

export function isAnswered(message: unknown): message is Answered {
  if (!Array.isArray(message) || message.length !== 5) return false;
  const [number, status, costMs, retryAfterMs, reason] = message;
  return (
    typeof number === 'number' &&
    typeof status === 'number' &&
    typeof costMs === 'number' &&
    (retryAfterMs === null || typeof retryAfterMs === 'number') &&
    (reason === null || typeof reason === 'string')
  );
}

/** The body of the answer to the question whether calls would be served. */
export const readinessSchema = z.object({
  ready: z.boolean(),
  checks: z.record(z.string(), z.string()),
  failing: z.array(z.string()),
});

export function askedOf(number: number, call: GatewayCall): Asked {
  const { operation, requestId, language, token = null, isForeign, isLocal } = call;
  const { formText, queryText, clientAddress, userAgent, file, isAnnounced = false } = call;
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
    isAnnounced ? ANNOUNCED : spooledOf(file),
  ];
}

export function callOf(asked: AskedCall): GatewayCall {
  const [, operation, requestId, language, token, isForeign, isLocal, formText, queryText, ...others] = asked;
  const [clientAddress, userAgent, spooled] = others;
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
    ...fileOf(spooled),
  };
}

function spooledOf(file: GatewayCall['file']): Spooled {
  return file === undefined ? null : [file.path, file.key, file.bytes, file.type];
}

function fileOf(spooled: Spooled): Pick<GatewayCall, 'file' | 'isAnnounced'> {
  if (spooled === null) return {};
  if (spooled === ANNOUNCED) return { isAnnounced: true };
  const [path, key, bytes, type] = spooled;
  return { file: { path, key, bytes, type } };
}

export function answeredOf(number: number, reply: RenderedReply): Answered {
  const { status, costMs = 0, retryAfterMs = null, reason = null } = reply;
  return [number, status, costMs, retryAfterMs, reason];
}

export function replyOf([, status, costMs, retryAfterMs, reason]: Answered, body: string): RenderedReply {
  return {
    status,
    body,
    costMs,
    ...(retryAfterMs !== null && { retryAfterMs }),
    ...(reason !== null && { reason }),
  };
}

/** The messages to the HTTP side besides calls. */
export type Instruction =
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
