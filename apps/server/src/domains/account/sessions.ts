import { EventEmitter } from 'node:events';
import { accountId, DAY_MS, type Environment, MINUTE_MS } from '@tarazu/core/values';
import type pg from 'pg';
import * as store from '#domains/account/session-store.ts';
import { DEVICE_LENGTH_MAX } from '#domains/account/sign-in-store.ts';
import { randomId } from '#platform/ids.ts';
import { ReadTogether } from '#platform/read-together.ts';
import { hashOfToken, newToken } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Session } from '#ports.ts';

/** A session, or one environment of it, is over: signed out, ended elsewhere, idle too long or closed. */
export interface SessionEnded {
  readonly sessionId: string;
  readonly environment: Environment;
}

export interface Tokens {
  readonly realToken?: string;
  readonly demoToken?: string;
}

/**
 * The sessions of people who are signed in. Tokens are kept as hashes; what was looked up is remembered for
 * five seconds, and what is asked in one turn is looked up together.
 */
export interface Sessions {
  /** `closed` when the login was closed; `unknown` when there is no such session any more. */
  find(token: string): Session | Promise<Session | 'unknown' | 'closed'>;
  /** Where a login has more of them than its list shows, the oldest end. */
  open(request: OpenRequest): Promise<Tokens>;
  list(loginId: number): Promise<store.ListedSession[]>;
  /** Ends one session of a login; false where it has no such session. */
  end(request: { readonly loginId: number; readonly sessionId: string }): Promise<boolean>;
  endAll(request: { readonly loginId: number; readonly exceptSessionId?: string }): Promise<void>;
  /** Listens at once, before the call that ends a session is answered; gives the way to stop. */
  onEnded(listener: (ended: SessionEnded) => void): () => void;
  /** Writes down who was seen, and forgets who is over. */
  sweep(): Promise<void>;
}

export interface OpenRequest {
  readonly loginId: number;
  readonly environments: readonly { readonly environment: Environment; readonly accountId: number }[];
  readonly device: string;
  readonly address: string;
}

/**
 * Sessions of real money end after half an hour
 * without a call and after a day; those of demo after a month.
 */
export const REAL_IDLE_MS = 30 * MINUTE_MS;
const REAL_AGE_MAX_MS = DAY_MS;
const DEMO_AGE_MAX_MS = 30 * DAY_MS;
const TRUST_MS = 5_000;
const REMEMBERED_MAX = 50_000;

interface Remembered {
  readonly session: Session;
  readonly expiresAtMs: number;
  checkedAtMs: number;
  lastSeenAtMs: number;
  /** Seen since it was last written down. */
  dirty: boolean;
}

export function createSessions(options: { readonly pool: pg.Pool; readonly clock: Clock }): Sessions {
  return new RememberedSessions(options.pool, options.clock);
}

class RememberedSessions implements Sessions {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #tokens: ReadTogether<store.TokenRow>;
  /** By the hash of the token, in the order in which they were first seen. */
  readonly #remembered = new Map<string, Remembered>();
  readonly #ended = new EventEmitter<{ ended: [SessionEnded] }>();
  /** Grows with each ending, so that what was read before it is not remembered after it. */
  #endings = 0;

  constructor(pool: pg.Pool, clock: Clock) {
    this.#pool = pool;
    this.#clock = clock;
    this.#tokens = new ReadTogether((hashes) => store.findTokens(pool, hashes));
    this.#ended.setMaxListeners(0);
  }

  find: Sessions['find'] = (token) => {
    const hash = hashOfToken(token);
    const nowMs = this.#clock.nowMs();
    const entry = this.#remembered.get(hash);
    const isTrusted = entry !== undefined && nowMs - entry.checkedAtMs < TRUST_MS && !isOver(entry, nowMs);
    if (!isTrusted) return this.#load(hash, nowMs);
    entry.lastSeenAtMs = nowMs;
    entry.dirty = true;
    return entry.session;
  };

