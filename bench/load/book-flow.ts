import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { endianness, tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';

/**
 * Totals that every engine must reach on the same flow. The hash
 * is over maker, taker, price and lots of every trade, in order.
 */
export interface Outcome {
  readonly trades: number;
  readonly volume: number;
  readonly hash: number;
}

/** Records of four words: kind, id, price, lots. */
export type Flow = Int32Array;
export const WORDS = 4;
export const BUY = 0;
export const CANCEL = 2;

/** Outcomes of the generator's slow book for its two profiles with its own seed and length. */
const KNOWN: Readonly<Record<string, Outcome>> = {
  steady: { trades: 396_508, volume: 14_635_581, hash: 1_151_671_667 },
  deep: { trades: 378_523, volume: 9_659_567, hash: 2_995_291_597 },
};
const GENERATOR = join(import.meta.dirname, '..', '..', 'shared', 'bench', 'gen-flow.ts');

export function readFlow(path: string): Flow {
  if (endianness() !== 'LE')
    throw new Error('Condition: a flow file is little-endian, and so must be the machine');
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  return new Int32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

/** The profile whose known outcome this is; else the file's own name. */
export function profileOf(path: string, outcome: Outcome): string {
  const known = Object.entries(KNOWN).find(([, expected]) => isSame(expected, outcome));
  return known?.[0] ?? basename(path, extname(path));
}

export function isSame(one: Outcome, other: Outcome): boolean {
  return one.trades === other.trades && one.volume === other.volume && one.hash === other.hash;
}

/**
 * Runs the generator into a folder of its own for as long as the
 * flow is used; gives what the generator's own book made of it.
 */
export function withGenerated<Value>(
  profile: string,
  use: (path: string, expected: Outcome) => Value,
): Value {
  if (!existsSync(GENERATOR))
    throw new Error(`Condition: ${GENERATOR} makes flows and is not there; give a flow file`);
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-flow-'));
  try {
    const path = join(folder, `${profile}.bin`);
    const made = spawnSync(process.execPath, [GENERATOR, path, profile], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`Condition: the generator failed\n${made.stderr}`);
    return use(path, JSON.parse(made.stdout));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
