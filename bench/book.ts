/**
 * The order books on a recorded flow, through the functions that the engine's commands call: operations a
 * second of whole passes, latency of each operation in a pass of its own, and what came of it, which must be
 * the same for all. Each book is measured in a process of its own, so that none shares a heap or what the
 * optimiser learned with another.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ALONE, createEngine, type Engine, OTHER } from './gen-book-engines.ts';
import {
  type Flow,
  isSame,
  type Outcome,
  profileOf,
  readFlow,
  WORDS,
  withGenerated,
} from './load/book-flow.ts';
import { makeFlow, type Profile } from './load/gen-flow.ts';

interface Measured extends Outcome {
  readonly engine: string;
  readonly profile: string;
  readonly operations: number;
  readonly opsPerSecond: number;
  readonly p50Ns: number;
  readonly p99Ns: number;
  readonly p999Ns: number;
  readonly opsPerSecondBest: number;
  /**
   * By the processor's time of the whole process, compiling
   * included: what a machine that is shared leaves comparable.
   */
  readonly opsPerCpuSecond: number;
  readonly allocatedBytesPerOperation: number;
}

const PASSES_UNCOUNTED = 4;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    profile: { type: 'string', default: 'steady' },
    passes: { type: 'string', default: '15' },
    /** The fast book without the engine's way to it as well. */
    alone: { type: 'boolean', default: false },
    against: { type: 'boolean', default: false },
    from: { type: 'string', default: join(import.meta.dirname, '..') },
    engine: { type: 'string' },
  },
});
const [path] = positionals;

if (flags.engine !== undefined && path !== undefined)
  process.stdout.write(`${JSON.stringify(measure(flags.engine, path))}\n`);
else if (path !== undefined) compare(path);
else withGenerated(makeFlow(profileNamed(flags.profile)), compare);

function profileNamed(name: string): Profile {
  if (name === 'steady' || name === 'deep') return name;
  throw new Error(`Condition: a profile is steady or deep and not ${name}`);
}

/** Every engine on the same flow; a different outcome is said and fails the command. */
function compare(flowPath: string, expected?: Outcome): void {
  let judge = expected;
  const besides = [...(flags.alone ? [ALONE] : []), ...(flags.against ? [OTHER] : [])];
  for (const engine of ['fast', 'plain', ...besides]) {
    const measured = measureApart(engine, flowPath);
    if (measured === undefined) continue;
    judge ??= measured;
    const outcome = engine === OTHER ? { ...measured, hash: judge.hash } : measured;
    const { hash, ...rest } = measured;
    process.stdout.write(`${JSON.stringify({ ...rest, hash: engine === OTHER ? null : hash })}\n`);
    if (isSame(outcome, judge)) continue;
    process.stderr.write(`${engine}: another outcome than ${JSON.stringify(judge)}\n`);
    process.exitCode = 1;
  }
}

function measureApart(engine: string, flowPath: string): Measured | undefined {
  const own = [
    import.meta.filename,
    flowPath,
    '--engine',
    engine,
    '--passes',
    flags.passes,
    '--from',
    flags.from,
  ];
  const child = spawnSync(process.execPath, ['--expose-gc', ...own], { encoding: 'utf8' });
  if (child.status === 0) return JSON.parse(child.stdout);
  const isMissing = engine === OTHER && child.stderr.includes('MODULE_NOT_FOUND');
  const hint = `${OTHER} is not installed there; --help says how`;
  process.stderr.write(`${isMissing ? hint : child.stderr}\n`);
  process.exitCode = 1;
  return undefined;
}

function measure(name: string, flowPath: string): Measured {
  const flow = readFlow(flowPath);
  const operations = flow.length / WORDS;
  // A book that takes seconds for a pass is as warm after one as after many.
  const isSlow = name === OTHER;
  const passCount = isSlow ? 1 : Number(flags.passes);
  const speeds: number[] = [];
  const cpuSpeeds: number[] = [];
  let allocatedBytes = 0;
  for (let pass = 0; pass < passCount + (isSlow ? 0 : PASSES_UNCOUNTED); pass += 1) {
    const passed = playAll(createEngine(name, flags.from), flow);
    allocatedBytes = passed.allocatedBytes;
    if (!isSlow && pass < PASSES_UNCOUNTED) continue;
    speeds.push(operations / (passed.elapsedMs / 1000));
    cpuSpeeds.push(operations / (passed.cpuMs / 1000));
  }
  const engine = createEngine(name, flags.from);
  const latencies = playTimed(engine, flow).sort();
  const { trades, volume, hash } = engine.outcome;
  return {
    engine: name,
    profile: profileOf(flowPath, engine.outcome),
    operations,
    opsPerSecond: median(speeds),
    p50Ns: quantile(latencies, 0.5),
    p99Ns: quantile(latencies, 0.99),
    p999Ns: quantile(latencies, 0.999),
    trades,
    volume,
    hash,
    opsPerSecondBest: Math.round(Math.max(...speeds)),
    opsPerCpuSecond: median(cpuSpeeds),
    allocatedBytesPerOperation: Number((allocatedBytes / operations).toFixed(2)),
  };
}

interface Passed {
  readonly elapsedMs: number;
  readonly cpuMs: number;
  readonly allocatedBytes: number;
}

/** One pass; what the heap grew by in its second half, when the book has its size. */
function playAll(engine: Engine, flow: Flow): Passed {
  const half = ((flow.length / WORDS / 2) | 0) * WORDS;
  globalThis.gc?.();
  const cpuBefore = process.cpuUsage();
  const startedAtMs = performance.now();
  for (let at = 0; at < half; at += WORDS) engine.play(flow, at);
  const pausedAtMs = performance.now();
  const heapBytes = process.memoryUsage().heapUsed;
  const resumedAtMs = performance.now();
  for (let at = half; at < flow.length; at += WORDS) engine.play(flow, at);
  const endedAtMs = performance.now();
  const { user, system } = process.cpuUsage(cpuBefore);
  const allocatedBytes = 2 * Math.max(0, process.memoryUsage().heapUsed - heapBytes);
  const elapsedMs = pausedAtMs - startedAtMs + (endedAtMs - resumedAtMs);
  return { elapsedMs, cpuMs: (user + system) / 1000, allocatedBytes };
}

/** Nanoseconds of each operation, the cost of reading the clock included. */
function playTimed(engine: Engine, flow: Flow): Float64Array {
  const latencies = new Float64Array(flow.length / WORDS);
  for (let index = 0; index < latencies.length; index += 1) {
    const startedAtMs = performance.now();
    engine.play(flow, index * WORDS);
    latencies[index] = (performance.now() - startedAtMs) * 1e6;
  }
  return latencies;
}

function quantile(sorted: Float64Array, share: number): number {
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round(sorted[sorted.length >> 1] ?? 0);
}
