/** Kills, freezes or cuts off the server or its database while people trade, and compares what they were told with what is there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { audit } from '../apps/server/src/engine/audit.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { connectionOf, type VictimServer } from './chaos/server.ts';
import { createLedger, type Exchange, type Ledger, trade } from './chaos/trader.ts';
import { FAULTS, type Scene, sceneOf } from './chaos-strikes.ts';

const { values: flags } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    traders: { type: 'string', default: '32' },
    seed: { type: 'string', default: '1' },
    database: { type: 'boolean', default: false },
    fault: { type: 'string' },
    'frozen-seconds': { type: 'string', default: '15' },
  },
});
const fault = FAULTS.find((name) => name === (flags.fault ?? (flags.database ? 'database' : 'kill')));
if (fault === undefined) {
  process.stderr.write(`--fault is one of ${FAULTS.join(', ')}.\n`);
  process.exit(1);
}
const KILL_AFTER_MS_MIN = 500;
const KILL_AFTER_MS_SPREAD = 2_500;
const COME_BACK_MS_MAX = 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Seeded, so that a run can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

async function run(scene: Scene): Promise<boolean> {
  await scene.victim.start();
  try {
    return await harass(scene);
  } finally {
    await scene.victim.stop();
    scene.close();
  }
}

async function harass({ victim, folder, strike }: Scene): Promise<boolean> {
  const ledger = createLedger();
  let isOver = false;
  let accepted = Promise.withResolvers<void>();
  let killedAt = 0;
  // An order sent before the kill may still be answered after it, and says nothing about coming back.
  const onAccepted = (sentAt: number): void => (sentAt > killedAt ? accepted.resolve() : undefined);
  const exchange: Exchange = { url: victim.url, isOver: () => isOver, onAccepted };
  const traders = await signIn(victim, Number(flags.traders));
  const trading = Promise.all(traders.map((trader) => trade(trader, exchange, ledger)));
  const random = randomOf(Number(flags.seed));
  const comeBacks: number[] = [];
  for (let kill = 1; kill <= Number(flags.kills); kill += 1) {
    await pause(KILL_AFTER_MS_MIN + random() * KILL_AFTER_MS_SPREAD);
    await strike(() => {
      killedAt = performance.now();
      accepted = Promise.withResolvers();
    });
    await within(accepted.promise, COME_BACK_MS_MAX);
    comeBacks.push((performance.now() - killedAt) / 1_000);
    say(
      `${fault} ${kill}: first accepted order after ${comeBacks.at(-1)?.toFixed(2)} s; ${ledger.acknowledged.size} acknowledged so far`,
    );
  }
  isOver = true;
  await trading;
  const isGood = await compare(folder, ledger);
  comeBacks.sort((one, other) => one - other);
  const median = comeBacks[Math.floor(comeBacks.length / 2)] ?? 0;
  say(`first accepted order: median ${median.toFixed(2)} s, worst ${(comeBacks.at(-1) ?? 0).toFixed(2)} s`);
  return isGood;
}

async function within(promise: Promise<void>, ms: number): Promise<void> {
  const late = pause(ms).then(() =>
    Promise.reject(new Error(`No order was accepted within ${ms / 1_000} s of a kill.`)),
  );
  await Promise.race([promise, late]);
}

interface SignedIn {
  readonly data: { readonly demoToken?: string; readonly price?: string };
}

async function signIn(
  victim: VictimServer,
  count: number,
): Promise<{ token: string; name: string; price: number }[]> {
  const call = async (path: string, body: string): Promise<SignedIn> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await fetch(`${victim.url()}/ipop-api${path}`, { method: 'POST', headers, body })).json();
  };
  const price = Number((await call('/coin/ticker', 'instrumentId=COIN_SIM:BTC-USDT')).data.price);
  const traders: { token: string; name: string; price: number }[] = [];
  for (let n = 0; n < count; n += 1)
    traders.push({ token: (await call('/user/demo', '')).data.demoToken ?? '', name: `trader-${n}`, price });
  return traders;
}

/** Reads the database behind the server's back: what was acknowledged must be there, once. */
async function compare(folder: string, ledger: Ledger): Promise<boolean> {
  const pool = createPool({
    connection: connectionOf(folder),
    name: 'chaos',
    connectionsMax: 1,
    statementTimeoutMs: 600_000,
    onConnectionLost: () => undefined,
  });
  const client = await pool.connect();
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ client_id: string; order_id: bigint }>(
    'select client_id, order_id from orders',
  );
  const found = Map.groupBy(rows, (row) => row.client_id);
  const doubled = [...found.values()].filter((orders) => orders.length > 1).length;
  const lost = [...ledger.acknowledged].filter(
    ([clientId, id]) => String(found.get(clientId)?.[0]?.order_id) !== id,
  ).length;
  const { problem, commands } = await audit({ on: client, onProgress: () => undefined });
  client.release(true);
  await pool.end();
  say(
    `acknowledged ${ledger.acknowledged.size}, refused ${ledger.refused}, asked again ${ledger.askedAgain}; acknowledged and lost ${lost}; doubled ${doubled}; ` +
      `answered in two ways ${ledger.contradictions.length}; audit of ${commands} commands: ${problem ?? 'every outcome, hash and row agrees'}`,
  );
  return lost === 0 && doubled === 0 && ledger.contradictions.length === 0 && problem === undefined;
}

const folder = mkdtempSync(join(tmpdir(), 'tarazu-chaos-'));
say(`${flags.kills} times ${fault}, ${flags.traders} traders, seed ${flags.seed}`);
const scene = sceneOf(fault, folder, Number(flags['frozen-seconds']) * 1_000);
process.exitCode = (await run(scene)) ? 0 : 1;
rmSync(folder, { recursive: true, force: true });
process.exit();
