import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { randomId } from '#platform/ids.ts';

/** A file that a call brought, on its way between the process that took it and the one that uses it. */
export interface SpooledFile {
  readonly path: string;
  /** The key under which it lies there, in base64: it is kept in memory alone. */
  readonly key: string;
  readonly bytes: number;
  /** The media type that its sender names. */
  readonly type: string;
}

const KEY_BYTES = 32;
const CIPHER = 'aes-256-ctr';
/** A key is used for one file, so that the counter may begin at nought. */
const FIRST_COUNTER = Buffer.alloc(16);
const ID = /^[0-9a-z]{26}$/;

/**
 * A folder for files on their way. Each lies there under a key of its own that is written nowhere: what a
 * power cut leaves behind is noise, and is swept at the next start.
 */
export class Spool {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    for (const name of namesIn(folder)) if (ID.test(name)) rmSync(join(folder, name), { force: true });
  }

  /** Writes what comes, piece by piece; rejects, with nothing left, when the source breaks off. */
  async take(source: Readable, type: string): Promise<SpooledFile> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, randomId());
    const key = randomBytes(KEY_BYTES);
    let bytes = 0;
    source.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    // Opened at once: a stream that opens its file later may do so after the file was removed.
    const target = createWriteStream(path, { fd: openSync(path, 'wx', 0o600) });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    pipeline(source, createCipheriv(CIPHER, key, FIRST_COUNTER), target, (error) =>
      error ? reject(error) : resolve(),
    );
    try {
      await promise;
    } catch (error) {
      await this.remove({ path });
      throw error;
    }
    return { path, key: key.toString('base64'), bytes, type };
  }

  async remove({ path }: Pick<SpooledFile, 'path'>): Promise<void> {
    await rm(path, { force: true });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // There is none before the first file.
    return [];
  }
}

/** Reads a spooled file piece by piece. */
export function readSpooled({ path, key }: Pick<SpooledFile, 'path' | 'key'>): Readable {
  const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'base64'), FIRST_COUNTER);
  // Both ends hear of an error by the reader, who destroys what it was given.
  return pipeline(createReadStream(path), decipher, () => undefined);
}
