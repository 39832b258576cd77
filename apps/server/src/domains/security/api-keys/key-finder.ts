import { createHmac } from 'node:crypto';
import { accountId, MINUTE_MS } from '@tarazu/core/values';
import { API_KEY_TIME_MS, API_PREFIX, type Operation, textToSign } from '@tarazu/protocol';
import { AllowedAddresses } from '#domains/security/api-keys/addresses.ts';
import { findKey, type KeyRow, saveUse } from '#domains/security/api-keys/key-store.ts';
import type { KeyedCall, KeyFinder } from '#gateway/dispatcher.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { isSame, type Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import { type KeyInUse, refuse, reply, type Session } from '#ports.ts';

/** `key.ID.TIME.SIGNATURE`: who, when in epoch milliseconds, and the HMAC in base64url. */
const TOKEN = /^key\.([A-Za-z0-9_-]{16})\.(\d{13})\.([A-Za-z0-9_-]{43})$/;
/** Facts of a key are believed so long after they were read. */
const TRUST_MS = 5_000;
const USE_SAVED_EVERY_MS = MINUTE_MS;
const KNOWN_MAX = 20_000;
/** Of one key, while they could be taken again: its account may make half as many calls in that time. */
const SIGNATURES_MAX = 6_000;
const CLOSED = 0;

interface Known {
  readonly row: KeyRow;
  readonly secret: Buffer;
  readonly allowed: AllowedAddresses;
  readonly session: Session;
  readonly readAtMs: number;
}

/**
 * Finds whose key signs a call. One answer for a key that is unknown, has ended, or whose signature is wrong,
 * so that nobody learns of keys by trying; only who has the secret is told what else is amiss.
 */
export class ApiKeys implements KeyFinder {
  readonly #parts: { readonly pool: Queryable; readonly clock: Clock; readonly secrets: Secrets };
  readonly #known = new Map<string, Known>();
  /** When the use of a key was last written down. */
  readonly #savedAtMs = new Map<string, number>();
  /**
   * By key, in the order of last use: signatures of commands that
   * were taken, in that order, with when their time is over.
   */
  readonly #taken = new Map<string, Map<string, number>>();
  /** Grows with each ending, so that what was read before it is not remembered after it. */
  #endings = 0;

  constructor(parts: { readonly pool: Queryable; readonly clock: Clock; readonly secrets: Secrets }) {
    this.#parts = parts;
  }

  find: KeyFinder['find'] = async ({ operation, token, fields, clientAddress }) => {
    const [, keyId = '', time = '', signature = ''] = TOKEN.exec(token) ?? [];
    const nowMs = this.#parts.clock.nowMs();
    const known = keyId === '' ? undefined : await this.#read(keyId, nowMs);
    const atMs = Number(time);
    const given = Buffer.from(signature, 'base64url');
    const right = known && signatureOf(known.secret, { operation, atMs, fields });
    if (known === undefined || right === undefined || !isSame(given, right)) return refuse('API_KEY_UNFIT');
    // Other texts decode to the same bytes: taken as they are, each would be a command of its own.
    if (given.toString('base64url') !== signature) return refuse('API_KEY_UNFIT');
    if (Math.abs(nowMs - atMs) > API_KEY_TIME_MS)
      return refuse('API_KEY_TIME', { detail: { nowMs: String(nowMs) } });
    if (!known.allowed.has(clientAddress))
      return refuse('API_KEY_ADDRESS', { detail: { address: clientAddress } });
    if (!isInScope(operation, known.row)) return refuse('API_KEY_SCOPE');
    if (operation.effect === 'command') {
      const refused = this.#takeOnce(keyId, { signature, nowMs });
      if (refused !== undefined) return refused;
    }
    await this.#saveUse(keyId, { atMs: nowMs, from: clientAddress });
    return reply(known.session);
  };

  /** A key has ended: from now on in this process, and within seconds in any other. */
  forget(keyId: string): void {
    this.#endings += 1;
    this.#known.delete(keyId);
  }