  open: Sessions['open'] = async (request) => {
    const nowMs = this.#clock.nowMs();
    const tokens = await openSession(this.#pool, request, nowMs);
    const over = await store.endOldestSessions(this.#pool, request.loginId, nowMs);
    if (over.length > 0) this.#announce(over);
    return tokens;
  };

  list: Sessions['list'] = (loginId) => {
    const nowMs = this.#clock.nowMs();
    return store.listSessions(this.#pool, { loginId, nowMs, realSeenAfterMs: nowMs - REAL_IDLE_MS });
  };

  end: Sessions['end'] = async (request) => {
    const ids = await store.endSessions(this.#pool, { ...request, nowMs: this.#clock.nowMs() });
    this.#announce(ids);
    return ids.length > 0;
  };

  endAll: Sessions['endAll'] = async (request) => {
    this.#announce(await store.endSessions(this.#pool, { ...request, nowMs: this.#clock.nowMs() }));
  };

  onEnded: Sessions['onEnded'] = (listener) => {
    this.#ended.on('ended', listener);
    return () => this.#ended.off('ended', listener);
  };

  sweep: Sessions['sweep'] = async () => {
    const nowMs = this.#clock.nowMs();
    const seen: { hash: string; atMs: number }[] = [];
    for (const [hash, entry] of this.#remembered) {
      if (entry.dirty) seen.push({ hash, atMs: entry.lastSeenAtMs });
      entry.dirty = false;
      if (isOver(entry, nowMs)) this.#forget(hash, entry.session);
    }
    await store.saveSeen(this.#pool, seen);
  };

  async #load(hash: string, nowMs: number): Promise<Session | 'unknown' | 'closed'> {
    const endingsBefore = this.#endings;
    const row = await this.#tokens.of(hash);
    if (row === undefined) return 'unknown';
    if (row.status === 0) {
      this.#announce(await store.endSessions(this.#pool, { loginId: row.loginId, nowMs }));
      return 'closed';
    }
    const session = sessionOf(row);
    const { expiresAtMs } = row;
    // A sighting since the last sweep is only in memory.
    const lastSeenAtMs = Math.max(row.lastSeenAtMs, this.#remembered.get(hash)?.lastSeenAtMs ?? 0);
    if (row.ended || isOver({ session, expiresAtMs, lastSeenAtMs }, nowMs)) {
      this.#forget(hash, session);
      return 'unknown';
    }
    const entry = { session, expiresAtMs, checkedAtMs: nowMs, lastSeenAtMs: nowMs, dirty: true };
    if (this.#endings === endingsBefore) this.#remember(hash, entry);
    return session;
  }

  #forget(hash: string, session: Session): void {
    this.#remembered.delete(hash);
    this.#ended.emit('ended', { sessionId: session.sessionId, environment: session.environment });
  }

  #announce(sessionIds: readonly string[]): void {
    this.#endings += 1;
    const gone = new Set(sessionIds);
    for (const [hash, entry] of this.#remembered) {
      if (gone.has(entry.session.sessionId)) this.#remembered.delete(hash);
    }
    for (const sessionId of sessionIds) {
      this.#ended.emit('ended', { sessionId, environment: 'real' });
      this.#ended.emit('ended', { sessionId, environment: 'demo' });
    }
  }

  /** The one remembered longest makes room. */
  #remember(hash: string, entry: Remembered): void {
    this.#remembered.set(hash, entry);
    if (this.#remembered.size <= REMEMBERED_MAX) return;
    const oldest = this.#remembered.keys().next();
    if (oldest.done === false) this.#remembered.delete(oldest.value);
  }
}

function isOver(entry: Pick<Remembered, 'session' | 'expiresAtMs' | 'lastSeenAtMs'>, nowMs: number): boolean {
  if (nowMs >= entry.expiresAtMs) return true;
  return entry.session.environment === 'real' && nowMs - entry.lastSeenAtMs >= REAL_IDLE_MS;
}

async function openSession(pool: pg.Pool, request: OpenRequest, nowMs: number): Promise<Tokens> {
  const sessionId = randomId();
  const made = request.environments.map(({ environment, accountId }) => ({
    environment,
    accountId,
    token: newToken(),
  }));
  const { loginId, address } = request;
  await store.insertSession(pool, {
    sessionId,
    loginId,
    address,
    device: request.device.slice(0, DEVICE_LENGTH_MAX),
    nowMs,
    tokens: made.map(({ environment, accountId, token }) => ({
      hash: hashOfToken(token),
      environment,
      accountId,
      expiresAtMs: nowMs + (environment === 'real' ? REAL_AGE_MAX_MS : DEMO_AGE_MAX_MS),
    })),
  });
  const tokenOf = (environment: Environment): string | undefined =>
    made.find((token) => token.environment === environment)?.token;
  const realToken = tokenOf('real');
  const demoToken = tokenOf('demo');
  return {
    ...(realToken === undefined ? {} : { realToken }),
    ...(demoToken === undefined ? {} : { demoToken }),
  };
}

function sessionOf(row: store.TokenRow): Session {
  const { sessionId, loginId, userId, environment, guest } = row;
  return { sessionId, loginId, userId, environment, accountId: accountId(row.accountId), guest };
}
