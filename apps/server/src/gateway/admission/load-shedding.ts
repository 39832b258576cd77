import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { API_PREFIX, type Language, type Operation } from '@tarazu/protocol';
import { languageOf, type RenderedReply, renderRefusal } from '#gateway/reply/reply.ts';
import type { RefusalReply } from '#ports.ts';

export const OVERLOADED: RefusalReply = { key: 'OVERLOADED', retryAfterMs: 2_000 };

const HERE = '#';

export interface LoadShedder {
  /** Whether a call would wait in vain: then it is to be refused. */
  readonly turnsAway: (operation: Operation, request: IncomingMessage) => boolean;
  readonly refuse: (
    operation: Operation,
    exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
  ) => void;
}

/**
 * Refuses what would wait in vain before anything is done for it: no routing, no body. At twice of what can
 * be served every second call is refused, and what that costs is taken from those that are served.
 */
export function shedLoad(server: Server, operations: readonly Operation[], shedder: LoadShedder): void {
  const calls = new Map(operations.map((operation) => [API_PREFIX + operation.path, operation]));
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const called = calls.get(pathOf(request.url ?? ''));
    if (called && called.method === request.method && shedder.turnsAway(called, request))
      shedder.refuse(called, { request, response });
    else for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
  });
}

function pathOf(url: string): string {
  const question = url.indexOf('?');
  return question === -1 ? url : url.slice(0, question);
}

const known = new Map<Language, { readonly reply: RenderedReply; readonly parts: readonly string[] }>();

/** The same text for everybody but for the number of the request. */
export function overloadedReply(acceptLanguage: string | undefined, requestId: string): RenderedReply {
  const language = languageOf(acceptLanguage);
  let made = known.get(language);
  if (!made) {
    const reply = renderRefusal(OVERLOADED, { language, requestId: HERE });
    made = { reply, parts: reply.body.split(HERE) };
    known.set(language, made);
  }
  return { ...made.reply, body: made.parts.join(requestId) };
}
