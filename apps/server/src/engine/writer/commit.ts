import type pg from 'pg';
import {
  type BatchHead,
  type BatchRows,
  batchStatement,
  type PreparedStatement,
} from '#engine/tables/statement.ts';
import { createPool, type DatabaseConnection } from '#platform/database/pool.ts';

/** Another writer has the lease: nothing was written, and nothing ever will be by this one. */
export class Fenced extends Error {
  override readonly name = 'Fenced';

  constructor() {
    super('Another writer has taken the lease.');
  }
}

/** The writer's connections of one epoch: one that commits, a few that read accounts meanwhile. */
export interface EngineDatabase {
  readonly reading: pg.Pool;
  /** @throws Fenced, or what went wrong; then it is not known whether the batch was written. */
  write(head: BatchHead, rows: BatchRows): Promise<void>;
  /** The connection that commits; the first batch takes it for itself. */
  readonly writing: pg.Pool;
  close(): Promise<void>;
}

const READING_MAX = 3;
/**
 * The batch's statement is the same each time but for its arrays,
 * and large: planning it anew costs more than running it.
 */
const WRITING_SETTINGS = { plan_cache_mode: 'force_generic_plan' };

export function openEngineDatabase(options: {
  readonly connection: DatabaseConnection;
  readonly statementTimeoutMs: number;
  readonly onConnectionLost: (error: Error) => void;
}): EngineDatabase {
  const { connection, statementTimeoutMs, onConnectionLost } = options;
  const common = { connection, statementTimeoutMs, onConnectionLost };
  const writing = createPool({
    ...common,
    name: 'tarazu-engine',
    connectionsMax: 1,
    settings: WRITING_SETTINGS,
    pipelined: true,
  });
  let writer: Promise<pg.PoolClient> | undefined;
  let writesOpen = 0;
  const reading = createPool({ ...common, name: 'tarazu-engine-read', connectionsMax: READING_MAX });
  const send = async ({ name, text, values }: PreparedStatement): Promise<void> => {
    writer ??= writing.connect();
    const client = await writer;
    writesOpen += 1;
    const result = await client.query({ name, text, values: [...values] });
    writesOpen -= 1;
    if (result.rowCount !== 1) throw new Fenced();
  };
  return {
    reading,
    writing,
    // The rows are let go as soon as they are text: a function
    // that waits for the commit would keep them until then.
    write: async (head, rows) => send(batchStatement(head, rows)),
    close: async () => {
      // A connection that never came has nothing to give back.
      const client = await writer?.catch(() => undefined);
      // One whose last write was not answered may be dead, and is not asked to say goodbye.
      client?.release(writesOpen > 0);
      await Promise.all([writing.end(), reading.end()]);
    },
  };
}
