import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sealBytes, unsealBytes } from '#platform/secrets/sealed-bytes.ts';

export interface SealedFileOptions {
  readonly folder: string;
  /** A key of its own for each file. */
  readonly keyOf: (name: string) => Uint8Array;
}

const NAME = /^[0-9a-z]{26}$/;

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
    const file = await open(unfinished, 'w', 0o600);
    try {
      await file.writeFile(sealBytes(keyOf(name), bytes, name));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  }

  /** @throws Error when the file is missing or was changed. */
  async read(name: string): Promise<Buffer> {
    return unsealBytes(this.#options.keyOf(name), await readFile(this.pathOf(name)), name);
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  /** Names of all files. */
  async names(): Promise<readonly string[]> {
    try {
      return (await readdir(this.#options.folder)).filter((name) => NAME.test(name));
    } catch {
      // There is no folder before the first file.
      return [];
    }
  }

  /** Where a file lies. */
  pathOf(name: string): string {
    if (!NAME.test(name)) throw new Error('Invariant: a sealed file is named by an id of ours');
    return join(this.#options.folder, name);
  }
}
