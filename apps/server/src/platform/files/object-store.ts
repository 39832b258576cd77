/** Bytes under names, each there whole or not at all: a folder, or a bucket elsewhere. */
export interface ObjectStore {
  /** Resolves when the bytes outlast a crash. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is nothing of that name. */
  read(name: string): Promise<Buffer | undefined>;
  /** Nothing happens where there is nothing of that name. */
  remove(name: string): Promise<void>;
  /** Every name, as the store is walked over in pages; of a folder also of files that were not finished. */
  names(stop: AbortSignal): AsyncIterable<string>;
  /** Undefined where there is nothing of that name. */
  changedAtMs(name: string): Promise<number | undefined>;
}

/** The store can not be reached, or refuses what it should do: the same may go well later. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';
}
