import { bytesOfHex, HASH_BYTES, type Hasher, hexOf, joined, textBytes, wholeBytes } from '#hash/bytes.ts';

/**
 * Statement of a key that another key signs heads from here on. Keys, hashes and the signature in
 * hexadecimal.
 */
export interface KeyHandover {
  /** The last head of the old key; 0 where it signed none. */
  readonly afterHead: number;
  readonly headHash: string;
  readonly oldKey: string;
  readonly newKey: string;
  readonly atMs: number;
  /** Ed25519 of the old key over `handoverHash`; absent where the old key was lost. */
  readonly signature?: string | undefined;
}

/** No other text that is hashed here begins like this. */
const DOMAIN = textBytes('tarazu key handover 1\n');

export function handoverHash(hash: Hasher, handover: Omit<KeyHandover, 'signature'>): string {
  const { afterHead, headHash, oldKey, newKey, atMs } = handover;
  return hexOf(
    hash(
      joined(
        DOMAIN,
        wholeBytes(afterHead),
        fixedBytes(headHash),
        fixedBytes(oldKey),
        fixedBytes(newKey),
        wholeBytes(atMs),
      ),
    ),
  );
}

/** A signature that has to hold: by whose key, over which hash. */
export interface SignatureClaim {
  readonly publicKey: string;
  readonly hash: string;
  readonly signature: string;
}

/**
 * Texts whose signatures show that one key came after another, through each key between them; undefined when
 * the handovers do not lead there. Anyone who has Ed25519 can verify the signatures.
 */
export function handoverClaims(
  hash: Hasher,
  keys: { readonly from: string; readonly to: string; readonly handovers: readonly KeyHandover[] },
): readonly SignatureClaim[] | undefined {
  const claims: SignatureClaim[] = [];
  let key = keys.from;
  for (const handover of keys.handovers) {
    const { oldKey, newKey, signature } = handover;
    if (oldKey !== key || signature === undefined) return undefined;
    claims.push({ publicKey: oldKey, hash: handoverHash(hash, handover), signature });
    key = newKey;
  }
  return key === keys.to ? claims : undefined;
}

/** A hash or a key; what is neither becomes no bytes, over which nobody signs. */
function fixedBytes(text: string): Uint8Array {
  const bytes = bytesOfHex(text);
  return bytes?.length === HASH_BYTES ? bytes : new Uint8Array();
}
