import { greater, instrumentId, type Price, smaller } from '@tarazu/core/values';
import { exchangeAt } from '#market/exchanges.ts';
import type { History } from '#market/tape/history.ts';
import { dayOf } from '#platform/time/days.ts';

const WEEKS_A_YEAR = 52;

export interface YearRange {
  readonly high: Price;
  readonly low: Price;
}

/** Highest and lowest price of each listing within a year: made once a day, when somebody looks. */
export class YearRanges {
  readonly #history: Pick<History, 'candles'>;
  readonly #kept = new Map<
    string,
    { readonly day: number; readonly range: Promise<YearRange | undefined> }
  >();

  constructor(history: Pick<History, 'candles'>) {
    this.#history = history;
  }

  /** Undefined for what has no past. */
  of(id: string, nowMs: number): Promise<YearRange | undefined> {
    const day = dayOf(nowMs, exchangeAt(id).zone);
    const kept = this.#kept.get(id);
    if (kept?.day === day) return kept.range;
    const range = this.#make(id, nowMs);
    this.#kept.set(id, { day, range });
    // A range that failed is asked for again.
    range.catch(() => this.#kept.delete(id));
    return range;
  }

  async #make(id: string, nowMs: number): Promise<YearRange | undefined> {
    const request = { instrumentId: instrumentId(id), interval: '1w', limit: WEEKS_A_YEAR, nowMs } as const;
    const [first, ...others] = await this.#history.candles(request);
    if (first === undefined) return undefined;
    return others.reduce<YearRange>(
      (range, week) => ({ high: greater(week.high, range.high), low: smaller(week.low, range.low) }),
      first,
    );
  }
}
