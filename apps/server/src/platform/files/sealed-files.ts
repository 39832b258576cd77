import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '@tarazu/core/values';
import { sealBytes, unsealBytes } from '#platform/secrets/sealed-bytes.ts';

export interface SealedFileOptions {
  readonly folder: string;
  /** A key of its own for each file. */
  readonly keyOf: (name: string) => Uint8Array;
}

const NAME = /^[0-9a-z]{26}$/;
const UNFINISHED = /^[0-9a-z]{26}\.part$/;
const KNOWN_AT_ONCE = 500;
const BEING_WRITTEN_MS_MAX = HOUR_MS;

/**
 * A folder of files that are encrypted, each under a key of its own and bound to its name: whoever copies the
 * folder reads nothing, and whoever swaps two files is noticed. Names are ids that we made ourselves.
 */
export class SealedFiles {
  readonly #options: SealedFileOptions;

  constructor(options: SealedFileOptions) {
    this.#options = options;
  }

  /** Resolves when the file is on the disk whole. */
  async write(name: string, bytes: Uint8Array): Promise<void> {
    const { folder, keyOf } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = this.pathOf(name);
    const unfinished = `${path}.part`;
    try {
      await writeWhole(unfinished, sealBytes(keyOf(name), bytes, name));
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  /** Undefined for a file that is missing, was changed, or lies under a key that is lost. */
  async read(name: string): Promise<Buffer | undefined> {
    const sealed = await bytesOf(this.pathOf(name));
    if (sealed === undefined) return undefined;
    try {
      return unsealBytes(this.#options.keyOf(name), sealed, name);
    } catch {
      return undefined;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  /**
   * Removes what a crash left: files that were never written to their end, and files that `areKnown` does not
   * give back. One that is written just now is left alone for an hour. The folder is walked over in pages.
   */
  async sweep(areKnown: (names: readonly string[]) => Promise<ReadonlySet<string>>, stop: AbortSignal) {
    const removeUnknown = async (names: readonly string[]): Promise<void> => {
      stop.throwIfAborted();
      const known = await areKnown(names);
      for (const name of names) if (!known.has(name)) await this.#removeOld(name);
    };
    let page: string[] = [];
    for await (const name of this.#walk()) {
      if (UNFINISHED.test(name)) await this.#removeOld(name);
      else if (NAME.test(name)) page.push(name);
      if (page.length < KNOWN_AT_ONCE) continue;
      await removeUnknown(page);
      page = [];
    }
    if (page.length > 0) await removeUnknown(page);
  }

  async *#walk(): AsyncIterable<string> {
    const folder = await opendir(this.#options.folder).catch(() => undefined);
    // There is no folder before the first file.
    if (folder !== undefined) for await (const { name } of folder) yield name;
  }

  async #removeOld(entry: string): Promise<void> {
    const path = join(this.#options.folder, entry);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > BEING_WRITTEN_MS_MAX)
      await rm(path, { force: true });
  }

  /** Where a file lies. */
  pathOf(name: string): string {
    if (!NAME.test(name)) throw new Error('Invariant: a sealed file is named by an id of ours');
    return join(this.#options.folder, name);
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function bytesOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
