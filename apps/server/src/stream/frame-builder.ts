const FIN_AND_TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const LENGTH_7_MAX = 125;
const LENGTH_16_MAX = 0xffff;

/**
 * Frame in the making: the last message and the draft before it, built once for all readers of the same.
 * Drafts that follow an empty one are a tree, in which each message leads from one to the next.
 */
export class FrameBuilder {
  readonly #before: FrameBuilder | undefined;
  readonly #text: string;
  /** The one that follows with the message sent last: a message goes to all its readers in a row. */
  #latest: FrameBuilder | undefined;
  #following: Map<string, FrameBuilder> | undefined;
  #frame: Buffer | undefined;

  private constructor(before: FrameBuilder | undefined, text: string) {
    this.#before = before;
    this.#text = text;
  }

  /** Beginning of a tree, a new one at each flush, which frees the old one. */
  static empty(): FrameBuilder {
    return new FrameBuilder(undefined, '');
  }

  /** The draft with one message more. */
  with(text: string): FrameBuilder {
    if (this.#latest !== undefined && this.#latest.#text === text) return this.#latest;
    const known = this.#following?.get(text);
    this.#latest = known ?? new FrameBuilder(this, text);
    if (!known) this.#following = (this.#following ?? new Map()).set(text, this.#latest);
    return this.#latest;
  }

  /** The messages as one array in one WebSocket frame. */
  frame(): Buffer {
    this.#frame ??= textFrame(`[${this.#texts().join()}]`);
    return this.#frame;
  }

  #texts(): string[] {
    const texts: string[] = [];
    for (let draft: FrameBuilder = this; draft.#before !== undefined; draft = draft.#before)
      texts.push(draft.#text);
    return texts.reverse();
  }
}

/** A text frame as a server sends it: whole, unmasked, uncompressed (RFC 6455, section 5.2). */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headLength = length <= LENGTH_7_MAX ? 2 : length <= LENGTH_16_MAX ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(headLength + length);
  frame[0] = FIN_AND_TEXT;
  if (headLength === 2) frame[1] = length;
  else if (headLength === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headLength);
  return frame;
}
