import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MINUTE_MS } from '@tarazu/core/values';
import { type CandleFile, readCandleFile, tickSizeOf } from '#market/recorded/candle-file.ts';
import { joinSeries } from '#market/recorded/join-packs.ts';
import { listPacks, type PackManifest, readManifest, writePack } from '#market/recorded/pack.ts';
import { shareAssetOf } from '#products/delivery/assets.ts';

export interface ImportSetting {
  /** A candle file, or a folder searched with its sub-folders. */
  readonly from: string;
  readonly packsFolder: string;
  /** Divide prices by `adj_factor`, so that splits leave no jump. */
  readonly adjusted: boolean;
}

export type ImportOutcome =
  | {
      readonly kind: 'imported' | 'unchanged';
      readonly path: string;
      readonly manifest: PackManifest;
      readonly note: string;
    }
  | { readonly kind: 'skipped'; readonly path: string; readonly reason: string };

/** Exchange sessions lie between 03:45 and 10:15 UTC. */
const EXCHANGE_MINUTES = { first: 225, last: 615 };
const EXCHANGE_SHARE = 0.95;
/** Symbol as exchanges write it (`M&MFIN`, `BAJAJ-AUTO`): any other no call would take. */
const SYMBOL = /^[A-Z0-9&-]{1,20}$/;
const quoteSuffixes = ['USDT', 'BUSD', 'USDC', 'USD', 'EUR', 'INR'];
/** Dollars of every kind are replayed against USDT, the dollar that accounts hold. */
const dollars = ['BUSD', 'USDC', 'USD'];

/** Imports file by file, so that a caller can show progress. */
export function* importCandles(setting: ImportSetting): Generator<ImportOutcome> {
  for (const path of candleFiles(setting.from)) yield importFile(path, setting);
}

export function candleFiles(from: string): string[] {
  if (!statSync(from).isDirectory()) return [from];
  return readdirSync(from, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.csv(\.gz)?$/.test(name))
    .sort()
    .map((name) => join(from, name));
}

function importFile(path: string, setting: ImportSetting): ImportOutcome {
  const sourceSha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  const stem = basename(path).replace(/\.csv(\.gz)?$/, '');
  const known = listPacks(setting.packsFolder).find(
    (pack) =>
      [pack.sourceSha256, ...(pack.joinedSha256 ?? [])].includes(sourceSha256) &&
      pack.isAdjusted === setting.adjusted &&
      pack.name.startsWith(`${stem}-`),
  );
  if (known !== undefined) return { kind: 'unchanged', path, manifest: known, note: '' };
  const read = readCandleFile(path, { adjusted: setting.adjusted });
  if (read.kind === 'skipped') return { kind: 'skipped', path, reason: read.reason };
  const identity = identityOf(stem, read.file);
  if (typeof identity === 'string') return { kind: 'skipped', path, reason: identity };
  if (!SYMBOL.test(identity.symbol))
    return {
      kind: 'skipped',
      path,
      reason: `${identity.symbol} is no symbol: letters, digits, & and - only, at most 20`,
    };
  const { file } = read;
  const name = `${stem}-${intervalName(file.intervalMinutes)}`;
  const kept = readManifest(setting.packsFolder, name);
  const cannot = kept && whyNotJoined(kept, { ...identity, isAdjusted: setting.adjusted });
  if (cannot !== undefined) return { kind: 'skipped', path, reason: cannot };
  const joined = kept && joinSeries(setting.packsFolder, kept, file);
  const series = joined ?? file;
  const { count, first = '' } = file.rejected;
  const rejected = count === 0 ? [] : [`${count} rows left out; ${first}`];
  const note = [...rejected, ...file.oddities, ...(joined === undefined ? [] : [joined.note])].join('; ');
  const manifest: PackManifest = {
    version: 1,
    name,
    ...identity,
    intervalMinutes: file.intervalMinutes,
    priceScale: series.priceScale,
    volumeScale: series.volumeScale,
    tickSize: tickSizeOf(series.bars),
    rows: series.rows,
    fromMs: series.bars.time[0] ?? 0,
    lastMs: series.bars.time.at(-1) ?? 0,
    hasVolume: series.bars.volume.some((value) => value > 0),
    isAdjusted: setting.adjusted,
    sourceName: basename(path),
    sourceSha256,
    ...(kept && { joinedSha256: [...(kept.joinedSha256 ?? []), kept.sourceSha256] }),
  };
  writePack(setting.packsFolder, manifest, series.bars);
  return { kind: 'imported', path, manifest, note };
}

/** Two files are one series when they tell of the same thing in the same terms. */
function whyNotJoined(
  kept: PackManifest,
  added: Pick<PackManifest, 'symbol' | 'kind' | 'recordedQuote' | 'isAdjusted'>,
): string | undefined {
  if (kept.isAdjusted !== added.isAdjusted)
    return `${kept.name} is there ${kept.isAdjusted ? 'with' : 'without'} --adjusted: import this one the same way, or remove that pack`;
  const isSame =
    kept.symbol === added.symbol && kept.kind === added.kind && kept.recordedQuote === added.recordedQuote;
  return isSame
    ? undefined
    : `${kept.name} is there of another ${kept.kind}, ${kept.symbol}: rename this file`;
}

export function intervalName(minutes: number): string {
  if (minutes === 1440) return '1d';
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}

type Identity = Pick<PackManifest, 'symbol' | 'kind' | 'baseAsset' | 'quoteAsset' | 'recordedQuote'>;

/** The identity of the series, from its file name and the hours it trades. */
function identityOf(stem: string, file: CandleFile): Identity | string {
  if (isExchangeSeries(file)) return exchangeIdentity(stem.toUpperCase(), file);
  const parts = stem.toUpperCase().split('-');
  if (parts.includes('PERP')) return 'a perpetual: stocks, indices and spot pairs are replayed';
  const pair = parts.at(-1) ?? '';
  const quote = quoteSuffixes.find((suffix) => pair.endsWith(suffix) && pair.length > suffix.length);
  if (quote === undefined) return nameProblem(pair, file);
  const baseAsset = pair.slice(0, -quote.length);
  const quoteAsset = dollars.includes(quote) ? 'USDT' : quote;
  return { symbol: `${baseAsset}-${quoteAsset}`, kind: 'spot', baseAsset, quoteAsset, recordedQuote: quote };
}

function nameProblem(pair: string, file: CandleFile): string {
  const problem = `no pair in the name: expected something like btcusdt, found ${pair}`;
  if (file.intervalMinutes < 1_440) return problem;
  return `${problem}; a share is known by its hours, so it needs candles of 1 to 60 minutes between 03:45 and 10:00 UTC`;
}

function isExchangeSeries(file: CandleFile): boolean {
  const inside = file.bars.time.reduce((count, time) => {
    const minute = (time / MINUTE_MS) % 1440;
    return count + (minute >= EXCHANGE_MINUTES.first && minute < EXCHANGE_MINUTES.last ? 1 : 0);
  }, 0);
  return inside >= file.rows * EXCHANGE_SHARE;
}

function exchangeIdentity(symbol: string, file: CandleFile): Identity {
  const isIndex = !file.hasVolume && /NIFTY|VIX|SENSEX/.test(symbol);
  const baseAsset = isIndex ? symbol : shareAssetOf(symbol);
  return { symbol, kind: isIndex ? 'index' : 'stock', baseAsset, quoteAsset: 'INR', recordedQuote: 'INR' };
}
