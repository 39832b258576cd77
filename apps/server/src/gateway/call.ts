import type { IncomingHttpHeaders } from 'node:http';
import type { Language } from '@tarazu/protocol';
import type { Origins } from '#gateway/origin/origins.ts';
import { languageOf, type RenderedReply } from '#gateway/reply/reply.ts';
import type { SpooledFile } from '#gateway/upload/spool.ts';

/**
 * A call as the HTTP side hands it to the dispatcher: text and
 * nothing else, so that the dispatcher may be in another process.
 */
export interface GatewayCall {
  /** Name of its operation. */
  readonly operation: string;
  readonly requestId: string;
  readonly language: Language;
  /** As it stands in the header, when there is one. */
  readonly token: string | undefined;
  /** Whether a page of somebody else makes it. */
  readonly isForeign: boolean;
  /** Whether somebody at the server's own machine makes it. */
  readonly isLocal: boolean;
  /** Of the body for POST, after the `?` for GET. */
  readonly formText: string;
  readonly queryText: string;
  /** The file that came with the form, where one did. */
  readonly file?: SpooledFile | undefined;
  /** A body with a file follows: only whether this caller may send it is asked. */
  readonly isAnnounced?: true;
  readonly clientAddress: string;
  readonly userAgent: string;
}

/** Serves a call to its end. Never rejects: a mistake of ours is an answer too. */
export type ServeCall = (call: GatewayCall) => Promise<RenderedReply>;

const USER_AGENT_LENGTH_MAX = 200;

/** The headers of a call, as far as a call may depend on them. */
export function readHeaders(
  headers: IncomingHttpHeaders,
  origins: Origins,
): Pick<GatewayCall, 'language' | 'token' | 'isForeign' | 'userAgent'> {
  const token = headers['accesstoken'];
  return {
    language: languageOf(headers['accept-language']),
    token: typeof token === 'string' ? token : undefined,
    isForeign: origins.isForeign(headers),
    userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX),
  };
}
