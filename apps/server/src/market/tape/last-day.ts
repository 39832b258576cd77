import { DAY_MS } from '@tarazu/core/values';
import type { Candle } from '#market/source.ts';
import { candleOf, foldCandles } from '#market/tape/candles.ts';
import type { TapeMinute } from '#market/tape/minutes.ts';
import { MINUTES_A_DAY } from '#platform/time/days.ts';

/** The minutes of a coin's last 24 hours. */
export class LastDay {
  #minutes: Candle[] = [];

  begin(minutes: readonly Candle[]): void {
    this.#minutes = minutes.slice(-MINUTES_A_DAY);
  }

  add(minutes: readonly TapeMinute[]): void {
    for (const minute of minutes) this.#minutes.push(candleOf(minute));
    if (this.#minutes.length > 2 * MINUTES_A_DAY) this.#minutes = this.#minutes.slice(-MINUTES_A_DAY);
  }

  /** The candles of the last 24 hours, with the minute being made. */
  roll(nowMs: number, making: TapeMinute | undefined): readonly Candle[] {
    this.#minutes = this.#minutes.filter(({ openTimeMs }) => openTimeMs > nowMs - DAY_MS);
    return this.#with(making);
  }

  /** All since an instant of these hours as one bar. */
  since(openTimeMs: number, making: TapeMinute | undefined): Candle | undefined {
    return foldCandles(
      this.#with(making).filter((minute) => minute.openTimeMs >= openTimeMs),
      openTimeMs,
    );
  }

  #with(making: TapeMinute | undefined): readonly Candle[] {
    return making === undefined ? this.#minutes : [...this.#minutes, candleOf(making)];
  }
}
