import { createHmac, randomBytes } from 'node:crypto';
import { isSame } from '#platform/secrets/secrets.ts';

/**
 * Codes of an authenticator (RFC 6238): six digits, half a minute each, HMAC-SHA-1, as all of them read it.
 */

const KEY_BYTES = 20;
const STEP_MS = 30_000;
const DIGITS = 6;
const MODULUS = 10 ** DIGITS;
/** A clock may be so many steps ahead or behind. */
const STEPS_OFF = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_A_LETTER = 5;

/** A new key, as authenticators take it: base32. */
export function newFactorKey(): string {
  return base32(randomBytes(KEY_BYTES));
}

/** Address that authenticators read from a picture or a tap. */
export function factorUrl(key: string, { issuer, name }: { issuer: string; name: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(name)}`;
  return `otpauth://totp/${label}?secret=${key}&issuer=${encodeURIComponent(issuer)}`;
}

/** The code at an instant. */
export function factorCode(key: string, atMs: number): string {
  return codeOf(key, Math.floor(atMs / STEP_MS));
}

/** Step of a right code, which is kept so that it is not taken twice; undefined for a wrong one. */
export function factorStep(key: string, code: string, nowMs: number): number | undefined {
  const now = Math.floor(nowMs / STEP_MS);
  let found: number | undefined;
  for (let step = now - STEPS_OFF; step <= now + STEPS_OFF; step += 1) {
    if (isSame(Buffer.from(codeOf(key, step)), Buffer.from(code))) found ??= step;
  }
  return found;
}

function codeOf(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(key)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % MODULUS;
  return String(number).padStart(DIGITS, '0');
}

function base32(bytes: Uint8Array): string {
  let text = '';
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= BITS_A_LETTER) {
      bits -= BITS_A_LETTER;
      text += ALPHABET.charAt((pending >>> bits) & 31);
    }
    pending &= (1 << bits) - 1;
  }
  return text;
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let pending = 0;
  let bits = 0;
  for (const letter of text) {
    pending = (pending << BITS_A_LETTER) | ALPHABET.indexOf(letter);
    bits += BITS_A_LETTER;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((pending >>> bits) & 255);
    pending &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
