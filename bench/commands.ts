/**
 * For how long one command holds the writer when the market asks for much at
 * once, and what others feel meanwhile: the real writer on a database of its
 * own, with customers of another book who order and cancel all the time.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { AccountGrants, Command, Instrument, MarketMakerQuote, VenueSession } from '@tarazu/core';
import {
  accountId,
  amount,
  houseClientId,
  instantMs,
  instrumentId,
  type OrderId,
  price,
  quantity,
  rate,
} from '@tarazu/core/values';
import { closeOutAll } from '../apps/server/src/engine/close-outs.ts';
import type { Engine } from '../apps/server/src/engine/open-engine.ts';
import {
  COIN,
  coinOrder,
  GRANTS,
  openAccount,
  SHARE,
  sessionAt,
  worldCommands,
} from '../apps/server/src/engine/test-world.ts';
import { inGroups } from '../apps/server/src/platform/paced.ts';
import { STOCK_CHARGES } from '../packages/core/src/simulation/world.ts';
import { type OwnDatabase, openOwnDatabase } from './gen-own-database.ts';

const KINDS = [
  'dayOrders',
  'stops',
  'auction',
  'split',
  'idleAccounts',
  'makers',
  'icebergs',
  'closeOuts',
  'afterMarket',
  'bandChange',
  'rightsLapse',
  'expiry',
] as const;
type Kind = (typeof KINDS)[number];
const COUNTS: Readonly<Record<Kind, number>> = {
  dayOrders: 130_000,
  stops: 20_000,
  auction: 21_000,
  split: 50_000,
  idleAccounts: 200_000,
  makers: 10_000,
  icebergs: 10_000,
  closeOuts: 10_000,
  afterMarket: 20_000,
  bandChange: 130_000,
  rightsLapse: 20_000,
  expiry: 20_000,
};
const { values: flags } = parseArgs({
  options: {
    kind: { type: 'string', default: KINDS.join() },
    /** Of each kind's count, for a quick look. */
    scale: { type: 'string', default: '1' },
    /** How much of a sweep one command may do; without it what a start sets. */
    step: { type: 'string' },
  },
});
/** An account may have so many open orders. */
const ORDERS_EACH = 190;
const OTHERS = 4;
const FIRST_OTHER = 9_000_000;
const BEFORE_MS = 3_000;
/** Of the run that goes before and is not told: what is new to a process is compiled in it. */
const WARMING_COUNT = 2_000;
const PLACED_AT_ONCE = 256;

/** How long one command held the writer, by the clock on the wall and by the thread's own time. */
interface Hold {
  readonly type: Command['type'];
  readonly endedAtMs: number;
  readonly wallMs: number;
  readonly cpuMs: number;
}

/**
 * Processor time of the engine's thread: another's turn on the processor does not count. The kernel tells a
 * thread its time as of the last tick, up to 4 ms ago, unless it has just been asked for the whole process.
 */
function threadMs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

async function measure(own: OwnDatabase, kind: Kind, count: number): Promise<object> {
  const holds: Hold[] = [];
  let appliesAtMs = 0;
  const applies = (): void => {
    appliesAtMs = threadMs();
  };
  const held = ({ type }: Command, seconds: number): void => {
    const cpuMs = threadMs() - appliesAtMs;
    // The short ones of others say nothing.
    const endedAtMs = performance.now();
    if (type !== 'order.cancel') holds.push({ type, endedAtMs, wallMs: seconds * 1_000, cpuMs });
  };
  const engine = await own.openEngine({ metrics: { applies, held }, checksEveryMs: 0 });
  for (const command of worldCommands(Date.now())) await engine.submit(command);
  await engine.submit({ type: 'instrument.set', instrument: OTHER });
  if (flags.step) await engine.submit({ type: 'rules.set', stepMax: Number(flags.step) });
  const run = await PREPARE[kind](engine, count);
  const others = new Others(engine, await connectionTime(own));
  await others.enter();
  const before = await others.during(new Promise((resolve) => setTimeout(resolve, BEFORE_MS)));
  if (run.startAtMs !== undefined) await waitUntil(run.startAtMs);
  holds.length = 0;
  const startedAt = performance.now();
  const during = await others.during(run().then(() => settled(engine)));
  const totalMs = performance.now() - startedAt;
  await new Promise(setImmediate);
  return {
    kind,
    count,
    longestHoldMs: rounded(longest(holds.map(({ wallMs }) => wallMs))),
    p99HoldMs: rounded(p99(holds.map(({ wallMs }) => wallMs))),
    ...byCpu(holds),
    totalMs: Math.round(totalMs),
    othersP99Ratio: rounded(p99(during.wallMs) / p99(before.wallMs)),
    othersP99Ms: rounded(p99(during.wallMs)),
    othersP99CpuRatio: rounded(p99(during.cpuMs) / p99(before.cpuMs)),
    othersP99CpuMs: rounded(p99(during.cpuMs)),
  };
}

