import { DAY_MS, type InstrumentId, instrumentId, MINUTE_MS, SECOND_MS } from '@tarazu/core/values';
import { DayKeys } from '#market/identity/day-keys.ts';
import { KeyedWords, PublicWords } from '#market/model/day-words.ts';
import { quoteAround, type Sight, type Take, takeOrderFlow, wholeOf } from '#market/quoting/quoting.ts';
import { tradesASecond } from '#market/quoting/trade-rate.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import type { InstrumentDefinition } from '#market/source.ts';
import { dayFromText, dayStartMs } from '#platform/time/days.ts';

/*
 * Plays hours of the market maker and the simulated order flow by a clock of its
 * own, to compare what they print with the candles of the past.
 */

const PAST_SEED = 56;
const firstDay = dayFromText('2026-11-01');
const keys = new DayKeys({ secret: Buffer.from('volatile-minutes'), firstDay, marketNumber: 1 });
const words = new KeyedWords({
  firstDay,
  keyOf: (day) => keys.keyOf(day),
  before: new PublicWords(PAST_SEED),
});

interface Played {
  /** Standard deviation of a minute's log return. */
  readonly deviation: number;
  /** In whole units. */
  readonly volume: number;
}

/** The same hours live and as the charts of the past have them. */
export interface Compared {
  readonly id: InstrumentId;
  readonly live: Played;
  readonly history: Played;
  /** How often it traded live, a minute. */
  readonly tradesAMinute: number;
}

interface Minutes {
  readonly closes: readonly number[];
  readonly volume: number;
  readonly trades: number;
}

/**
 * A market that never closes, six hours of which are played
 * on each of some days, from three in the morning of UTC.
 */
const source = new SimulatedSource({ seed: PAST_SEED, hours: 'always', words });
const startsMs = ['2026-11-16', '2026-11-17', '2026-11-18'].map(
  (date) => dayStartMs(dayFromText(date), 'UTC') + 3 * 60 * MINUTE_MS,
);
const MINUTES = 6 * 60;

export const definitions: readonly InstrumentDefinition[] = source.instruments(startsMs[0] ?? 0);

/**
 * Six hours alone have some five percent of chance in this ratio: three times six hours are taken together.
 */
export function compared(definition: InstrumentDefinition): Compared {
  const id = instrumentId(definition.id);
  const live = startsMs.map((startMs) => playMinutes(definition, startMs));
  const history = startsMs.map((startMs) => pastMinutes(definition, startMs));
  const trades = live.reduce((sum, one) => sum + one.trades, 0);
  return { id, live: together(live), history: together(history), tradesAMinute: trades / (3 * MINUTES) };
}

function together(parts: readonly Minutes[]): Played {
  return {
    deviation: deviationOf(parts.map(({ closes }) => variance(closes))),
    volume: parts.reduce((sum, { volume }) => sum + volume, 0),
  };
}

function pastMinutes({ id, priceScale, baseScale }: InstrumentDefinition, startMs: number): Minutes {
  const beforeMs = startMs + MINUTES * MINUTE_MS;
  const range = { interval: '1m', limit: MINUTES, beforeMs, nowMs: startMs + DAY_MS } as const;
  const minutes = source.candles({ instrumentId: id, ...range });
  return {
    closes: minutes.map(({ close }) => wholeOf(close, priceScale)),
    volume: minutes.reduce((sum, one) => sum + wholeOf(one.volume, baseScale), 0),
    trades: 0,
  };
}

/** The last price of each minute, and what traded. */
function playMinutes(definition: InstrumentDefinition, startMs: number): Minutes {
  const closes: number[] = [];
  let volume = 0;
  let trades = 0;
  let last = source.fairValue(definition.id, startMs).price;
  let fairBefore = last;
  let fairTraded: number | undefined;
  for (let minute = 0; minute < MINUTES; minute += 1) {
    for (let second = 0; second < 60; second += 1) {
      const atMs = startMs + minute * MINUTE_MS + second * SECOND_MS;
      const sight = { ...sightAt(definition, atMs, fairBefore), fairTraded };
      const quote = quoteAround(sight);
      const take = takeOrderFlow(sight, { seconds: 1, tradesPerSecond: tradesASecond(sight, 'warm'), quote });
      fairBefore = sight.fair.price;
      if (take === undefined) continue;
      const filled = fill(quote, take, definition);
      last = filled.last ?? last;
      fairTraded = sight.fair.price;
      volume += filled.volume;
      trades += 1;
    }
    closes.push(last);
  }
  return { closes, volume, trades };
}

function sightAt(definition: InstrumentDefinition, atMs: number, fairBefore: number): Sight {
  const word = new Uint32Array(1);
  const day = Math.floor(atMs / DAY_MS);
  return {
    definition,
    fair: source.fairValue(definition.id, atMs),
    fairBefore,
    atMs,
    chance: (periodMs) => {
      const stream = { name: `${definition.id} ${periodMs}`, purpose: 'orderFlow', day } as const;
      words.fill(word, stream, Math.floor((atMs - day * DAY_MS) / periodMs));
      return word[0] ?? 0;
    },
  };
}

/** The deepest level that a trade of the simulated order flow reaches, its last print, and what it gets. */
function fill(
  quote: ReturnType<typeof quoteAround>,
  take: Take,
  { priceScale, baseScale }: InstrumentDefinition,
): { readonly last: number | undefined; readonly volume: number } {
  let left: bigint = take.quantity;
  let last: number | undefined;
  for (const [price, quantity] of take.side === 'buy' ? quote.asks : quote.bids) {
    const isWithin = take.side === 'buy' ? price <= take.priceLimit : price >= take.priceLimit;
    if (left <= 0n || !isWithin) break;
    last = wholeOf(price, priceScale);
    left -= quantity < left ? quantity : left;
  }
  return { last, volume: wholeOf(take.quantity - left, baseScale) };
}

function variance(closes: readonly number[]): number {
  const returns = closes.slice(1).map((close, index) => Math.log(close / (closes[index] ?? close)));
  return returns.reduce((sum, value) => sum + value * value, 0) / returns.length;
}

function deviationOf(variances: readonly number[]): number {
  return Math.sqrt(variances.reduce((sum, value) => sum + value, 0) / variances.length);
}
