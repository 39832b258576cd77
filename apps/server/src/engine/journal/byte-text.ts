const BYTES_AT_FIRST = 4_096;
/** From here on the platform's own copy, which costs a call, is quicker than going letter by letter. */
const LONG = 48;
const ZERO = 0x30;
const BILLION = 1_000_000_000;

/**
 * Text of many small parts, put together as UTF-8 bytes:
 * joined with `+` each would leave garbage with every batch.
 */
export class ByteText {
  #bytes = Buffer.allocUnsafe(BYTES_AT_FIRST);
  #length = 0;

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  text(part: string): this {
    const { length } = part;
    this.#reserve(length * 3);
    const bytes = this.#bytes;
    let at = this.#length;
    if (length < LONG) {
      for (let place = 0; place < length; place += 1) {
        const code = part.charCodeAt(place);
        if (code > 0x7f) return this.#write(part);
        bytes[at] = code;
        at += 1;
      }
      this.#length = at;
      return this;
    }
    return this.#write(part);
  }

  number(value: number): this {
    if (!Number.isSafeInteger(value) || value < 0) return this.text(String(value));
    this.#reserve(16);
    this.#digits(value);
    return this;
  }

  bigint(value: bigint): this {
    const number = Number(value);
    return Number.isSafeInteger(number) && number >= 0 ? this.number(number) : this.text(String(value));
  }

  /** The bytes of another text from a place on. */
  from(other: ByteText, start = 0): this {
    this.#reserve(other.#length - start);
    this.#length += other.#bytes.copy(this.#bytes, this.#length, start, other.#length);
    return this;
  }

  /** The bytes so far, to be read before anything else is written. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  toString(): string {
    return this.#bytes.toString('utf8', 0, this.#length);
  }

  #write(part: string): this {
    this.#length += this.#bytes.write(part, this.#length, 'utf8');
    return this;
  }

  /** Nine digits at a time: a division of whole numbers of 32 bits is quick. */
  #digits(value: number): void {
    if (value < BILLION) {
      let count = 1;
      for (let power = 10; count < 9 && value >= power; power *= 10) count += 1;
      this.#lastDigits(value, count);
      return;
    }
    const high = Math.floor(value / BILLION);
    this.#digits(high);
    this.#lastDigits(value - high * BILLION, 9);
  }

  #lastDigits(value: number, count: number): void {
    const bytes = this.#bytes;
    let left = value | 0;
    for (let at = this.#length + count - 1; at >= this.#length; at -= 1) {
      const rest = (left / 10) | 0;
      bytes[at] = ZERO + left - rest * 10;
      left = rest;
    }
    this.#length += count;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const before = this.#bytes;
    this.#bytes = Buffer.allocUnsafe(Math.max(needed, before.length * 2));
    before.copy(this.#bytes, 0, 0, this.#length);
  }
}