/** A book of its own, so that others do not meet what is measured. */
const OTHER: Instrument = { ...COIN, id: instrumentId('COIN_SIM:OTHER-USDT'), symbol: 'OTHER-USDT' };

/** Brings the world to where it begins, and gives what is measured. */
type Prepare = (engine: Engine, count: number) => Promise<Run>;
/** Where it is due at a time, it begins then. */
type Run = (() => Promise<unknown>) & { readonly startAtMs?: number };

const PREPARE: Readonly<Record<Kind, Prepare>> = {
  dayOrders: async (engine, count) => {
    await placeMany(engine, count, (nth) => ({ ...OF_SHARE, ...spread(nth) }));
    return () => engine.submit({ type: 'session.end', venue: SHARE.venue });
  },
  stops: async (engine, count) => {
    const [trigger, last] = [price(5_900_000n), price(6_000_000n)];
    await enter(engine, [FIRST_OTHER - 1]);
    quote(engine, { asks: [[last, quantity(1_000n)]] });
    await place(engine, FIRST_OTHER - 1, { side: 'buy', priceLimit: last });
    await placeMany(engine, count, () => ({
      side: 'sell',
      orderType: 'stopLimit',
      priceLimit: price(5_890_000n),
      conditions: { priceTrigger: trigger },
    }));
    quote(engine, { bids: [[trigger, quantity(1_000n)]] });
    return () => place(engine, FIRST_OTHER - 1, { side: 'sell', priceLimit: trigger });
  },
  auction: async (engine, count) => {
    await engine.submit({ type: 'rules.set', session: phase('preOpen') });
    await placeMany(engine, count, (nth) => ({
      ...OF_SHARE,
      side: nth % 2 === 0 ? 'buy' : 'sell',
      priceLimit: price(49_000n + BigInt(nth % 400) * 5n),
    }));
    return () => engine.submit({ type: 'rules.set', session: phase('preOpenMatch') });
  },
  split: async (engine, count) => {
    const holders = Array.from({ length: count }, (_, nth) => nth + 1);
    await enter(engine, holders);
    const terms = {
      kind: 'split',
      sharesBefore: quantity(1n),
      sharesAfter: quantity(2n),
      fractionPrice: price(25_000n),
    } as const;
    return () =>
      engine.sweep({
        type: 'corporate.begin',
        accountId: accountId(0),
        clientId: houseClientId('bench-split'),
        contentHash: 'split',
        instrumentId: SHARE.id,
        terms,
      });
  },
  idleAccounts: async (engine, count) => {
    const buyers = Array.from({ length: count }, (_, nth) => nth + 1);
    await enter(engine, buyers, CASH);
    quoteShare(engine, { asks: [[price(50_000n), quantity(100_000_000n)]] });
    await inWindows(buyers, (id) =>
      place(engine, id, { ...OF_SHARE, side: 'buy', priceLimit: price(50_000n) }),
    );
    return () => doDue(engine);
  },
  makers: meetMany,
  icebergs: async (engine, count) => {
    await enter(engine, [FIRST_OTHER - 2]);
    const conditions = { quantityShown: quantity(10n) };
    const hidden = { priceLimit: price(50_000n), quantity: quantity(100n), conditions };
    await place(engine, FIRST_OTHER - 2, { ...OF_SHARE, side: 'sell', ...hidden });
    return meetMany(engine, count);
  },
  closeOuts: async (engine, count) => {
    const holders = Array.from({ length: count }, (_, nth) => nth + 1);
    await engine.submit({ type: 'rules.set', stockCharges: STOCK_CHARGES });
    const instrument = { ...SHARE, intradayMarginRate: rate(20_000_000n) };
    await engine.submit({ type: 'instrument.set', instrument });
    await enter(engine, holders, CASH);
    const shares = quantity(BigInt(count));
    quoteShare(engine, { asks: [[price(50_000n), shares]] });
    const opening = { ...OF_SHARE, side: 'buy', product: 'intraday', priceLimit: price(50_000n) } as const;
    await inWindows(holders, (id) => place(engine, id, opening));
    quoteShare(engine, { bids: [[price(49_000n), shares]] });
    const positions = holders.map((id) => ({
      accountId: accountId(id),
      instrumentId: SHARE.id,
      quantity: 1n,
    }));
    return () => closeOutAll(engine, positions);
  },
  afterMarket: async (engine, count) => {
    await engine.submit({ type: 'rules.set', session: sessionAt(Date.now(), 'closed') });
    const conditions = { afterMarket: true } as const;
    await placeMany(engine, count, (nth) => ({ ...OF_SHARE, ...spread(nth), conditions }));
    return () => engine.submit({ type: 'rules.set', session: sessionAt(Date.now()) });
  },
  bandChange: async (engine, count) => {
    await placeMany(engine, count, (nth) => ({ ...OF_SHARE, ...spread(nth) }));
    const band = { priceLow: price(50_000n), priceHigh: price(55_000n) };
    return () => engine.submit({ type: 'instrument.set', instrument: { ...SHARE, band } });
  },
  rightsLapse: async (engine, count) => {
    await enter(
      engine,
      Array.from({ length: count }, (_, nth) => nth + 1),
    );
    const closesAtMs = instantMs(Date.now() + LAPSE_MS + count * LAPSE_EACH_MS);
    const [sharesHeld, sharesOffered] = [quantity(10n), quantity(1n)];
    const prices = { priceIssue: price(40_000n), priceCum: price(50_000n) };
    await engine.sweep({
      type: 'corporate.begin',
      accountId: accountId(0),
      clientId: houseClientId('bench-rights'),
      contentHash: 'rights',
      instrumentId: SHARE.id,
      terms: { kind: 'rights', sharesHeld, sharesOffered, ...prices, closesAtMs },
    });
    await settled(engine);
    return Object.assign(() => engine.sweep('rightsClose'), { startAtMs: closesAtMs });
  },
  expiry: async (engine, count) => {
    const expiresAtMs = instantMs(Date.now() + LAPSE_MS + count * EXPIRY_EACH_MS);
    const conditions = { expiresAtMs };
    await placeMany(engine, count, () => ({ validity: 'gtd', conditions }));
    return Object.assign(() => doDue(engine), { startAtMs: expiresAtMs });
  },
};

