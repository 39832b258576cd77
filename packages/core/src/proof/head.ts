import { bytesOfHex, HASH_BYTES, type Hasher, hexOf, joined, textBytes, wholeBytes } from '#hash/bytes.ts';
import { isConsistent, isIncluded, saltedLeafHash } from '#proof/merkle.ts';

/** A signed head of the log, as it is published. All hashes in hexadecimal. */
export interface LogHead {
  /** Counts heads from 1. */
  readonly number: number;
  /** The last command that it covers, which is the count of its leaves. */
  readonly sequence: number;
  readonly root: string;
  readonly atMs: number;
  /** Hash of the head before; 64 zeros for the first. */
  readonly previousHash: string;
  /** Hash of all of this but the number and the signature. */
  readonly hash: string;
  /** Ed25519, raw: whose key signed the hash. */
  readonly publicKey: string;
  readonly signature: string;
}

export const NO_HEAD_HASH = '0'.repeat(HASH_BYTES * 2);

/** No other text that is hashed here begins like this. */
const DOMAIN = textBytes('tarazu journal head 1\n');

/** No other text that is hashed here begins like this. */
const MARK_DOMAIN = 'tarazu order beside a fill 2';

/**
 * Mark of an order for others in the opening of a fill: a salt, which every party of a row is given, would
 * not do. Only its owner, who is given the order's own secret, can make the same.
 */
export function orderMark(
  hash: Hasher,
  { fillSequence, secret }: { readonly fillSequence: number; readonly secret: string },
): string {
  return hexOf(hash(textBytes(`${MARK_DOMAIN}\n${fillSequence}\n${secret}`)));
}

export function headHash(
  hash: Hasher,
  head: Pick<LogHead, 'sequence' | 'root' | 'atMs' | 'previousHash' | 'publicKey'>,
): string {
  return hexOf(
    hash(
      joined(
        DOMAIN,
        hashBytes(head.previousHash),
        hashBytes(head.root),
        wholeBytes(head.sequence),
        wholeBytes(head.atMs),
        hashBytes(head.publicKey),
      ),
    ),
  );
}

/** Whether a head's hash is that of its content; anyone who has Ed25519 can verify the signature. */
export function isHeadWhole(hash: Hasher, head: LogHead): boolean {
  return headHash(hash, head) === head.hash;
}

/** Whether the head's log is one of this size and root with commands added. */
export function isRootConsistent(
  hash: Hasher,
  proof: {
    readonly log: Pick<LogHead, 'sequence' | 'root'>;
    readonly head: Pick<LogHead, 'sequence' | 'root'>;
    readonly path: readonly string[];
  },
): boolean {
  const sideOf = ({ sequence, root }: Pick<LogHead, 'sequence' | 'root'>) => ({
    size: sequence,
    root: hashBytes(root),
  });
  return isConsistent(hash, {
    earlier: sideOf(proof.log),
    later: sideOf(proof.head),
    path: proof.path.map(hashBytes),
  });
}

/** Whether the later head's log is the earlier one's with commands added. */
export function isHeadConsistent(
  hash: Hasher,
  heads: { readonly earlier: LogHead; readonly later: LogHead; readonly path: readonly string[] },
): boolean {
  return isRootConsistent(hash, { log: heads.earlier, head: heads.later, path: heads.path });
}

/** Whether the log of the head has this leaf, which is salted already, in the place of a command. */
export function isLeafIncluded(
  hash: Hasher,
  proof: {
    readonly head: LogHead;
    readonly sequence: number;
    readonly leaf: string;
    readonly path: readonly string[];
  },
): boolean {
  const { head, sequence, leaf, path } = proof;
  return isIncluded(hash, {
    leafIndex: sequence - 1,
    size: head.sequence,
    leaf: hashBytes(leaf),
    path: path.map(hashBytes),
    root: hashBytes(head.root),
  });
}

/** The leaf under which a row stands in the log, from what only those know whose row it is. */
export function logLeaf(hash: Hasher, row: { readonly salt: string; readonly leafHash: string }): string {
  return hexOf(saltedLeafHash(hash, { salt: hashBytes(row.salt), leaf: hashBytes(row.leafHash) }));
}

/** Whether the journal's row with this leaf is the command of this sequence in the log of the head. */
export function isRowIncluded(
  hash: Hasher,
  proof: {
    readonly head: LogHead;
    readonly sequence: number;
    readonly leaf: string;
    readonly salt: string;
    readonly path: readonly string[];
  },
): boolean {
  const { leaf: leafHash, salt, ...place } = proof;
  return isLeafIncluded(hash, { ...place, leaf: logLeaf(hash, { salt, leafHash }) });
}

/** Text that is no hash becomes no bytes, which no proof accepts. */
function hashBytes(text: string): Uint8Array {
  const bytes = bytesOfHex(text);
  return bytes?.length === HASH_BYTES ? bytes : new Uint8Array();
}
