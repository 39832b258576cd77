import type pg from 'pg';
import { createPool, type DatabaseConnection } from '#platform/database/pool.ts';
import { type BatchHead, type BatchRows, batchStatement } from './statement.ts';

/** Another writer has the lease: nothing was written, and nothing ever will be by this one. */
export class Fenced extends Error {
  override readonly name = 'Fenced';

  constructor() {
    super('Another writer has taken the lease.');
  }
}

/** The writer's connections of one term: one that commits, a few that read accounts meanwhile. */
export interface EngineDatabase {
  readonly reading: pg.Pool;
  /** @throws Fenced, or what went wrong; then it is not known whether the batch was written. */
  write(head: BatchHead, rows: BatchRows): Promise<void>;
  /** A transaction's worth of its own on the connection that commits. */
  readonly writing: pg.Pool;
  close(): Promise<void>;
}

const READING_MAX = 3;
const STATEMENT_TIMEOUT_MS = 15_000;
/** The batch's statement is the same each time but for its arrays, and large: planning it anew costs more than running it. */
const WRITING_SETTINGS = { plan_cache_mode: 'force_generic_plan' };

export function openEngineDatabase(
  connection: DatabaseConnection,
  onConnectionLost: (error: Error) => void,
): EngineDatabase {
  const common = { connection, statementTimeoutMs: STATEMENT_TIMEOUT_MS, onConnectionLost };
  const writing = createPool({
    ...common,
    name: 'tarazu-engine',
    connectionsMax: 1,
    settings: WRITING_SETTINGS,
  });
  const reading = createPool({ ...common, name: 'tarazu-engine-read', connectionsMax: READING_MAX });
  return {
    reading,
    writing,
    write: async (head, rows) => {
      const { name, text, values } = batchStatement(head, rows);
      const result = await writing.query({ name, text, values: [...values] });
      if (result.rowCount !== 1) throw new Fenced();
    },
    close: async () => {
      await Promise.all([writing.end(), reading.end()]);
    },
  };
}
