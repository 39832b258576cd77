import { EventEmitter } from 'node:events';
import { accountId, type Lane } from '@tarazu/core/values';
import type pg from 'pg';
import * as store from '#domains/account/session-store.ts';
import type { Clock } from '#platform/clock.ts';
import { randomId } from '#platform/ids.ts';
import { hashOfToken, newToken } from '#platform/secrets.ts';
import type { Session } from '#ports.ts';

/** A session, or one lane of it, is over: signed out, ended elsewhere, idle too long or closed. */
export interface SessionEnded {
  readonly sessionId: string;
  readonly lane: Lane;
}

export interface Tokens {
  readonly realToken?: string;
  readonly demoToken?: string;
}

/** Who is signed in. Tokens are kept as hashes; what was looked up is remembered for five seconds. */
export interface Sessions {
  /** `closed` when the login was closed; `unknown` when there is no such session any more. */
  find(token: string): Session | Promise<Session | 'unknown' | 'closed'>;
  open(request: OpenRequest): Promise<Tokens>;
  list(loginId: number): Promise<store.ListedSession[]>;
  /** Ends one session of a login. False: it has no such session. */
  end(request: { readonly loginId: number; readonly sessionId: string }): Promise<boolean>;
  endAll(request: { readonly loginId: number; readonly exceptSessionId?: string }): Promise<void>;
  /** Called in this process at once, before the call that ends a session is answered. Returns the way to stop. */
  onEnded(listener: (ended: SessionEnded) => void): () => void;
  /** Writes down who was seen, and forgets who is over. */
  sweep(): Promise<void>;
}

export interface OpenRequest {
  readonly loginId: number;
  readonly lanes: readonly { readonly lane: Lane; readonly accountId: number }[];
  readonly device: string;
  readonly address: string;
}

/** Reliability 2.5: real money ends after half an hour without a call and after a day; demo is kept for a month. */
const REAL_IDLE_MS = 30 * 60_000;
const REAL_AGE_MAX_MS = 24 * 3_600_000;
const DEMO_AGE_MAX_MS = 30 * 24 * 3_600_000;
const TRUST_MS = 5_000;
const REMEMBERED_MAX = 50_000;
const DEVICE_LENGTH_MAX = 200;

interface Remembered {
  readonly session: Session;
  readonly expiresAtMs: number;
  checkedAtMs: number;
  lastSeenAtMs: number;
  /** Seen since it was last written down. */
  dirty: boolean;
}

export function createSessions(options: { readonly pool: pg.Pool; readonly clock: Clock }): Sessions {
  const { pool, clock } = options;
  const remembered = new Map<string, Remembered>();
  const ended = new EventEmitter<{ ended: [SessionEnded] }>();
  ended.setMaxListeners(0);
  /** Grows with each ending, so that what was read before it is not remembered after it. */
  let endings = 0;

  const forget = (hash: string, entry: Remembered): void => {
    remembered.delete(hash);
    ended.emit('ended', { sessionId: entry.session.sessionId, lane: entry.session.lane });
  };

  const announce = (sessionIds: readonly string[]): void => {
    endings += 1;
    const gone = new Set(sessionIds);
    for (const [hash, entry] of remembered) if (gone.has(entry.session.sessionId)) remembered.delete(hash);
    for (const sessionId of sessionIds) {
      ended.emit('ended', { sessionId, lane: 'real' });
      ended.emit('ended', { sessionId, lane: 'demo' });
    }
  };

  const isOver = (entry: Remembered, nowMs: number): boolean =>
    nowMs >= entry.expiresAtMs || (entry.session.lane === 'real' && nowMs - entry.lastSeenAtMs >= REAL_IDLE_MS);

  const load = async (hash: string, nowMs: number): Promise<Session | 'unknown' | 'closed'> => {
    const endingsBefore = endings;
    const row = await store.findToken(pool, hash);
    if (row === undefined) return 'unknown';
    if (row.status === 0) {
      announce(await store.endSessions(pool, { loginId: row.loginId, nowMs }));
      return 'closed';
    }
    const seenAtMs = Math.max(row.lastSeenAtMs, remembered.get(hash)?.lastSeenAtMs ?? 0);
    const entry = { session: sessionOf(row), expiresAtMs: row.expiresAtMs, checkedAtMs: nowMs, lastSeenAtMs: seenAtMs, dirty: true };
    if (row.ended || isOver(entry, nowMs)) {
      forget(hash, entry);
      return 'unknown';
    }
    if (endings === endingsBefore) remember(remembered, hash, { ...entry, lastSeenAtMs: nowMs });
    return entry.session;
  };

  return {
    find: (token) => {
      const hash = hashOfToken(token).toString('hex');
      const nowMs = clock.nowMs();
      const entry = remembered.get(hash);
      if (entry === undefined || nowMs - entry.checkedAtMs >= TRUST_MS || isOver(entry, nowMs)) return load(hash, nowMs);
      entry.lastSeenAtMs = nowMs;
      entry.dirty = true;
      return entry.session;
    },
    open: (request) => openSession(pool, request, clock.nowMs()),
    list: (loginId) => {
      const nowMs = clock.nowMs();
      return store.listSessions(pool, { loginId, nowMs, realSeenAfterMs: nowMs - REAL_IDLE_MS });
    },
    end: async (request) => {
      const ids = await store.endSessions(pool, { ...request, nowMs: clock.nowMs() });
      announce(ids);
      return ids.length > 0;
    },
    endAll: async (request) => announce(await store.endSessions(pool, { ...request, nowMs: clock.nowMs() })),
    onEnded: (listener) => {
      ended.on('ended', listener);
      return () => ended.off('ended', listener);
    },
    sweep: async () => {
      const nowMs = clock.nowMs();
      const seen: { hash: string; atMs: number }[] = [];
      for (const [hash, entry] of remembered) {
        if (entry.dirty) seen.push({ hash, atMs: entry.lastSeenAtMs });
        entry.dirty = false;
        if (isOver(entry, nowMs)) forget(hash, entry);
      }
      await store.saveSeen(pool, seen);
    },
  };
}

async function openSession(pool: pg.Pool, request: OpenRequest, nowMs: number): Promise<Tokens> {
  const sessionId = randomId();
  const made = request.lanes.map(({ lane, accountId }) => ({ lane, accountId, token: newToken() }));
  const { loginId, address } = request;
  await store.insertSession(pool, {
    sessionId,
    loginId,
    address,
    device: request.device.slice(0, DEVICE_LENGTH_MAX),
    nowMs,
    tokens: made.map(({ lane, accountId, token }) => ({
      hash: hashOfToken(token).toString('hex'),
      lane,
      accountId,
      expiresAtMs: nowMs + (lane === 'real' ? REAL_AGE_MAX_MS : DEMO_AGE_MAX_MS),
    })),
  });
  const tokenOf = (lane: Lane): string | undefined => made.find((token) => token.lane === lane)?.token;
  const realToken = tokenOf('real');
  const demoToken = tokenOf('demo');
  return { ...(realToken === undefined ? {} : { realToken }), ...(demoToken === undefined ? {} : { demoToken }) };
}

function sessionOf(row: store.TokenRow): Session {
  const { sessionId, loginId, userId, lane, guest } = row;
  return { sessionId, loginId, userId, lane, accountId: accountId(row.accountId), guest };
}

/** The one remembered longest makes room. */
function remember(remembered: Map<string, Remembered>, hash: string, entry: Remembered): void {
  remembered.set(hash, entry);
  if (remembered.size <= REMEMBERED_MAX) return;
  const oldest = remembered.keys().next();
  if (oldest.done === false) remembered.delete(oldest.value);
}
