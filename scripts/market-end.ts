/** `npm run market -- end` and `-- new`: a market ends with notice, and the next start begins another. */
import { existsSync } from 'node:fs';
import { announceEnd, endMarket } from '../apps/server/src/domains/market/index.ts';
import { openEngine } from '../apps/server/src/engine/open-engine.ts';
import { openGuardIfFree } from '../apps/server/src/engine/writer/guard.ts';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { StartupError } from '../apps/server/src/platform/config/startup-error.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { openSecrets } from '../apps/server/src/platform/secrets/secrets.ts';
import { systemClock } from '../apps/server/src/platform/time/clock.ts';
import { openSource, type Source } from './data-source.ts';

const EXAMPLE = '2026-12-31T18:00+05:30';

export async function announceMarketEnd(at: string | undefined): Promise<string> {
  const endsAtMs = Date.parse(at ?? '');
  if (!Number.isFinite(endsAtMs)) {
    const wrong = at === undefined ? '' : `"${at}" is no time. `;
    throw new StartupError(`${wrong}Say when the market ends, such as --at ${EXAMPLE}`);
  }
  await withPool((pool) => announceEnd(pool, { endsAtMs, nowMs: Date.now() }));
  return `Everybody was told that the market ends at ${new Date(endsAtMs).toISOString()}. Stop the server then, and run "npm run market -- new".`;
}

export async function endMarketNow(isUnannounced: boolean): Promise<string> {
  const { secretKeyFile: keyFile, marketSeed } = readConfig(process.env);
  const secrets = existsSync(keyFile) ? openSecrets({ keyFile, mayBeMade: false }) : undefined;
  const { accounts, areKeysPublished } = await withPool(async (pool, { connection }) => {
    const guard = await openGuardIfFree(connection);
    if (!guard) throw new StartupError('A server writes to this database: stop it, and its standbys, first.');
    await guard.end();
    const quiet = { info: () => undefined, error: () => undefined };
    const engine = await openEngine({
      connection: () => connection,
      clock: systemClock,
      log: quiet,
      onStopped: (cause) => say(cause.message),
    });
    const market = { pool, engine, nowMs: Date.now(), isUnannounced, secrets, marketSeed };
    return endMarket(market).finally(() => engine.stop());
  });
  const keys = areKeysPublished
    ? 'The keys of its days are published.'
    : 'Its secret can not be read with this key (SECRET_KEY_FILE, MARKET_SEED), so that the keys of its last days are not published.';
  return `The market has ended; ${accounts} accounts had open orders, which are cancelled. ${keys} The next start begins another market.`;
}

async function withPool<Result>(
  work: (pool: ReturnType<typeof createPool>, source: Source) => Promise<Result>,
): Promise<Result> {
  const source = await openSource();
  const pool = createPool({
    connection: source.connection,
    name: 'tarazu-market',
    connectionsMax: 2,
    onConnectionLost: (error) => say(error.message),
  });
  return work(pool, source).finally(async () => {
    await pool.end();
    await source.close();
  });
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
