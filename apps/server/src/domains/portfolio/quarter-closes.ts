import { MINUTE_MS } from '@tarazu/core/values';
import { Valuation } from '#domains/balance/index.ts';
import { dayOf, startOfDay } from '#domains/portfolio/close-days.ts';
import { Busy } from '#platform/busy.ts';
import type { MarketPort } from '#ports.ts';

export const QUARTER_MINUTES = 15;
export const QUARTER_MS = QUARTER_MINUTES * MINUTE_MS;
/** A day of quarters, and one before it: with fewer a session, these reach further back. */
const CANDLES = 97;

interface Kept {
  readonly untilMs: number;
  readonly closes: Promise<readonly Close[]>;
}

interface Close {
  readonly atMs: number;
  readonly price: string;
}

/** Prices of things at the end of a quarter of an hour. */
export type PricesAt = (atMs: number) => Valuation;

/**
 * Closes of the quarters of an hour of today, of the instruments that somebody asks for: each is read once a
 * quarter for everybody. They are the chart's own, so a point of the curve can be checked there.
 */
export class QuarterCloses {
  readonly #market: MarketPort;
  readonly #kept = new Map<string, Kept>();

  constructor(market: MarketPort) {
    this.#market = market;
  }

  /**
   * Prices of assets at the quarters until now; undefined where one has none, as in charts of a recording.
   */
  async of(assets: Iterable<string>, nowMs: number): Promise<PricesAt | undefined> {
    if (this.#market.origin().kind !== 'simulated') return undefined;
    const ids = this.#instrumentsOf(assets);
    try {
      const lists = await Promise.all(ids.map((id) => this.#closes(id, nowMs)));
      const closes = new Map(ids.map((id, index) => [id, lists[index] ?? []]));
      const firstMs = startOfDay(dayOf(nowMs)) + QUARTER_MS;
      if (lists.some((list) => !list.some(({ atMs }) => atMs <= firstMs))) return undefined;
      const listings = this.#market.listings().filter(({ instrumentId }) => closes.has(instrumentId));
      return (untilMs) =>
        new Valuation({
          listings: () => listings,
          ticker: (id) => ({
            price: closes.get(id)?.findLast(({ atMs }) => atMs <= untilMs)?.price ?? '0',
          }),
          currencyRate: (asset) => this.#market.currencyRate(asset, untilMs),
        });
    } catch (error) {
      if (error instanceof Busy) return undefined;
      throw error;
    }
  }

  /** The instruments whose prices the worth of assets needs, by way of tether or not. */
  #instrumentsOf(assets: Iterable<string>): string[] {
    const needed = new Set<string>();
    const listings = this.#market.listings().filter(({ kind }) => kind !== 'index');
    const noting = new Valuation({
      listings: () => listings,
      ticker: (id) => {
        needed.add(id);
        return { price: '1' };
      },
      currencyRate: () => ({ price: 1n }),
    });
    for (const asset of assets) noting.worth(asset, 1n, 'INR');
    return [...needed];
  }

  #closes(instrumentId: string, nowMs: number): Promise<readonly Close[]> {
    const untilMs = Math.floor(nowMs / QUARTER_MS) * QUARTER_MS;
    const kept = this.#kept.get(instrumentId);
    if (kept?.untilMs === untilMs) return kept.closes;
    const closes = this.#read(instrumentId, untilMs);
    this.#kept.set(instrumentId, { untilMs, closes });
    closes.catch(() => {
      if (this.#kept.get(instrumentId)?.closes === closes) this.#kept.delete(instrumentId);
    });
    return closes;
  }

  async #read(instrumentId: string, beforeMs: number): Promise<readonly Close[]> {
    const { list } = await this.#market.candles({ instrumentId, interval: '15m', beforeMs, limit: CANDLES });
    return list
      .map(({ openTimeMs, close }) => ({ atMs: openTimeMs + QUARTER_MS, price: close }))
      .filter(({ atMs }) => atMs <= beforeMs);
  }
}
