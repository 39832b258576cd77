/** A database and a writer of a bench's own, as the product opens them, without the server around. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { type Engine, type EngineOptions, openEngine } from '../apps/server/src/engine/open-engine.ts';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database/open-database.ts';
import type { RoleConnection } from '../apps/server/src/platform/database/roles.ts';
import { createLogger } from '../apps/server/src/platform/logging/logging.ts';
import { systemClock } from '../apps/server/src/platform/time/clock.ts';

/* The engine and its small world, for benches that stand in folders. */
export { closeOutAll } from '../apps/server/src/engine/close-outs.ts';
export type { Engine } from '../apps/server/src/engine/open-engine.ts';
export {
  COIN,
  coinOrder,
  GRANTS,
  openAccount,
  SHARE,
  sessionAt,
} from '../apps/server/src/engine/test-world.ts';
export { inGroups } from '../apps/server/src/platform/paced.ts';
export { STOCK_CHARGES } from '../packages/core/src/simulation/world.ts';

export interface OwnDatabase {
  readonly database: Database;
  readonly pool: pg.Pool;
  /** As the role that may make tables, for what a bench compares with. */
  owner(): RoleConnection;
  openEngine(options?: Pick<EngineOptions, 'accountsMax' | 'metrics' | 'checksEveryMs'>): Promise<Engine>;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL of a data folder, with every migration applied. */
export async function openOwnDatabase(folder: string): Promise<OwnDatabase> {
  const config = readConfig({ DATA_DIR: join(folder), PORT: '0', METRICS_PORT: 'off', LOG_LEVEL: 'fatal' });
  const database = await openDatabase({
    config,
    log: createLogger({ level: 'fatal', destination: process.stderr }),
  });
  const engines: Engine[] = [];
  return {
    database,
    pool: database.pool,
    owner: () => {
      const app = database.connection();
      if ('connectionString' in app) throw new Error('Condition: the bench has a database of its own.');
      const password = readFileSync(join(folder, 'postgres-password'), 'utf8').trim();
      return { ...app, user: app.database, password };
    },
    openEngine: async (options = {}) => {
      const engine = await openEngine({
        connection: database.connection,
        clock: systemClock,
        log: { info: () => undefined, error: (fields, message) => say(message, fields) },
        dueEveryMs: 0,
        onStopped: (cause) => {
          throw cause;
        },
        ...options,
      });
      engines.push(engine);
      return engine;
    },
    stop: async () => {
      for (const engine of engines) await engine.stop();
      await database.stop();
    },
  };
}

function say(message: string, fields: object): void {
  process.stderr.write(`${message} ${'err' in fields ? String(fields.err) : ''}\n`);
}
