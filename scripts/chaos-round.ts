/** One round of chaos: fresh data, people who trade, so many faults, and a comparison at the end. */
import { audit } from '../apps/server/src/engine/audit/audit.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { connectionOf, type VictimServer } from './chaos/server.ts';
import { createLedger, type Exchange, type Ledger, trade } from './chaos/trader.ts';
import { type Fault, type Scene, sceneOf } from './chaos-strikes.ts';

export interface RoundPlan {
  readonly fault: Fault;
  readonly seed: number;
  readonly kills: number;
  readonly traders: number;
  readonly frozenMs: number;
  /** A server that accepts no order for so long after a fault does not come back. */
  readonly patienceMs: number;
  /** The data of the server that is harassed; empty at first. */
  readonly folder: string;
  readonly onKill: (kill: number, firstOrderMs: number) => void;
}

export interface RoundResult {
  readonly acknowledged: number;
  readonly refused: number;
  readonly askedAgain: number;
  readonly lost: number;
  readonly doubled: number;
  /** Ids that were answered in two ways. */
  readonly contradicted: number;
  /** First problem of the audit, in a sentence. */
  readonly problem: string | undefined;
  readonly auditedCommands: number;
  /** From each fault until an order that was sent after it was accepted. */
  readonly firstOrdersMs: readonly number[];
}

const KILL_AFTER_MS_MIN = 500;
const KILL_AFTER_MS_SPREAD = 2_500;
const RETRY_MS = 250;
const AUDIT_STATEMENT_MS_MAX = 600_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @throws Error when the server does not come back. */
export async function runRound(plan: RoundPlan): Promise<RoundResult> {
  const scene = sceneOf(plan.fault, plan.folder, plan.frozenMs);
  try {
    await scene.victim.start();
    return await harass(scene, plan);
  } finally {
    await scene.victim.stop();
    scene.close();
  }
}

async function harass(scene: Scene, plan: RoundPlan): Promise<RoundResult> {
  const { victim, folder } = scene;
  const ledger = createLedger();
  let isOver = false;
  let accepted = Promise.withResolvers<void>();
  let killedAt = 0;
  // An order sent before the kill may still be answered after it, and says nothing about coming back.
  const onAccepted = (sentAt: number): void => (sentAt > killedAt ? accepted.resolve() : undefined);
  const exchange: Exchange = { url: victim.url, isOver: () => isOver, onAccepted };
  const traders = await signIn(victim, plan.traders);
  const trading = Promise.all(traders.map((trader) => trade(trader, exchange, ledger)));
  const random = randomOf(plan.seed);
  const firstOrdersMs: number[] = [];
  for (let kill = 1; kill <= plan.kills; kill += 1) {
    await pause(KILL_AFTER_MS_MIN + random() * KILL_AFTER_MS_SPREAD);
    await scene.strike(() => {
      killedAt = performance.now();
      accepted = Promise.withResolvers();
    });
    await within(accepted.promise, plan.patienceMs);
    const firstOrderMs = Math.round(performance.now() - killedAt);
    firstOrdersMs.push(firstOrderMs);
    plan.onKill(kill, firstOrderMs);
  }
  isOver = true;
  await trading;
  return { ...(await compare(folder, ledger)), firstOrdersMs };
}

/** Seeded, so that a round can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

async function within(promise: Promise<void>, ms: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`No order was accepted within ${ms / 1_000} s of a fault.`)),
    ms,
  );
  await Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}

interface SignedIn {
  readonly data: { readonly demoToken?: string; readonly price?: string };
}

async function signIn(
  victim: VictimServer,
  count: number,
): Promise<{ token: string; name: string; price: number }[]> {
  // Right after the start a busy machine may still refuse.
  const call = async (path: string, body: string): Promise<Partial<SignedIn['data']>> => {
    for (;;) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(`${victim.url()}/ipop-api${path}`, { method: 'POST', headers, body });
      const { data }: Partial<SignedIn> = await answer.json();
      if (data) return data;
      await pause(RETRY_MS);
    }
  };
  const price = Number((await call('/coin/ticker', 'instrumentId=COIN_SIM:BTC-USDT')).price);
  const traders: { token: string; name: string; price: number }[] = [];
  for (let n = 0; n < count; n += 1)
    traders.push({ token: (await call('/user/demo', '')).demoToken ?? '', name: `trader-${n}`, price });
  return traders;
}

/** Reads the database behind the server's back: what was acknowledged must be there, once. */
async function compare(folder: string, ledger: Ledger): Promise<Omit<RoundResult, 'firstOrdersMs'>> {
  const pool = createPool({
    connection: connectionOf(folder),
    name: 'chaos',
    connectionsMax: 1,
    statementTimeoutMs: AUDIT_STATEMENT_MS_MAX,
    onConnectionLost: () => undefined,
  });
  const client = await pool.connect();
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ client_id: string; order_id: bigint }>(
    'select client_id, order_id from orders',
  );
  const found = Map.groupBy(rows, (row) => row.client_id);
  const lost = [...ledger.acknowledged].filter(
    ([clientId, id]) => String(found.get(clientId)?.[0]?.order_id) !== id,
  );
  const { problem, commands } = await audit({ on: client, onProgress: () => undefined });
  client.release(true);
  await pool.end();
  return {
    acknowledged: ledger.acknowledged.size,
    refused: ledger.refused,
    askedAgain: ledger.askedAgain,
    lost: lost.length,
    doubled: [...found.values()].filter((orders) => orders.length > 1).length,
    contradicted: ledger.contradictions.length,
    problem,
    auditedCommands: commands,
  };
}
