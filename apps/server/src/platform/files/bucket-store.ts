import { StartupError } from '#platform/config/startup-error.ts';
import { randomId } from '#platform/ids.ts';
import { type ObjectStore, StoreAway } from './object-store.ts';
import { queryOf, signatureHeaders } from './signature.ts';

/** A bucket of an S3-compatible store, and the keys that open it. */
export interface Bucket {
  /** Address of the bucket itself: `https://host/bucket`, or `https://bucket.host`. */
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

interface Asked {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Behind the bucket's address; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Never aborted. */
const PATIENT = new AbortController().signal;

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** From the connection to the last byte. */
const ANSWER_MS_MAX = 15_000;
/** Of the whole check: so long a start waits for a store that is away. */
const CHECK_MS_MAX = 2_000;
/** Pictures have some 4 MB at most, and a page of names has half of one. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
const NAMES_AT_ONCE = 1_000;
const NOT_FOUND = 404;

/**
 * The objects of a bucket below a folder's name. Requests are signed with their bytes (Signature Version 4);
 * each has a time after which it has failed, and none is led elsewhere.
 */
export class BucketStore implements ObjectStore {
  readonly #bucket: Bucket;
  readonly #folder: string;
  readonly #ends: AbortSignal;

  /** After `ends` the store counts as away. */
  constructor(bucket: Bucket, folder: string, ends = PATIENT) {
    this.#bucket = bucket;
    this.#folder = folder;
    this.#ends = ends;
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const answered = await this.#ask({ method: 'PUT', key: this.#keyOf(name), body: bytes });
    if (answered.status !== 200) throw refusedBy(answered);
  }

  async read(name: string): Promise<Buffer | undefined> {
    const answered = await this.#ask({ method: 'GET', key: this.#keyOf(name) });
    if (isMissing(answered)) return undefined;
    if (answered.status !== 200) throw refusedBy(answered);
    return answered.body;
  }

  async remove(name: string): Promise<void> {
    const answered = await this.#ask({ method: 'DELETE', key: this.#keyOf(name) });
    if (answered.status !== 204 && answered.status !== 200 && !isMissing(answered)) throw refusedBy(answered);
  }

  async *names(stop: AbortSignal): AsyncIterable<string> {
    const prefix = `${this.#folder}/`;
    for (let after: string | undefined = ''; after !== undefined; ) {
      stop.throwIfAborted();
      const page = await this.#page(prefix, after);
      for (const key of page) if (key.startsWith(prefix)) yield key.slice(prefix.length);
      after = page.length < NAMES_AT_ONCE ? undefined : page.at(-1);
    }
  }

  async changedAtMs(name: string): Promise<number | undefined> {
    const answered = await this.#ask({ method: 'HEAD', key: this.#keyOf(name) });
    if (answered.status === NOT_FOUND) return undefined;
    if (answered.status !== 200) throw refusedBy(answered);
    const atMs = Date.parse(answered.headers.get('last-modified') ?? '');
    // Without an age it is as new as can be: nothing of it is removed.
    return Number.isNaN(atMs) ? Number.POSITIVE_INFINITY : atMs;
  }

  /**
   * Writes, lists, reads and removes one object of a random name.
   *
   * @throws StartupError when the bucket refuses one of them; a store that does not answer stops no start.
   */
  async check(ends = AbortSignal.timeout(CHECK_MS_MAX)): Promise<void> {
    const name = randomId();
    const store = new BucketStore(this.#bucket, this.#folder, ends);
    try {
      await store.write(name, Buffer.from(name));
      await store.#page(`${this.#folder}/`, '');
      if ((await store.read(name))?.toString() !== name) throw new Refused('with something else');
      await store.remove(name);
    } catch (error) {
      if (!(error instanceof Refused)) return;
      throw new StartupError(
        `S3_URL=${this.#bucket.url} can't be used: the store answered ${error.message}. ` +
          'S3_ACCESS_KEY and S3_SECRET_KEY must belong to it and may list, read, write and delete in that bucket, and S3_REGION must be its region.',
        { cause: error },
      );
    }
  }

  /** Keys after one, in their order. */
  async #page(prefix: string, after: string): Promise<string[]> {
    const query = {
      'list-type': '2',
      'max-keys': String(NAMES_AT_ONCE),
      prefix,
      ...(after !== '' && { 'start-after': after }),
    };
    const answered = await this.#ask({ method: 'GET', key: '', query });
    if (answered.status !== 200) throw refusedBy(answered);
    return [...answered.body.toString('utf8').matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
  }

  #keyOf(name: string): string {
    return `${this.#folder}/${name}`;
  }

  async #ask({ method, key, query = {}, body }: Asked): Promise<Answered> {
    const { url: place } = this.#bucket;
    const url = new URL(key === '' ? place : `${place.replace(/\/$/, '')}/${key}`);
    url.search = queryOf(query);
    // The store compares the time with its own clock: it is the machine's, whatever a test's clock says.
    const headers = signatureHeaders({ method, url, body }, this.#bucket, Date.now());
    try {
      const response = await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body: new Uint8Array(body) }),
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MS_MAX), this.#ends]),
      });
      return { status: response.status, headers: response.headers, body: await bytesOf(response) };
    } catch (error) {
      if (error instanceof StoreAway) throw error;
      throw new StoreAway('The store of pictures does not answer.', { cause: error });
    }
  }
}

/** The store is there, and refuses: `403 InvalidAccessKeyId`. */
class Refused extends StoreAway {}

/** As it comes, and never more of it than an answer may have. */
async function bytesOf({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > ANSWER_BYTES_MAX) throw new StoreAway('The store of pictures answers with too much.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const codeOf = ({ body }: Answered): string =>
  /<Code>([A-Za-z]{1,60})<\/Code>/.exec(body.toString('utf8'))?.[1] ?? '';

/** The object, and not the bucket, is missing. */
const isMissing = (answered: Answered): boolean =>
  answered.status === NOT_FOUND && codeOf(answered) !== 'NoSuchBucket';

function refusedBy(answered: Answered): StoreAway {
  const said = [String(answered.status), codeOf(answered)].filter((part) => part !== '').join(' ');
  return answered.status < 500 && answered.status !== 429 ? new Refused(said) : new StoreAway(said);
}
