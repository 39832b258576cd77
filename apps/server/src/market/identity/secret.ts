import { createHash, randomBytes } from 'node:crypto';
import type { Secrets } from '#platform/secrets/secrets.ts';

const SECRET_BYTES = 16;

/** 128 bits that no one chose. */
export function drawSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The secret of a seed that was given by hand: anyone who knows the seed has it. */
export function secretOfSeed(seed: string): Buffer {
  return createHash('sha256').update(`tarazu market seed|${seed}`).digest().subarray(0, SECRET_BYTES);
}

/** Tells one secret from another, and nothing of either. */
export function fingerprintOf(secret: Buffer): string {
  return createHash('sha256').update('tarazu market secret|').update(secret).digest('hex').slice(0, 16);
}

/**
 * As the database keeps it: a copy of the database alone, without
 * the installation's key, tells nothing of the days to come.
 */
export function sealSecret(secrets: Secrets, secret: Buffer): string {
  const nonce = randomBytes(SECRET_BYTES).toString('hex');
  return `${nonce} ${masked(secrets, nonce, secret).toString('hex')}`;
}

export function openSecret(secrets: Secrets, sealed: string): Buffer {
  const [nonce = '', text = ''] = sealed.split(' ');
  return masked(secrets, nonce, Buffer.from(text, 'hex'));
}

/** Each nonce masks one secret, so that the mask is used once. */
function masked(secrets: Secrets, nonce: string, secret: Buffer): Buffer {
  const mask = secrets.hmac('market-secret', nonce);
  return Buffer.from(secret.map((byte, index) => byte ^ (mask[index] ?? 0)));
}
