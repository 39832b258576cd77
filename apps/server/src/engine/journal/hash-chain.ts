import { hash } from 'node:crypto';

/** The facts that one row of the journal proves, as stored. */
export interface LeafSource {
  readonly sequence: number;
  readonly atMs: number;
  readonly command: string;
  readonly marketMakerDepth: string;
  readonly outcome: string;
}

/** Texts are separated by a line end, which JSON never contains, so that no two rows give the same bytes. */
export function leafOf(row: LeafSource): string {
  return hash(
    'sha256',
    `${row.sequence}\n${row.atMs}\n${row.command}\n${row.marketMakerDepth}\n${row.outcome}`,
    'hex',
  );
}

/** The hash of a batch: of the batch before it and its own leaves, in order. All in hexadecimal. */
export function batchHashOf(previousHash: string, leaves: readonly string[]): string {
  return hash('sha256', Buffer.from(previousHash + leaves.join(''), 'hex'), 'hex');
}
