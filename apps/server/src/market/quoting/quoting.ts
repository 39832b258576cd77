import type { QuoteLevel } from '@tarazu/core';
import { type Price, price, type Quantity, quantity } from '@tarazu/core/values';
import { halfSpreadOf, touchAround } from '#market/model/half-spread.ts';
import { bitsAt, gaussianAt, uniformAt } from '#market/model/random.ts';
import type { FairValue, InstrumentDefinition } from '#market/source.ts';

const LEVELS_A_SIDE = 10;
/** Each level outwards is this much larger than the one before. */
const GROWTH = 1.25;
/** A level that stands for this share of the price holds what the market trades in this time. */
const LEVEL_STEP = 1 / 20_000;
const LEVEL_SECONDS = 20;
/** One that stands for more holds as much more, so that a coarse tick has no thinner book: up to so much. */
const LEVEL_STEPS_MAX = 6;
/** No level is worth less than this in its quote asset, so that a person's order meets a market. */
const LEVEL_VALUE_MIN: Readonly<Record<string, number>> = { INR: 40_000, USDT: 600 };
/** Sizes change every few seconds, not at every tick, so that the book can be read. */
const SIZE_HOLD_MS = 4_000;
/** Whether the simulated order flow trades is drawn so often, and which side it leans to for so long. */
const TRADE_MS = 250;
const RUN_MS = 9_000;

/**
 * The market maker's sight when it quotes: the published rule uses nothing else, customers' orders least of
 * all.
 */
export interface Sight {
  readonly definition: InstrumentDefinition;
  readonly band?: { readonly priceLow: Price; readonly priceHigh: Price };
  readonly fair: FairValue;
  /** Fair value at the agent's tick before. */
  readonly fairBefore: number;
  /** Fair value when the simulated order flow traded last; undefined before its first trade. */
  readonly fairTraded?: number | undefined;
  readonly atMs: number;
  /** A word of 32 bits that is another one in each period of so long, and the same within one. */
  readonly chance: (periodMs: number) => number;
}

export interface Quote {
  readonly bids: readonly QuoteLevel[];
  readonly asks: readonly QuoteLevel[];
}

export interface Take {
  readonly side: 'buy' | 'sell';
  readonly priceLimit: Price;
  readonly quantity: Quantity;
}

/** Ten levels a side around the fair value, at least one free tick between bid and ask. */
export function quoteAround(sight: Sight): Quote {
  const { definition, fair } = sight;
  const tick = wholeOf(definition.tickSize, definition.priceScale);
  const centre = fair.price / tick;
  const { bid, ask } = touchAround(centre, { ...halfSpreadOf(definition), sigma1m: fair.sigma1m });
  const gap = Math.max(1, Math.round(centre * LEVEL_STEP));
  return {
    bids: levels(sight, { best: bid, step: -gap, tick }),
    asks: levels(sight, { best: ask, step: gap, tick }),
  };
}

/**
 * A quote whose touch is exactly the recorded price on the side that the tape moved to, so that the simulated
 * order flow's next trade prints the recorded price itself.
 */
export function quoteAtRecorded(sight: Sight): Quote {
  const { definition, fair, fairBefore } = sight;
  const tick = wholeOf(definition.tickSize, definition.priceScale);
  const touch = Math.round(fair.price / tick);
  const rises = fair.price >= fairBefore;
  return {
    bids: levels(sight, { best: rises ? touch - 2 : touch, step: -1, tick }),
    asks: levels(sight, { best: rises ? touch : touch + 2, step: 1, tick }),
  };
}

/**
 * How far over the value the eager of the simulated order flow bid, and under it offer, in a call auction.
 */
const EAGER_LEVELS = 3;

/**
 * The quote of the simulated order flow in a call auction: both sides reach across the value, so that the
 * auction has a price of its own.
 */
export function quoteForAuction(sight: Sight): Quote {
  const { definition, fair } = sight;
  const tick = wholeOf(definition.tickSize, definition.priceScale);
  const centre = Math.round(fair.price / tick);
  const gap = Math.max(1, Math.round(centre / 5_000));
  return {
    bids: levels(sight, { best: centre + EAGER_LEVELS * gap, step: -gap, tick }),
    asks: levels(sight, { best: centre - EAGER_LEVELS * gap, step: gap, tick }),
  };
}

/**
 * After the close there is one price. The simulated order flow stands
 * on one side of it at a time, because a book is never crossed.
 */
export function quoteAtClose(sight: Sight): Quote {
  const { definition, band } = sight;
  if (!band || band.priceLow !== band.priceHigh) return { bids: [], asks: [] };
  const tick = wholeOf(definition.tickSize, definition.priceScale);
  const best = Number(band.priceLow / definition.tickSize);
  const level = levels(sight, { best, step: 1, tick }).slice(0, 1);
  const isBuying = sight.chance(SIZE_HOLD_MS) % 2 === 0;
  return isBuying ? { bids: level, asks: [] } : { bids: [], asks: level };
}

