import { bytesOfHex, handoverClaims, hexOf, type KeyHandover } from '@tarazu/core/proof';
import { readHandovers, sha256 } from '#domains/proof/index.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { isSignedBy } from '#platform/secrets/signing-key.ts';

/** The way from one key to another: by signed words, by a word that a key was lost, or none at all. */
type Way = 'same' | 'word' | 'lost' | undefined;

/**
 * Follows the keys of a signed chain from its first link to the key that is
 * pinned from outside. A key that stands in the chain alone proves nothing:
 * whoever rewrote the chain could have signed it with one of his own.
 */
export class SignedBy {
  readonly #handovers: readonly KeyHandover[];
  #key: string | undefined;

  private constructor(handovers: readonly KeyHandover[]) {
    this.#handovers = handovers;
  }

  static async begin(on: Queryable): Promise<SignedBy> {
    return new SignedBy(await readHandovers(on));
  }

  /** Moves on to the key of the next link; gives a sentence where the key before did not hand over to it. */
  next(name: string, publicKey: Uint8Array): string | undefined {
    const [from, to] = [this.#key, hexOf(publicKey)];
    this.#key = to;
    if (from === undefined || this.#way(from, to) !== undefined) return undefined;
    return `${name} is signed by ${to}, which no word of the key before it, ${from}, put in its place.`;
  }

  /**
   * The last link has to lead to the pinned key; where a
   * key was lost, only if what it says is bound elsewhere.
   */
  end(name: string, pinned: Uint8Array, { mayBeLost }: { readonly mayBeLost: boolean }): string | undefined {
    const [from, to] = [this.#key, hexOf(pinned)];
    if (from === undefined) return undefined;
    const way = this.#way(from, to);
    if (way !== undefined && (way !== 'lost' || mayBeLost)) return undefined;
    return `${name} is signed by ${from}, and not by the key of this installation, ${to}.`;
  }

  #way(from: string, to: string): Way {
    if (from === to) return 'same';
    const first = this.#handovers.findIndex(({ oldKey }) => oldKey === from);
    const last = this.#handovers.findIndex(({ newKey }, at) => at >= first && newKey === to);
    if (first < 0 || last < 0) return undefined;
    const between = this.#handovers.slice(first, last + 1);
    if (between.some(({ signature }) => signature === undefined)) return 'lost';
    const claims = handoverClaims(sha256, { from, to, handovers: between });
    const bytes = (text: string): Uint8Array => bytesOfHex(text) ?? new Uint8Array();
    const isSigned = claims?.every(({ publicKey, hash, signature }) =>
      isSignedBy(bytes(publicKey), bytes(hash), bytes(signature)),
    );
    return isSigned === true ? 'word' : undefined;
  }
}
