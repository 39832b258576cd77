import { createHmac, hash, randomUUID } from 'node:crypto';
import { type DisclosedPart, leafSecretOf, partHash, partsLeafHash, rowParts } from '@tarazu/core/proof';

/** The facts that one row of the journal proves, as stored. */
export interface LeafSource {
  readonly sequence: number;
  readonly atMs: number;
  readonly command: string;
  readonly marketMakerDepth: string;
  readonly outcome: string;
}

/**
 * Secret of a row, 122 random bits, from which the salts of its parts are made; disclosed to nobody. The
 * platform draws many at once: bytes of its own cost each row ten times as much.
 */
export function newLeafSecret(): string {
  return randomUUID().replaceAll('-', '');
}

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** A part of a row with all that may be disclosed of it. */
export type SaltedPart = Required<DisclosedPart> & {
  readonly disclosed: NonNullable<DisclosedPart['disclosed']>;
};

/** The parts of a row in which customers meet, each with its salt; undefined for any other row. */
export function saltedPartsOf(row: LeafSource): SaltedPart[] | undefined {
  const secret = leafSecretOf(row.command);
  if (secret === undefined) return undefined;
  const key = Buffer.from(secret, 'hex');
  return rowParts(row).map(({ name, text }) => {
    const salt = createHmac('sha256', key).update(name).digest('hex');
    return { name, hash: partHash(sha256, { name, text, salt }), disclosed: { text, salt } };
  });
}

/**
 * Leaf of a row, over its parts where customers meet, else over its texts. A line end, which JSON never
 * contains, separates these, so that no two rows give the same bytes.
 */
export function leafOf(row: LeafSource): string {
  const parts = saltedPartsOf(row);
  if (parts === undefined)
    return sha256(`${row.sequence}\n${row.atMs}\n${row.command}\n${row.marketMakerDepth}\n${row.outcome}`);
  // By their hashes alone: with what may be disclosed of them each would be hashed a second time.
  return partsLeafHash(sha256, { ...row, parts: parts.map(({ name, hash: of }) => ({ name, hash: of })) });
}

/** The hash of a batch: of the batch before it and its own leaves, in order. All in hexadecimal. */
export function batchHashOf(previousHash: string, leaves: readonly string[]): string {
  return hash('sha256', Buffer.from(previousHash + leaves.join(''), 'hex'), 'hex');
}

/** A row as the view `journal` has it. */
export interface StoredJournalRow {
  readonly sequence: bigint;
  readonly at_ms: bigint;
  readonly command: string;
  readonly house_depth: string;
  readonly outcome: string;
  readonly leaf: Buffer;
}

export function leafSourceOf(row: StoredJournalRow): LeafSource {
  return {
    sequence: Number(row.sequence),
    atMs: Number(row.at_ms),
    command: row.command,
    marketMakerDepth: row.house_depth,
    outcome: row.outcome,
  };
}

/** Whether a row is as it was written. */
export function isLeafOf(row: StoredJournalRow): boolean {
  return leafOf(leafSourceOf(row)) === row.leaf.toString('hex');
}
