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
import type { Command, Instrument } from '@tarazu/core';
import { accountId, instrumentId } from '@tarazu/core/values';
import type { Engine } from '../apps/server/src/engine/open-engine.ts';
import { COIN, worldCommands } from '../apps/server/src/engine/test-world.ts';
import { type OwnDatabase, openOwnDatabase } from './gen-own-database.ts';
import { COUNTS, KINDS, type Kind, PREPARE } from './holds/kinds.ts';
import { enter, FIRST_OTHER, place, settled } from './holds/world.ts';

const { values: flags } = parseArgs({
  options: {
    kind: { type: 'string', default: KINDS.join() },
    /** Of each kind's count, for a quick look. */
    scale: { type: 'string', default: '1' },
    /** How much of a sweep one command may do; without it what a start sets. */
    step: { type: 'string' },
  },
});
const OTHERS = 4;
const BEFORE_MS = 3_000;
/** Of the run that goes before and is not told: what is new to a process is compiled in it. */
const WARMING_COUNT = 2_000;

/** How long one command held the writer, by the clock on the wall and by the thread's own time. */
interface Hold {
  readonly type: Command['type'];
  readonly endedAtMs: number;
  readonly wallMs: number;
  readonly cpuMs: number;
}

/**
 * Processor time of the engine's thread, exact only when
 * the kernel has just been asked for the whole process.
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
/** The engine does by itself what is due: it is measured from the moment on at which it becomes so. */
async function waitUntil(atMs: number): Promise<void> {
  const leftMs = atMs + 1 - Date.now();
  if (leftMs < 0) throw new Error(`Condition: what is measured is still to come, not ${-leftMs} ms ago`);
  await new Promise((resolve) => setTimeout(resolve, leftMs));
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
