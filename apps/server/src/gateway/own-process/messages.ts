/** The messages of the two processes of a gateway to each other. */
import { LANGUAGES } from '@tarazu/protocol';
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

/**
 * A call, or without one the question whether calls would be
 * served. A tuple, because thousands a second are written and read.
 */
export const askedSchema = z.union([
  // The number of a call, its operation, the id of its request and the language of its answer,
  z.tuple([
    z.number(),
    z.string(),
    z.string(),
    z.enum(LANGUAGES),
    // its token, whether it comes from a foreign page, and whether from this machine,
    z.nullable(z.string()),
    z.boolean(),
    z.boolean(),
    // the texts of its form and its query, its address and its user agent.
    z.string(),
    z.string(),
    z.string(),
    z.string(),
    // and the file that it brought: where it lies, under which key, how long it is and what it says it is.
    z.nullable(z.union([z.literal(ANNOUNCED), z.tuple([z.string(), z.string(), z.number(), z.string()])])),
  ]),
  z.tuple([z.number()]),
]);

export type Asked = Readonly<z.infer<typeof askedSchema>>;

/**
 * Number, status, cost in milliseconds, after how many to try again, and the reason of a refusal. The body
 * of the answer travels beside it.
 */
export const answeredSchema = z.tuple([
  z.number(),
  z.number(),
  z.number(),
  z.nullable(z.number()),
  z.nullable(z.string()),
]);

export type Answered = Readonly<z.infer<typeof answeredSchema>>;

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

export function callOf(asked: Extract<Asked, { readonly length: 12 }>): GatewayCall {
  const [, operation, requestId, language, token, isForeign, isLocal, ...texts] = asked;
  const [formText, queryText, clientAddress, userAgent, spooled] = texts;
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

type Spooled = Extract<Asked, { readonly length: 12 }>[11];

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