/** Time until what is prepared is due: for each one, too, so that a busy machine is done with it before. */
const LAPSE_MS = 10_000;
const LAPSE_EACH_MS = 2;
const EXPIRY_EACH_MS = 5;

/** Purchases at a thousand prices below the middle. */
function spread(nth: number) {
  return { side: 'buy', priceLimit: price(45_000n + BigInt(nth % 1_000) * 5n) } as const;
}

/** Everything that the clock has made due. */
async function doDue(engine: Engine): Promise<void> {
  for (let due = await engine.dueNow(); due.length > 0; due = await engine.dueNow())
    await inGroups(due, (command) => engine.submit(command));
}

/** The engine does by itself what is due: it is measured from the moment on at which it becomes so. */
async function waitUntil(atMs: number): Promise<void> {
  const leftMs = atMs + 1 - Date.now();
  if (leftMs < 0) throw new Error(`Condition: what is measured is still to come, not ${-leftMs} ms ago`);
  await new Promise((resolve) => setTimeout(resolve, leftMs));
}

/** One order meets so many others. */
async function meetMany(engine: Engine, count: number): Promise<() => Promise<unknown>> {
  await placeMany(engine, count, (nth) => ({
    ...OF_SHARE,
    side: 'sell',
    priceLimit: price(50_000n + BigInt(nth % 100) * 5n),
  }));
  const taker = FIRST_OTHER - 1;
  await enter(engine, [taker], { ...HOLDING, cash: TAKERS_CASH });
  const all = { side: 'buy', priceLimit: price(50_500n), quantity: quantity(BigInt(count)) } as const;
  return () => place(engine, taker, { ...OF_SHARE, ...all });
}

