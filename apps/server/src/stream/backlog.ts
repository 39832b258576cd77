/** A reader as far as its memory goes. */
interface Slow {
  /** Bytes that have been sent and not read; none from the flush before for anyone who reads. */
  readonly backlogBytes: number;
  terminate(): void;
}

/** Ends those who have left most unread until the others together hold no more than `bytesMax`. */
export function letGoOfSlowest(readers: ReadonlySet<Slow>, bytesMax: number): void {
  let sum = 0;
  for (const { backlogBytes } of readers) sum += backlogBytes;
  if (sum <= bytesMax) return;
  for (const reader of [...readers].toSorted((one, other) => other.backlogBytes - one.backlogBytes)) {
    if (sum <= bytesMax) return;
    sum -= reader.backlogBytes;
    reader.terminate();
  }
}
