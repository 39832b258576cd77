import { MINUTE_MS } from '@tarazu/core/values';
import type { RawBar } from '#market/history/raw-bar.ts';
import { type DayBars, openOfMinute } from '#market/model/day-bars.ts';
import { logPriceAt, POINTS_A_MINUTE } from '#market/model/minute-walk.ts';

/** How fair values of a day become traded prices. */
export interface TradeRounding {
  /** Ten to the number of decimals of a price. */
  readonly scaleFactor: number;
  /** In scaled units. */
  readonly tick: number;
  /** Trades happen half a spread above or below the fair value, as a share of the price. */
  readonly halfSpread: number;
  readonly lotUnits: number;
}

/** The closing auction matches until 15:35: five minutes after the last minute of the profile. */
const AUCTION_MATCH_MINUTES = 5;
const POINT_MS = MINUTE_MS / POINTS_A_MINUTE;

/** Minutes of one day as they traded. The same numbers come out whether one is asked or all are folded. */
export class TradedDay {
  readonly bars: DayBars;
  readonly #rounding: TradeRounding;
  readonly #halfSpread: number;

  constructor(bars: DayBars, rounding: TradeRounding) {
    this.bars = bars;
    this.#rounding = rounding;
    const tickRate = rounding.tick / (rounding.scaleFactor * Math.exp(bars.open));
    this.#halfSpread = Math.max(rounding.halfSpread, tickRate / 2);
  }

  /** Minutes before an instant, ascending, without what happened at or after it. */
  *minutesBefore(cutoffMs: number): Generator<RawBar> {
    const { bars } = this;
    const complete = Math.floor((cutoffMs - bars.firstMs) / MINUTE_MS);
    const last = Math.min(complete, bars.openMinutes);
    for (let minute = 0; minute < last; minute += 1) yield this.minute(minute);
    const remainderMs = cutoffMs - bars.firstMs - complete * MINUTE_MS;
    if (complete >= 0 && complete < bars.openMinutes && remainderMs > 0)
      yield this.#partial(complete, remainderMs);
    const auction = this.#auction();
    if (auction !== undefined && complete >= bars.close.length + AUCTION_MATCH_MINUTES) yield auction;
  }

  minute(minute: number): RawBar {
    const { bars } = this;
    const open = this.#openLog(minute);
    const closeLog = this.#closeLog(minute);
    const close = this.#round(closeLog);
    return {
      openTimeMs: bars.firstMs + minute * MINUTE_MS,
      open: this.#round(open),
      high: this.#round(Math.max(open, closeLog, bars.high[minute] ?? open)),
      low: this.#round(Math.min(open, closeLog, bars.low[minute] ?? open)),
      close,
      lots: bars.lots[minute] ?? 0,
      turnoverHundredths: this.#turnover(bars.lots[minute] ?? 0, close),
    };
  }

  /** The whole day as one bar, equal to the fold of its minutes. */
  fold(): Omit<RawBar, 'openTimeMs'> {
    const { bars } = this;
    let high = Number.NEGATIVE_INFINITY;
    let low = Number.POSITIVE_INFINITY;
    let lots = 0;
    let turnoverHundredths = 0;
    for (let minute = 0; minute < bars.openMinutes; minute += 1) {
      const minuteLots = bars.lots[minute] ?? 0;
      const open = this.#openLog(minute);
      const close = this.#closeLog(minute);
      high = Math.max(high, open, close, bars.high[minute] ?? high);
      low = Math.min(low, open, close, bars.low[minute] ?? low);
      lots += minuteLots;
      if (minuteLots > 0) turnoverHundredths += this.#turnover(minuteLots, this.#round(close));
    }
    const auction = this.#auction();
    const continuous = {
      open: this.#round(this.#openLog(0)),
      high: this.#round(high),
      low: this.#round(low),
      close: this.#round(this.#closeLog(bars.openMinutes - 1)),
      lots,
      turnoverHundredths,
    };
    if (auction === undefined) return continuous;
    return {
      open: continuous.open,
      high: Math.max(continuous.high, auction.high),
      low: Math.min(continuous.low, auction.low),
      close: auction.close,
      lots: lots + auction.lots,
      turnoverHundredths: turnoverHundredths + auction.turnoverHundredths,
    };
  }

  /** The closing auction is one trade at the day's last value. */
  #auction(): RawBar | undefined {
    const { bars } = this;
    if (bars.openMinutes >= bars.close.length) return undefined;
    const close = this.#round(bars.close.at(-1) ?? bars.open);
    return {
      openTimeMs: bars.firstMs + bars.close.length * MINUTE_MS,
      open: close,
      high: close,
      low: close,
      close,
      lots: bars.auctionLots,
      turnoverHundredths: this.#turnover(bars.auctionLots, close),
    };
  }

  #partial(minute: number, elapsedMs: number): RawBar {
    const { bars } = this;
    const lastPoint = Math.ceil(elapsedMs / POINT_MS) - 1;
    const open = this.#openLog(minute);
    let close = openOfMinute(bars, minute);
    let high = Math.max(open, close);
    let low = Math.min(open, close);
    for (let point = 0; point <= lastPoint; point += 1) {
      close = logPriceAt(bars, minute, point);
      high = Math.max(high, close);
      low = Math.min(low, close);
    }
    // A minute that is followed live tells its volume when it is over: before, it would tell how far it goes.
    const lots = bars.isWalked ? 0 : Math.floor(((bars.lots[minute] ?? 0) * elapsedMs) / MINUTE_MS);
    const traded = close + this.#bounce(minute, 1);
    const rounded = this.#round(traded);
    return {
      openTimeMs: bars.firstMs + minute * MINUTE_MS,
      open: this.#round(open),
      high: this.#round(Math.max(high, traded)),
      low: this.#round(Math.min(low, traded)),
      close: rounded,
      lots,
      turnoverHundredths: this.#turnover(lots, rounded),
    };
  }

  #openLog(minute: number): number {
    return openOfMinute(this.bars, minute) + this.#bounce(minute, 0);
  }

  /** The day's last price is the exchange's closing price: it does not bounce. */
  #closeLog(minute: number): number {
    const { close } = this.bars;
    const isLast = minute === close.length - 1;
    return (close[minute] ?? this.bars.open) + (isLast ? 0 : this.#bounce(minute, 1));
  }

  #bounce(minute: number, side: 0 | 1): number {
    const { words, close } = this.bars;
    return ((words[close.length + minute] ?? 0) >>> side) & 1 ? this.#halfSpread : -this.#halfSpread;
  }

  #round(logPrice: number): number {
    return roundToTick(Math.exp(logPrice), this.#rounding);
  }

  #turnover(lots: number, close: number): number {
    const { lotUnits, scaleFactor } = this.#rounding;
    return Math.round((lots * lotUnits * close * 100) / scaleFactor);
  }
}

export function roundToTick(price: number, rounding: Pick<TradeRounding, 'scaleFactor' | 'tick'>): number {
  return Math.max(1, Math.round((price * rounding.scaleFactor) / rounding.tick)) * rounding.tick;
}
