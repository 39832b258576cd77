import { assert } from '#values/index.ts';

/** Hashes bytes with SHA-256: given from outside where the machine has a faster one than ours. */
export type Hasher = (bytes: Uint8Array) => Uint8Array;

export const HASH_BYTES = 32;

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reads what `hexOf` wrote; undefined for anything else. */
export function bytesOfHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(at * 2, at * 2 + 2), 16),
  );
}

export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A whole number as eight bytes, the highest first. */
export function wholeBytes(whole: number): Uint8Array {
  assert(Number.isSafeInteger(whole) && whole >= 0, 'Condition: a whole number is written in eight bytes');
  const bytes = new Uint8Array(8);
  let left = whole;
  for (let at = 7; at >= 0; at -= 1) {
    bytes[at] = left % 256;
    left = Math.floor(left / 256);
  }
  return bytes;
}

/** The bytes of a text in UTF-8; a lone surrogate becomes the replacement character, as everywhere. */
export function textBytes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text.toWellFormed()) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), tail(code, 0));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), tail(code, 6), tail(code, 0));
    else bytes.push(0xf0 | (code >> 18), tail(code, 12), tail(code, 6), tail(code, 0));
  }
  return Uint8Array.from(bytes);
}

function tail(code: number, shift: number): number {
  return 0x80 | ((code >> shift) & 0x3f);
}
