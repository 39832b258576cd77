import type { DatabaseConnection } from '#platform/database/pool.ts';
import { type EngineDatabase, Fenced, openEngineDatabase } from './commit.ts';
import { type Guard, type GuardOptions, openGuard } from './guard.ts';
import { type Lease, renewLease, takeLease } from './lease.ts';
import { storedTables } from './load.ts';
import { Memory, type MemoryLimits } from './memory.ts';
import { checkJournal } from './start-checks.ts';

/**
 * One epoch of a writer: its connections, its lease,
 * and the state built from the tables under that lease.
 */
export interface WriterEpoch {
  readonly database: EngineDatabase;
  readonly guard: Guard;
  readonly lease: Lease;
  readonly memory: Memory;
}

export interface WriterEpochOptions {
  readonly connection: DatabaseConnection;
  readonly limits: MemoryLimits;
  /** The writer's own name in the lease. */
  readonly holder: string;
  /** Whether the writer starts, or goes on after an epoch of its own. */
  readonly isFirst: boolean;
  /** The behaviour of a writer that starts while another one lives. */
  readonly standby: Omit<GuardOptions, 'connection' | 'silentMsMax'>;
  readonly silentMsMax: number;
  readonly statementTimeoutMs: number;
  readonly onConnectionLost: (error: Error) => void;
}

/**
 * Begins an epoch with the lease, so that what is read under it can't change any more.
 *
 * @throws Fenced when another writer came in between; StartupError when the tables contradict themselves.
 */
export async function beginWriterEpoch(options: WriterEpochOptions): Promise<WriterEpoch> {
  const { connection, holder, isFirst, silentMsMax } = options;
  const database = openEngineDatabase(options);
  let guard: Guard | undefined;
  try {
    const isWaiting = isFirst && options.standby.whenHeld === 'wait';
    if (isWaiting) guard = await openGuard({ connection, ...options.standby, silentMsMax });
    const lease = await (isFirst ? takeLease : renewLease)(database.writing, holder);
    if (!lease) throw new Fenced();
    // The holder of the lease is the writer: the guard's holder is the former writer, an early standby, or
    // our own from before.
    guard ??= await openGuard({ connection, whenHeld: 'take', onWaiting: () => undefined, silentMsMax });
    const memory = new Memory(storedTables(database.reading), options.limits);
    // Tables are read while they are checked, but the check's
    // words come first: those in contradiction may not load.
    const loading = memory.loadStart();
    loading.catch(() => undefined);
    await checkJournal(database.reading, lease);
    await loading;
    return { database, guard, lease, memory };
  } catch (error) {
    await Promise.all([guard?.close(), database.close()]);
    throw error;
  }
}
