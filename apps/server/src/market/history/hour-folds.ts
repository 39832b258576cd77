import type { RawBar } from '#market/history/raw-bar.ts';
import { LruMap } from '#market/model/lru.ts';

const FIELDS = 7;
/** Of a coin some 1.5 KB a day, of a share a third of that. */
const DAYS_MAX = 12_000;

/**
 * Finished days in bars of an hour, of those that were asked for last: a chart
 * of hours reaches over months, and its minutes need not be folded at each look.
 */
export class HourFolds {
  readonly #days = new LruMap<string, Float64Array>(DAYS_MAX);

  get(id: string, day: number): RawBar[] | undefined {
    const column = this.#days.get(`${id}:${day}`);
    if (column === undefined) return undefined;
    const bars: RawBar[] = [];
    for (let start = 0; start < column.length; start += FIELDS) {
      const [openTimeMs = 0, open = 0, high = 0, low = 0, close = 0, lots = 0, turnoverHundredths = 0] =
        column.subarray(start, start + FIELDS);
      bars.push({ openTimeMs, open, high, low, close, lots, turnoverHundredths });
    }
    return bars;
  }

  set(id: string, day: number, bars: readonly RawBar[]): void {
    const name = `${id}:${day}`;
    if (this.#days.get(name) !== undefined) return;
    const column = Float64Array.from(
      bars.flatMap((bar) => [
        bar.openTimeMs,
        bar.open,
        bar.high,
        bar.low,
        bar.close,
        bar.lots,
        bar.turnoverHundredths,
      ]),
    );
    this.#days.set(name, column);
  }
}
