import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { MINUTE_MS } from '@tarazu/core/values';
import { oddities } from '#market/recorded/oddities.ts';
import type { PackBars } from '#market/recorded/pack.ts';

/** A candle file read and checked row by row. Prices and volumes are whole numbers in the scales given. */
export interface CandleFile {
  readonly bars: PackBars;
  readonly rows: number;
  readonly intervalMinutes: number;
  readonly priceScale: number;
  readonly volumeScale: number;
  readonly tickSize: number;
  readonly hasVolume: boolean;
  /** Rows left out, with the line and the reason of the first one. */
  readonly rejected: { readonly count: number; readonly first?: string };
  /** The oddities of rows that are well formed. */
  readonly oddities: readonly string[];
}

export type CandleFileResult =
  | { readonly kind: 'candles'; readonly file: CandleFile }
  | { readonly kind: 'skipped'; readonly reason: string };

const needed = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
type Column = (typeof needed)[number];
const SCALE_MAX = 8;
/** A file with more bad rows than this share is refused: it is not what it says it is. */
const REJECTED_SHARE_MAX = 0.01;
const knownIntervals = [1, 5, 15, 30, 60, 240, 1440];

interface TextRow {
  /** Of the file, from 1. */
  readonly line: number;
  readonly time: number;
  readonly prices: readonly [string, string, string, string];
  readonly volume: string;
  readonly factor: number;
}

export function readCandleFile(path: string, options: { adjusted: boolean }): CandleFileResult {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return parseCandles(text, options);
}

export function parseCandles(text: string, options: { adjusted: boolean }): CandleFileResult {
  const lines = text.split(/\r?\n/);
  const header = (lines[0] ?? '').split(',').map((name) => name.trim().toLowerCase());
  const missing = needed.filter((name) => !header.includes(name));
  if (missing.length > 0) return { kind: 'skipped', reason: `not candles: no column ${missing.join(', ')}` };
  const rows: TextRow[] = [];
  let count = 0;
  let first: string | undefined;
  const read = rowReader(header, options.adjusted);
  lines.slice(1).forEach((line, index) => {
    if (line === '') return;
    const row = read(line, rows.at(-1)?.time ?? Number.NEGATIVE_INFINITY);
    if (typeof row !== 'string') rows.push({ ...row, line: index + 2 });
    else {
      count += 1;
      first ??= `line ${index + 2}: ${row}`;
    }
  });
  if (rows.length < 2) return { kind: 'skipped', reason: first ?? 'fewer than two rows' };
  if (count > (rows.length + count) * REJECTED_SHARE_MAX) {
    return { kind: 'skipped', reason: `${count} bad rows; ${first}` };
  }
  const intervalMinutes = intervalOf(rows);
  if (!knownIntervals.includes(intervalMinutes)) {
    return { kind: 'skipped', reason: `candles of ${intervalMinutes} minutes are not known` };
  }
  const file = scaled(rows, { adjusted: options.adjusted });
  const rejected = first === undefined ? { count } : { count, first };
  const odd = oddities(file.bars, intervalMinutes, (row) => rows[row]?.line ?? 0);
  return { kind: 'candles', file: { ...file, intervalMinutes, rejected, oddities: odd } };
}

/** Reads one line into a row, or says what is wrong with it. */
function rowReader(
  header: readonly string[],
  adjusted: boolean,
): (line: string, lastTime: number) => Omit<TextRow, 'line'> | string {
  const position = (name: string): number => header.indexOf(name);
  const places: Readonly<Record<Column, number>> = {
    time: position('time'),
    open: position('open'),
    high: position('high'),
    low: position('low'),
    close: position('close'),
    volume: position('volume'),
  };
  const factorPlace = position('adj_factor');
  return (line, lastTime) => {
    const cells = line.split(',');
    const cell = (name: Column): string => (cells[places[name]] ?? '').trim();
    const time = timeOf(cell('time'));
    if (!Number.isFinite(time)) return 'time is not a date';
    if (time <= lastTime) return 'time does not grow';
    const prices = [cell('open'), cell('high'), cell('low'), cell('close')] as const;
    const [open, high, low, close] = prices.map(Number);
    if (open === undefined || high === undefined || low === undefined || close === undefined)
      return 'no price';
    if (!(open > 0 && high > 0 && low > 0 && close > 0)) return 'a price is not positive';
    if (high < Math.max(open, close) || low > Math.min(open, close)) return 'high or low is inside the bar';
    const volume = cell('volume') === '' ? '0' : cell('volume');
    if (!(Number(volume) >= 0)) return 'volume is not a number from 0';
    const factor = adjusted && factorPlace >= 0 ? Number(cells[factorPlace]) : 1;
    if (!(factor > 0)) return 'adj_factor is not positive';
    return { time, prices, volume, factor };
  };
}

function timeOf(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) return Date.parse(text);
  const value = Number(text);
  return value < 1e11 ? value * 1000 : value;
}

function intervalOf(rows: readonly TextRow[]): number {
  const counts = new Map<number, number>();
  let before = rows[0]?.time ?? 0;
  for (const row of rows.slice(1, 5000)) {
    const step = (row.time - before) / MINUTE_MS;
    counts.set(step, (counts.get(step) ?? 0) + 1);
    before = row.time;
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

function scaled(
  rows: readonly TextRow[],
  options: { adjusted: boolean },
): Omit<CandleFile, 'intervalMinutes' | 'rejected' | 'oddities'> {
  let priceScale = 2;
  let volumeScale = 0;
  for (const row of rows) {
    for (const text of row.prices) priceScale = Math.max(priceScale, decimalsOf(text));
    volumeScale = Math.max(volumeScale, decimalsOf(row.volume));
  }
  priceScale = Math.min(SCALE_MAX, priceScale);
  volumeScale = options.adjusted ? 0 : Math.min(SCALE_MAX, volumeScale);
  const priceFactor = 10 ** priceScale;
  const volumeFactor = 10 ** volumeScale;
  const column = (pick: (row: TextRow) => number): Float64Array => Float64Array.from(rows, pick);
  const priceColumn = (index: 0 | 1 | 2 | 3): Float64Array =>
    column((row) => Math.max(1, Math.round((Number(row.prices[index]) * priceFactor) / row.factor)));
  const bars = {
    time: column((row) => row.time),
    open: priceColumn(0),
    high: priceColumn(1),
    low: priceColumn(2),
    close: priceColumn(3),
    volume: column((row) => Math.round(Number(row.volume) * volumeFactor * row.factor)),
  };
  return {
    bars,
    rows: rows.length,
    priceScale,
    volumeScale,
    tickSize: tickSizeOf(bars),
    hasVolume: bars.volume.some((value) => value > 0),
  };
}

/** The greatest common divisor of all prices. */
export function tickSizeOf({ open, high, low, close }: PackBars): number {
  return [open, high, low, close].reduce((divisor, values) => values.reduce(commonDivisor, divisor), 0);
}

function commonDivisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small !== 0) [large, small] = [small, large % small];
  return large;
}