/** Whether the simulated order flow trades in this tick, which way and how much. */
export function takeOrderFlow(
  sight: Sight,
  tick: { seconds: number; tradesPerSecond: number; quote: Quote },
): Take | undefined {
  const { definition, fair, fairBefore } = sight;
  const key = sight.chance(TRADE_MS);
  if (uniformAt(key, 0) >= tick.tradesPerSecond * tick.seconds) return undefined;
  const side = takeSide({
    rises: fair.price - fairBefore,
    run: sight.chance(RUN_MS),
    chance: uniformAt(key, 1),
  });
  const level = (side === 'buy' ? tick.quote.asks : tick.quote.bids)[2];
  if (level === undefined || fair.volumeRate <= 0) return undefined;
  // A lognormal with mean one, so that a day of trades adds up to the day's volume.
  const scale = Math.exp(gaussianAt(key, 2) - 0.5);
  const lots = ((fair.volumeRate / tick.tradesPerSecond) * scale) / lotOf(definition);
  // Rounded by chance: rounded down, or up to one, dear shares would trade a fraction of their volume or a
  // multiple of it.
  const count = Math.floor(Math.min(1e9, lots) + uniformAt(key, 3));
  const isFirst = tick.seconds === Number.POSITIVE_INFINITY;
  // A value that has run away from the last price draws a trade, however small the share's volume is.
  if (count === 0 && !isFirst && Math.abs(movedOf(sight)) < 1) return undefined;
  return { side, priceLimit: level[0], quantity: quantity(BigInt(Math.max(1, count)) * definition.lotSize) };
}

/** How far the value has moved since the last trade, in deviations of a minute. */
export function movedOf({ fair, fairTraded }: Sight): number {
  return fairTraded === undefined ? 0 : Math.log(fair.price / fairTraded) / fair.sigma1m;
}

/** Trades come in runs of one side, and follow the value when it moves. */
function takeSide(signs: { rises: number; run: number; chance: number }): 'buy' | 'sell' {
  const lean = (signs.run % 2 === 0 ? 0.22 : -0.22) + Math.sign(signs.rises) * 0.1;
  return signs.chance < 0.5 + lean ? 'buy' : 'sell';
}

/** Levels outwards from the best, at the edge of the band where they would go past it. */
function levels(sight: Sight, grid: { best: number; step: number; tick: number }): readonly QuoteLevel[] {
  const { definition, band } = sight;
  const best = band ? insideBand(grid, band, definition) : grid.best;
  const sizeKey = bitsAt(sight.chance(SIZE_HOLD_MS), 7);
  const minimum = (LEVEL_VALUE_MIN[definition.quoteAsset] ?? 0) / sight.fair.price;
  const steps = (Math.abs(grid.step) * grid.tick) / (sight.fair.price * LEVEL_STEP);
  const seconds = LEVEL_SECONDS * Math.min(LEVEL_STEPS_MAX, Math.max(1, steps));
  const base = Math.max(sight.fair.volumeRate * seconds, minimum);
  const made: QuoteLevel[] = [];
  for (let index = 0; index < LEVELS_A_SIDE; index += 1) {
    const ticks = best + index * grid.step;
    const levelPrice = price(BigInt(ticks) * definition.tickSize);
    if (ticks <= 0 || (band && (levelPrice < band.priceLow || levelPrice > band.priceHigh))) continue;
    const jitter = 0.55 + 0.9 * uniformAt(sizeKey, Math.abs(ticks) % 100_003);
    made.push([levelPrice, roundLots(base * GROWTH ** index * jitter, definition)]);
  }
  return made;
}

function insideBand(
  { best, step }: { best: number; step: number },
  { priceLow, priceHigh }: NonNullable<Sight['band']>,
  { tickSize }: InstrumentDefinition,
): number {
  const edge = Number((step < 0 ? priceHigh : priceLow) / tickSize);
  return step < 0 ? Math.min(best, edge) : Math.max(best, edge);
}

/** A model size in whole units as a quantity: rounded down to the lot, at least one. */
function roundLots(wholeUnits: number, definition: InstrumentDefinition): Quantity {
  const count = Math.max(1, Math.min(1e9, Math.floor(wholeUnits / lotOf(definition))));
  return quantity(BigInt(count) * definition.lotSize);
}

function lotOf({ lotSize, baseScale }: InstrumentDefinition): number {
  return wholeOf(lotSize, baseScale);
}

/**
 * A scaled integer as a model number. Only the model's side
 * of the edge uses it; money never comes back from it.
 */
export function wholeOf(scaled: bigint, scale: number): number {
  return Number(scaled) / 10 ** scale;
}

/** A fair value as a price that somebody could have paid: on the tick, where there is one. */
export function startPrice(fair: number, priceScale: number, tickSize: Price = price(1n)): Price {
  const ticks = Math.max(1, Math.round(fair / wholeOf(tickSize, priceScale)));
  return price(BigInt(ticks) * tickSize);
}
