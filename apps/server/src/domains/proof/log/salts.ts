import { hash } from 'node:crypto';
import { HASH_BYTES, hexOf, orderMark } from '@tarazu/core/proof';
import type { LeafHasher } from '#domains/proof/log/log-store.ts';
import { sha256 } from '#domains/proof/log/sha256.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** Commands whose salts come of one key, so that a busy log needs a keyed hash only once in a while. */
const BLOCK_COMMANDS = 4_096;
const NUMBER_BYTES = 8;
const HALF = 2 ** 32;

/** The salts of the leaves: disclosed to those whose command it is, and not to be guessed by others. */
export class Salts {
  readonly #secrets: Secrets;
  /** Key of the block and number of the command: what a salt is the hash of. */
  readonly #input = Buffer.alloc(HASH_BYTES + NUMBER_BYTES);
  #block = -1;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  of(sequence: number): Uint8Array {
    const block = Math.floor(sequence / BLOCK_COMMANDS);
    if (block !== this.#block) {
      this.#input.set(this.#secrets.hmac('journal-salt', `block ${block}`));
      this.#block = block;
    }
    this.#input.writeUInt32BE(Math.floor(sequence / HALF), HASH_BYTES);
    this.#input.writeUInt32BE(sequence % HALF, HASH_BYTES + NUMBER_BYTES / 2);
    return hash('sha256', this.#input, 'buffer');
  }
}

/**
 * As `saltedLeafHash` of the core, without making anything
 * but the hashes: a busy server makes thousands a second.
 */
export function leafHasher(secrets: Secrets): LeafHasher {
  const salts = new Salts(secrets);
  const input = Buffer.alloc(1 + 2 * HASH_BYTES);
  return (sequence, leaf) => {
    input.set(salts.of(sequence), 1);
    input.set(leaf, 1 + HASH_BYTES);
    return hash('sha256', input, 'buffer');
  };
}

/** An order as its secret names it. */
export interface MarkedOrder {
  readonly environment: string;
  readonly orderId: bigint;
}

/** The secret of an order, disclosed to its owner alone: its marks are made of it. */
export function markSecret(secrets: Secrets, { environment, orderId }: MarkedOrder): string {
  return hexOf(secrets.hmac('order-mark', `${environment} ${orderId}`));
}

/** Marks of orders in what is disclosed of a fill: they say to their owners alone whose they are. */
export function orderMarks(secrets: Secrets, fillSequence: number): (order: MarkedOrder) => string {
  return (order) => orderMark(sha256, { fillSequence, secret: markSecret(secrets, order) });
}

/** A name for another's order that says nothing of it, and is the same wherever this command is explained. */
export function maskOf(secrets: Secrets, sequence: number, what: string): string {
  return secrets.hmac('journal-salt', `${sequence} ${what}`).toString('hex').slice(0, 24);
}
