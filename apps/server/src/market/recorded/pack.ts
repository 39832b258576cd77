import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listedKindField } from '@tarazu/protocol';
import * as z from 'zod/mini';

/**
 * Pack of one recorded series: `manifest.json`, and `bars.bin` with six columns of little-endian 64-bit
 * floats, whole numbers by the manifest's scales.
 */
const manifestSchema = z.object({
  version: z.literal(1),
  name: z.string(),
  symbol: z.string(),
  kind: listedKindField,
  baseAsset: z.string(),
  quoteAsset: z.string(),
  /**
   * The asset that the recording was quoted in, where the platform's nearest stands in for it (`USD` for
   * `USDT`).
   */
  recordedQuote: z.string(),
  intervalMinutes: z.number(),
  priceScale: z.number(),
  volumeScale: z.number(),
  /** In scaled units: the greatest common divisor of all prices. */
  tickSize: z.number(),
  rows: z.number(),
  fromMs: z.number(),
  /** Start of the last bar. */
  lastMs: z.number(),
  hasVolume: z.boolean(),
  isAdjusted: z.boolean(),
  sourceName: z.string(),
  sourceSha256: z.string(),
  /** Of the files of the same series that were joined to it before. */
  joinedSha256: z.optional(z.array(z.string())),
});

export type PackManifest = z.infer<typeof manifestSchema>;

export interface PackBars {
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

const COLUMNS = 6;
const BYTES = 8;

export function packsFolder(dataDirectory: string): string {
  return join(dataDirectory, 'packs');
}

export function listPacks(folder: string): PackManifest[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((name) => readManifest(folder, name) ?? []);
}

export function readManifest(folder: string, name: string): PackManifest | undefined {
  const path = join(folder, name, 'manifest.json');
  if (!existsSync(path)) return undefined;
  // A file that cannot be read is no pack: importing it again makes it anew.
  const read = manifestSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  return read.success ? read.data : undefined;
}

export function readBars(folder: string, manifest: PackManifest): PackBars {
  const bytes = readFileSync(join(folder, manifest.name, 'bars.bin'));
  if (bytes.byteLength !== manifest.rows * COLUMNS * BYTES) {
    throw new Error(`Pack ${manifest.name} is damaged: import its file again`);
  }
  const values = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const column = (index: number): Float64Array =>
    values.subarray(index * manifest.rows, (index + 1) * manifest.rows);
  return {
    time: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  };
}

/** Writes the pack beside its place and moves it there, so that a stopped import leaves no half pack. */
export function writePack(folder: string, manifest: PackManifest, bars: PackBars): void {
  const target = join(folder, manifest.name);
  const partial = join(folder, `.${manifest.name}.partial`);
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const values = new Float64Array(manifest.rows * COLUMNS);
  [bars.time, bars.open, bars.high, bars.low, bars.close, bars.volume].forEach((column, index) => {
    values.set(column, index * manifest.rows);
  });
  writeFileSync(join(partial, 'bars.bin'), new Uint8Array(values.buffer));
  writeFileSync(join(partial, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  rmSync(target, { recursive: true, force: true });
  renameSync(partial, target);
}
