import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Upload } from '@tarazu/protocol';
import type { Spool, SpooledFile } from '#gateway/upload/spool.ts';
import type { RefusalReply } from '#ports.ts';

/** The fields of a multipart body as form text, and the file beside them, if there is one. */
export type UploadOutcome =
  | { readonly ok: true; readonly formText: string; readonly file: SpooledFile | undefined }
  | { readonly ok: false; readonly refusal: RefusalReply };

const FIELDS_MAX = 32;
const RETRY_MS = 5_000;
const FIELD_BYTES_MAX = 8_192;
const NAME_BYTES_MAX = 64;
/** Room for fields and the marks between parts beside the file. */
const OTHER_BYTES_MAX = 128 * 1_024;
const MEBIBYTE = 1_024 * 1_024;

const invalid = (problem: string): RefusalReply => ({ key: 'INVALID_INPUT', detail: { problem } });
const tooLarge = ({ bytesMax }: Upload): RefusalReply => ({
  key: 'PHOTO_BYTES',
  detail: { limit: `${bytesMax / MEBIBYTE} MB` },
});

/**
 * Reads a multipart body as it comes: its file goes piece by piece into the spool, and no more of it is in
 * memory than the network brought just now. Ends at the first thing that is wrong.
 */
export async function readUpload(
  request: IncomingMessage,
  upload: Upload,
  spool: Spool,
): Promise<UploadOutcome> {
  const bytesMax = upload.bytesMax + OTHER_BYTES_MAX;
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    return { ok: false, refusal: tooLarge(upload) };
  const parser = parserOf(request, upload);
  if (parser === undefined)
    return { ok: false, refusal: invalid('The body does not say where its parts begin.') };
  const reading = new Reading(upload, spool);
  reading.follow(parser);
  let bytes = 0;
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > bytesMax) reading.refuse(tooLarge(upload));
  });
  // A request that has come whole closes too, before its last part is in the spool.
  request.once('close', () => {
    if (!request.complete) reading.refuse(invalid('The body ended before its last part.'));
  });
  request.pipe(parser);
  const outcome = await reading.outcome();
  request.unpipe(parser);
  parser.destroy();
  return outcome;
}

function parserOf({ headers }: IncomingMessage, upload: Upload): BusboyInstance | undefined {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        fields: FIELDS_MAX,
        fieldSize: FIELD_BYTES_MAX,
        fieldNameSize: NAME_BYTES_MAX,
        files: 1,
        fileSize: upload.bytesMax,
        parts: FIELDS_MAX + 1,
        headerPairs: 16,
      },
    });
  } catch {
    // The library has no form that answers instead of throwing.
    return undefined;
  }
}

/** One body while it is read: the first refusal is its outcome, whatever comes after. */
class Reading {
  readonly #upload: Upload;
  readonly #spool: Spool;
  readonly #fields = new URLSearchParams();
  readonly #done = Promise.withResolvers<UploadOutcome>();
  #file: Promise<SpooledFile | undefined> = Promise.resolve(undefined);
  #stream: BusboyFileStream | undefined;
  #isOver = false;

  constructor(upload: Upload, spool: Spool) {
    this.#upload = upload;
    this.#spool = spool;
  }

  follow(parser: BusboyInstance): void {
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut) this.refuse(invalid(`${name}: is too long`));
      this.#fields.append(name, value);
    });
    parser.on('file', (name, stream, _fileName, _encoding, type) => this.#take(name, stream, type));
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () =>
        this.refuse(invalid(`Send one ${this.#upload.part} and at most ${FIELDS_MAX} fields.`)),
      );
    parser.on('error', () => this.refuse(invalid('The body is not multipart/form-data.')));
    parser.on('finish', () => void this.#finish());
  }

  refuse(refusal: RefusalReply): void {
    if (this.#isOver) return;
    this.#isOver = true;
    // Without an error, a pipeline whose source has nothing more to give would never hear of it.
    this.#stream?.destroy(new Error('The body was refused.'));
    this.#done.resolve({ ok: false, refusal });
  }

  /** Of a body that was refused nothing stays in the spool. */
  async outcome(): Promise<UploadOutcome> {
    const outcome = await this.#done.promise;
    if (!outcome.ok) void this.#file.then((file) => file && this.#spool.remove(file));
    return outcome;
  }

  #take(name: string, stream: BusboyFileStream, type: string): void {
    const { part, types } = this.#upload;
    stream.on('error', () => this.refuse(invalid('The body is not multipart/form-data.')));
    if (name !== part) this.refuse(invalid(`${name}: is not a file of this call`));
    else if (!types.includes(type)) this.refuse({ key: 'PHOTO_TYPE', field: part });
    if (this.#isOver) {
      stream.resume();
      return;
    }
    stream.on('limit', () => this.refuse({ ...tooLarge(this.#upload), field: part }));
    this.#stream = stream;
    // A file that breaks off is refused by whoever noticed; one that can't be written is refused here.
    this.#file = this.#spool.take(stream, type).catch(() => {
      this.refuse({ key: 'OVERLOADED', retryAfterMs: RETRY_MS });
      stream.resume();
      return undefined;
    });
  }

  async #finish(): Promise<void> {
    const file = await this.#file;
    if (this.#isOver) return;
    this.#isOver = true;
    this.#done.resolve({ ok: true, formText: this.#fields.toString(), file });
  }
}
