import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStore } from './object-store.ts';

/** End of the names of files that are being written. */
export const UNFINISHED = '.part';

/** Files of a folder, which is made with the first of them. */
export class FolderStore implements ObjectStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = this.#pathOf(name);
    const unfinished = `${path}${UNFINISHED}`;
    try {
      await writeWhole(unfinished, bytes);
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async read(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.#pathOf(name));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
  }

  async *names(stop: AbortSignal): AsyncIterable<string> {
    const folder = await opendir(this.#folder).catch(() => undefined);
    // There is no folder before the first file.
    if (folder === undefined) return;
    for await (const { name } of folder) {
      stop.throwIfAborted();
      yield name;
    }
  }

  async changedAtMs(name: string): Promise<number | undefined> {
    return (await stat(this.#pathOf(name)).catch(() => undefined))?.mtimeMs;
  }

  #pathOf(name: string): string {
    return join(this.#folder, name);
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