/** One share, for the day. */
const OF_SHARE = { instrumentId: SHARE.id, quantity: quantity(1n), validity: 'day' } as const;
/** Enough for every maker's share. */
const TAKERS_CASH = GRANTS.cash.map((one) => ({ ...one, amount: amount(one.amount * 1_000n) }));
const CASH: AccountGrants = { cash: GRANTS.cash, shares: [] };
const HOLDING: AccountGrants = {
  cash: GRANTS.cash,
  shares: [{ instrumentId: SHARE.id, quantity: quantity(100_000n), cost: amount(1_000_000n) }],
};

function phase(of: 'preOpen' | 'preOpenMatch'): VenueSession {
  return { ...sessionAt(Date.now()), phases: { auction: of, average: of } };
}

async function placeMany(engine: Engine, count: number, ask: (nth: number) => Ask): Promise<void> {
  const accounts = Array.from({ length: Math.ceil(count / ORDERS_EACH) }, (_, nth) => nth + 1);
  await enter(engine, accounts);
  const all = Array.from({ length: count }, (_, nth) => nth);
  await inWindows(all, (nth) => place(engine, 1 + Math.floor(nth / ORDERS_EACH), ask(nth)));
}

async function enter(engine: Engine, ids: readonly number[], grants = HOLDING): Promise<void> {
  await inWindows(ids, (id) => engine.submit(openAccount(accountId(id), grants)));
}

async function inWindows<One>(all: readonly One[], doOne: (one: One) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += PLACED_AT_ONCE)
    await Promise.all(all.slice(from, from + PLACED_AT_ONCE).map(doOne));
}

type Ask = Parameters<typeof coinOrder>[1];
let placed = 0;

async function place(engine: Engine, id: number, ask: Ask): Promise<OrderId> {
  placed += 1;
  const { outcome } = await engine.submit(
    coinOrder(`bench-order-${placed}`, { ...ask, accountId: accountId(id) }),
  );
  if (!outcome.ok || outcome.type !== 'order')
    throw new Error(
      `Condition: the order of ${id} is taken, not ${outcome.ok ? outcome.type : outcome.refusal.code}`,
    );
  return outcome.order.id;
}

type Levels = Partial<Pick<MarketMakerQuote, 'bids' | 'asks'>>;

function quote(engine: Engine, levels: Levels, instrument = COIN): void {
  const key = { instrumentId: instrument.id, environment: 'demo' } as const;
  engine.marketMaker([{ type: 'marketMaker.quote', ...key, bids: [], asks: [], ...levels }]);
}

function quoteShare(engine: Engine, levels: Levels): void {
  quote(engine, levels, SHARE);
}

/** No sweep is open any more. */
async function settled(engine: Engine): Promise<void> {
  for (let left = engine.sweeps(); left.inBooks.length + left.overAccounts.length > 0; left = engine.sweeps())
    await new Promise((resolve) => setTimeout(resolve, 1));
}

/**
 * Processor time, in milliseconds, of the connection that commits, where the system tells that of another
 * process to the nanosecond; nothing elsewhere.
 */
async function connectionTime(own: OwnDatabase): Promise<() => number> {
  const { rows } = await own.pool.query(
    "select pid from pg_stat_activity where application_name = 'tarazu-engine'",
  );
  const file = `/proc/${rows[0]?.pid}/schedstat`;
  if (!existsSync(file)) return () => 0;
  return () => Number(readFileSync(file, 'latin1').split(' ')[0]) / 1e6;
}

