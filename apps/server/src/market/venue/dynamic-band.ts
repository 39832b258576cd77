import type { Applied, FillParty } from '@tarazu/core';
import type { InstrumentId, Price } from '@tarazu/core/values';
import { BASIS_POINTS, MINUTE_MS } from '@tarazu/core/values';

/**
 * When an operating range widens (rules 2.5): so many trades by
 * so many on each side within the last part of it, then a wait.
 */
const TRADES_MIN = 25;
const PEOPLE_MIN = 5;
const NEAR_BPS = 100n;
const WIDENS_BY_BPS = 500;
const COOLING_MS = 15 * MINUTE_MS;

/** The same numbers, for the rulebook. */
export const OPERATING_RANGE = {
  tradesMin: TRADES_MIN,
  peopleMin: PEOPLE_MIN,
  nearBps: Number(NEAR_BPS),
  widensByBps: WIDENS_BY_BPS,
  coolingMs: COOLING_MS,
} as const;

export type Edge = 'up' | 'down';

/** By how much each edge of a range stands wider than in the morning. */
export interface Widened {
  readonly upBps: number;
  readonly downBps: number;
}

export const NOT_WIDENED: Widened = { upBps: 0, downBps: 0 };

/**
 * A trade as the range sees it: who bought and who sold are names that tell people apart and nothing else.
 */
export interface SeenTrade {
  readonly instrumentId: InstrumentId;
  readonly price: Price;
  readonly buyer: string;
  readonly seller: string;
  readonly atMs: number;
}

interface Pressure {
  trades: number;
  readonly buyers: Set<string>;
  readonly sellers: Set<string>;
  widensAtMs: number | undefined;
}

/** Watches trades near the edges of operating ranges and widens them in the direction of the move. */
export class DynamicBand {
  readonly #widened = new Map<string, Widened>();
  readonly #pressures = new Map<string, Pressure>();

  /** A new day begins with the ranges of the morning. */
  reset(): void {
    this.#widened.clear();
    this.#pressures.clear();
  }

  restore(rows: Readonly<Record<string, Widened>>): void {
    for (const [id, widened] of Object.entries(rows)) this.#widened.set(id, widened);
  }

  all(): Readonly<Record<string, Widened>> {
    return Object.fromEntries(this.#widened);
  }

  widened(instrumentId: string): Widened {
    return this.#widened.get(instrumentId) ?? NOT_WIDENED;
  }

  note(trade: SeenTrade, range: { readonly previousClose: Price; readonly rateBps: number }): void {
    const edge = edgeOf(trade.price, range, this.widened(trade.instrumentId));
    if (edge === undefined) return;
    const key = `${edge} ${trade.instrumentId}`;
    const pressure = this.#pressures.get(key) ?? {
      trades: 0,
      buyers: new Set(),
      sellers: new Set(),
      widensAtMs: undefined,
    };
    this.#pressures.set(key, pressure);
    if (pressure.widensAtMs !== undefined) return;
    pressure.trades += 1;
    if (pressure.buyers.size < PEOPLE_MIN) pressure.buyers.add(trade.buyer);
    if (pressure.sellers.size < PEOPLE_MIN) pressure.sellers.add(trade.seller);
    const isPressed =
      pressure.trades >= TRADES_MIN &&
      pressure.buyers.size >= PEOPLE_MIN &&
      pressure.sellers.size >= PEOPLE_MIN;
    if (isPressed) pressure.widensAtMs = trade.atMs + COOLING_MS;
  }

  /** Widens what has waited long enough; true when a range changed. */
  advance(atMs: number): boolean {
    let changed = false;
    for (const [key, { widensAtMs }] of [...this.#pressures]) {
      if (widensAtMs === undefined || atMs < widensAtMs) continue;
      changed = true;
      this.#pressures.delete(key);
      const [edge, id = ''] = key.split(' ');
      const { upBps, downBps } = this.widened(id);
      this.#widened.set(id, {
        upBps: upBps + (edge === 'up' ? WIDENS_BY_BPS : 0),
        downBps: downBps + (edge === 'down' ? WIDENS_BY_BPS : 0),
      });
    }
    return changed;
  }
}

/**
 * The trades of the public book in what a command changed. The market maker stands for many people, of which
 * each print is somebody else.
 */
export function seenTrades({ prints, changes }: Pick<Applied, 'prints' | 'changes'>): SeenTrade[] {
  const fills = changes.fills.filter(({ environment }) => environment === 'real');
  const named = fills.map(({ instrumentId, price, atMs, takerSide, taker, maker, sequence, index }) => {
    const [buying, selling] = takerSide === 'buy' ? [taker, maker] : [maker, taker];
    const nth = `${sequence} ${index}`;
    return { instrumentId, price, atMs, buyer: nameOf(buying, nth), seller: nameOf(selling, nth) };
  });
  if (changes.fills.length > 0) return named;
  return prints
    .filter(({ environment }) => environment === 'real')
    .map(({ instrumentId, price, atMs }, nth) => {
      const somebody = `orderFlow ${instrumentId} ${atMs} ${nth}`;
      return { instrumentId, price, atMs, buyer: somebody, seller: somebody };
    });
}

function nameOf(party: FillParty, nth: string): string {
  return party.isMarketMaker ? `orderFlow ${nth}` : `customer ${party.accountId}`;
}

/** The edge that a price is within the last part of. */
function edgeOf(
  at: Price,
  range: { readonly previousClose: Price; readonly rateBps: number },
  { upBps, downBps }: Widened,
): Edge | undefined {
  const moved = (at - range.previousClose) * BASIS_POINTS;
  const near = (bps: number): bigint => range.previousClose * (BigInt(range.rateBps + bps) - NEAR_BPS);
  if (moved >= near(upBps)) return 'up';
  return -moved >= near(downBps) ? 'down' : undefined;
}
