import type { Hasher } from '#hash/bytes.ts';
import { isRowIncluded, type LogHead } from '#proof/head.ts';

/** A row of the journal with the way from its leaf to a head. */
export interface RowProof {
  readonly sequence: number;
  readonly leafHash: string;
  readonly salt: string;
  readonly path: readonly string[];
}

export function isRowProved(hash: Hasher, head: LogHead, row: RowProof): boolean {
  const { sequence, leafHash: leaf, salt, path } = row;
  return isRowIncluded(hash, { head, sequence, leaf, salt, path });
}
