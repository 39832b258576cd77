import { assert } from '@tarazu/core/values';
import pg from 'pg';

/** The place of a database and how to sign in to it. */
export type DatabaseConnection =
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    }
  | { readonly connectionString: string };

/** A runner of statements: a pool, or one connection of it inside a transaction. */
export type Queryable = pg.Pool | pg.PoolClient;

export interface PoolOptions {
  readonly connection: DatabaseConnection;
  /** Shown in `pg_stat_activity`, such as `tarazu-engine`. */
  readonly name: string;
  /** Connections at most. */
  readonly connectionsMax: number;
  /** Time after which the server cancels a statement, by default 10 s. */
  readonly statementTimeoutMs?: number;
  /** Whether columns of type json and jsonb arrive as text, for those who pass them on; by default false. */
  readonly jsonAsText?: boolean;
  /** Settings of the database that hold for each connection of this pool. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Sends a statement of a connection without waiting for the answer to the one before. */
  readonly pipelined?: boolean;
  /** Loss of a connection that nobody used, in whose place the pool makes another when it needs one. */
  readonly onConnectionLost: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** The client gives up later than the server, so that the server's answer is heard if the link is alive. */
const CLIENT_GRACE_MS = 2_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

const OID = { int8: 20, int8Array: 1016, json: 114, jsonb: 3802, date: 1082 } as const;

/**
 * A pool whose rows hold exact values: `bigint` columns are bigint, `numeric` are decimal strings, `date` are
 * `2026-11-20` (a Date would be midnight of the machine's own zone), timestamps are Date.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const pool = new pg.Pool({
    ...options.connection,
    application_name: options.name,
    options: settingsText(options.settings ?? {}),
    max: options.connectionsMax,
    pipeline: options.pipelined ?? false,
    types: { getTypeParser: typeParsers(options.jsonAsText ?? false) },
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + CLIENT_GRACE_MS,
    idle_in_transaction_session_timeout: statementTimeoutMs * 2,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  });
  // Connections that are being closed may be cut by a database that stops: nothing of theirs is lost.
  pool.on('error', (error) => {
    if (!pool.ending) options.onConnectionLost(error);
  });
  // A connection that is lost while someone holds it says so twice: its statement fails, which its holder
  // hears, and it emits an error, which would end the process if nobody listened.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function settingsText(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

function typeParsers(jsonAsText: boolean): typeof pg.types.getTypeParser {
  const own = new Map<number, (text: string) => unknown>([
    [OID.int8, BigInt],
    [OID.int8Array, parseBigIntArray],
    [OID.date, String],
  ]);
  if (jsonAsText) {
    own.set(OID.json, String);
    own.set(OID.jsonb, String);
  }
  return (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : own.get(oid)) ?? pg.types.getTypeParser(oid, format ?? 'text');
}

/** One dimension: `{1,NULL,3}`. */
function parseBigIntArray(text: string): (bigint | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : BigInt(item)));
}

/** Values that PostgreSQL takes as parameters without loss. */
export type Parameter =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | readonly (string | bigint | number | null)[];

/**
 * Every statement of the program by its name, so that a
 * test can ask the database by which key it answers each.
 */
export const STATEMENTS = new Map<string, string>();

/**
 * A statement that each connection plans once, under its name, and reuses. Names are unique in the program.
 *
 * @example const balanceOf = statement<{ amount: bigint
 * }>('balance-of', 'select amount from balance where account = $1');
 *          const [row] = await balanceOf(pool, [account]);
 */
export function statement<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
): (on: Queryable, values: readonly Parameter[]) => Promise<Row[]> {
  assert(!STATEMENTS.has(name), `Invariant: two statements are named ${name}`);
  STATEMENTS.set(name, text);
  return async (on, values) => (await on.query<Row>({ name, text, values: [...values] })).rows;
}

/**
 * Runs `work` in one transaction on one connection: committed when it answers, rolled back when it throws. A
 * connection whose fate is unknown is closed, not given back.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
