import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseConnection } from '#platform/database/pool.ts';

/**
 * A connection that says who the living writer is, by a lock that ends with it, and that the database lives,
 * by a question every second; the lease alone decides what a writer may write.
 */
export interface Guard {
  /**
   * Settles when the connection is lost, was ended by another
   * writer, or is silent for too long; never when we close it.
   */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

export interface GuardOptions {
  readonly connection: DatabaseConnection;
  /** `wait`: as a standby, for as long as another writer lives. `take`: ends the other's guard. */
  readonly whenHeld: 'wait' | 'take';
  /** Called once when another writer is alive and has to be waited for. */
  readonly onWaiting: () => void;
  /** The database went away while it was waited: it is waited for too. */
  readonly onDatabaseGone?: () => void;
  /** Asked while waiting: whether to give up. */
  readonly isToEnd?: () => boolean;
  /** Silence of a writer or a database after which it is taken for frozen; by default 10 s. */
  readonly silentMsMax?: number;
}

const BEAT_MS = 1_000;
const SILENT_MS_MAX = 10_000;
const WAIT_MS = 250;
const CONNECT_TIMEOUT_MS = 5_000;
/** Any two numbers will do that nobody else uses for a lock in this database. */
const LOCK = [7_461, 1] as const;

interface Holder {
  readonly pid: number;
  readonly silent_ms: number;
}

const HOLDER = `
  select a.pid, (extract(epoch from clock_timestamp() - a.state_change) * 1000)::float8 as silent_ms
    from pg_locks l join pg_stat_activity a using (pid)
   where l.locktype = 'advisory' and l.granted and l.classid = ${LOCK[0]} and l.objid = ${LOCK[1]}
     and l.database = (select oid from pg_database where datname = current_database())`;

/** A standby was told to end before its turn came. */
export class StandbyEnded extends Error {
  override readonly name = 'StandbyEnded';

  constructor() {
    super('The standby was told to end.');
  }
}

/**
 * Opens the guard once no other living writer has it, or at
 * once with `take`. A standby outlives the database too.
 */
export async function openGuard(options: GuardOptions): Promise<Guard> {
  let isWaiting = false;
  const onWaiting = (): void => {
    if (!isWaiting) options.onWaiting();
    isWaiting = true;
  };
  for (let isReported = false; ; ) {
    try {
      return await openGuardOnce({ ...options, onWaiting });
    } catch (error) {
      if (!isWaiting || error instanceof StandbyEnded) throw error;
      if (!isReported) options.onDatabaseGone?.();
      isReported = true;
      await delay(WAIT_MS);
      if (options.isToEnd?.() === true) throw new StandbyEnded();
    }
  }
}

async function openGuardOnce(options: GuardOptions): Promise<Guard> {
  const silentMsMax = options.silentMsMax ?? SILENT_MS_MAX;
  const client = new pg.Client({
    ...options.connection,
    application_name: 'tarazu-engine-guard',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: silentMsMax,
    keepAlive: true,
  });
  const ended = Promise.withResolvers<Error>();
  client.on('error', ended.resolve);
  let isClosing = false;
  client.on('end', () => {
    if (!isClosing) ended.resolve(new Error('The connection that guards the lease has ended.'));
  });
  await client.connect();
  try {
    await acquire(client, { ...options, silentMsMax });
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  let timer: NodeJS.Timeout | undefined;
  const beat = (): void => {
    timer = setTimeout(() => void client.query('select 1').then(beat, ended.resolve), BEAT_MS);
    timer.unref();
  };
  beat();
  return {
    lost: ended.promise,
    close: async () => {
      isClosing = true;
      clearTimeout(timer);
      // The end of a line that is dead is not waited for: nobody would answer.
      await Promise.race([client.end().catch(() => undefined), delay(BEAT_MS, undefined, { ref: false })]);
    },
  };
}

/** The guard while no writer lives, for work that needs the database for itself; undefined while one does. */
export async function openGuardIfFree(connection: DatabaseConnection): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...connection, application_name: 'tarazu-engine-guard' });
  await client.connect();
  if (await tryLock(client)) return client;
  await client.end();
  return undefined;
}

async function acquire(
  client: pg.Client,
  options: Omit<GuardOptions, 'connection' | 'silentMsMax'> & { readonly silentMsMax: number },
): Promise<void> {
  let isReported = false;
  while (!(await tryLock(client))) {
    const { rows } = await client.query<Holder>(HOLDER);
    for (const { pid, silent_ms: silentMs } of rows) {
      if (options.whenHeld === 'take' || silentMs > options.silentMsMax)
        await client.query('select pg_terminate_backend($1)', [pid]);
    }
    if (options.whenHeld === 'wait' && !isReported) options.onWaiting();
    isReported = true;
    await delay(options.whenHeld === 'take' ? 1 : WAIT_MS);
    if (options.isToEnd?.() === true) throw new StandbyEnded();
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(${LOCK[0]}, ${LOCK[1]}) as locked`,
  );
  return rows[0]?.locked === true;
}
