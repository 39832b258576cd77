import type { ServerResponse } from 'node:http';

/** An answer as bytes up to the number of its request, which each caller has of its own. */
export interface SharedText {
  readonly head: Buffer;
}

const END = '"}';

/**
 * The text of an answer as all may have it; undefined when it does not end with the number of its request.
 */
export function sharedTextOf(body: string, requestId: string): SharedText | undefined {
  const end = requestId + END;
  return body.endsWith(end) ? { head: Buffer.from(body.slice(0, -end.length)) } : undefined;
}

/** Writes it in one piece. The bytes are the same for all, and nothing of them is copied here. */
export function sendShared(
  response: ServerResponse,
  { text, requestId }: { readonly text: SharedText; readonly requestId: string },
  headers: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return;
  const end = requestId + END;
  response.writeHead(200, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': text.head.length + end.length,
    'cache-control': 'no-store',
    vary: 'Origin',
  });
  response.cork();
  response.write(text.head);
  response.end(end);
  response.uncork();
}