  forgetLogin(loginId: number): void {
    this.#endings += 1;
    for (const [keyId, { row }] of this.#known) if (row.login_id === loginId) this.#known.delete(keyId);
  }

  async #read(keyId: string, nowMs: number): Promise<Known | undefined> {
    const known = this.#known.get(keyId);
    if (known !== undefined && nowMs - known.readAtMs < TRUST_MS)
      return known.row.expires_at.getTime() > nowMs ? known : undefined;
    const endingsBefore = this.#endings;
    const row = await findKey(this.#parts.pool, keyId);
    if (row === undefined || row.login_status === CLOSED || row.expires_at.getTime() <= nowMs) {
      this.#known.delete(keyId);
      return undefined;
    }
    const allowed = AllowedAddresses.read(row.addresses);
    // A key of before wide networks were refused in every spelling.
    if (allowed === undefined) return undefined;
    const secret = unsealed(this.#parts.secrets, row.secret);
    if (secret === undefined) return undefined;
    const read = { row, secret, allowed, session: sessionOf(row), readAtMs: nowMs };
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    if (this.#endings === endingsBefore) this.#known.set(keyId, read);
    return read;
  }

  /**
   * Mark of a signature as used; each key has its own memory of them, so that a busy key holds up no other.
   */
  #takeOnce(
    keyId: string,
    { signature, nowMs }: { readonly signature: string; readonly nowMs: number },
  ): ReturnType<typeof refuse> | undefined {
    const taken = this.#takenBy(keyId, nowMs);
    if (taken.has(signature)) return refuse('API_KEY_USED');
    if (taken.size >= SIGNATURES_MAX) return refuse('OVERLOADED');
    taken.set(signature, nowMs + 2 * API_KEY_TIME_MS);
    return undefined;
  }

  /** Signatures of a key that could be taken again; keys without any are forgotten. */
  #takenBy(keyId: string, nowMs: number): Map<string, number> {
    const own = this.#taken.get(keyId) ?? new Map<string, number>();
    this.#taken.delete(keyId);
    this.#taken.set(keyId, own);
    for (const [other, signatures] of this.#taken) {
      deleteOver(signatures, nowMs);
      if (signatures.size > 0 || other === keyId) break;
      this.#taken.delete(other);
    }
    deleteOver(own, nowMs);
    return own;
  }

  async #saveUse(keyId: string, use: { readonly atMs: number; readonly from: string }): Promise<void> {
    const savedAtMs = this.#savedAtMs.get(keyId) ?? 0;
    if (use.atMs - savedAtMs < USE_SAVED_EVERY_MS) return;
    if (this.#savedAtMs.size >= KNOWN_MAX) this.#savedAtMs.clear();
    this.#savedAtMs.set(keyId, use.atMs);
    await saveUse(this.#parts.pool, keyId, use);
  }
}

/** From the oldest on. */
function deleteOver(signatures: Map<string, number>, nowMs: number): void {
  for (const [taken, untilMs] of signatures) {
    if (untilMs >= nowMs) return;
    signatures.delete(taken);
  }
}

/** Undefined where the key of the installation was replaced since: keys of programs end with it. */
function unsealed(secrets: Secrets, sealed: Buffer): Buffer | undefined {
  try {
    return Buffer.from(secrets.unseal('api-key', sealed), 'base64url');
  } catch {
    return undefined;
  }
}

function signatureOf(
  secret: Buffer,
  { operation, atMs, fields }: Pick<KeyedCall, 'operation' | 'fields'> & { readonly atMs: number },
): Buffer {
  const { method, path } = operation;
  const signed = textToSign({ atMs, method, path: API_PREFIX + path, fields });
  return createHmac('sha256', secret).update(signed, 'utf8').digest();
}

/** A call that says nothing of keys is closed to them, but for what everybody may read. */
function isInScope({ apiKey, role, effect }: Operation, { scope }: Pick<KeyRow, 'scope'>): boolean {
  if (apiKey === undefined) return role === 'visitor' && effect === 'read';
  return apiKey === 'read' || scope === 'trade';
}

function sessionOf(row: KeyRow): Session {
  const max = [
    ...(row.order_max_inr === null ? [] : [['INR', row.order_max_inr] as const]),
    ...(row.order_max_usdt === null ? [] : [['USDT', row.order_max_usdt] as const]),
  ];
  const apiKey: KeyInUse = {
    keyId: row.key_id,
    ...(max.length > 0 && { orderMax: Object.fromEntries(max) }),
    ...(row.day_orders_max !== null && { dayOrdersMax: row.day_orders_max }),
  };
  return {
    sessionId: `key.${row.key_id}`,
    loginId: row.login_id,
    userId: row.user_id,
    environment: row.environment,
    accountId: accountId(row.account_id),
    guest: false,
    apiKey,
  };
}
