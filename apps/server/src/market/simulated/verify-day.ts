import { marketKeyCommitment } from '@tarazu/core/proof';
import { BASIS_POINTS, DAY_MS, formatDecimal, type InstrumentId, MINUTE_MS } from '@tarazu/core/values';
import type { Candle as WireCandle } from '@tarazu/protocol';
import type { Calendars } from '#market/calendar/calendars.ts';
import { daySpan, zoneOf } from '#market/exchanges.ts';
import { marketDayName } from '#market/identity/day-keys.ts';
import { KeyedWords, PublicWords } from '#market/model/day-words.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import type { Candle } from '#market/source.ts';
import { dayFromText, dayStartMs, dayText } from '#platform/time/days.ts';
import type { MarketOrigin } from '#ports.ts';

/** A day's key as it is published. */
export interface PublishedDay {
  readonly day: string;
  readonly commitment: string;
  readonly key?: string | undefined;
  readonly atMs: number;
}

/** The publications of a market: all that is needed to make its days again. */
export interface Published {
  readonly origin: MarketOrigin;
  /** By the rules that are published. */
  readonly calendars: Calendars;
  readonly days: readonly PublishedDay[];
  /** Minutes that were served of an instrument between two instants, oldest first. */
  readonly minutes: (
    id: InstrumentId,
    span: { fromMs: number; untilMs: number },
  ) => Promise<readonly WireCandle[]>;
}

export interface VerifiedInstrument {
  readonly id: InstrumentId;
  /** The day as its key makes it, in whole units; undefined where nothing traded. */
  readonly made: { readonly high: string; readonly low: string; readonly close: string } | undefined;
  readonly minutes: number;
  /** Minutes that lie where the key puts them, within what the market maker quotes around the value. */
  readonly agreeing: number;
  /** The largest distance of a minute from where the key puts it, in basis points. */
  readonly farthestBps: number;
}

export interface VerifiedDay {
  readonly date: string;
  /** When the hash was published, and whether before the day began anywhere. */
  readonly publishedAtMs: number;
  readonly isPublishedBefore: boolean;
  readonly instruments: readonly VerifiedInstrument[];
}

/** Trades lie around the value: half a spread and some levels away, further where somebody took many. */
const AROUND_BPS = 30;

/** Why a day can't be made again: a sentence for anyone who asked. */
export class Unverifiable extends Error {
  override readonly name = 'Unverifiable';
}

/**
 * Makes a day of a simulated market again from its published
 * key, and compares it with the minutes that were served.
 * @throws Unverifiable where keys are missing or do not fit their hashes.
 */
export async function verifyDay(
  published: Published,
  question: { readonly date: string; readonly nowMs: number; readonly only?: readonly InstrumentId[] },
): Promise<VerifiedDay> {
  const { origin, calendars } = published;
  const { date, nowMs, only } = question;
  if (origin.kind !== 'simulated')
    throw new Unverifiable('This market replays recorded prices: it has no keys.');
  const day = dayFromText(date);
  const firstDay = dayFromText(origin.firstDay);
  if (day < firstDay)
    throw new Unverifiable(`The market began on ${origin.firstDay}: the days before it are its public past.`);
  const keys = keysUntil(published, { firstDay, day });
  const before = new PublicWords(origin.pastSeed);
  const keyOf = (of: number): Buffer => {
    const key = keys.get(of);
    if (key === undefined) throw new Unverifiable(`The key of ${dayText(of)} is not published.`);
    return key;
  };
  const words = new KeyedWords({ firstDay, keyOf, before });
  const source = new SimulatedSource({ seed: origin.pastSeed, hours: origin.hours, calendars, words });
  const publishedDay = published.days.find((one) => one.day === marketDayName(date, origin.marketNumber));
  const publishedAtMs = publishedDay?.atMs ?? nowMs;
  const instruments: VerifiedInstrument[] = [];
  for (const definition of source.instruments(dayStartMs(day, 'IST'))) {
    if (only !== undefined && !only.includes(definition.id)) continue;
    const zone = zoneOf({ kind: definition.kind, instrumentId: definition.id });
    const span = { fromMs: dayStartMs(day, zone), untilMs: dayStartMs(day, zone) + DAY_MS };
    const limit = span.untilMs - span.fromMs;
    const made = source.candles({
      instrumentId: definition.id,
      interval: '1m',
      beforeMs: span.untilMs,
      limit: limit / MINUTE_MS,
      nowMs: Math.min(nowMs, span.untilMs),
    });
    const served = await published.minutes(definition.id, span);
    instruments.push(compare(definition, made, served));
  }
  return { date, publishedAtMs, isPublishedBefore: publishedAtMs < daySpan(day).fromMs, instruments };
}

/**
 * The keys of all days until one, each compared with its
 * hash: a day goes on from where the one before it led.
 */
function keysUntil(
  { origin, days }: Published,
  span: { readonly firstDay: number; readonly day: number },
): Map<number, Buffer> {
  const byName = new Map(days.map((one) => [one.day, one]));
  const keys = new Map<number, Buffer>();
  for (let day = span.firstDay; day <= span.day; day += 1) {
    const name = marketDayName(dayText(day), origin.marketNumber);
    const key = byName.get(name)?.key;
    if (key === undefined)
      throw new Unverifiable(`The key of ${name} is not published yet: it is told when the day is over.`);
    if (marketKeyCommitment({ day: name, key }) !== byName.get(name)?.commitment)
      throw new Unverifiable(`The key of ${name} does not fit the hash that was published before it.`);
    keys.set(day, Buffer.from(key, 'hex'));
  }
  return keys;
}

function compare(
  { id, priceScale }: { readonly id: InstrumentId; readonly priceScale: number },
  made: readonly Candle[],
  served: readonly WireCandle[],
): VerifiedInstrument {
  const byTime = new Map(made.map((bar) => [bar.openTimeMs, bar]));
  let minutes = 0;
  let agreeing = 0;
  let farthestBps = 0;
  for (const bar of served) {
    const model = byTime.get(bar.openTimeMs);
    if (model === undefined) continue;
    const number = (value: bigint): number => Number(formatDecimal(value, priceScale));
    const over = Number(bar.high) / number(model.high) - 1;
    const under = 1 - Number(bar.low) / number(model.low);
    const distanceBps = Math.max(0, over, under) * Number(BASIS_POINTS);
    minutes += 1;
    if (distanceBps <= AROUND_BPS) agreeing += 1;
    farthestBps = Math.max(farthestBps, distanceBps);
  }
  return { id, made: dayMade(made, priceScale), minutes, agreeing, farthestBps };
}

function dayMade(minutes: readonly Candle[], priceScale: number): VerifiedInstrument['made'] {
  const last = minutes.at(-1);
  if (last === undefined) return undefined;
  let { high, low } = last;
  for (const minute of minutes) {
    if (minute.high > high) high = minute.high;
    if (minute.low < low) low = minute.low;
  }
  const text = (value: bigint): string => formatDecimal(value, priceScale);
  return { high: text(high), low: text(low), close: text(last.close) };
}
