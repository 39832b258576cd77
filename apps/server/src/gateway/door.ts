import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { API_PREFIX, type Language, type Operation } from '@tarazu/protocol';
import { OVERLOADED, rankOf } from '#gateway/admission.ts';
import { type CallServices, corsHeaders, send } from '#gateway/call.ts';
import { languageOf, type RenderedReply, renderRefusal } from '#gateway/reply.ts';

const HERE = '#';

/**
 * Refuses what would have to wait too long before anything is done for it: no routing, no body, no session. At twice of what can be
 * served every second call is refused, and what that costs is taken from those that are served.
 */
export function standAtDoor(server: Server, operations: readonly Operation[], services: CallServices): void {
  const calls = new Map(operations.map((operation) => [API_PREFIX + operation.path, operation]));
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const called = calls.get(pathOf(request.url ?? ''));
    const isCall = called !== undefined && called.method === request.method;
    if (!isCall || !services.admission.wouldWait(rankOf(called))) {
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
      return;
    }
    const { headers } = request;
    const rendered = refusalIn(languageOf(headers['accept-language']), services.nextRequestId());
    send(response, rendered, { ...services.headers, ...corsHeaders(services.origins, headers) });
    services.onServed({ path: called.path, status: rendered.status, seconds: 0 });
  });
}

function pathOf(url: string): string {
  const question = url.indexOf('?');
  return question === -1 ? url : url.slice(0, question);
}

const known = new Map<Language, { readonly reply: RenderedReply; readonly parts: readonly string[] }>();

/** The same text for everybody but for the number of the request. */
function refusalIn(language: Language, requestId: string): RenderedReply {
  let made = known.get(language);
  if (!made) {
    const reply = renderRefusal(OVERLOADED, { language, requestId: HERE });
    made = { reply, parts: reply.body.split(HERE) };
    known.set(language, made);
  }
  return { ...made.reply, body: made.parts.join(requestId) };
}