/** How long answers took, by the wall and by what engine and database did meanwhile. */
interface Taken {
  readonly wallMs: number[];
  readonly cpuMs: number[];
}

/** Customers who order and cancel in a book of their own, one after the other each. */
class Others {
  readonly #engine: Engine;
  readonly #connectionMs: () => number;

  constructor(engine: Engine, connectionMs: () => number) {
    this.#engine = engine;
    this.#connectionMs = connectionMs;
  }

  async enter(): Promise<void> {
    await enter(
      this.#engine,
      Array.from({ length: OTHERS }, (_, nth) => FIRST_OTHER + nth),
    );
  }

  /** How long each of their orders and cancels took while something went on. */
  async during(work: Promise<unknown>): Promise<Taken> {
    const taken: Taken = { wallMs: [], cpuMs: [] };
    let isOver = false;
    const ending = work.finally(() => {
      isOver = true;
    });
    const customer = async (id: number): Promise<void> => {
      while (!isOver) {
        const orderId = await this.#timed(taken, () => place(this.#engine, id, { instrumentId: OTHER.id }));
        const cancel = { type: 'order.cancel', accountId: accountId(id), orderId } as const;
        await this.#timed(taken, () => this.#engine.submit(cancel));
      }
    };
    await Promise.all([ending, ...Array.from({ length: OTHERS }, (_, nth) => customer(FIRST_OTHER + nth))]);
    return taken;
  }

  async #timed<One>({ wallMs, cpuMs }: Taken, ask: () => Promise<One>): Promise<One> {
    const cpuBefore = this.#workMs();
    const startedAt = performance.now();
    const answer = await ask();
    wallMs.push(performance.now() - startedAt);
    cpuMs.push(this.#workMs() - cpuBefore);
    return answer;
  }

  #workMs(): number {
    return threadMs() + this.#connectionMs();
  }
}

/** The longest by the thread's own time: the command it was, and how many were longer than the goals. */
function byCpu(holds: readonly Hold[]): object {
  const all = holds.toSorted((one, other) => other.cpuMs - one.cpuMs);
  return {
    longestHoldCpuMs: rounded(all[0]?.cpuMs ?? 0),
    longestHoldOf: all[0]?.type,
    p99HoldCpuMs: rounded(p99(all.map(({ cpuMs }) => cpuMs))),
    longestUncollectedCpuMs: rounded(all.find((hold) => !isCollected(hold))?.cpuMs ?? 0),
    holdsOver2CpuMs: all.filter(({ cpuMs }) => cpuMs > 2).length,
    holds: all.length,
  };
}

/** When this process collected garbage. */
const collections: { readonly fromMs: number; readonly toMs: number }[] = [];
new PerformanceObserver((seen) => {
  for (const { startTime, duration } of seen.getEntries())
    collections.push({ fromMs: startTime, toMs: startTime + duration });
}).observe({ entryTypes: ['gc'] });

/** Whether garbage was collected within a hold, of whomever's making. */
function isCollected({ endedAtMs, wallMs }: Hold): boolean {
  return collections.some(({ fromMs, toMs }) => fromMs < endedAtMs && toMs > endedAtMs - wallMs);
}

function longest(values: readonly number[]): number {
  return values.reduce((most, one) => Math.max(most, one), 0);
}

function p99(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)] ?? 0;
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

for (const kind of KINDS) {
  if (!flags.kind.split(',').includes(kind)) continue;
  const count = Math.max(1, Math.round(COUNTS[kind] * Number(flags.scale)));
  await measureAlone(kind, Math.min(count, WARMING_COUNT));
  process.stdout.write(`${JSON.stringify(await measureAlone(kind, count))}\n`);
}

async function measureAlone(kind: Kind, count: number): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-commands-'));
  const own = await openOwnDatabase(folder);
  try {
    return await measure(own, kind, count);
  } finally {
    await own.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
