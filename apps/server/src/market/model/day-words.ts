import { createCipheriv, createHash } from 'node:crypto';
import { LruMap } from '#market/model/lru.ts';
import { bitsAt, mix32, streamKey } from '#market/model/random.ts';

/** Names what the words of a day are for: `own:ARUNA step`. */
export interface WordStream {
  readonly name: string;
  readonly purpose: WordPurpose;
  readonly day: number;
}

/**
 * The step from day to day, the minutes of a driver, what an
 * instrument adds to them, and the way through each minute.
 */
export type WordPurpose = 'step' | 'minutes' | 'trades' | 'walk' | 'orderFlow';

/**
 * Random words of 32 bits for each day of the model: the same
 * stream gives the same words at any time, in any order.
 */
export interface DayWords {
  /** Fills the words of a stream from a position on. */
  fill(words: Uint32Array, stream: WordStream, from?: number): void;
  /** Whether nobody outside may be able to make the words of a day before it is over. */
  isSecret(day: number): boolean;
}

/** Words that anyone who knows the seed can make: for the days before a market began, and for tests. */
export class PublicWords implements DayWords {
  readonly #seed: number;
  /** By purpose and name: as bounded as the catalogue, and found without making a text for each day. */
  readonly #keys = new Map<WordPurpose, Map<string, number>>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  fill(words: Uint32Array, { name, purpose, day }: WordStream, from = 0): void {
    const key = bitsAt(this.#keyOf(name, purpose), day);
    for (let index = 0; index < words.length; index += 1)
      words[index] = mix32(key + Math.imul(from + index, 0x9e3779b1));
  }

  isSecret(): boolean {
    return false;
  }

  #keyOf(name: string, purpose: WordPurpose): number {
    const ofPurpose = this.#keys.get(purpose) ?? new Map<string, number>();
    const known = ofPurpose.get(name);
    if (known !== undefined) return known;
    const key = streamKey(this.#seed, `${name} ${purpose}`);
    this.#keys.set(purpose, ofPurpose.set(name, key));
    return key;
  }
}

const NONCE_BYTES = 12;
const WORD_BYTES = 4;
const WORDS_A_BLOCK = 4;
/** Ciphers of days that are kept: a year of steps from day to day, some 2 KB each. */
const CIPHERS_MAX = 400;

/**
 * Words from a key of the day: block `i` of a stream is AES-128 under the day's key of the first 12 bytes of
 * SHA-256 of `NAME PURPOSE` and of `i`; numbers of 32 bits stand low byte first. Who holds the key of one day
 * learns nothing of another's.
 */
export class KeyedWords implements DayWords {
  readonly #keyOf: (day: number) => Buffer;
  readonly #firstDay: number;
  readonly #before: DayWords;
  readonly #ciphers = new LruMap<number, ReturnType<typeof createCipheriv>>(CIPHERS_MAX);
  /** By purpose and name, as keys of the public words are found. */
  readonly #nonces = new Map<WordPurpose, Map<string, Uint32Array>>();
  /** Input of the cipher, as long as the longest words so far: a day by the minute fills it 1,440 times. */
  #input = new Uint32Array(0);

  /** Days before the first one take their words from elsewhere. */
  constructor(setting: {
    readonly keyOf: (day: number) => Buffer;
    readonly firstDay: number;
    readonly before: DayWords;
  }) {
    this.#keyOf = setting.keyOf;
    this.#firstDay = setting.firstDay;
    this.#before = setting.before;
  }

  fill(words: Uint32Array, stream: WordStream, from = 0): void {
    if (stream.day < this.#firstDay) {
      this.#before.fill(words, stream, from);
      return;
    }
    const first = Math.floor(from / WORDS_A_BLOCK);
    const skipped = from - first * WORDS_A_BLOCK;
    const length = Math.ceil((skipped + words.length) / WORDS_A_BLOCK) * WORDS_A_BLOCK;
    if (this.#input.length < length) this.#input = new Uint32Array(length);
    const input = this.#input;
    const [one = 0, two = 0, three = 0] = this.#nonceOf(stream.name, stream.purpose);
    for (let position = 0; position < length; position += WORDS_A_BLOCK) {
      input[position] = one;
      input[position + 1] = two;
      input[position + 2] = three;
      input[position + 3] = first + position / WORDS_A_BLOCK;
    }
    const bytes = this.#cipherOf(stream.day).update(new Uint8Array(input.buffer, 0, length * WORD_BYTES));
    const made = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
    made.set(bytes.subarray(skipped * WORD_BYTES, skipped * WORD_BYTES + words.byteLength));
  }

  isSecret(day: number): boolean {
    return day >= this.#firstDay;
  }

  #cipherOf(day: number): ReturnType<typeof createCipheriv> {
    const known = this.#ciphers.get(day);
    if (known !== undefined) return known;
    const cipher = createCipheriv('aes-128-ecb', this.#keyOf(day), null);
    this.#ciphers.set(day, cipher);
    return cipher;
  }

  #nonceOf(name: string, purpose: WordPurpose): Uint32Array {
    const ofPurpose = this.#nonces.get(purpose) ?? new Map<string, Uint32Array>();
    const known = ofPurpose.get(name);
    if (known !== undefined) return known;
    const nonce = new Uint32Array(NONCE_BYTES / WORD_BYTES);
    const hash = createHash('sha256').update(`${name} ${purpose}`).digest();
    new Uint8Array(nonce.buffer).set(hash.subarray(0, NONCE_BYTES));
    this.#nonces.set(purpose, ofPurpose.set(name, nonce));
    return nonce;
  }
}
