import type { Print } from '@tarazu/core';
import { greater, quantity, smaller } from '@tarazu/core/values';
import type { CandleInterval } from '@tarazu/protocol';
import type { Candle } from '#market/source.ts';
import { intervalMs } from '#market/tape/candles.ts';

interface LiveBar {
  readonly instrumentId: string;
  readonly interval: CandleInterval;
  watchers: number;
  bar: Candle | undefined;
  changed: boolean;
}

/** The last bars of charts that somebody looks at, moved by each print between two readings of the whole. */
export class LiveBars {
  readonly #bars = new Map<string, LiveBar>();

  /** Returns the way to let go. */
  watch(instrumentId: string, interval: CandleInterval): () => void {
    const key = `${instrumentId} ${interval}`;
    const watched = this.#bars.get(key) ?? {
      instrumentId,
      interval,
      watchers: 0,
      bar: undefined,
      changed: false,
    };
    watched.watchers += 1;
    this.#bars.set(key, watched);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      watched.watchers -= 1;
      if (watched.watchers === 0) this.#bars.delete(key);
    };
  }

  watched(): readonly { instrumentId: string; interval: CandleInterval }[] {
    return [...this.#bars.values()];
  }

  /** The whole bar as read from source and tape. */
  set(watched: { instrumentId: string; interval: CandleInterval }, bar: Candle): void {
    const live = this.#bars.get(`${watched.instrumentId} ${watched.interval}`);
    if (live === undefined) return;
    live.changed ||=
      live.bar === undefined || live.bar.close !== bar.close || live.bar.openTimeMs !== bar.openTimeMs;
    live.bar = bar;
  }

  /** A print after the end of a bar is left to the next reading, which begins the bar that it belongs to. */
  print(print: Print, chartMs: number): void {
    for (const live of this.#bars.values()) {
      const { bar } = live;
      if (live.instrumentId !== print.instrumentId || bar === undefined) continue;
      if (chartMs >= bar.openTimeMs + intervalMs(live.interval)) continue;
      live.bar = {
        ...bar,
        high: greater(print.price, bar.high),
        low: smaller(print.price, bar.low),
        close: print.price,
        volume: quantity(bar.volume + print.quantity),
      };
      live.changed = true;
    }
  }

  takeChanged(): { instrumentId: string; interval: CandleInterval; bar: Candle }[] {
    const changed: { instrumentId: string; interval: CandleInterval; bar: Candle }[] = [];
    for (const live of this.#bars.values()) {
      if (!live.changed || live.bar === undefined) continue;
      live.changed = false;
      changed.push({ instrumentId: live.instrumentId, interval: live.interval, bar: live.bar });
    }
    return changed;
  }
}
