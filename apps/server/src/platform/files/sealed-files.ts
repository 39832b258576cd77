import { join } from 'node:path';
import { HOUR_MS } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { sealBytes, unsealBytes } from '#platform/secrets/sealed-bytes.ts';
import { type Bucket, BucketStore } from './bucket-store.ts';
import { FolderStore, UNFINISHED } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';

export interface SealedFileOptions {
  readonly store: ObjectStore;
  /** A key of its own for each file. */
  readonly keyOf: (name: string) => Uint8Array;
}

/** The place of an installation's pictures: a folder of one store for each kind. */
export type PictureStore = (kind: 'identity' | 'chat') => ObjectStore;

const selectPlace = statement<{ place: string }>(
  'installation-place',
  'select place from installation where is_only',
);

/**
 * Folders of the data directory; where a bucket is set, folders below the place of this installation in it.
 * Installations that share a bucket neither see nor delete what the others wrote.
 */
export async function openPictureStore(
  on: Queryable,
  { dataDirectory, bucket }: { readonly dataDirectory: string; readonly bucket: Bucket | null },
): Promise<PictureStore> {
  if (bucket === null) return (kind) => new FolderStore(join(dataDirectory, kind));
  const [row] = await selectPlace(on, []);
  if (row === undefined) throw new Error('Invariant: an installation has its place');
  return (kind) => new BucketStore(bucket, `${row.place}/${kind}`);
}

const NAME = /^[0-9a-z]{26}$/;
const KNOWN_AT_ONCE = 500;
const BEING_WRITTEN_MS_MAX = HOUR_MS;

/**
 * Files that are encrypted, each under a key of its own and bound to its name: whoever copies the
 * store reads nothing, and whoever swaps two files is noticed. Names are ids that we made ourselves.
 */
export class SealedFiles {
  readonly #store: ObjectStore;
  readonly #keyOf: SealedFileOptions['keyOf'];

  constructor({ store, keyOf }: SealedFileOptions) {
    this.#store = store;
    this.#keyOf = keyOf;
  }

  /** Resolves when the file is stored whole. */
  async write(name: string, bytes: Uint8Array): Promise<void> {
    assertName(name);
    await this.#store.write(name, sealBytes(this.#keyOf(name), bytes, name));
  }

  /** Undefined for a file that is missing, was changed, or lies under a key that is lost. */
  async read(name: string): Promise<Buffer | undefined> {
    assertName(name);
    const sealed = await this.#store.read(name);
    if (sealed === undefined) return undefined;
    try {
      return unsealBytes(this.#keyOf(name), sealed, name);
    } catch {
      return undefined;
    }
  }

  async remove(name: string): Promise<void> {
    assertName(name);
    await this.#store.remove(name);
  }

  /** Removes files older than an hour that a crash left unfinished or that `areKnown` lacks, in pages. */
  async sweep(areKnown: (names: readonly string[]) => Promise<ReadonlySet<string>>, stop: AbortSignal) {
    const removeUnknown = async (names: readonly string[]): Promise<void> => {
      stop.throwIfAborted();
      const known = await areKnown(names);
      for (const name of names) if (!known.has(name)) await this.#removeOld(name);
    };
    let page: string[] = [];
    for await (const name of this.#store.names(stop)) {
      if (NAME.test(name)) page.push(name);
      else if (isUnfinished(name)) await this.#removeOld(name);
      if (page.length < KNOWN_AT_ONCE) continue;
      await removeUnknown(page);
      page = [];
    }
    if (page.length > 0) await removeUnknown(page);
  }

  async #removeOld(name: string): Promise<void> {
    const changedAtMs = await this.#store.changedAtMs(name);
    if (changedAtMs !== undefined && Date.now() - changedAtMs > BEING_WRITTEN_MS_MAX)
      await this.#store.remove(name);
  }
}

const isUnfinished = (name: string): boolean =>
  name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length));

function assertName(name: string): void {
  if (!NAME.test(name)) throw new Error('Invariant: a sealed file is named by an id of ours');
}
