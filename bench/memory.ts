/**
 * Memory of accounts in the engine's process: those that trade and are held, and those that sleep, which are
 * in the tables and not in memory. Through the real engine, on a database of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { COIN, SHARE, worldCommands } from '../apps/server/src/engine/test-world.ts';
import { OrderFlow } from './gen-order-flow.ts';
import { type OwnDatabase, openOwnDatabase } from './gen-own-database.ts';
import { weighServed } from './load/hour.ts';

const { values: flags } = parseArgs({
  options: {
    sleeping: { type: 'string', default: '1000000' },
    trading: { type: 'string', default: '100000' },
    /** Orders and cancels that each trading account sends. */
    commands: { type: 'string', default: '4' },
    /** Instead: a server that serves orders for an hour, or for so many minutes, and what that adds. */
    hour: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '60' },
    orders: { type: 'string', default: '600' },
  },
});
const SLEEPING = Number(flags.sleeping);
const TRADING = Number(flags.trading);
/** Held while the sleepers are opened: the others leave as they come. */
const HELD_MAX = 1_000;
const MEGABYTE = 1e6;
const MILLION = 1e6;
const HUNDRED_THOUSAND = 1e5;
const COMMANDS_AT_ONCE = 2_000;

if (flags.hour) await weighServed({ minutes: Number(flags.minutes), perSecond: Number(flags.orders) });
else await weighAccounts();

async function weighAccounts(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-memory-'));
  const own = await openOwnDatabase(folder);
  try {
    const sleeping = await weighSleeping(own);
    const trading = await weighTrading(own);
    process.stdout.write(`${JSON.stringify({ bench: 'memory', ...sleeping, ...trading })}\n`);
  } finally {
    await own.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Opens them with an engine that may hold few, and then
 * looks at one that starts with all of them in its tables.
 */
async function weighSleeping({ openEngine, pool }: OwnDatabase) {
  const first = await openEngine({ accountsMax: HELD_MAX });
  for (const command of worldCommands(Date.now())) await first.submit(command);
  const before = weigh();
  await orderFlowOf(first, { accountIdFirst: TRADING + 1, accounts: SLEEPING }).enter();
  const opened = weigh() - before;
  await first.stop();
  const afterRestart = weigh();
  const engine = await openEngine({ accountsMax: HELD_MAX });
  const restarted = weigh() - afterRestart;
  await engine.stop();
  const { rows } = await pool.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(name::regclass))::text as bytes from unnest(array['account', 'balance', 'lot', 'position']) as name`,
  );
  return {
    sleepingAccounts: SLEEPING,
    heldWhileTheyCame: HELD_MAX,
    megabytesWhileTheySleep: megabytes(opened),
    megabytesOfAnEngineStartedAfterThem: megabytes(restarted),
    megabytesOfTablesPerMillionSleeping: megabytes((Number(rows[0]?.bytes) * MILLION) / SLEEPING),
  };
}

async function weighTrading({ openEngine }: OwnDatabase) {
  const engine = await openEngine({ accountsMax: TRADING + HELD_MAX });
  const before = weigh();
  const orderFlow = orderFlowOf(engine, { accountIdFirst: 1, accounts: TRADING });
  await orderFlow.enter();
  const opened = weigh() - before;
  const rounds = Math.ceil((TRADING * Number(flags.commands)) / COMMANDS_AT_ONCE);
  for (let round = 0; round < rounds; round += 1) await orderFlow.trade(COMMANDS_AT_ONCE);
  const traded = weigh() - before;
  return {
    tradingAccounts: TRADING,
    commandsEach: Number(flags.commands),
    openOrders: orderFlow.openOrders,
    megabytesPer100kOpened: megabytes((opened * HUNDRED_THOUSAND) / TRADING),
    megabytesPer100kTrading: megabytes((traded * HUNDRED_THOUSAND) / TRADING),
    kilobytesPerTradingAccount: Number((traded / TRADING / 1_000).toFixed(2)),
    residentMegabytes: megabytes(process.memoryUsage().rss),
  };
}

function orderFlowOf(
  engine: Awaited<ReturnType<OwnDatabase['openEngine']>>,
  who: { readonly accountIdFirst: number; readonly accounts: number },
): OrderFlow {
  const traded = [
    { instrument: COIN, price: 7_800_000n },
    { instrument: SHARE, price: 50_000n },
  ];
  return new OrderFlow({ engine, traded, openOrders: who.accounts, seed: 5, name: 'memory', ...who });
}

/** Bytes that are in use after everything unused is collected. */
function weigh(): number {
  if (!globalThis.gc)
    throw new Error('Condition: run it as "npm run bench -- memory", which lets it collect.');
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function megabytes(bytes: number): number {
  return Number((bytes / MEGABYTE).toFixed(1));
}
