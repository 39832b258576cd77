import type { Environment } from '@tarazu/core/values';
import type pg from 'pg';
import { inTransaction, type Queryable, statement } from '#platform/database/pool.ts';

export interface TokenRow {
  readonly sessionId: string;
  readonly loginId: number;
  readonly userId: string;
  readonly guest: boolean;
  readonly status: number;
  readonly ended: boolean;
  readonly environment: Environment;
  readonly accountId: number;
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
}

interface TokenColumns {
  readonly hash: string;
  readonly session_id: string;
  readonly login_id: number;
  readonly user_id: string;
  readonly guest: boolean;
  readonly status: number;
  readonly ended: boolean;
  readonly environment: Environment;
  readonly account_id: number;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
}

const selectTokens = statement<TokenColumns>(
  'session-token-find',
  `select encode(t.token_hash, 'hex') as hash, s.session_id, s.login_id, l.user_id, l.guest, l.status,
          s.ended_at is not null as ended, t.environment, t.account_id, t.last_seen_at, t.expires_at
     from session_token t join session s using (session_id) join login l using (login_id)
    where t.token_hash = any($1::bytea[])`,
);

/** Tokens by their hashes, in hexadecimal. */
export async function findTokens(
  on: Queryable,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, TokenRow>> {
  const rows = await selectTokens(on, [hashes.map((hash) => `\\x${hash}`)]);
  return new Map(rows.map((row) => [row.hash, tokenOf(row)]));
}

function tokenOf(row: TokenColumns): TokenRow {
  return {
    sessionId: row.session_id,
    loginId: row.login_id,
    userId: row.user_id,
    guest: row.guest,
    status: row.status,
    ended: row.ended,
    environment: row.environment,
    accountId: row.account_id,
    lastSeenAtMs: row.last_seen_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
  };
}

export interface NewSession {
  readonly sessionId: string;
  readonly loginId: number;
  readonly device: string;
  readonly address: string;
  readonly nowMs: number;
  readonly tokens: readonly {
    readonly hash: string;
    readonly environment: Environment;
    readonly accountId: number;
    readonly expiresAtMs: number;
  }[];
}

const insertSessionRow = statement(
  'session-insert',
  'insert into session (session_id, login_id, created_at, device, address) values ($1, $2, $3, $4, $5)',
);
const insertToken = statement(
  'session-token-insert',
  `insert into session_token (token_hash, session_id, environment, account_id, last_seen_at, expires_at)
   values (decode($1, 'hex'), $2, $3, $4, $5, $6)`,
);

export async function insertSession(pool: pg.Pool, session: NewSession): Promise<void> {
  const now = new Date(session.nowMs);
  await inTransaction(pool, async (client) => {
    await insertSessionRow(client, [
      session.sessionId,
      session.loginId,
      now,
      session.device,
      session.address,
    ]);
    for (const token of session.tokens) {
      const expiresAt = new Date(token.expiresAtMs);
      await insertToken(client, [
        token.hash,
        session.sessionId,
        token.environment,
        token.accountId,
        now,
        expiresAt,
      ]);
    }
  });
}

const endRows = statement<{ session_id: string }>(
  'session-end',
  `update session set ended_at = $2
    where login_id = $1 and ended_at is null
      and ($3::text is null or session_id = $3) and ($4::text is null or session_id <> $4)
   returning session_id`,
);

/** One session of a login, or all of them, or all but one. Returns those that ended now. */
export async function endSessions(
  on: Queryable,
  which: {
    readonly loginId: number;
    readonly sessionId?: string;
    readonly exceptSessionId?: string;
    readonly nowMs: number;
  },
): Promise<string[]> {
  const rows = await endRows(on, [
    which.loginId,
    new Date(which.nowMs),
    which.sessionId ?? null,
    which.exceptSessionId ?? null,
  ]);
  return rows.map((row) => row.session_id);
}

/** How many sessions of a login are open at a time, which is how many its list shows. */
const SESSIONS_MAX = 50;
const endOldestRows = statement<{ session_id: string }>(
  'session-end-oldest',
  `update session set ended_at = $2 where session_id in
     (select session_id from session where login_id = $1 and ended_at is null
       order by created_at desc, session_id desc offset ${SESSIONS_MAX})
   returning session_id`,
);

/** Ends the oldest sessions of a login beyond those that it may have. */
export async function endOldestSessions(on: Queryable, loginId: number, nowMs: number): Promise<string[]> {
  return (await endOldestRows(on, [loginId, new Date(nowMs)])).map((row) => row.session_id);
}

export interface ListedSession {
  readonly id: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly device: string;
  readonly address: string;
}

const selectSessions = statement<{
  session_id: string;
  created_at: Date;
  last_seen_at: Date;
  device: string;
  address: string;
}>(
  'session-list',
  `select s.session_id, s.created_at, s.device, s.address, max(t.last_seen_at) as last_seen_at
     from session s join session_token t using (session_id)
    where s.login_id = $1 and s.ended_at is null and t.expires_at > $2 and (t.environment = 'demo' or t.last_seen_at > $3)
    group by s.session_id order by last_seen_at desc limit $4`,
);

/** Sessions of which at least one environment is still open. */
export async function listSessions(
  on: Queryable,
  of: { readonly loginId: number; readonly nowMs: number; readonly realSeenAfterMs: number },
): Promise<ListedSession[]> {
  const rows = await selectSessions(on, [
    of.loginId,
    new Date(of.nowMs),
    new Date(of.realSeenAfterMs),
    SESSIONS_MAX,
  ]);
  return rows.map((row) => ({
    id: row.session_id,
    createdAtMs: row.created_at.getTime(),
    lastSeenAtMs: row.last_seen_at.getTime(),
    device: row.device,
    address: row.address,
  }));
}

const updateSeen = statement(
  'session-token-seen',
  `update session_token t set last_seen_at = greatest(t.last_seen_at, to_timestamp(seen.at_ms / 1000.0))
     from unnest($1::text[], $2::int8[]) as seen(hash, at_ms) where t.token_hash = decode(seen.hash, 'hex')`,
);

export async function saveSeen(
  on: Queryable,
  seen: readonly { readonly hash: string; readonly atMs: number }[],
): Promise<void> {
  if (seen.length === 0) return;
  await updateSeen(on, [seen.map(({ hash }) => hash), seen.map(({ atMs }) => atMs)]);
}

const deleteTokens = statement(
  'session-token-clean',
  `with gone as (delete from session_token where expires_at < $1 returning session_id)
   delete from session s where s.session_id in (select session_id from gone)
     and not exists (select from session_token t where t.session_id = s.session_id and t.expires_at >= $1)`,
);

/** Tokens that nobody can use any more, and a session with the last of its own. */
export async function deleteExpiredTokens(on: Queryable, beforeMs: number): Promise<void> {
  await deleteTokens(on, [new Date(beforeMs)]);
}
