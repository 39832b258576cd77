/**
 * SHA-256 without a machine: a checker that anybody can read, and that runs where a browser has no digest.
 */
export function sha256(bytes: Uint8Array): Uint8Array {
  const words = blocksOf(bytes);
  const state = Uint32Array.from(INITIAL);
  const schedule = new Uint32Array(64);
  for (let at = 0; at < words.length; at += 16) compress(state, words.subarray(at, at + 16), schedule);
  return bytesOf(state);
}

function bytesOf(state: Uint32Array): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, at) => (word(state, at >> 2) >>> (24 - (at % 4) * 8)) & 0xff);
}

/** The same of what comes piece by piece. */
export class Sha256Stream {
  readonly #state = Uint32Array.from(INITIAL);
  readonly #schedule = new Uint32Array(64);
  /** Bytes that do not fill a block yet. */
  #rest: Uint8Array = new Uint8Array(0);
  #length = 0;

  add(bytes: Uint8Array): void {
    this.#length += bytes.length;
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    const whole = all.length - (all.length % BLOCK_BYTES);
    this.#compress(wordsOf(all.subarray(0, whole), whole / 4));
    this.#rest = all.slice(whole);
  }

  /** Digest of all that was added, after which nothing is. */
  digest(): Uint8Array {
    this.#compress(blocksOf(this.#rest, this.#length));
    return bytesOf(this.#state);
  }

  #compress(words: Uint32Array): void {
    for (let at = 0; at < words.length; at += 16)
      compress(this.#state, words.subarray(at, at + 16), this.#schedule);
  }
}

const BLOCK_BYTES = 64;
const ROUND_CONSTANTS = Uint32Array.from(primes(64), (prime) => fractionBits(Math.cbrt(prime)));
const INITIAL = Uint32Array.from(primes(8), (prime) => fractionBits(Math.sqrt(prime)));

/** The last bytes with their padding and the length of all, as words, the highest byte first. */
function blocksOf(bytes: Uint8Array, length = bytes.length): Uint32Array {
  const words = wordsOf(bytes, (((bytes.length + 8) >> 6) + 1) * 16);
  const end = bytes.length >> 2;
  words[end] = word(words, end) | (0x80 << (24 - (bytes.length % 4) * 8));
  words[words.length - 2] = Math.floor(length / 2 ** 29);
  words[words.length - 1] = length * 8;
  return words;
}

function wordsOf(bytes: Uint8Array, count: number): Uint32Array {
  const words = new Uint32Array(count);
  for (let at = 0; at < bytes.length; at += 1)
    words[at >> 2] = word(words, at >> 2) | ((bytes[at] ?? 0) << (24 - (at % 4) * 8));
  return words;
}

function compress(state: Uint32Array, block: Uint32Array, schedule: Uint32Array): void {
  schedule.set(block);
  for (let at = 16; at < 64; at += 1) {
    const near = word(schedule, at - 15);
    const far = word(schedule, at - 2);
    const mixedNear = turn(near, 7) ^ turn(near, 18) ^ (near >>> 3);
    const mixedFar = turn(far, 17) ^ turn(far, 19) ^ (far >>> 10);
    schedule[at] = word(schedule, at - 16) + mixedNear + word(schedule, at - 7) + mixedFar;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const mixedE = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + mixedE + choice + word(ROUND_CONSTANTS, at) + word(schedule, at)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const mixedA = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + mixedA + majority) | 0;
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = word(state, at) + value;
}

function turn(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}

function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0;
}

/** The first 32 bits of the fraction of a root. */
function fractionBits(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}
