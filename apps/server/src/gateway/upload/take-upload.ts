import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '@tarazu/protocol';
import type { FastifyInstance } from 'fastify';
import type { GatewayCall } from '#gateway/call.ts';
import type { HttpParts } from '#gateway/http-parts.ts';
import { type RenderedReply, renderRefusal } from '#gateway/reply/reply.ts';
import { readUpload } from '#gateway/upload/read-upload.ts';
import type { Spool, SpooledFile } from '#gateway/upload/spool.ts';
import type { RefusalReply } from '#ports.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the call may come as a multipart body. */
    takesFile?: boolean;
  }
}

/** The body of a request whose parts are read as they come. */
export const MULTIPART = Symbol('multipart');

/** Time to wait before somebody who was turned away tries again. */
const RETRY_MS = 5_000;
const ADMITTED_STATUS = 200;

/** Takes multipart bodies for the calls that may bring a file, and for no others. */
export function addMultipart(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (request, _payload, done) => {
    if (request.routeOptions.config.takesFile === true) done(null, MULTIPART);
    else
      done(Object.assign(new Error('This call takes no file.'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }));
  });
}

interface Taking {
  readonly operation: Operation;
  readonly call: GatewayCall;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly parts: Pick<HttpParts, 'options' | 'spool' | 'uploadPlaces'>;
}

type Taken =
  | { readonly ok: true; readonly call: GatewayCall }
  | { readonly ok: false; readonly rendered: RenderedReply };

/**
 * Reads the body of a call that brings a file, once its caller may send it, and hands on the call; the file
 * goes with its answer. A refused body is not read to its end: its connection ends with the answer.
 */
export async function takeUpload({ operation, call, request, response, parts }: Taking): Promise<Taken> {
  const { upload } = operation;
  if (upload === undefined) throw new Error('Invariant: only calls that take a file come here with one');
  const refuse = (refusal: RefusalReply): Taken => turnAway(renderRefusal(refusal, call), request, response);
  const admitted = await parts.options.serve({ ...call, isAnnounced: true });
  if (admitted.status !== ADMITTED_STATUS) return turnAway(admitted, request, response);
  const leave = response.destroyed ? undefined : parts.uploadPlaces.enter(call.clientAddress);
  if (leave === undefined) return refuse({ key: 'RATE_LIMITED', retryAfterMs: RETRY_MS });
  response.once('close', leave);
  const read = await readUpload(request, upload, parts.spool);
  if (!read.ok) return refuse(read.refusal);
  const { formText, file } = read;
  if (file !== undefined) removeAtEnd(file, response, parts.spool);
  return { ok: true, call: { ...call, formText, file } };
}

function removeAtEnd(file: SpooledFile, response: ServerResponse, spool: Spool): void {
  const remove = (): void => void spool.remove(file);
  if (response.destroyed) remove();
  else response.once('close', remove);
}

/** How long the rest of a refused body is thrown away, so that its sender comes to reading the answer. */
const REST_MS = 2_000;

/** The rest of an unread body would be taken for the connection's next request. */
function turnAway(rendered: RenderedReply, request: IncomingMessage, response: ServerResponse): Taken {
  if (!request.complete) {
    if (!response.headersSent) response.setHeader('connection', 'close');
    response.once('finish', () => setTimeout(() => request.destroy(), REST_MS).unref());
    request.resume();
  }
  return { ok: false, rendered };
}
