import type { DatabaseConnection } from '#platform/database/pool.ts';
import { type EngineDatabase, Fenced, openEngineDatabase } from './database.ts';
import { type Lease, renewLease, takeLease } from './lease.ts';
import { Memory } from './memory.ts';
import { checkJournal } from './start-checks.ts';

/** One term of office of a writer: its connections, its lease, and the state built from the tables under that lease. */
export interface Term {
  readonly database: EngineDatabase;
  readonly lease: Lease;
  readonly memory: Memory;
}

export interface TermOptions {
  readonly connection: DatabaseConnection;
  readonly accountsMax: number;
  /** Epoch of the term that this one continues; undefined for a writer that starts, which takes the lease from whoever has it. */
  readonly after: number | undefined;
  readonly onConnectionLost: (error: Error) => void;
}

/**
 * Begins a term. The lease is taken before anything is read, so that what is read can't change any more.
 *
 * @throws Fenced when another writer came in between; StartupError when the tables contradict themselves.
 */
export async function beginTerm(options: TermOptions): Promise<Term> {
  const database = openEngineDatabase(options.connection, options.onConnectionLost);
  try {
    const lease = await (options.after === undefined
      ? takeLease(database.writing)
      : renewLease(database.writing, options.after));
    if (!lease) throw new Fenced();
    await checkJournal(database.reading, lease);
    const memory = new Memory(database.reading, options.accountsMax);
    await memory.loadStart();
    return { database, lease, memory };
  } catch (error) {
    await database.close();
    throw error;
  }
}
