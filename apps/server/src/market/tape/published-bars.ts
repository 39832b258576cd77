import { DAY_MS, type InstrumentId, MINUTE_MS, price, quantity } from '@tarazu/core/values';
import { isSame, newPrice, newQuantity } from '#market/model/share-ratios.ts';
import type { Candle, CandleRequest, MarketSource } from '#market/source.ts';
import {
  ascending,
  candleOf,
  foldCandles,
  intervalMs,
  isWhole,
  minutesByBar,
  publishedMinutes,
} from '#market/tape/candles.ts';
import type { TapeMinute } from '#market/tape/minutes.ts';

/* Bars within a day, from source and tape: pure work on the thread beside the engine's. */

/** Minutes of the tape that are read in one step. */
const MINUTES_A_STEP = 500;
const QUARTER_MS = 15 * MINUTE_MS;
const MINUTES_A_DAY = DAY_MS / MINUTE_MS;

export interface MinuteSpan {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly nowMs: number;
}

/** Bars of the source with the minutes of the tape from the first of them on, as `minuteLine` writes them. */
export interface BarsToJoin {
  readonly request: CandleRequest;
  readonly bars: readonly Candle[];
  readonly minutes: string;
}

/**
 * Bars as everybody is told them. Where the tape has all minutes
 * of a bar it is their fold; where it has some, the source's fill it up.
 */
export function* publishedSteps(
  source: MarketSource,
  { request, bars, minutes }: BarsToJoin,
): Generator<void, readonly Candle[]> {
  const { interval, limit } = request;
  const tape = yield* tapeSteps(source, request, minutes);
  if (interval === '1m') return publishedMinutes(bars, tape).slice(-limit);
  const joined = new Map(bars.map((bar) => [bar.openTimeMs, bar]));
  for (const [openTimeMs, ofBar] of minutesByBar(bars, tape, intervalMs(interval))) {
    const bar = yield* joinedBar(source, request, { openTimeMs, tape: ofBar });
    if (bar !== undefined) joined.set(openTimeMs, bar);
    yield;
  }
  return ascending(joined.values()).slice(-limit);
}

/** The source's minutes from a time on until the request's end: no day before it is made for nothing. */
export function* minuteSteps(
  source: MarketSource,
  { instrumentId, beforeMs, nowMs }: CandleRequest,
  fromMs: number,
): Generator<void, readonly Candle[]> {
  const span = { fromMs, untilMs: beforeMs ?? nowMs, nowMs };
  const asked = minutesRequest(source, instrumentId, span);
  const made = asked === undefined ? [] : yield* source.candleSteps(asked);
  return made.filter(({ openTimeMs }) => openTimeMs >= fromMs);
}

/** One bar of all that was told from a time on; none where nothing was. */
export function* foldSteps(
  source: MarketSource,
  { request, bars, minutes }: BarsToJoin,
  fromMs: number,
): Generator<void, readonly Candle[]> {
  const tape = yield* tapeSteps(source, request, minutes);
  const bar = foldCandles(publishedMinutes(bars, tape), fromMs);
  return bar === undefined ? [] : [bar];
}

/** Until when the tape's minutes belong to what a request asks for. */
export function tapeEndMs({ beforeMs, nowMs }: Pick<CandleRequest, 'beforeMs' | 'nowMs'>): number {
  return beforeMs ?? nowMs + MINUTE_MS;
}

/** Asks the source for the minutes of a span of a day at most. */
export function minutesRequest(
  source: Pick<MarketSource, 'sessionState'>,
  instrumentId: InstrumentId,
  span: MinuteSpan,
): CandleRequest | undefined {
  const limit = openMinutes(source, instrumentId, span);
  const { untilMs: beforeMs, nowMs } = span;
  return limit === 0 ? undefined : { instrumentId, interval: '1m', beforeMs, limit, nowMs };
}

/** The bars from before a split, in shares of now. */
export function inNewShares(
  source: Pick<MarketSource, 'sharesSince'>,
  bar: TapeMinute,
  { instrumentId, nowMs }: Pick<CandleRequest, 'instrumentId' | 'nowMs'>,
): TapeMinute {
  const ratio = source.sharesSince(instrumentId, bar.openTimeMs, nowMs);
  if (isSame(ratio)) return bar;
  const at = (old: bigint) => newPrice(old, ratio);
  const prices = { open: at(bar.open), high: at(bar.high), low: at(bar.low), close: at(bar.close) };
  return { ...bar, ...prices, volume: newQuantity(bar.volume, ratio) };
}

function* tapeSteps(
  source: MarketSource,
  request: CandleRequest,
  text: string,
): Generator<void, readonly TapeMinute[]> {
  const byTime = new Map<number, TapeMinute>();
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const minute = minuteOf(line);
    if (minute !== undefined) byTime.set(minute.openTimeMs, inNewShares(source, minute, request));
    if (at % MINUTES_A_STEP === 0) yield;
  }
  return ascending(byTime.values());
}

function* joinedBar(
  source: MarketSource,
  request: CandleRequest,
  { openTimeMs, tape }: { readonly openTimeMs: number; readonly tape: readonly TapeMinute[] },
): Generator<void, Candle | undefined> {
  const barMs = intervalMs(request.interval);
  if (isWhole(tape, barMs)) return foldCandles(tape.map(candleOf), openTimeMs);
  const beforeMs = Math.min(openTimeMs + barMs, tapeEndMs(request));
  const ofBar = yield* minuteSteps(source, { ...request, beforeMs }, openTimeMs);
  return foldCandles(publishedMinutes(ofBar, tape), openTimeMs);
}

/**
 * No fewer than the minutes of a span in which an instrument
 * can trade, so that no day before it is made for nothing.
 */
function openMinutes(
  source: Pick<MarketSource, 'sessionState'>,
  id: InstrumentId,
  { fromMs, untilMs }: MinuteSpan,
): number {
  let quarters = 0;
  for (let atMs = fromMs - (fromMs % QUARTER_MS); atMs < untilMs; atMs += QUARTER_MS)
    if (source.sessionState(id, atMs).phase !== 'closed') quarters += 1;
  return Math.min(MINUTES_A_DAY, (quarters * QUARTER_MS) / MINUTE_MS);
}

/** A minute of the tape as a line of text, which costs the engine's thread nothing to hand on. */
export function minuteLine(minute: TapeMinute): string {
  const { openTimeMs, open, high, low, close, volume, turnover, minuteCount } = minute;
  return [openTimeMs, open, high, low, close, volume, turnover, minuteCount].join(' ');
}

function minuteOf(line: string): TapeMinute | undefined {
  const [openTimeMs, open, high, low, close, volume, turnover, minuteCount] = line.split(' ');
  if (minuteCount === undefined) return undefined;
  return {
    openTimeMs: Number(openTimeMs),
    open: price(BigInt(open ?? '')),
    high: price(BigInt(high ?? '')),
    low: price(BigInt(low ?? '')),
    close: price(BigInt(close ?? '')),
    volume: quantity(BigInt(volume ?? '')),
    turnover: BigInt(turnover ?? ''),
    minuteCount: Number(minuteCount),
  };
}
