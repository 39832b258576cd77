import type { RawBar } from '#market/history/raw-bar.ts';
import { FIRST_DAY } from '#market/model/driver-days.ts';

type Fold = Omit<RawBar, 'openTimeMs'>;

const FIELDS = 6;
/** Days for which memory is taken at once: twelve years from the model's first day. */
const DAYS_AT_FIRST = 4400;

/** Finished days of every instrument asked so far: 48 bytes a day, 210 KB an instrument. */
export class DailyFolds {
  readonly #columns = new Map<string, Float64Array>();

  get(id: string, day: number): Fold | undefined {
    const column = this.#columns.get(id);
    const start = (day - FIRST_DAY) * FIELDS;
    const open = column?.[start] ?? 0;
    if (column === undefined || open === 0) return undefined;
    return {
      open,
      high: column[start + 1] ?? 0,
      low: column[start + 2] ?? 0,
      close: column[start + 3] ?? 0,
      lots: column[start + 4] ?? 0,
      turnoverHundredths: column[start + 5] ?? 0,
    };
  }

  set(id: string, day: number, fold: Fold): void {
    const start = (day - FIRST_DAY) * FIELDS;
    const column = this.#room(id, start + FIELDS);
    column.set([fold.open, fold.high, fold.low, fold.close, fold.lots, fold.turnoverHundredths], start);
  }

  #room(id: string, length: number): Float64Array {
    const column = this.#columns.get(id);
    if (column !== undefined && column.length >= length) return column;
    const grown = new Float64Array(Math.max(DAYS_AT_FIRST * FIELDS, length * 2));
    if (column !== undefined) grown.set(column);
    this.#columns.set(id, grown);
    return grown;
  }
}
