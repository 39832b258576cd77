/** The database of a server that a journey started, for what no call tells. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool } from '../apps/server/src/platform/database/pool.ts';

export type ServerDatabase = ReturnType<typeof createPool>;

export async function withDatabase<Answer>(
  dataFolder: string,
  use: (database: ServerDatabase) => Promise<Answer>,
): Promise<Answer> {
  const read = (name: string): string => readFileSync(join(dataFolder, name), 'utf8').trim();
  const pool = createPool({
    connection: {
      host: '127.0.0.1',
      port: Number(read('postgres-port')),
      user: 'tarazu',
      password: read('postgres-password'),
      database: 'tarazu',
    },
    name: 'tarazu-journeys',
    connectionsMax: 1,
    onConnectionLost: (error) => {
      throw error;
    },
  });
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}
